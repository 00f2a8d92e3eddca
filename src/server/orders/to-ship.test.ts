import { expect, test } from "vitest";
import { everyOrder } from "#domain/order/order-search.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { GOOD_CARD, loadOrderRow, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { forgetWaiting, recallWaiting } from "../operations/alerts/count-waiting.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { loadDashboard } from "../reports/dashboard/load-dashboard.ts";
import { cancelPaidOrder } from "./changes/cancel-paid-order.ts";
import { refundOrder } from "./changes/refund-order.ts";
import { findOrderDetail } from "./find-order-detail.ts";
import { listOrders, loadListHead } from "./list-orders.ts";
import { listToPack } from "./packing/list-to-pack.ts";
import { fulfillOrder } from "./shipments/fulfill-order.ts";

const store = freshShop();

test("[AO-1] an order of which all that had not left is refunded is no longer to ship", async () => {
  const { orderId } = await sell(store);
  const [line] = (await findOrderDetail(store.shop, { id: orderId }))?.items ?? [];
  const refundOne = (refundId: string) =>
    refundOrder(store.shop, {
      ...{ orderId, actor, reason: "sold out", amount: "parts", refundId },
      ...{ parts: { units: { [line?.id ?? ""]: { unsent: 1, sent: 0 } }, shipping: 0 }, restock: false },
    });
  const waiting = async () => {
    forgetWaiting(store.shop);
    return (await recallWaiting(store.shop)).shipments;
  };
  const toShip = async () => ({
    listed: (await listOrders(store.shop, { ...everyOrder, tab: "to-ship" })).orders.length,
    counted: (await loadListHead(store.shop)).counts["to-ship"],
    packed: (await listToPack(store.shop, { after: null })).orders.length,
    waiting: await waiting(),
    dashboard: (await loadDashboard(store.shop, { period: 30 })).attention.toShip,
  });
  const each = (count: number) => ({
    ...{ listed: count, counted: count, packed: count, waiting: count, dashboard: count },
  });
  await refundOne(store.shop.newId());
  expect(await toShip()).toEqual(each(1));
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  await refundOne(store.shop.newId());
  expect(await toShip()).toEqual(each(0));
  // Shipping was not refunded, so the order lives on; when the refund fails, its unit is to be sent again.
  const detail = await findOrderDetail(store.shop, { id: orderId });
  expect(detail).toMatchObject({ status: "partially_refunded", fulfillment: "unfulfilled" });
  const intentId = detail?.paymentIntentId ?? "";
  const last = store.sandbox.controls.refunds(intentId).find(({ status }) => status === "pending");
  store.sandbox.controls.settleRefund(last?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId, source: "reconciler" });
  expect(await toShip()).toEqual(each(1));
});

test("[AO-1] [RF-3] an order that is canceled is not to ship, also when its refund has failed", async () => {
  const { orderId, paymentIntentId: intentId } = await sell(store);
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  const canceled = await cancelPaidOrder(store.shop, { orderId, actor, reason: "Ordered twice" });
  expect(canceled).toMatchObject({ ok: true });
  store.sandbox.controls.settleRefund(store.sandbox.controls.refunds(intentId)[0]?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
  expect(await loadOrderRow(store, orderId)).toMatchObject({
    ...{ status: "paid", fulfillment: "canceled", has_to_send: false },
  });
  expect((await listOrders(store.shop, { ...everyOrder, tab: "to-ship" })).orders).toEqual([]);
  expect((await loadListHead(store.shop)).counts["to-ship"]).toBe(0);
  expect((await listToPack(store.shop, { after: null })).orders).toEqual([]);
  expect((await listOrders(store.shop, everyOrder)).orders).toMatchObject([{ isToShip: false }]);
});

test("[AO-1] a list says of which orders a part has left", async () => {
  const { orderId } = await sell(store);
  const [line] = (await findOrderDetail(store.shop, { id: orderId }))?.items ?? [];
  const listed = async () => (await listOrders(store.shop, everyOrder)).orders[0];
  expect(await listed()).toMatchObject({ fulfillment: "unfulfilled", hasShipments: false });
  const step = {
    to: "shipped",
    carrier: "UPS",
    trackingNumber: "",
    units: { [line?.id ?? ""]: 1 },
  } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  expect(await listed()).toMatchObject({ fulfillment: "unfulfilled", hasShipments: true });
});

test("[AO-1] an order whose bank has not decided yet is not to ship", async () => {
  store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
  const sale = await startSale(store);
  await payAsShopper(store, sale, GOOD_CARD);
  await settlePayment(store.shop, { intentId: sale.paymentIntentId, source: "browser" });
  expect((await listOrders(store.shop, everyOrder)).orders).toMatchObject([{ status: "processing" }]);
  expect((await listOrders(store.shop, { ...everyOrder, tab: "to-ship" })).orders).toEqual([]);
  expect((await recallWaiting(store.shop)).shipments).toBe(0);
  expect((await loadDashboard(store.shop, { period: 30 })).attention.toShip).toBe(0);
});
