import { expect, test } from "vitest";
import type { Shop } from "#server/core/shop.ts";
import { type Round, together } from "./rounds.ts";

const shop = {} as Shop;
const { signal } = new AbortController();
const wishing =
  (nextInMs: number | null): Round =>
  async () => ({ nextInMs });

test("rounds that have one pace answer together, and the soonest wish counts", async () => {
  const quiet: Round = async () => undefined;
  const telling: Round = async () => ({ closed: 2 });
  expect(await together(wishing(5_000), quiet, wishing(1_000), wishing(null))(shop, signal)).toEqual({
    nextInMs: 1_000,
  });
  expect(await together(quiet, telling, wishing(null))(shop, signal)).toEqual({ closed: 2, nextInMs: null });
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
