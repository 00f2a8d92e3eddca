import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { everyOrder } from "#domain/order/order-search.ts";
import { totalOf } from "#domain/reports/sales-report.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { signInOwner } from "#test/pages/owner-session.ts";
import { paymentOfExtraPayment } from "#test/sales/extra-payments.ts";
import { loadOrder } from "#test/sales/orders.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { GOOD_CARD, refundInDashboard, sell, startSale } from "#test/sales/sales.ts";
import { closeWithBooks, expectBooksRight } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { hearing } from "#test/shop/hearing.ts";
import { addProduct } from "#test/shop/products.ts";
import { createDiscount } from "../../checkout/discounts/save-discount.ts";
import { expireHolds } from "../../checkout/expire-holds.ts";
import { runDueOperations } from "../../checkout/run-operations.ts";
import { visitorOfOrder } from "../../checkout/visitors/visitor.ts";
import { nowOf } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { functionRoutes } from "../../http/functions/function-routes.ts";
import { orderAccessToken } from "../../mail/links/order-token.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { clearRehearsal } from "../../operations/rehearsals/queries.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { syncOrder } from "../../payments/refunds/sync-order.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { reconcileOpenCheckouts } from "../../reconciliation/reconcile-payments.ts";
import { reconcileRefunds } from "../../reconciliation/reconcile-refunds.ts";
import { loadReport } from "../../reports/load-report.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { cancelPaidOrder } from "../changes/cancel-paid-order.ts";
import { refundOrder } from "../changes/refund-order.ts";
import { swapUnits } from "../changes/swap-units.ts";
import { exportOrders } from "../export-orders.ts";
import { findOrderPage } from "../links/find-order-page.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { askExtraPayment, type ExtraPaymentRequest } from "./ask-extra-payment.ts";
import { resendExtraPayment, withdrawExtraPayment } from "./change-extra-payment.ts";
import { lookAtExtraPayment, openExtraPayment } from "./pay-extra-payment.ts";

const store = freshShop({}, closeWithBooks);

/** An order of polos at $60, and a jacket at $72 that one of them is to be swapped for; no tax is added but `tax`. */
async function sellPolos(quantity = 1, jackets = 3, tax = 0) {
  const polo = await addProduct(store.shop, { name: "Polo", price: 6000, stock: { M: 5 } });
  const jacket = await addProduct(store.shop, { name: "Jacket", price: 7200, stock: { L: jackets } });
  const items = [{ productId: polo, variation: "M", quantity }];
  const sale = await sell(store, {
    productId: polo,
    change: { items, amountSeen: 6000 * quantity + 599 + tax },
  });
  const order = await detail(sale.orderId);
  return { ...sale, polo, jacket, itemId: order.items[0]?.id ?? "" };
}

type Sale = Awaited<ReturnType<typeof sellPolos>>;

const detail = (id: string) => loadOrder(store, id);

async function ask(sale: Sale, changes: Partial<ExtraPaymentRequest> = {}, shop = store.shop) {
  const seen = (await detail(sale.orderId)).corrections.length;
  return askExtraPayment(shop, {
    ...{ orderId: sale.orderId, actor, seen, itemId: sale.itemId, quantity: 1 },
    to: { productId: sale.jacket, variation: "L" },
    amountSeen: 1200,
    ...changes,
  });
}

async function asked(sale: Sale, changes: Partial<ExtraPaymentRequest> = {}) {
  const result = await ask(sale, changes);
  if (!result.ok) throw new Error(`not asked: ${result.reason}`);
  return { id: result.id, intentId: await paymentOfExtraPayment(store, result.id) };
}

async function shelf(productId: string) {
  return store.shop.db
    .selectFrom("inventory")
    .select(["on_hand as onHand", "held"])
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow();
}

const linesOf = async (orderId: string) =>
  (await detail(orderId)).items
    .map(({ name, quantity }) => `${quantity} ${name}`)
    .sort()
    .reverse();

const moneyOf = (orderId: string) =>
  store.shop.db
    .selectFrom("orders")
    .select([
      "status",
      "total",
      "extra_paid as extraPaid",
      "amount_received as received",
      "amount_refunded as refunded",
    ])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();

