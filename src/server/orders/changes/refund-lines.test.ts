// Goods that come back with a refund, line by line, and canceling an order that was paid.

import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { hasChargeback, isDisputeOpen } from "#domain/order/order-detail.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import {
  GOOD_CARD,
  loadOrderRow,
  refundInDashboard,
  sell,
  sellFreeCaps,
  startSale,
} from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { inTransaction } from "../../db/transaction.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { syncOrder } from "../../payments/refunds/sync-order.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { findOrderDetail } from "../find-order-detail.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { assignRefund } from "./assign-refund.ts";
import { lockOrder } from "./change-queries.ts";
import { type RefundOrder, refundOrder } from "./refund-order.ts";

const store = freshShop({}, closeWithBooks);

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
  (await findOrderDetail(store.shop, { id: orderId }))?.refundable.lines ?? [];

const itemsOf = async (orderId: string) => (await findOrderDetail(store.shop, { id: orderId }))?.items ?? [];

const idOf = async (orderId: string, name: string) =>
  (await linesOf(orderId)).find((line) => line.name === name)?.id ?? "";

test("[RF-1] units are refunded with what was paid for them, and restocked as the owner says", async () => {
  const { orderId, paymentIntentId, cap, polo } = await sellTwoLines();
  const polos = await idOf(orderId, "Polo");
  const parts = { units: { [polos]: { unsent: 2, sent: 0 } }, shipping: 0 };
  const asked = { amount: "parts", parts, restock: { [polos]: 1 } } as const;
  expect(await refund(orderId, asked)).toMatchObject({ ok: true, amount: 6400 });
  expect(await onHand(polo)).toBe(8);
  expect(await onHand(cap)).toBe(8);
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.items).toMatchObject([
    { name: "Cap", quantity: 2, refunded: 0, canceled: 0 },
    { name: "Polo", quantity: 3, refunded: 2, canceled: 2 },
  ]);
  expect(order?.refunds).toMatchObject([
    {
      ...{ amount: 6400, goods: 6400, tax: 0, shipping: 0, adjustment: 0 },
      lines: [{ name: "Polo", variation: "M", quantity: 2 }],
      restocked: [{ name: "Polo", quantity: 1 }],
    },
  ]);
  const told = await store.shop.db.selectFrom("admin_audit").select("after").execute();
  expect(told).toMatchObject([{ after: { items: ["2 × Polo (M)"], restock: ["1 × Polo (M)"] } }]);
  // The same refund is reported again.
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "reconciler" });
  expect(await onHand(polo)).toBe(8);
  // All that is left: the last polo, both caps, the shipping; and of the units, those of this refund.
  expect(await refund(orderId, { amount: "rest", restock: true })).toMatchObject({ amount: 3 * 3200 + 599 });
  expect((await linesOf(orderId)).map(({ units }) => units.length)).toEqual([0, 0]);
});

test("[RF-1] a total that the owner types is stored as such, next to the value of the units", async () => {
  const { orderId } = await sellTwoLines();
  const caps = await idOf(orderId, "Cap");
  const parts = { units: { [caps]: { unsent: 1, sent: 0 } }, shipping: 100 };
  expect(await refund(orderId, { amount: 3000, parts })).toMatchObject({ ok: true, amount: 3000 });
  const told = await store.shop.db.selectFrom("admin_audit").select("after").execute();
  expect(told).toMatchObject([{ after: { items: ["1 × Cap"], restock: false } }]);
  expect(await refund(orderId, { amount: 1000 })).toMatchObject({ ok: true });
  const { refunds } = (await findOrderDetail(store.shop, { id: orderId })) ?? { refunds: [] };
  expect(refunds.map(({ goods, shipping, adjustment }) => [goods, shipping, adjustment])).toEqual([
    [3200, 100, -300],
    [0, 0, 1000],
  ]);
  expect(await refund(orderId, { amount: "parts", parts: { units: {}, shipping: 0 } })).toEqual({
    ok: false,
    reason: "bad_amount",
  });
});

