// What a refund that failed, was refused, or was split leaves behind: units, emails, and what the owner sees.
import { expect, test } from "vitest";
import { sellWithExtraPayment } from "#test/sales/extra-payments.ts";
import { loadOrder } from "#test/sales/orders.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { askedReturn, deliverOrder, linkOf, returnForm, returnsOf } from "#test/sales/returns.ts";
import { loadOrderRow, refundInDashboard, sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { runDueOperations } from "../../checkout/run-operations.ts";
import { nowOf } from "../../core/shop.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { listAlerts } from "../../operations/alerts/list-alerts.ts";
import { clearRehearsals } from "../../operations/rehearsals/clear-rehearsals.ts";
import { cancelPaidOrder } from "../../orders/changes/cancel-paid-order.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { swapUnits } from "../../orders/changes/swap-units.ts";
import { findOrderPage } from "../../orders/links/find-order-page.ts";
import { resolveAttention } from "../../orders/resolve-attention.ts";
import { approveReturn } from "../../orders/returns/decide-return.ts";
import { receiveReturn } from "../../orders/returns/receive-return.ts";
import { fulfillOrder } from "../../orders/shipments/fulfill-order.ts";
import { nextPaymentRead } from "../settlement-queries.ts";
import { applyPaymentFacts } from "./refund-facts.ts";
import { applyFacts } from "./refund-queries.ts";

const store = freshShop();

const detail = (id: string) => loadOrder(store, id);
const shelf = async (id: string) =>
  Object.fromEntries((await stockOf(store.shop, id)).map(({ variation, on_hand }) => [variation, on_hand]));
const fails = async (intentId: string) => {
  const pending = store.sandbox.controls.refunds(intentId).find(({ status }) => status === "pending");
  store.sandbox.controls.settleRefund(pending?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
};
const armPending = () =>
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });

async function sellM(quantity: number, stock: Record<string, number>) {
  const polo = await addProduct(store.shop, { name: "Polo", stock });
  const items = [{ productId: polo, variation: "M", quantity }];
  const sale = await sell(store, { productId: polo, change: { items, amountSeen: 3200 * quantity + 599 } });
  return { ...sale, polo, itemId: (await detail(sale.orderId)).items[0]?.id ?? "" };
}
const refundOne = (orderId: string, itemId: string) =>
  refundOrder(store.shop, {
    ...{ orderId, actor, reason: "x", amount: "parts", restock: { [itemId]: 1 } },
    parts: { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });

test("[RF-1] of a line of which a part was sent, the other unit is taken off the shelf again when its refund fails", async () => {
  const { orderId, paymentIntentId, polo, itemId } = await sellM(2, { M: 10 });
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "", units: { [itemId]: 1 } } as const;
  expect(await fulfillOrder(store.shop, { orderId, actor, step })).toMatchObject({ ok: true, left: 1 });
  armPending();
  expect(await refundOne(orderId, itemId)).toMatchObject({ ok: true, status: "pending" });
  expect(await shelf(polo)).toEqual({ M: 9 });
  await fails(paymentIntentId);
  const order = await detail(orderId);
  expect(order.items[0]).toMatchObject({ quantity: 2, sent: 1, canceled: 0 });
  expect(order.fulfillment).toBe("unfulfilled");
  expect((await loadOrderRow(store, orderId)).attention).toEqual(["refund_failed"]);
  // Two units are the customer's: one sent, one to be sent.
  expect(await shelf(polo)).toEqual({ M: 8 });
});

test("[RF-1] [AS-2] the order's page says that a refund failed, and not that the payment came in again", async () => {
  const { orderId, paymentIntentId, itemId } = await sellM(2, { M: 10 });
  const token = linkOf(store, orderId);
  const told = async () =>
    (await findOrderPage(store.shop, { token }))?.history.map(({ status }) => status) ?? [];
  armPending();
  await refundOne(orderId, itemId);
  await fails(paymentIntentId);
  expect(await told()).toEqual(["pending", "paid", "partially_refunded", "refund_failed"]);
});