const pay = (intentId: string, card = GOOD_CARD) => store.sandbox.controls.pay(intentId, card).status;
const settle = (intentId: string) => settlePayment(store.shop, { intentId, source: "webhook" });
const stateOf = async (orderId: string) => (await detail(orderId)).extraPayments.map(({ state }) => state);
const tokenOf = (orderId: string) => orderAccessToken(store.shop.keys.orderLinks.current, orderId);

/** What its customer is asked to pay on the order's page. */
const shown = async (orderId: string) =>
  (await findOrderPage(store.shop, { token: tokenOf(orderId) }))?.extraPayment;

/** What the order's page says that has happened. */
const toldOf = async (orderId: string) =>
  (await findOrderPage(store.shop, { token: tokenOf(orderId) }))?.history.map(({ status }) => status);

/** What the provider gave back, by payment. */
async function givenBack(...intents: string[]) {
  const sums = intents.map(async (intentId) => {
    const listed = await store.shop.payments.listRefunds({ intentId, after: null });
    if (!listed.ok) throw new Error(listed.reason);
    return listed.value.items.reduce((sum, { amount }) => sum + amount, 0);
  });
  return Promise.all(sums);
}

test("[RF-5] the difference of a swap is requested as a separate payment, and the swap is made once when that is paid", async () => {
  const sale = await sellPolos(2);
  expect(await ask(sale, { amountSeen: 1100 })).toEqual({ ok: false, reason: "amount_changed", more: 1200 });
  const extraPayment = await asked(sale);
  expect(await shown(sale.orderId)).toMatchObject({
    ...{ amount: 1200, before: "1 × Polo (M)", after: "1 × Jacket (L)" },
  });
  expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 1 });
  // This customer has paid here before, and the rules against card testing know.
  const { visitor, visitor_has_paid } = await store.shop.db
    .selectFrom("checkouts")
    .select(["visitor", "visitor_has_paid"])
    .where("id", "=", extraPayment.id)
    .executeTakeFirstOrThrow();
  expect({ visitor, visitor_has_paid }).toEqual({
    visitor: visitorOfOrder(store.shop, sale.orderId),
    visitor_has_paid: true,
  });
  expect(await linesOf(sale.orderId)).toEqual(["2 Polo"]);
  expect(await settle(extraPayment.intentId)).toMatchObject({ ok: true, orderId: null, status: null });
  expect(await openExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toMatchObject({ ok: true });
  expect(pay(extraPayment.intentId)).toBe(200);
  for (const _ of [1, 2]) await settle(extraPayment.intentId);
  expect(await lookAtExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toEqual({ state: "done" });
  expect(await shown(sale.orderId)).toBeNull();
  expect(await linesOf(sale.orderId)).toEqual(["1 Polo", "1 Jacket"]);
  expect(await shelf(sale.jacket)).toEqual({ onHand: 2, held: 0 });
  expect(await shelf(sale.polo)).toEqual({ onHand: 4, held: 0 });
  expect(await moneyOf(sale.orderId)).toEqual({
    ...{ status: "paid", total: 12599, extraPaid: 1200, received: 13799, refunded: 0 },
  });
  const order = await detail(sale.orderId);
  expect(order.corrections).toMatchObject([
    { kind: "swap", after: { items: "1 × Jacket (L)" }, difference: 1200 },
  ]);
  expect(order.extraPayments).toMatchObject([{ state: "done", amount: 1200, before: "1 × Polo (M)" }]);
  expect(await settle(extraPayment.intentId)).toMatchObject({
    ok: true,
    orderId: sale.orderId,
    updated: false,
  });
  await sendDueMails(store.shop);
  const subjects = store.mailbox.map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith("Pay $12.00"))).toEqual([]);
  expect(subjects.filter((subject) => subject.includes("was changed"))).toHaveLength(1);
});

test("[RF-5] an order has one open extra payment at a time", async () => {
  const sale = await sellPolos(2);
  await asked(sale);
  expect(await ask(sale)).toEqual({ ok: false, reason: "open" });
  expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 1 });
});

