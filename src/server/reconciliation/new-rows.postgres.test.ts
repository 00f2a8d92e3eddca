// Transactions that are open at the same time.
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sell } from "#test/sales/sales.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import type { Tx } from "../db/transaction.ts";
import { listPaymentAlerts } from "../payments/payment-alerts.ts";
import { checkBooks } from "./check-books.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

const rulesOf = async () => [...new Set((await checkBooks(store.shop)).map(({ id }) => id))];

const waits = () => store.logs.filter(({ event }) => event === "books.marks_wait");

/** Rounds until what was sold is old to them. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) expect(await rulesOf()).toEqual([]);
}

/** An order's history with a step that cannot be. The order is old; the row is new. */
const impossibleStep = (tx: Tx, orderId: string) =>
  sql`insert into order_events (order_id, from_status, to_status, source, created_at)
    values (${orderId}, 'canceled', 'failed', 'test', now())`.execute(tx);

describe("the rounds of the books' checks", () => {
  test("find what a transaction leaves that began before a later one and commits after it was seen", async () => {
    const late = await sell(store);
    await settle();
    const written = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const slow = store.shop.db.transaction().execute(async (tx) => {
      await impossibleStep(tx, late.orderId);
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    // Its numbers are above those of the open transaction, and the rounds see them first.
    await sell(store);
    await settle();
    expect(waits()).toEqual([]);
    store.clock.advance(2 * 60 * 60_000);
    await settle();
    expect(waits().length, "the log says that a transaction was left open").toBeGreaterThan(0);
    mayCommit.resolve();
    await slow;
    expect(await rulesOf()).toEqual(["I11"]);
    expect(await listPaymentAlerts(store.shop)).toMatchObject([{ key: "rule:I11" }]);
  });
});