test("[RF-1] an order that came back is to be sent again when the refund of the unit that had not left fails", async () => {
  const { orderId, paymentIntentId, polo, itemId } = await sellM(2, { M: 10 });
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "", units: { [itemId]: 1 } } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  armPending();
  await refundOne(orderId, itemId);
  expect(await fulfillOrder(store.shop, { orderId, actor, step: { to: "returned" } })).toMatchObject({
    ok: true,
  });
  expect((await detail(orderId)).fulfillment).toBe("returned");
  await fails(paymentIntentId);
  expect((await detail(orderId)).fulfillment).toBe("unfulfilled");
  expect(await shelf(polo)).toEqual({ M: 8 });
});

test("[RF-1] [OD-2] an order arrives again with the same shipment when a refund that failed in between is made again", async () => {
  const { orderId, paymentIntentId, itemId } = await sellM(2, { M: 10 });
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "", units: { [itemId]: 1 } } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  const arrive = () => fulfillOrder(store.shop, { orderId, actor, step: { to: "delivered" } });
  armPending();
  await refundOne(orderId, itemId);
  expect(await arrive()).toMatchObject({ ok: true });
  await fails(paymentIntentId);
  expect((await detail(orderId)).fulfillment).toBe("unfulfilled");
  expect(await refundOne(orderId, itemId)).toMatchObject({ ok: true });
  expect((await detail(orderId)).fulfillment).toBe("shipped");
  expect(await arrive()).toMatchObject({ ok: true });
  expect((await detail(orderId)).fulfillment).toBe("delivered");
});

test.each([
  [
    "two sizes",
    [
      ["Polo", "M"],
      ["Polo", "L"],
    ],
    2,
  ],
  [
    "one of two sizes",
    [
      ["Polo", "M"],
      ["Polo", "L"],
    ],
    1,
  ],
  [
    "one of two products of one size",
    [
      ["Polo", "M"],
      ["Tee", "M"],
    ],
    1,
  ],
] as const)(
  "[RF-1] when the refund of %s fails, what it had restocked is taken off its own shelf again",
  async (_, sold, refunded) => {
    const products: Record<string, string> = {};
    for (const name of ["Polo", "Tee"])
      products[name] = await addProduct(store.shop, { name, stock: { M: 5, L: 5 } });
    const idOf = (name: string) => products[name] ?? "";
    const onHand = () => Promise.all(sold.map(async ([name, size]) => (await shelf(idOf(name)))[size]));
    const items = sold.map(([name, variation]) => ({ productId: idOf(name), variation, quantity: 1 }));
    const sale = await sell(store, { change: { items, amountSeen: 2 * 3200 + 599 } });
    const lines = (await detail(sale.orderId)).items.slice(0, refunded).map(({ id }) => id);
    armPending();
    await refundOrder(store.shop, {
      ...{ orderId: sale.orderId, actor, reason: "x", amount: "parts" },
      restock: Object.fromEntries(lines.map((id) => [id, 1])),
      parts: { units: Object.fromEntries(lines.map((id) => [id, { unsent: 1, sent: 0 }])), shipping: 0 },
    });
    expect(await onHand()).toEqual([5, refunded === 2 ? 5 : 4]);
    await fails(sale.paymentIntentId);
    expect(await onHand()).toEqual([4, 4]);
  },
);

test("[RF-5] a unit that is gone can't go back when it is swapped", async () => {
  const { orderId, paymentIntentId, polo, itemId } = await sellM(2, { M: 2, L: 5 });
  armPending();
  await refundOne(orderId, itemId);
  expect(await shelf(polo)).toEqual({ M: 1, L: 5 });
  const items = [{ productId: polo, variation: "M", quantity: 1 }];
  await sell(store, { productId: polo, change: { items, amountSeen: 3200 + 599 } });
  await fails(paymentIntentId);
  expect((await loadOrderRow(store, orderId)).attention.toSorted()).toEqual(["refund_failed", "units_gone"]);
  expect(await shelf(polo)).toEqual({ M: 0, L: 5 });
  const to = { productId: polo, variation: "L" };
  expect(await swapUnits(store.shop, { orderId, itemId, actor, seen: 0, quantity: 1, to })).toMatchObject({
    ok: true,
  });
  // One M of two is there, and one M is still to be sent.
  expect(await shelf(polo)).toEqual({ M: 0, L: 4 });
});