describe("units without a refund", () => {
  test("[RF-1] leave the order right away where they cost nothing, and no email reports a refund", async () => {
    const { orderId, cap, polo } = await sellFreeCaps(store);
    const [caps, polos] = [await idOf(orderId, "Cap"), await idOf(orderId, "Polo")];
    const asked = {
      ...{ amount: "parts" as const, restock: { [caps]: 1 }, refundId: store.shop.newId() },
      parts: { units: { [caps]: { unsent: 2, sent: 0 } }, shipping: 0 },
    };
    const made = { ok: true, amount: 0, refused: 0, status: "succeeded", isSent: true };
    expect(await refund(orderId, asked)).toMatchObject(made);
    // The same form again.
    expect(await refund(orderId, asked)).toMatchObject(made);
    expect([await onHand(cap), await onHand(polo)]).toEqual([9, 9]);
    const order = await findOrderDetail(store.shop, { id: orderId });
    expect(order).toMatchObject({
      ...{ status: "paid", refunded: 0, fulfillment: "unfulfilled" },
      items: [{ refunded: 2, canceled: 2 }, { refunded: 0 }],
      refunds: [{ amount: 0, goods: 0, adjustment: 0, lines: [{ name: "Cap", quantity: 2 }] }],
    });
    expect(order?.refunds[0]?.restocked).toMatchObject([{ name: "Cap", quantity: 1 }]);
    expect(order?.mails.map(({ kind }) => kind)).not.toContain("order_refunded");
    expect(store.sandbox.controls.refunds()).toEqual([]);
    // What is left to send is the polo alone.
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
    expect(await fulfillOrder(store.shop, { orderId, actor, step })).toMatchObject({ ok: true, left: 0 });
    expect(await loadOrderRow(store, orderId)).toMatchObject({ fulfillment: "shipped", has_to_send: false });
    expect(await refund(orderId, { amount: "rest" })).toMatchObject({ ok: true, amount: 3799 });
    expect((await itemsOf(orderId)).map(({ id, refunded }) => [id, refunded])).toEqual([
      [caps, 2],
      [polos, 1],
    ]);
  });

  test("[RF-1] leave it where all went back before; a typed amount and the rest of it are refused as ever", async () => {
    const { orderId, paymentIntentId, polo } = await sellTwoLines();
    await refundInDashboard(store, paymentIntentId, 5 * 3200 + 599);
    await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
    const polos = await idOf(orderId, "Polo");
    const parts = { units: { [polos]: { unsent: 1, sent: 0 } }, shipping: 0 };
    const nothing = { ok: false, reason: "nothing_left" };
    for (const amount of ["rest", 100] as const)
      expect(await refund(orderId, { amount, parts })).toEqual(nothing);
    const none = { units: {}, shipping: 0 };
    expect(await refund(orderId, { amount: "parts", parts: none })).toEqual(nothing);
    const asked = { amount: "parts", parts, restock: { [polos]: 1 } } as const;
    expect(await refund(orderId, asked)).toMatchObject({ ok: true, amount: 0 });
    expect(await onHand(polo)).toBe(8);
    const order = await findOrderDetail(store.shop, { id: orderId });
    expect(order).toMatchObject({ status: "refunded", refunded: 5 * 3200 + 599 });
    const without = order?.refunds.find(({ amount }) => amount === 0);
    expect(without).toMatchObject({
      goods: 3200,
      adjustment: -3200,
      restocked: [{ name: "Polo", quantity: 1 }],
    });
  });
});