test("[RF-5] the email leads to the page that takes the payment, and goes out again when the owner asks", async () => {
  const sale = await sellPolos();
  const extraPayment = await asked(sale);
  await sendDueMails(store.shop);
  const [mail] = store.mailbox.filter(({ subject }) => subject.startsWith("Pay $12.00"));
  expect(mail?.text).toContain(`/orders/${tokenOf(sale.orderId)}/pay`);
  expect(mail?.text).toContain("We'll hold the new items for you until");
  const again = { orderId: sale.orderId, extraPaymentId: extraPayment.id, actor };
  expect(await resendExtraPayment(store.shop, again)).toEqual({ ok: true, amount: 1200 });
  await sendDueMails(store.shop);
  expect(store.mailbox.filter(({ subject }) => subject.startsWith("Pay $12.00"))).toHaveLength(2);
  expect(await withdrawExtraPayment(store.shop, again)).toEqual({ ok: true, isEnded: true });
  expect(await resendExtraPayment(store.shop, again)).toEqual({ ok: false, reason: "over" });
  expect(await withdrawExtraPayment(store.shop, { ...again, extraPaymentId: "x" })).toEqual({
    ok: false,
    reason: "over",
  });
});

test("[RF-5] without a payment in time the units are restocked, and the order stays as it was", async () => {
  const sale = await sellPolos();
  const extraPayment = await asked(sale);
  expect(pay(extraPayment.intentId, "4000000000000002")).toBe(402);
  store.clock.advance(3 * 24 * 60 * 60_000 + 1000);
  expect(await openExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toEqual({
    ok: false,
    reason: "over",
  });
  await expireHolds(store.shop);
  expect(await shown(sale.orderId)).toBeNull();
  expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 0 });
  expect(await stateOf(sale.orderId)).toEqual(["expired"]);
  expect(() => pay(extraPayment.intentId)).toThrow("canceled");
  expect(await moneyOf(sale.orderId)).toMatchObject({ status: "paid", extraPaid: 0, received: 6599 });
  // The next one is a new one.
  await asked(sale);
  expect(await stateOf(sale.orderId)).toEqual(["expired", "waiting"]);
  expect(await shown(sale.orderId)).toMatchObject({ amount: 1200 });
});

test("[RF-5] declined, and then paid: the units are swapped once", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  expect(pay(intentId, "4000000000000002")).toBe(402);
  expect(await lookAtExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toMatchObject({
    state: "open",
  });
  expect(pay(intentId)).toBe(200);
  expect(await lookAtExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toEqual({ state: "done" });
  expect(await linesOf(sale.orderId)).toEqual(["1 Jacket"]);
});

test("[RF-5] one that was opened and paid unheard is found by the reconciler, which asks for it no more after that", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  expect(await openExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toMatchObject({ ok: true });
  expect(pay(intentId)).toBe(200);
  expect(await reconcileOpenCheckouts(store.shop)).toEqual({ looked: 1, settled: 1, complete: true });
  expect(await linesOf(sale.orderId)).toEqual(["1 Jacket"]);
  expect(await reconcileOpenCheckouts(store.shop)).toMatchObject({ looked: 0 });
});

const overtaken: Record<string, (sale: Sale) => Promise<unknown>> = {
  shipped: ({ orderId }) =>
    fulfillOrder(store.shop, {
      ...{ orderId, actor },
      step: {
        ...{ to: "shipped", way: "carrier", carrier: "UPS", trackingNumber: "1Z999AA10123456784" },
        withdraws: true,
      },
    }),
  canceled: ({ orderId }) => cancelPaidOrder(store.shop, { orderId, actor, reason: "asked for" }),
  refunded: ({ orderId, itemId }) =>
    refundOrder(store.shop, {
      ...{ orderId, actor, amount: "parts", reason: "a stain", restock: false },
      parts: { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
    }),
  "refunded without units": ({ orderId }) =>
    refundOrder(store.shop, {
      orderId,
      actor,
      amount: 6599,
      parts: { units: {}, shipping: 0 },
      reason: "x",
      restock: false,
    }),
  swapped: async (sale) => {
    const cheap = await addProduct(store.shop, { name: "Cap", price: 3200, stock: { "": 5 } });
    const to = { productId: cheap, variation: "" };
    return swapUnits(store.shop, {
      ...{ orderId: sale.orderId, actor, seen: 0, quantity: 1 },
      itemId: sale.itemId,
      to,
    });
  },
};

test.each(Object.keys(overtaken))(
  "[RF-5] %s while it is paid: the payment is refunded in full",
  async (what) => {
    const sale = await sellPolos();
    const { intentId } = await asked(sale);
    await openExtraPayment(store.shop, { token: tokenOf(sale.orderId) });
    expect(await overtaken[what]?.(sale)).toMatchObject({ ok: true });
    const before = await moneyOf(sale.orderId);
    const lines = await linesOf(sale.orderId);
    const told = await toldOf(sale.orderId);
    expect(await stateOf(sale.orderId)).toEqual(["ending"]);
    expect(await shown(sale.orderId)).toBeNull();
    expect(pay(intentId)).toBe(200);
    for (const _ of [1, 2]) await settle(intentId);
    expect(await stateOf(sale.orderId)).toEqual(["refunded"]);
    await runDueOperations(store.shop);
    await runDueOperations(store.shop);
    expect(await givenBack(intentId)).toEqual([1200]);
    expect(await linesOf(sale.orderId)).toEqual(lines);
    expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 0 });
    const after = await moneyOf(sale.orderId);
    expect(after.received - after.refunded).toBe(before.received - before.refunded);
    expect(after).toMatchObject({ extraPaid: 1200, received: before.received + 1200 });
    if (before.status !== "refunded") return;
    expect(after.status).toBe("refunded");
    expect(await toldOf(sale.orderId), "no refund of it has failed").toEqual(told);
  },
);

