import { expect, test } from "vitest";
import { formatRemaining, onThisClock, shouldExtend } from "./hold.ts";

test("the countdown reads like a clock", () => {
  expect(formatRemaining(872_000)).toBe("14:32");
  expect(formatRemaining(900_000)).toBe("15:00");
  expect(formatRemaining(59_001)).toBe("1:00");
  expect(formatRemaining(9_000)).toBe("0:09");
  expect(formatRemaining(-5)).toBe("0:00");
});

const minute = 60_000;
const active = { now: 100 * minute, heldUntil: 102 * minute, lastActiveAt: 100 * minute, lastAskedAt: 0 };

test("an active shopper gets more time when less than three minutes are left", () => {
  expect(shouldExtend(active)).toBe(true);
  expect(shouldExtend({ ...active, heldUntil: 103 * minute })).toBe(false);
});

test("an abandoned tab lets the hold run out", () => {
  expect(shouldExtend({ ...active, lastActiveAt: 98 * minute })).toBe(false);
});

test("more time is asked for at most once a minute, and not after the end", () => {
  expect(shouldExtend({ ...active, lastAskedAt: 99.5 * minute })).toBe(false);
  expect(shouldExtend({ ...active, heldUntil: 100 * minute })).toBe(false);
});

test("the hold ends at the server's time, however wrong this clock is", () => {
  const until = onThisClock("2026-01-01T00:15:00Z", "Thu, 01 Jan 2026 00:00:00 GMT", 5_000);
  expect(until).toBe(5_000 + 15 * minute);
  expect(onThisClock("2026-01-01T00:15:00Z", null, 5_000)).toBe(Date.parse("2026-01-01T00:15:00Z"));
});
