import { expect, test } from "vitest";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { historyOf, loadOrderRow, refundInDashboard, sell } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { syncOrder } from "../../payments/refunds/sync-order.ts";
import { findOrderDetail } from "../find-order-detail.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { cancelPaidOrder } from "./cancel-paid-order.ts";
import { refundOrder } from "./refund-order.ts";

const store = freshShop({}, closeWithBooks);

/** Two polos of ten, for 69.99. */
async function sellPolos() {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 10 } });
  const sale = await sell(store, { change: { items: [{ productId: polo, variation: "M", quantity: 2 }] } });
  await sendDueMails(store.shop, { limit: 10 });
  store.mailbox.length = 0;
  return { ...sale, polo };
}

const cancel = (orderId: string) => cancelPaidOrder(store.shop, { orderId, actor, reason: "Ordered twice" });
const onHand = async (productId: string) => (await stockOf(store.shop, productId))[0]?.on_hand;
const state = async (orderId: string) => {
  const { status, fulfillment } = await loadOrderRow(store, orderId);
  return { status, fulfillment };
};
const ship = (orderId: string) =>
  fulfillOrder(store.shop, { orderId, actor, step: { to: "shipped", carrier: "UPS", trackingNumber: "1Z" } });

test("[RF-3] a canceled order says so, all money is refunded, all units are restocked, and the customer gets one email", async () => {
  const { orderId, polo } = await sellPolos();
  expect(await cancel(orderId)).toMatchObject({ ok: true, refund: { amount: 6999, isSent: true } });
  expect(await cancel(orderId)).toEqual({ ok: false, reason: "canceled" });
  expect(await state(orderId)).toEqual({ status: "refunded", fulfillment: "canceled" });
  expect(await onHand(polo)).toBe(10);
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.shipmentEvents).toMatchObject([
    { to: "canceled", reason: "Ordered twice", restocked: [{ name: "Polo", variation: "M", quantity: 2 }] },
  ]);
  expect(order?.refunds).toMatchObject([{ amount: 6999, goods: 6400, shipping: 599, restocked: [] }]);
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox.map(({ subject }) => subject)).toEqual([
    "Your Golf Pro Shop order ORD-001 has been canceled",
  ]);
  expect(store.mailbox[0]?.text).toContain("has been canceled and won't ship.");
  expect(store.mailbox[0]?.text).toContain("We refunded $69.99 to your original payment method");
  expect(await ship(orderId)).toMatchObject({ ok: false, reason: "too_late", fulfillment: "canceled" });
});

test("[RF-3] a cancellation is in the log, with what was before and why, and wakes the worker once for its email", async () => {
  const { orderId } = await sellPolos();
  const woken: string[] = [];
  store.shop.wakeWorker = (task) => void woken.push(task);
  for (const _ of [1, 2]) await cancel(orderId);
  expect(woken).toEqual(["mails"]);
  const log = store.shop.db
    .selectFrom("admin_audit")
    .select(["actor", "action", "before", "after"])
    .where("object", "=", orderId)
    .orderBy("id");
  expect(await log.execute()).toMatchObject([
    { actor, action: "order.refunded" },
    {
      ...{ actor, action: "order.canceled", before: { fulfillment: "unfulfilled" } },
      after: { fulfillment: "canceled", reason: "Ordered twice" },
    },
  ]);
});

test("[RF-3] it stays canceled when the provider refuses the refund, or the bank sends it back, and can be refunded again", async () => {
  const { orderId, paymentIntentId, polo } = await sellPolos();
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  expect(await cancel(orderId)).toMatchObject({ ok: true, refund: { status: "pending" } });
  const [made] = store.sandbox.controls.refunds(paymentIntentId);
  store.sandbox.controls.settleRefund(made?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
  expect(await state(orderId)).toEqual({ status: "paid", fulfillment: "canceled" });
  expect(await onHand(polo)).toBe(10);
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox[0]?.text).toContain("We're looking into it");
  const again = { orderId, amount: "rest", reason: "again", restock: false, actor } as const;
  expect(await refundOrder(store.shop, again)).toMatchObject({ ok: true, amount: 6999 });
  expect(await state(orderId)).toEqual({ status: "refunded", fulfillment: "canceled" });
  expect((await historyOf(store, orderId)).slice(-3)).toEqual(["refunded", "paid", "refunded"]);
  const [, , ...refunded] = (await findOrderDetail(store.shop, { id: orderId }))?.refunds ?? [];
  expect(refunded).toEqual([]);
});