test("[RF-5] an order that is canceled ends its own request; another order is swapped when its request is paid", async () => {
  const one = await sellPolos();
  const other = await sellPolos();
  await asked(one);
  const { intentId } = await asked(other);
  await cancelPaidOrder(store.shop, { orderId: one.orderId, actor, reason: "asked for" });
  expect([await stateOf(one.orderId), await stateOf(other.orderId)]).toEqual([["ending"], ["waiting"]]);
  pay(intentId);
  await settle(intentId);
  expect(await stateOf(other.orderId)).toEqual(["done"]);
  expect(await linesOf(other.orderId)).toEqual(["1 Jacket"]);
});

test("[RF-5] the units of an order with an earlier partial refund are swapped anyway", async () => {
  const sale = await sellPolos(2);
  await refundOrder(store.shop, {
    ...{ orderId: sale.orderId, actor, amount: 500, reason: "late", restock: false },
  });
  const { intentId } = await asked(sale);
  pay(intentId);
  await settle(intentId);
  expect(await stateOf(sale.orderId)).toEqual(["done"]);
  expect(await linesOf(sale.orderId)).toEqual(["1 Polo", "1 Jacket"]);
  await runDueOperations(store.shop);
  expect(await givenBack(intentId)).toEqual([0]);
  expect(await moneyOf(sale.orderId)).toEqual({
    ...{ status: "partially_refunded", total: 12599, extraPaid: 1200, received: 13799, refunded: 500 },
  });
});

test.each(["chargeback", "inquiry"] as const)(
  "[RF-5] the bank opens a dispute (%s) while it is paid: the payment is refunded in full",
  async (kind) => {
    const sale = await sellPolos();
    const { intentId } = await asked(sale);
    store.sandbox.controls.openDispute(sale.paymentIntentId, kind);
    await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
    expect(pay(intentId)).toBe(200);
    await settle(intentId);
    expect(await stateOf(sale.orderId)).toEqual(["refunded"]);
    await runDueOperations(store.shop);
    expect(await givenBack(intentId)).toEqual([1200]);
    expect(await linesOf(sale.orderId)).toEqual(["1 Polo"]);
  },
);

test("[RF-5] withdrawn while it is paid: the withdrawal wins, and the payment is refunded", async () => {
  const sale = await sellPolos();
  const { id: extraPaymentId, intentId } = await asked(sale);
  expect(pay(intentId)).toBe(200);
  expect(await withdrawExtraPayment(store.shop, { orderId: sale.orderId, extraPaymentId, actor })).toEqual({
    ok: true,
    isEnded: true,
  });
  expect(await stateOf(sale.orderId)).toEqual(["refunded"]);
  await runDueOperations(store.shop);
  expect(await givenBack(intentId)).toEqual([1200]);
  expect(await linesOf(sale.orderId)).toEqual(["1 Polo"]);
});

test("[RF-5] what overtook it is swept up when the process died before it could end the payment", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  await cancelPaidOrder(store.shop, { orderId: sale.orderId, actor, reason: "asked for" });
  expect(await stateOf(sale.orderId)).toEqual(["ending"]);
  expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
  expect(await stateOf(sale.orderId)).toEqual(["canceled"]);
  expect(() => pay(intentId)).toThrow("canceled");
  expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 0 });
});