test("[RF-1] more units or shipping than are left, or lines of another order, are refused and change nothing", async () => {
  const { orderId, cap } = await sellTwoLines();
  const other = await sellTwoLines();
  const [caps, foreign] = [await idOf(orderId, "Cap"), await idOf(other.orderId, "Cap")];
  const ask = (id: string, unsent: number, shipping = 0) =>
    refund(orderId, {
      amount: "parts",
      parts: { units: { [id]: { unsent, sent: 0 } }, shipping },
      restock: { [id]: 9 },
    });
  expect(await ask(caps, 3)).toMatchObject({ reason: "too_many_units", itemId: caps, left: 2 });
  expect(await ask(foreign, 1)).toMatchObject({ reason: "unknown_line" });
  expect(await ask(caps, 1, 600)).toEqual({ ok: false, reason: "too_much_shipping", left: 599 });
  expect(await onHand(cap)).toBe(8);
  expect(await ask(caps, 2)).toMatchObject({ ok: true, amount: 6400 });
  expect(await onHand(cap)).toBe(10);
  expect(await ask(caps, 1)).toMatchObject({ reason: "too_many_units", left: 0 });
});

test("[RF-1] a refund that fails later gives its units back to what remains, also on the shelf", async () => {
  const { orderId, paymentIntentId, polo, cap } = await sellTwoLines();
  const [polos, caps] = [await idOf(orderId, "Polo"), await idOf(orderId, "Cap")];
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  const units = { [polos]: { unsent: 2, sent: 0 }, [caps]: { unsent: 1, sent: 0 } };
  const asked = {
    amount: "parts",
    parts: { units, shipping: 0 },
    restock: { [polos]: 2, [caps]: 1 },
  } as const;
  expect(await refund(orderId, asked)).toMatchObject({ ok: true, status: "pending" });
  expect([await onHand(polo), await onHand(cap)]).toEqual([9, 9]);
  // The unit of a cap has been sold in the meantime.
  await sql`update inventory set held = on_hand where product_id = ${cap}`.execute(store.shop.db);
  store.sandbox.controls.settleRefund(store.sandbox.controls.refunds(paymentIntentId)[0]?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "reconciler" });
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "reconciler" });
  await sql`update inventory set held = 0 where product_id = ${cap}`.execute(store.shop.db);
  expect([await onHand(polo), await onHand(cap)]).toEqual([7, 9]);
  expect((await itemsOf(orderId)).map(({ refunded }) => refunded)).toEqual([0, 0]);
  const order = await loadOrderRow(store, orderId);
  expect(order.attention.toSorted()).toEqual(["refund_failed", "units_gone"]);
  // Refunded again, and restocked again.
  expect(await refund(orderId, asked)).toMatchObject({ ok: true, status: "succeeded" });
  expect([await onHand(polo), await onHand(cap)]).toEqual([9, 9]);
});

test("[RF-1] a later refund puts back its own units, and the others are still there when the refund of them fails", async () => {
  const { orderId, paymentIntentId, polo, cap } = await sellTwoLines();
  const polos = await idOf(orderId, "Polo");
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  const parts = { units: { [polos]: { unsent: 1, sent: 0 } }, shipping: 0 };
  expect(await refund(orderId, { amount: "parts", parts })).toMatchObject({ ok: true, status: "pending" });
  const [made] = store.sandbox.controls.refunds(paymentIntentId);
  expect([await onHand(polo), await onHand(cap)]).toEqual([7, 8]);
  expect(await refund(orderId, { amount: "rest", restock: true })).toMatchObject({ ok: true });
  expect([await onHand(polo), await onHand(cap)]).toEqual([9, 10]);
  store.sandbox.controls.settleRefund(made?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "reconciler" });
  expect([await onHand(polo), await onHand(cap)]).toEqual([9, 10]);
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.items.map(({ quantity, canceled }) => quantity - canceled)).toEqual([0, 1]);
});

