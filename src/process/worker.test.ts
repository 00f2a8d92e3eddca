import { expect, test } from "vitest";
import type { Environment } from "#server/core/env.ts";
import { currentRequest, runRequest } from "#server/core/request-context.ts";
import { GOOD_CARD, loadOrderRow, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { createTestShop } from "#test/shop/shop.ts";
import { startWorker, tasks } from "./worker.ts";

const request = { id: "the-request", client: "client", route: "/contact" };

test("no task comes so often that it would take the database for itself", () => {
  for (const { name, everyMs, firstAfterMs = everyMs } of tasks)
    expect(Math.min(everyMs, firstAfterMs), name).toBeGreaterThanOrEqual(1_000);
});

test("AVIF is for a shop that makes it", async () => {
  const { shop, close } = await createTestShop();
  const wanted = (change: Partial<Environment>) => {
    const changed = { ...shop, env: { ...shop.env, ...change } };
    return tasks.filter(({ isWanted }) => isWanted?.(changed) ?? true).map(({ name }) => name);
  };
  expect(wanted({ makesAvif: true })).toContain("avif");
  expect(wanted({ makesAvif: false })).not.toContain("avif");
  await close();
});

test("what a request wakes does not run in its name", async () => {
  const store = await createTestShop();
  const rounds: unknown[] = [];
  const note = { name: "events", shared: "by_claims" as const, everyMs: 60_000 };
  const run = async () => void rounds.push(currentRequest());
  const worker = startWorker(store.shop, undefined, [{ ...note, run }]);
  await expect.poll(() => rounds.length).toBe(1);
  runRequest(request, () => worker.wake("events"));
  await expect.poll(() => rounds.length).toBe(2);
  await worker.stop();
  expect(rounds).toEqual([undefined, undefined]);
  await store.close();
});

test("payments and refunds whose news was lost are found for a month, by a task of the worker", async () => {
  const store = await createTestShop();
  const [paid, refunded] = [await startSale(store), await sell(store)];
  await payAsShopper(store, paid, GOOD_CARD);
  const { paymentIntentId: intentId, orderId } = refunded;
  await store.shop.payments.createRefund("elsewhere", { intentId, orderId, amount: 6_999, refundId: "none" });
  store.clock.advance(29 * 24 * 3_600_000);
  await tasks.find(({ name }) => name === "catch-up")?.run(store.shop, new AbortController().signal);
  expect(await loadOrderRow(store, paid.orderId)).toMatchObject({ status: "paid" });
  expect(await loadOrderRow(store, orderId)).toMatchObject({ status: "refunded" });
  await store.close();
});