test("[RF-5] [EA-4] a test order that is cleared has nothing left to pay, and the new units are released", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  expect(await inTransaction(store.shop, (tx) => clearRehearsal(tx, sale.orderId, nowOf(store.shop)))).toBe(
    true,
  );
  expect(await stateOf(sale.orderId)).toEqual(["ending"]);
  expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
  expect(await stateOf(sale.orderId)).toEqual(["canceled"]);
  expect(() => pay(intentId)).toThrow("canceled");
  expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 0 });
});

test("[RF-5] what is sold out and odd amounts are refused", async () => {
  const other = await sellPolos(2, 0);
  expect(await ask(other)).toEqual({ ok: false, reason: "sold_out", name: "Jacket (L)" });
  for (const amountSeen of [0, -1200, 1, Number.NaN, 1e12])
    expect(await ask(other, { amountSeen })).toMatchObject({ ok: false, reason: "amount_changed" });
  expect(await ask(other, { quantity: 3, amountSeen: 3600 })).toMatchObject({
    ok: false,
    reason: "too_many_units",
  });
  const close = await addProduct(store.shop, { name: "Sock", price: 6049, stock: { "": 5 } });
  expect(await ask(other, { to: { productId: close, variation: "" }, amountSeen: 49 })).toEqual({
    ...{ ok: false, reason: "not_chargeable", more: 49 },
  });
  const cheap = await addProduct(store.shop, { name: "Cap", price: 3200, stock: { "": 5 } });
  expect(await ask(other, { to: { productId: cheap, variation: "" }, amountSeen: 0 })).toMatchObject({
    ...{ ok: false, reason: "amount_changed", more: 0 },
  });
});

test("[RF-5] after two payments a refund goes to the one that bears it, and is split to the cent when none does", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  pay(intentId);
  await settle(intentId);
  const refund = (amount: number | "rest") =>
    refundOrder(store.shop, { orderId: sale.orderId, actor, amount, reason: "sorry", restock: false });
  expect(await refund(500)).toMatchObject({ ok: true, amount: 500, isSent: true });
  expect(await givenBack(sale.paymentIntentId, intentId)).toEqual([0, 500]);
  expect(await refund(6000)).toMatchObject({ ok: true, amount: 6000 });
  expect(await givenBack(sale.paymentIntentId, intentId)).toEqual([6000, 500]);
  // $7.00 are left of the extra payment and $5.99 of the order's own payment.
  expect(await refund(1300)).toMatchObject({ ok: false, reason: "too_much", left: 1299 });
  expect(await refund(1298)).toMatchObject({ ok: true, amount: 1298, isSent: true });
  await sendDueMails(store.shop);
  const told = store.mailbox.flatMap(({ subject }) => /Your refund of (\$[\d.]+)/.exec(subject)?.[1] ?? []);
  expect(told.sort()).toEqual(["$5.00", "$5.98", "$60.00", "$7.00"]);
  expect(await givenBack(sale.paymentIntentId, intentId)).toEqual([6598, 1200]);
  expect(await moneyOf(sale.orderId)).toMatchObject({ status: "partially_refunded", refunded: 7798 });
  expect(await refund("rest")).toMatchObject({ ok: true, amount: 1 });
  expect(await moneyOf(sale.orderId)).toMatchObject({ status: "refunded", received: 7799, refunded: 7799 });
});

test.each([
  ["lost", [6500, 0]],
  ["won", [6000, 500]],
] as const)(
  "[RF-5] an extra payment whose dispute is %s bears refunds by what is left of it",
  async (outcome, back) => {
    const sale = await sellPolos();
    const { intentId } = await asked(sale);
    pay(intentId);
    await settle(intentId);
    const dispute = store.sandbox.controls.openDispute(intentId);
    await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
    store.sandbox.controls.closeDispute(dispute?.id ?? "", outcome);
    await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
    const asks = { orderId: sale.orderId, actor, reason: "sorry", restock: false };
    for (const amount of [500, 6000])
      expect(await refundOrder(store.shop, { ...asks, amount })).toMatchObject({ ok: true, isSent: true });
    expect(await givenBack(sale.paymentIntentId, intentId)).toEqual(back);
  },
);