test("[RF-6] a unit that came back once is put on the shelf once, though its refund failed and it is exchanged then", async () => {
  const order = await deliverOrder(store, { caps: 0 });
  const { orderId, polo, polos } = order;
  const { id: returnId } = await askedReturn(
    store,
    order,
    returnForm({ [polos]: 1 }, { [`wanted-${polos}`]: "for L" }),
  );
  await approveReturn(store.shop, { orderId, returnId, actor, answer: "Send it" });
  expect(await shelf(polo)).toEqual({ M: 7, L: 1, XL: 0 });
  armPending();
  const refund = { refundId: store.shop.newId(), amount: "parts" as const, shipping: 0, restock: [polos] };
  expect(
    await receiveReturn(store.shop, { orderId, returnId, actor, came: { [polos]: 1 }, seen: 0, refund }),
  ).toMatchObject({ ok: true });
  expect(await shelf(polo)).toEqual({ M: 8, L: 1, XL: 0 });
  await fails((await detail(orderId)).paymentIntentId ?? "");
  expect((await returnsOf(store, { orderId }))[0]?.state).toBe("received");
  const exchange = { itemIds: [polos], restock: [polos] };
  expect(
    await receiveReturn(store.shop, { orderId, returnId, actor, came: {}, seen: 1, refund: null, exchange }),
  ).toMatchObject({ ok: true, exchanged: 1 });
  expect(await shelf(polo)).toEqual({ M: 8, L: 0, XL: 0 });
});

