import { expect, test } from "vitest";
import type { Shop } from "#server/shop.ts";
import { type Round, together } from "./rounds.ts";

const shop = {} as Shop;
const { signal } = new AbortController();
const wishing =
  (nextInMs: number | null): Round =>
  async () => ({ nextInMs });

test("of rounds that have one pace, the soonest wish counts", async () => {
  const quiet: Round = async () => "done";
  expect(await together(wishing(5_000), quiet, wishing(1_000), wishing(null))(shop, signal)).toEqual({
    nextInMs: 1_000,
  });
  expect(await together(quiet, wishing(null))(shop, signal)).toEqual({ nextInMs: null });
});

test("a round that fails keeps none of the others from running, and its task fails", async () => {
  const ran: string[] = [];
  const failing: Round = async () => {
    ran.push("failing");
    throw new Error("away");
  };
  const running = together(failing, async () => void ran.push("last"))(shop, signal);
  await expect(running).rejects.toThrow("away");
  expect(ran).toEqual(["failing", "last"]);
});