test("[RF-5] an order that is canceled after an extra payment gives both payments back whole", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  pay(intentId);
  await settle(intentId);
  const canceled = await cancelPaidOrder(store.shop, { orderId: sale.orderId, actor, reason: "asked for" });
  expect(canceled).toMatchObject({ ok: true, refund: { amount: 7799 } });
  expect(await givenBack(sale.paymentIntentId, intentId)).toEqual([6599, 1200]);
  expect(await moneyOf(sale.orderId)).toMatchObject({ status: "refunded" });
  expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 0 });
  expect(await shelf(sale.polo)).toEqual({ onHand: 5, held: 0 });
});

test("[RF-5] refunds of an extra payment that were made at the provider are found by the reconciler and by Sync", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  pay(intentId);
  await settle(intentId);
  await refundInDashboard(store, intentId, 300);
  expect(await reconcileRefunds(store.shop, { since: 0 })).toMatchObject({ complete: true, updated: 1 });
  expect(await moneyOf(sale.orderId)).toMatchObject({ status: "partially_refunded", refunded: 300 });
  await refundInDashboard(store, intentId, 200);
  expect(await syncOrder(store.shop, { orderId: sale.orderId })).toMatchObject({ ok: true });
  expect(await moneyOf(sale.orderId)).toMatchObject({ refunded: 500 });
  await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
  const left = await refundOrder(store.shop, {
    orderId: sale.orderId,
    actor,
    amount: 700,
    reason: "x",
    restock: false,
  });
  expect(left).toMatchObject({ ok: true });
  expect(await givenBack(sale.paymentIntentId, intentId)).toEqual([0, 1200]);
});

test("[RF-5] Sync tells what an extra payment changed in the order, and when the provider could not be asked", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  pay(intentId);
  await settle(intentId);
  await refundInDashboard(store, intentId, 300);
  const { payments } = store.shop;
  const listRefunds: typeof payments.listRefunds = async (query) =>
    query.intentId === intentId
      ? { ok: false, reason: "unavailable", message: "away" }
      : payments.listRefunds(query);
  const shop = { ...store.shop, payments: { ...payments, listRefunds } };
  expect(await syncOrder(shop, { orderId: sale.orderId })).toEqual({ ok: false, reason: "unavailable" });
  expect(await syncOrder(store.shop, { orderId: sale.orderId })).toEqual({
    ...{ ok: true, updated: true, previousStatus: "paid", status: "partially_refunded" },
  });
});

test("[RF-5] Sync of an extra payment that was paid unheard swaps its items", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  pay(intentId);
  const answer = await functionRoutes(store.shop).request("/verify-checkout-session", {
    method: "POST",
    headers: { Cookie: await signInOwner(store.shop) },
    body: JSON.stringify({ payment_intent_id: intentId, sync_only: true }),
  });
  expect(answer.status).toBe(200);
  expect(await linesOf(sale.orderId)).toEqual(["1 Jacket"]);
});

test("[RF-5] the provider is down when it is requested: opening the link gets the payment", async () => {
  const sale = await sellPolos();
  store.sandbox.controls.arm({ kind: "drop_request", times: 3 });
  const result = await ask(sale);
  expect(result).toMatchObject({ ok: true });
  store.sandbox.controls.arm({ kind: "drop_request", times: 3 });
  expect(await openExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toEqual({
    ...{ ok: false, reason: "unavailable" },
  });
  // There is no payment that the reconciler could ask for.
  expect(await reconcileOpenCheckouts(store.shop)).toMatchObject({ looked: 0 });
  const opened = await openExtraPayment(store.shop, { token: tokenOf(sale.orderId) });
  expect(opened).toMatchObject({ ok: true });
});

test("[RF-5] paid, and the provider can't be asked: unknown, and then swapped", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  expect(pay(intentId)).toBe(200);
  store.sandbox.controls.arm({ kind: "drop_request", times: 3 });
  expect(await openExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toEqual({
    ...{ ok: false, reason: "unavailable" },
  });
  expect(await openExtraPayment(store.shop, { token: tokenOf(sale.orderId) })).toEqual({
    ...{ ok: false, reason: "done" },
  });
});

test("[RF-5] a payment with which nothing came in swaps nothing, and there is nothing to refund", async () => {
  const sale = await sellPolos();
  const { intentId } = await asked(sale);
  expect(pay(intentId)).toBe(200);
  const shop = hearing(store.shop, { amountReceived: 0 });
  expect(await settlePayment(shop, { intentId, source: "webhook" })).toMatchObject({ ok: true });
  expect(await stateOf(sale.orderId)).toEqual(["refunded"]);
  expect(await moneyOf(sale.orderId)).toMatchObject({ status: "paid", extraPaid: 0, received: 6599 });
});

test("[RF-5] [TR-3] what is kept for an extra payment does not count against what its customer may order besides", async () => {
  const sale = await sellPolos();
  await asked(sale);
  expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 1 });
  const visitor = visitorOfOrder(store.shop, sale.orderId);
  const now = nowOf(store.shop);
  const { rows } = await sql`
    select held from checkout_facts('another-key', null, ${visitor}, ${[sale.jacket]}::uuid[], ${[null]}::uuid[],
      ${["L"]}::text[],
      ${[1]}::integer[], null, 'pat@example.com', ${now}, ${now})`.execute(store.shop.db);
  expect(rows).toMatchObject([{ held: { byVisitor: 0, byStrangers: 0 } }]);
});