test("[RF-6] of two exchanged units only the one not yet back in stock is restocked, with one that never shipped", async () => {
  const { orderId, paymentIntentId, polo, itemId } = await sellM(3, { M: 10, L: 5 });
  await refundOrder(store.shop, {
    ...{ orderId, actor, reason: "x", amount: "parts", restock: {} },
    parts: { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  const shipped = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
  for (const step of [shipped, { to: "delivered" } as const])
    await fulfillOrder(store.shop, { orderId, actor, step });
  const asked = returnForm({ [itemId]: 2 }, { [`wanted-${itemId}`]: "for L" });
  const { id: returnId } = await askedReturn(store, { orderId, token: linkOf(store, orderId) }, asked);
  await approveReturn(store.shop, { orderId, returnId, actor, answer: "Send it" });
  armPending();
  const refund = { refundId: store.shop.newId(), amount: "parts" as const, shipping: 0, restock: [itemId] };
  const one = { orderId, returnId, actor, came: { [itemId]: 1 } };
  expect(await receiveReturn(store.shop, { ...one, seen: 0, refund })).toMatchObject({ ok: true });
  expect(await shelf(polo)).toEqual({ M: 8, L: 5 });
  await fails(paymentIntentId);
  const exchange = { itemIds: [itemId], restock: [itemId] };
  expect(await receiveReturn(store.shop, { ...one, seen: 1, refund: null, exchange })).toMatchObject({
    ok: true,
    exchanged: 2,
  });
  expect(await shelf(polo)).toEqual({ M: 9, L: 3 });
});

test("[RF-1] a refund of everything leaves off the shelf what came for an exchange and was not put back", async () => {
  const order = await deliverOrder(store, { caps: 0 });
  const { orderId, polo, polos } = order;
  const asked = returnForm({ [polos]: 1 }, { [`wanted-${polos}`]: "for M" });
  const { id: returnId } = await askedReturn(store, order, asked);
  await approveReturn(store.shop, { orderId, returnId, actor, answer: "Send it" });
  const exchange = { itemIds: [polos], restock: [] };
  expect(
    await receiveReturn(store.shop, {
      ...{ orderId, returnId, actor, came: { [polos]: 1 }, seen: 0, refund: null, exchange },
    }),
  ).toMatchObject({ ok: true, exchanged: 1 });
  expect(await shelf(polo)).toMatchObject({ M: 6 });
  armPending();
  await refundOrder(store.shop, { orderId, actor, reason: "x", amount: "rest", restock: true });
  // Two that were sent and the one that was to be sent.
  expect(await shelf(polo)).toMatchObject({ M: 9 });
  await fails((await detail(orderId)).paymentIntentId ?? "");
  expect(await shelf(polo)).toMatchObject({ M: 8 });
});

test("[RF-1] what was sent and refunded stays what it is when the refund of the rest fails, once and again", async () => {
  const { orderId, paymentIntentId, polo, itemId } = await sellM(3, { M: 10 });
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "", units: { [itemId]: 2 } } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  const sent = (count: number, restock: number) =>
    refundOrder(store.shop, {
      ...{ orderId, actor, reason: "x", amount: "parts", restock: { [itemId]: restock } },
      parts: { units: { [itemId]: { unsent: 0, sent: count } }, shipping: 0 },
    });
  await sent(1, 0);
  await sent(1, 1);
  expect(await shelf(polo)).toEqual({ M: 8 });
  armPending();
  await refundOne(orderId, itemId);
  expect(await shelf(polo)).toEqual({ M: 9 });
  await fails(paymentIntentId);
  expect(await shelf(polo)).toEqual({ M: 8 });
  // Without going back to the shelf, nothing is taken.
  armPending();
  await refundOrder(store.shop, {
    ...{ orderId, actor, reason: "x", amount: "parts", restock: {} },
    parts: { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  await fails(paymentIntentId);
  expect(await shelf(polo)).toEqual({ M: 8 });
});

test("[RF-5] an unsent unit is restocked when it is swapped, though a refund of a sent one had restocked that and failed", async () => {
  const { orderId, paymentIntentId, polo, itemId } = await sellM(2, { M: 10, L: 5 });
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "", units: { [itemId]: 1 } } as const;
  await fulfillOrder(store.shop, { orderId, actor, step });
  armPending();
  await refundOrder(store.shop, {
    ...{ orderId, actor, reason: "x", amount: "parts", restock: { [itemId]: 1 } },
    parts: { units: { [itemId]: { unsent: 0, sent: 1 } }, shipping: 0 },
  });
  await fails(paymentIntentId);
  expect(await shelf(polo)).toEqual({ M: 9, L: 5 });
  const to = { productId: polo, variation: "L" };
  expect(await swapUnits(store.shop, { orderId, itemId, actor, seen: 0, quantity: 1, to })).toMatchObject({
    ok: true,
  });
  expect(await shelf(polo)).toEqual({ M: 10, L: 4 });
});

async function extraPaid() {
  const sale = await sellWithExtraPayment(store);
  await sendDueMails(store.shop, { limit: 20 });
  store.mailbox.length = 0;
  return sale;
}

test("[RF-5] the cancellation email states everything that is refunded", async () => {
  const { orderId } = await extraPaid();
  expect(await cancelPaidOrder(store.shop, { orderId, actor, reason: "asked for" })).toMatchObject({
    ok: true,
    refund: { amount: 7799 },
  });
  await sendDueMails(store.shop, { limit: 20 });
  const said = store.mailbox.map(({ text }) => /We refunded \$[\d.]+/.exec(text)?.[0]);
  expect(said).toEqual(["We refunded $77.99"]);
});

test("[OD-2] an inquiry that becomes a chargeback flags the order, also when the owner had closed the inquiry", async () => {
  const sale = await sell(store);
  const hear = async (status: string) =>
    applyFacts(store.shop.db, {
      ...{
        orderId: sale.orderId,
        refunds: [],
        read: await nextPaymentRead(store.shop),
        source: "webhook",
        now: nowOf(store.shop),
      },
      disputes: [
        {
          id: "dp_1",
          amount: 6999,
          status,
          reason: "general",
          intentId: sale.paymentIntentId,
          currency: "usd",
          dueAt: null,
          createdAt: store.clock.now(),
        } as never,
      ],
    });
  await hear("warning_needs_response");
  expect((await loadOrderRow(store, sale.orderId)).attention).toEqual(["disputed"]);
  await resolveAttention(store.shop, { orderId: sale.orderId, reason: "disputed", actor });
  await hear("needs_response");
  expect((await loadOrderRow(store, sale.orderId)).attention).toEqual(["disputed"]);
});

test("[EA-4] a cleared test order takes nothing off the shelf, though its refund fails later", async () => {
  const { orderId, paymentIntentId, polo, itemId } = await sellM(1, { M: 5 });
  store.sandbox.controls.arm({ kind: "refund_fails", settleAfterMs: null });
  expect(await refundOne(orderId, itemId)).toMatchObject({ ok: true, status: "succeeded" });
  expect(await shelf(polo)).toEqual({ M: 5 });
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 1 });
  const made = store.sandbox.controls.refunds(paymentIntentId)[0];
  store.sandbox.controls.settleRefund(made?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
  expect(store.sandbox.controls.refunds(paymentIntentId).map(({ status }) => status)).toEqual(["failed"]);
  expect(await shelf(polo)).toEqual({ M: 5 });
});

test("[RF-5] a split refund of which the provider refuses the first part refunds nothing, and the owner sees that", async () => {
  const { orderId, intentId, paymentIntentId } = await extraPaid();
  // Part of the extra payment was refunded in the provider's dashboard, and the shop does not know it yet.
  await refundInDashboard(store, intentId, 1000);
  const answer = await refundOrder(store.shop, {
    orderId,
    actor,
    amount: "rest",
    reason: "x",
    restock: false,
  });
  expect(answer).toMatchObject({ ok: false, reason: "refused_by_provider" });
  expect(store.sandbox.controls.refunds(paymentIntentId)).toEqual([]);
  // The worker does not send the rest later.
  store.clock.advance(24 * 60 * 60_000);
  await runDueOperations(store.shop);
  expect(store.sandbox.controls.refunds(paymentIntentId)).toEqual([]);
  expect(await listAlerts(store.shop)).toEqual([]);
  // By now the shop knows of the other refund, so this one can be made.
  expect(
    await refundOrder(store.shop, { orderId, actor, amount: "rest", reason: "x", restock: false }),
  ).toMatchObject({ ok: true, amount: 6799 });
});

test("[RF-5] [RF-3] the difference of a swap, and a cancellation's money, are flagged when the provider refuses them right away", async () => {
  const sale = await sellM(2, { M: 5 });
  const cap = await addProduct(store.shop, { name: "Cap", price: 2000, stock: { "": 3 } });
  await refundInDashboard(store, sale.paymentIntentId, 6800);
  const to = { productId: cap, variation: "" };
  const swap = { orderId: sale.orderId, itemId: sale.itemId, actor, seen: 0, quantity: 1, to };
  expect(await swapUnits(store.shop, swap)).toMatchObject({
    ok: true,
    refund: { amount: 1200, isSent: false, refusal: { reason: "refused_by_provider" } },
  });
  expect((await loadOrderRow(store, sale.orderId)).attention).toContain("refund_failed");

  const other = await sellM(1, { M: 5 });
  await refundInDashboard(store, other.paymentIntentId, 1000);
  expect(await cancelPaidOrder(store.shop, { orderId: other.orderId, actor, reason: "x" })).toMatchObject({
    reason: "not_refunded",
    refusal: { reason: "refused_by_provider" },
  });
  expect((await loadOrderRow(store, other.orderId)).attention).toContain("refund_failed");
});

test("[RF-5] a split refund of which a later part gets no answer is not sent yet, and the worker sends that part", async () => {
  const { orderId, intentId, paymentIntentId } = await extraPaid();
  const { payments } = store.shop;
  let calls = 0;
  const createRefund: typeof payments.createRefund = async (...args) => {
    calls += 1;
    return calls === 1
      ? payments.createRefund(...args)
      : { ok: false, reason: "unavailable", message: "lost" };
  };
  const shop = { ...store.shop, payments: { ...payments, createRefund } };
  const asked = { orderId, actor, amount: "rest", reason: "x", restock: false } as const;
  expect(await refundOrder(shop, asked)).toMatchObject({ ok: true, amount: 7799, refused: 0, isSent: false });
  expect(store.sandbox.controls.refunds(intentId)).toMatchObject([{ amount: 1200 }]);
  expect(store.sandbox.controls.refunds(paymentIntentId)).toEqual([]);
  store.clock.advance(2 * 60_000);
  expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 1 });
  expect(store.sandbox.controls.refunds(paymentIntentId)).toMatchObject([{ amount: 6599 }]);
});

test("[RF-5] of a split refund of which the provider refuses a later part, the owner sees what was refunded", async () => {
  const { orderId, intentId, paymentIntentId } = await extraPaid();
  await refundInDashboard(store, paymentIntentId, 1000);
  const refundId = store.shop.newId();
  const asked = { orderId, actor, amount: "rest", reason: "x", restock: false, refundId } as const;
  const told = { ok: true, amount: 1200, refused: 6599, isSent: true };
  expect(await refundOrder(store.shop, asked)).toMatchObject(told);
  expect(await refundOrder(store.shop, asked)).toMatchObject(told);
  expect(store.sandbox.controls.refunds(intentId)).toMatchObject([{ amount: 1200 }]);
  expect((await loadOrderRow(store, orderId)).attention).toContain("refund_failed");
});