test("[RF-1] a refund of units that the sale never got takes none from the shelf when it fails", async () => {
  const productId = await addProduct(store.shop, { name: "Polo", stock: { M: 1 } });
  const items = [{ productId, variation: "M", quantity: 1 }];
  const sale = await startSale(store, { productId, change: { items, amountSeen: 3200 + 599 } });
  await sql`select release_checkout_stock(id) from checkouts where order_id = ${sale.orderId}`.execute(
    store.shop.db,
  );
  await sql`select set_on_hand(${productId}, 'M', 0, 0, 'owner', now())`.execute(store.shop.db);
  await payAsShopper(store, sale, GOOD_CARD);
  await settlePayment(store.shop, { intentId: sale.paymentIntentId, source: "browser" });
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  const parts = { units: { [await idOf(sale.orderId, "Polo")]: { unsent: 1, sent: 0 } }, shipping: 0 };
  expect(await refund(sale.orderId, { amount: "parts", parts })).toMatchObject({ status: "pending" });
  await sql`select set_on_hand(${productId}, 'M', 5, 0, 'owner', now())`.execute(store.shop.db);
  store.sandbox.controls.settleRefund(
    store.sandbox.controls.refunds(sale.paymentIntentId)[0]?.id ?? "",
    "failed",
  );
  await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "reconciler" });
  expect(await onHand(productId)).toBe(5);
  const order = await loadOrderRow(store, sale.orderId);
  expect(order.attention.toSorted()).toEqual(["out_of_stock", "refund_failed"]);
});

test("[RF-1] restocked units are named by their own product, even next to the same variant of another one", async () => {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { M: 10 } });
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 10 } });
  const items = [
    { productId: cap, variation: "M", quantity: 2 },
    { productId: polo, variation: "M", quantity: 3 },
  ];
  const { orderId } = await sell(store, { change: { items, amountSeen: 5 * 3200 + 599 } });
  expect(await refund(orderId, { amount: "rest", restock: true })).toMatchObject({ ok: true });
  const order = await findOrderDetail(store.shop, { id: orderId });
  const back = order?.refunds.flatMap(({ restocked }) => restocked) ?? [];
  expect(back.map(({ name, quantity }) => `${quantity} × ${name}`).sort()).toEqual(["2 × Cap", "3 × Polo"]);
});

test("[RF-1] a line whose product is gone is refunded, and nothing of it can be restocked", async () => {
  const { orderId, cap } = await sellTwoLines();
  await store.shop.db.deleteFrom("products").where("id", "=", cap).execute();
  expect((await linesOf(orderId)).map(({ name, hasShelf }) => [name, hasShelf])).toEqual([
    ["Cap", false],
    ["Polo", true],
  ]);
});

describe("a refund that was made at the provider", () => {
  async function refundedElsewhere(amount: number) {
    const sale = await sellTwoLines();
    await refundInDashboard(store, sale.paymentIntentId, amount);
    await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
    const order = await findOrderDetail(store.shop, { id: sale.orderId });
    return { ...sale, refundId: order?.refunds[0]?.id ?? "" };
  }
  const flags = async (orderId: string) => (await loadOrderRow(store, orderId)).attention;

  test("[RF-1] asks once which units it was for, and the answer is kept like that of any refund", async () => {
    const { orderId, refundId, paymentIntentId, polo } = await refundedElsewhere(3500);
    expect(await flags(orderId)).toEqual(["refund_lines"]);
    const polos = await idOf(orderId, "Polo");
    const answer = (unsent: number) =>
      assignRefund(store.shop, {
        ...{ orderId, refundId, actor, restock: { [polos]: 5 } },
        parts: { units: { [polos]: { unsent, sent: 0 } }, shipping: 0 },
      });
    expect(await answer(4)).toMatchObject({ reason: "too_many_units", left: 3 });
    expect(await answer(1)).toEqual({ ok: true, amount: 3500 });
    expect(await answer(1)).toEqual({ ok: false, reason: "answered" });
    expect(await flags(orderId)).toEqual([]);
    expect(await onHand(polo)).toBe(8);
    const order = await findOrderDetail(store.shop, { id: orderId });
    expect(order?.refunds).toMatchObject([
      { source: "provider", goods: 3200, adjustment: 300, lines: [{ name: "Polo", quantity: 1 }] },
    ]);
    await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "reconciler" });
    expect(await flags(orderId)).toEqual([]);
  });

  test("[RF-1] may have been for no certain units", async () => {
    const { orderId, refundId } = await refundedElsewhere(500);
    const parts = { units: {}, shipping: 0 };
    expect(await assignRefund(store.shop, { orderId, refundId, actor, restock: {}, parts })).toMatchObject({
      ok: true,
    });
    expect(await flags(orderId)).toEqual([]);
    expect(await findOrderDetail(store.shop, { id: orderId })).toMatchObject({
      refunds: [{ goods: 0, adjustment: 500, lines: [] }],
    });
    const strange = { refundId: "no id", actor, restock: {}, parts };
    expect(await assignRefund(store.shop, { orderId, ...strange })).toEqual({
      ok: false,
      reason: "not_found",
    });
  });

  test("[RF-1] is not explained from the page of another order", async () => {
    const { orderId, refundId } = await refundedElsewhere(500);
    const other = await sellTwoLines();
    const parts = { units: {}, shipping: 0 };
    const asked = { orderId: other.orderId, refundId, actor, restock: {}, parts };
    expect(await assignRefund(store.shop, asked)).toEqual({ ok: false, reason: "answered" });
    expect(await flags(orderId)).toEqual(["refund_lines"]);
  });

  test("[RF-1] that has failed since was for nothing", async () => {
    store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
    const { orderId, refundId, paymentIntentId } = await refundedElsewhere(500);
    const [made] = store.sandbox.controls.refunds(paymentIntentId);
    store.sandbox.controls.settleRefund(made?.id ?? "", "failed");
    await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
    const parts = { units: {}, shipping: 0 };
    expect(await assignRefund(store.shop, { orderId, refundId, actor, restock: {}, parts })).toEqual({
      ok: false,
      reason: "answered",
    });
    expect(await store.shop.db.selectFrom("admin_audit").select("action").execute()).toEqual([]);
  });
});

