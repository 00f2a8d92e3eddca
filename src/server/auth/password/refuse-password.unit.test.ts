import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { OWNER_PASSWORD } from "#test/sales/people.ts";
import { refusePassword } from "./refuse-password.ts";

const NAMES = ["owner@golfcorner.example", "Golf Pro Shop"];
const refuse = (password: string) => refusePassword(password, NAMES);

describe("[TR-9] a password that others try first is refused", () => {
  test.each([
    ["elevenchars", "too_short"],
    ["x".repeat(129), "too_long"],
    ["passwordpassword", "common"],
    ["Password123456", "common"],
    ["Sunshine2024!!", "common"],
    ["1qaz2wsx3edc4rfv", "common"],
    ["MotherFucker", "common"],
    ["123456789012", "pattern"],
    ["987654321098", "pattern"],
    ["abcabcabcabc", "pattern"],
    ["aaaaaaaaaaaa1", "pattern"],
    ["abcdefghijklm", "pattern"],
    ["owner@golfcorner.example", "own_name"],
    ["Owner-GolfCorner-2026", "own_name"],
    ["GolfProShop2026!", "own_name"],
    ["golf pro shop golf pro shop", "own_name"],
  ])("%s: %s", async (password, reason) => {
    expect(await refuse(password)).toBe(reason);
  });

  test.each([
    OWNER_PASSWORD,
    "correct horse battery staple",
    "an even longer pass phrase",
    "kX3vQ9-tLm2_Zr7wPq4b",
    "a shop for golfers in Phoenix",
    "пароль из многих слов",
  ])("%s is a good one", async (password) => {
    expect(await refuse(password)).toBeNull();
  });

  test("every one of the most common 3,000 that the rule of length would let through is refused", async () => {
    const lines = readFileSync(path.join(import.meta.dirname, "common-passwords.txt"), "latin1").split("\n");
    const long = lines.filter((line) => line.length >= 12);
    expect(long.length).toBeGreaterThan(40_000);
    const sample = long.slice(0, 3_000).filter((_, index) => index % 150 === 0);
    const passed = await Promise.all(sample.map(refuse));
    expect(passed.filter((reason) => reason === null)).toEqual([]);
  });
});