test("[RF-5] a payment that the provider refuses ends its own extra payment, and what is asked of others stays", async () => {
  const [sale, other] = [await sellPolos(), await sellPolos()];
  const { intentId } = await asked(other);
  const createIntent = async () => ({ ok: false, reason: "refused", message: "no" }) as const;
  const shop = { ...store.shop, payments: { ...store.shop.payments, createIntent } };
  await expect(startSale({ ...store, shop })).rejects.toThrow("provider_refused");
  expect(await ask(sale, {}, shop)).toEqual({ ok: false, reason: "refused_by_provider" });
  expect([await stateOf(sale.orderId), await stateOf(other.orderId)]).toEqual([["expired"], ["waiting"]]);
  expect(await shelf(sale.jacket)).toEqual({ onHand: 3, held: 0 });
  await expectBooksRight(store);
  pay(intentId);
  await settle(intentId);
  expect(await stateOf(other.orderId)).toEqual(["done"]);
});

/** The sum of each column of the file of orders, in cents. */
async function sumsOfFile() {
  let text = "";
  for await (const chunk of exportOrders(store.shop, everyOrder)) text += chunk;
  const [head, ...lines] = text.trim().split("\r\n");
  const sumOf = (column: number) =>
    lines.reduce((sum, line) => sum + Math.round(Number(line.split(",")[column]) * 100), 0);
  return Object.fromEntries((head ?? "").split(",").map((title, column) => [title, sumOf(column)]));
}

/** From now on 8.6 % is due in Pat's state. */
async function dueTax() {
  await loadSettings(store.shop);
  const tax = { ...defaultStoreSettings.tax, enableTax: true, taxByState: true, stateRates: { AZ: 8.6 } };
  await store.shop.db
    .updateTable("store_settings")
    .set({ tax: JSON.stringify(tax) })
    .execute();
}

test("[RF-5] what is paid for instead of a unit that a discount made free is taxed at the rate of the order", async () => {
  await dueTax();
  const cap = await addProduct(store.shop, { name: "Cap", price: 2000, stock: { "": 5 } });
  const scope = { scope: "products" as const, productIds: [cap] };
  const form = { ...emptyDiscount, code: "CAP", value: "100", ...scope };
  expect(await createDiscount(store.shop, { form, actor })).toMatchObject({ ok: true });
  const polo = await addProduct(store.shop, { name: "Polo", price: 6000, stock: { M: 5 } });
  const jacket = await addProduct(store.shop, { name: "Jacket", price: 7200, stock: { L: 3 } });
  const items = [
    { productId: polo, variation: "M", quantity: 1 },
    { productId: cap, variation: "", quantity: 1 },
  ];
  const sale = await sell(store, { change: { items, discountCode: "CAP", amountSeen: 6000 + 516 + 599 } });
  const { items: lines } = await detail(sale.orderId);
  const itemId = lines.find(({ name }) => name === "Cap")?.id ?? "";
  const { intentId } = await asked({ ...sale, polo, jacket, itemId }, { amountSeen: 5200 + 447 });
  pay(intentId);
  await settle(intentId);
  expect(await linesOf(sale.orderId)).toEqual(["1 Polo", "1 Jacket"]);
});