test("[RF-1] a refund of the rest leaves on the shelf's side what another refund was for, should that one fail", async () => {
  const { orderId, paymentIntentId, cap, polo } = await sellTwoLines();
  const [caps, polos] = [await idOf(orderId, "Cap"), await idOf(orderId, "Polo")];
  const units = { [caps]: { unsent: 2, sent: 0 }, [polos]: { unsent: 3, sent: 0 } };
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  const restock = { [caps]: 2, [polos]: 3 };
  await refund(orderId, { amount: "parts", parts: { units, shipping: 0 }, restock });
  await refund(orderId, { amount: "rest", restock: true });
  expect([await onHand(cap), await onHand(polo)]).toEqual([10, 10]);
  const pending = store.sandbox.controls.refunds(paymentIntentId).find(({ status }) => status === "pending");
  store.sandbox.controls.settleRefund(pending?.id ?? "", "failed");
  for (const source of ["webhook", "reconciler"] as const)
    await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source });
  expect([await onHand(cap), await onHand(polo)]).toEqual([8, 7]);
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
  expect(Date.parse(order?.disputes[0]?.dueAt ?? "")).toBeGreaterThan(store.clock.now());
});

test("the database and the pages agree on which disputes are open, and which of them are chargebacks", async () => {
  const { orderId, paymentIntentId } = await sell(store);
  store.sandbox.controls.openDispute(paymentIntentId);
  await syncOrder(store.shop, { orderId });
  const { db } = store.shop;
  const inSql = async (status: string) => {
    await db.updateTable("disputes").set({ status }).where("order_id", "=", orderId).execute();
    return (await inTransaction(store.shop, (tx) => lockOrder(tx, orderId)))?.hasChargeback;
  };
  const statuses = [
    ...["needs_response", "under_review", "won", "lost", "prevented"],
    ...["warning_needs_response", "warning_under_review", "warning_closed"],
  ];
  for (const status of statuses) {
    const { rows } = await sql<{ open: boolean }>`select dispute_is_open(${status}) as open`.execute(db);
    expect(rows[0]?.open, status).toBe(isDisputeOpen({ status }));
    expect(await inSql(status), status).toBe(hasChargeback({ disputes: [{ status }] }));
  }
  await inSql("needs_response");
});
