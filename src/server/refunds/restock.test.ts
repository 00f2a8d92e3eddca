// On both databases: functions that move money and stock.
// Goods that come back with a refund, line by line, and canceling an order that was paid.

import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isDisputeOpen } from "#domain/order/order-detail.ts";
import { OWNER as actor } from "#test/people.ts";
import { addProduct, stockOf } from "#test/products.ts";
import { loadOrderRow, sell } from "#test/sales.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { fulfillOrder } from "../orders/parcels/fulfill-order.ts";
import { checkInvariants } from "../reconciliation/invariants.ts";
import { applyPaymentFacts } from "./refund-facts.ts";
import { type RefundOrder, refundOrder } from "./refund-order.ts";
import { syncOrder } from "./sync-order.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(async () => {
  const listed = await store.shop.payments.listIntents({ createdSince: 0, after: null });
  if (!listed.ok) throw new Error(listed.message);
  expect(await checkInvariants(store.shop, { atRest: false, intents: listed.value.items })).toEqual([]);
  await store.close();
});

/** Two caps and three polos of which ten each were there. */
async function sellTwoLines() {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 10 } });
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 10 } });
  const items = [
    { productId: cap, variation: "", quantity: 2 },
    { productId: polo, variation: "M", quantity: 3 },
  ];
  const sale = await sell(store, { change: { items, amountSeen: 5 * 3200 + 599 } });
  return { ...sale, cap, polo };
}

function refund(orderId: string, change: Partial<RefundOrder>) {
  return refundOrder(store.shop, {
    orderId,
    amount: 100,
    reason: "came back",
    restock: false,
    actor,
    ...change,
  });
}

const onHand = async (productId: string) => (await stockOf(store.shop, productId))[0]?.on_hand;

const linesOf = async (orderId: string) =>
  (await findOrderDetail(store.shop, { id: orderId }))?.restockable ?? [];

test("[OD-2] a refund in part puts the chosen line back in stock, and that line once", async () => {
  const { orderId, cap, polo } = await sellTwoLines();
  const lines = await linesOf(orderId);
  expect(lines).toMatchObject([
    { name: "Cap", variation: null, quantity: 2 },
    { name: "Polo", variation: "M", quantity: 3 },
  ]);
  const caps = Object.fromEntries(
    lines.filter(({ name }) => name === "Cap").map(({ itemId, quantity }) => [itemId, quantity]),
  );
  expect(await refund(orderId, { restock: caps })).toMatchObject({ ok: true });
  expect(await onHand(cap)).toBe(10);
  expect(await onHand(polo)).toBe(7);
  expect((await linesOf(orderId)).map(({ name }) => name)).toEqual(["Polo"]);
  expect(await refund(orderId, { restock: caps })).toMatchObject({ ok: true });
  expect(await onHand(cap)).toBe(10);
  expect(await refund(orderId, { amount: "rest", restock: true })).toMatchObject({ ok: true });
  expect(await onHand(polo)).toBe(10);
  expect(await linesOf(orderId)).toEqual([]);
});

test("[OD-2] pieces of one line come back with several refunds, and never more than were sold", async () => {
  const { orderId, paymentIntentId, cap, polo } = await sellTwoLines();
  const polos = (await linesOf(orderId)).find(({ name }) => name === "Polo");
  const back = (pieces: number) => refund(orderId, { restock: { [polos?.itemId ?? ""]: pieces } });
  expect(await back(1)).toMatchObject({ ok: true });
  expect(await onHand(polo)).toBe(8);
  expect(await linesOf(orderId)).toMatchObject([
    { name: "Cap", quantity: 2 },
    { name: "Polo", quantity: 2 },
  ]);
  const told = await store.shop.db.selectFrom("admin_audit").select("after").execute();
  expect(told).toMatchObject([{ after: { restock: ["1 × Polo (M)"] } }]);
  // The same refund is heard of once more.
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "reconciler" });
  expect(await onHand(polo)).toBe(8);
  await back(0);
  expect(await onHand(polo)).toBe(8);
  await back(3);
  expect(await onHand(polo)).toBe(10);
  expect(await refund(orderId, { amount: "rest", restock: true })).toMatchObject({ ok: true });
  expect(await onHand(polo)).toBe(10);
  expect(await onHand(cap)).toBe(10);
});

test("[OD-2] no line chosen, or lines of another order: nothing goes back in stock", async () => {
  const { orderId, cap } = await sellTwoLines();
  const other = await sellTwoLines();
  const foreign = Object.fromEntries(
    (await linesOf(other.orderId)).map(({ itemId, quantity }) => [itemId, quantity]),
  );
  await refund(orderId, { restock: {} });
  await refund(orderId, { restock: foreign });
  expect(await onHand(cap)).toBe(8);
  expect(await linesOf(orderId)).toHaveLength(2);
});

test("[OD-2] a line whose product is gone is not offered", async () => {
  const { orderId, cap } = await sellTwoLines();
  await store.shop.db.deleteFrom("products").where("id", "=", cap).execute();
  expect((await linesOf(orderId)).map(({ name }) => name)).toEqual(["Polo"]);
});

test("[OD-2] canceling a paid order gives all the money and all pieces back", async () => {
  const { orderId, cap, polo } = await sellTwoLines();
  const cancel = { amount: "rest", restock: true, onlyUnshipped: true } as const;
  expect(await refund(orderId, cancel)).toMatchObject({ ok: true, amount: 5 * 3200 + 599 });
  expect(await loadOrderRow(store, orderId)).toMatchObject({ status: "refunded" });
  expect(await onHand(cap)).toBe(10);
  expect(await onHand(polo)).toBe(10);
});

test("[OD-2] an order whose parcel has left is not canceled any more", async () => {
  const { orderId, cap } = await sellTwoLines();
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1" } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  const cancel = { amount: "rest", restock: true, onlyUnshipped: true } as const;
  expect(await refund(orderId, cancel)).toEqual({ ok: false, reason: "shipped" });
  expect(await loadOrderRow(store, orderId)).toMatchObject({ status: "paid" });
  expect(await onHand(cap)).toBe(8);
});

test("[OD-2] a dispute is part of the order, with what the bank says and until when it takes an answer", async () => {
  const { orderId, paymentIntentId } = await sell(store);
  store.sandbox.controls.openDispute(paymentIntentId);
  await syncOrder(store.shop, { orderId });
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order).toMatchObject({
    status: "disputed",
    paymentIntentId,
    disputes: [{ amount: 6999, reason: "fraudulent", dueAt: expect.stringMatching(/^\d{4}-/) }],
  });
  expect(order?.disputes.every(isDisputeOpen)).toBe(true);
});

test("the database and the pages agree on which disputes are open", async () => {
  const statuses = [
    ...["needs_response", "under_review", "won", "lost", "prevented"],
    ...["warning_needs_response", "warning_under_review", "warning_closed"],
  ];
  for (const status of statuses) {
    const { rows } = await sql<{ open: boolean }>`select dispute_is_open(${status}) as open`.execute(
      store.shop.db,
    );
    expect(rows[0]?.open, status).toBe(isDisputeOpen({ status }));
  }
});