test("[RF-5] [KN-3] the tax of a dearer swap is in the file of orders, and agrees with the report by state", async () => {
  await dueTax();
  const sale = await sellPolos(1, 3, 516);
  const { intentId } = await asked(sale, { amountSeen: 1303 });
  pay(intentId);
  await settle(intentId);
  const taxOf = async () => {
    const sums = await sumsOfFile();
    const { sum } = (await loadReport(store.shop, new URLSearchParams({ by: "state" }))).report;
    expect(sum).toMatchObject({
      tax: (sums.Tax ?? 0) + (sums["Tax paid for changes"] ?? Number.NaN),
      taxBack: sums["Tax refunded"],
    });
    return sum.tax - sum.taxBack;
  };
  expect(await taxOf()).toBe(516 + 103);
  const { sum } = (await loadReport(store.shop, new URLSearchParams({ by: "state" }))).report;
  expect(totalOf(sum)).toBe((await moneyOf(sale.orderId)).received);
  expect(await sumsOfFile(), "what was swapped is not refunded").toMatchObject({ "Items refunded": 0 });
  // For another order it is refunded in full, and is no tax.
  const other = await sellPolos(1, 3, 516);
  const { id: extraPaymentId, intentId: otherIntent } = await asked(other, { amountSeen: 1303 });
  pay(otherIntent);
  await withdrawExtraPayment(store.shop, { orderId: other.orderId, extraPaymentId, actor });
  await runDueOperations(store.shop);
  expect(await taxOf()).toBe(516 + 103 + 516);
  // One more, so that the refund of one order would count twice if it counted for the others.
  await sellPolos(1, 3, 516);
  const refunded = await refundOrder(store.shop, {
    ...{ orderId: sale.orderId, actor, amount: "rest", reason: "sorry", restock: false },
  });
  expect(refunded).toMatchObject({ ok: true });
  expect(await taxOf()).toBe(516 + 516);
  expect(await sumsOfFile()).toMatchObject({ "Shipping refunded": 599 });
});

test("[RF-5] [KN-2] [EA-4] a payment in the first moment of a day counts for that day, until its test order is cleared", async () => {
  const sale = await sellPolos(2);
  store.clock.advance(Date.parse("2026-06-02T07:00:00Z") - store.clock.now());
  const { intentId } = await asked(sale);
  pay(intentId);
  await settle(intentId);
  const days = async () => {
    const asking = new URLSearchParams({ by: "day", from: "2026-06-01", to: "2026-06-10" });
    const { rows } = (await loadReport(store.shop, asking)).report;
    return rows.map(({ key, sales }) => [key, sales]);
  };
  expect(await days()).toEqual([
    ["2026-06-02", 1200],
    ["2026-06-01", 12000],
  ]);
  await inTransaction(store.shop, (tx) => clearRehearsal(tx, sale.orderId, nowOf(store.shop)));
  expect(await days()).toEqual([]);
});

test("[RF-5] [KN-2] an unpaid request for a swap counts as nothing on the day on which it ended", async () => {
  const sale = await sellPolos();
  await asked(sale);
  store.clock.advance(3 * 24 * 60 * 60_000 + 1000);
  await expireHolds(store.shop);
  expect(await stateOf(sale.orderId)).toEqual(["expired"]);
  const asking = new URLSearchParams({ by: "day", from: "2026-06-01", to: "2026-06-10" });
  const { rows } = (await loadReport(store.shop, asking)).report;
  expect(rows.map(({ key, sales }) => [key, sales])).toEqual([["2026-06-01", 6000]]);
});

test("[RF-5] [KN-2] after another time zone what was paid for a swap stands on its day there", async () => {
  const sale = await sellPolos(2);
  // In the evening of June 6 in Arizona, after midnight in New York.
  store.clock.advance(Date.parse("2026-06-07T05:00:00Z") - store.clock.now());
  const { intentId } = await asked(sale);
  pay(intentId);
  await settle(intentId);
  // One that is still open has no day.
  await asked(sale);
  const days = async () => {
    const asking = new URLSearchParams({ by: "day", from: "2026-06-01", to: "2026-06-10" });
    const { rows } = (await loadReport(store.shop, asking)).report;
    return rows.map(({ key, sales }) => [key, sales]);
  };
  expect(await days()).toEqual([
    ["2026-06-06", 1200],
    ["2026-06-01", 12000],
  ]);
  await loadSettings(store.shop);
  const profile = JSON.stringify({ timeZone: "America/New_York" });
  await sql`update store_settings set profile = profile || ${profile}::jsonb`.execute(store.shop.db);
  expect(await days()).toEqual([
    ["2026-06-07", 1200],
    ["2026-06-01", 12000],
  ]);
});