test("[RF-3] units of a canceled order are refunded and back in stock once, however often their refund is made", async () => {
  const { orderId, paymentIntentId, polo } = await sellPolos();
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  await cancel(orderId);
  const [made] = store.sandbox.controls.refunds(paymentIntentId);
  store.sandbox.controls.settleRefund(made?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
  const item = async () => (await findOrderDetail(store.shop, { id: orderId }))?.items[0];
  const itemId = (await item())?.id ?? "";
  const refundUnits = (unsent: number) =>
    refundOrder(store.shop, {
      ...{ orderId, actor, reason: "again", amount: "parts", restock: { [itemId]: unsent } },
      parts: { units: { [itemId]: { unsent, sent: 0 } }, shipping: 0 },
    });
  expect(await item()).toMatchObject({ quantity: 2, canceled: 2, refunded: 0 });
  expect(await refundUnits(2)).toMatchObject({ ok: true, amount: 6400 });
  expect(await item()).toMatchObject({ quantity: 2, canceled: 2, refunded: 2 });
  expect(await refundUnits(1)).toMatchObject({ ok: false, reason: "too_many_units" });
  await refundInDashboard(store, paymentIntentId, 599);
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
  expect(await item()).toMatchObject({ refunded: 2 });
  expect(await onHand(polo)).toBe(10);
  expect(await state(orderId)).toEqual({ status: "refunded", fulfillment: "canceled" });
});

test("[RF-3] an order that is fully refunded already is canceled without a refund", async () => {
  const { orderId, paymentIntentId, polo } = await sellPolos();
  await refundInDashboard(store, paymentIntentId, 6999);
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
  expect(await cancel(orderId)).toEqual({ ok: true, refund: null });
  expect(await state(orderId)).toEqual({ status: "refunded", fulfillment: "canceled" });
  expect(await onHand(polo)).toBe(10);
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.shipmentEvents).toMatchObject([{ to: "canceled", restocked: [{ quantity: 2 }] }]);
});

test("[RF-3] a cancellation tells of the units that it put back itself, not of those that a refund had put back before", async () => {
  const { orderId, polo } = await sellPolos();
  const itemId = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
  const refunded = await refundOrder(store.shop, {
    ...{ orderId, actor, reason: "stain", amount: "parts", restock: { [itemId]: 1 } },
    parts: { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  expect(refunded).toMatchObject({ ok: true, amount: 3200 });
  expect(await cancel(orderId)).toMatchObject({ ok: true, refund: { amount: 3799 } });
  expect(await onHand(polo)).toBe(10);
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.shipmentEvents).toMatchObject([
    { to: "canceled", restocked: [{ name: "Polo", quantity: 1 }] },
  ]);
  expect(order?.refunds.flatMap(({ restocked }) => restocked)).toMatchObject([{ name: "Polo", quantity: 1 }]);
});

test("[RF-3] what was shipped is not canceled", async () => {
  const { orderId, polo } = await sellPolos();
  await ship(orderId);
  expect(await cancel(orderId)).toEqual({ ok: false, reason: "shipped" });
  expect(await onHand(polo)).toBe(8);
  expect(store.sandbox.controls.refunds()).toEqual([]);
});

test("[RF-3] an order whose money the bank has taken back for a dispute is not canceled", async () => {
  const { orderId, paymentIntentId, polo } = await sellPolos();
  store.sandbox.controls.openDispute(paymentIntentId);
  await syncOrder(store.shop, { orderId });
  expect(await cancel(orderId)).toEqual({ ok: false, reason: "disputed" });
  expect(await state(orderId)).toEqual({ status: "disputed", fulfillment: "unfulfilled" });
  expect(await onHand(polo)).toBe(8);
  expect(store.sandbox.controls.refunds()).toEqual([]);
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox.filter(({ to }) => to.address === pat.email)).toEqual([]);
});

test("[RF-3] an order that the bank only asks about is canceled, with all its money", async () => {
  const { orderId, paymentIntentId, polo } = await sellPolos();
  store.sandbox.controls.openDispute(paymentIntentId, "inquiry");
  await syncOrder(store.shop, { orderId });
  expect(await cancel(orderId)).toMatchObject({ ok: true, refund: { amount: 6999, isSent: true } });
  expect(await state(orderId)).toEqual({ status: "disputed", fulfillment: "canceled" });
  expect(await onHand(polo)).toBe(10);
});

test("[RF-3] bad input is refused and changes nothing", async () => {
  const { orderId } = await sellPolos();
  const ask = (change: object) =>
    cancelPaidOrder(store.shop, { orderId, actor, reason: "Ordered twice", ...change });
  expect(await ask({ orderId: "no id" })).toEqual({ ok: false, reason: "not_found" });
  expect(await ask({ orderId: store.shop.newId() })).toEqual({ ok: false, reason: "not_found" });
  expect(await ask({ reason: " " })).toEqual({ ok: false, reason: "bad_reason" });
  const tooLong = "x".repeat(REFUND_REASON_LENGTH_MAX + 1);
  expect(await ask({ reason: tooLong })).toEqual({ ok: false, reason: "bad_reason" });
  expect(await state(orderId)).toEqual({ status: "paid", fulfillment: "unfulfilled" });
});

test("[RF-3] a refund that the provider has refused does not stand in the way", async () => {
  const { orderId, paymentIntentId } = await sellPolos();
  await refundInDashboard(store, paymentIntentId, 1000);
  const whole = { orderId, amount: "rest", reason: "x", restock: false, actor } as const;
  expect(await refundOrder(store.shop, whole)).toMatchObject({ reason: "refused_by_provider" });
  expect(await cancel(orderId)).toMatchObject({ ok: true, refund: { amount: 5999, isSent: true } });
});
