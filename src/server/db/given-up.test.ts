// A database may give up any statement of a transaction in favor of another one. Then the whole transaction is repeated,
// which requires a caller that waits for each of its statements.
import type pg from "pg";
import { expect, test } from "vitest";
import { sellWithExtraPayment } from "#test/sales/extra-payments.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { closeSale, loadOrderRow, refundInDashboard, sell, startPage, startSale } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { startCheckout } from "../checkout/start-checkout.ts";
import { watchCardTesting } from "../checkout/visitors/watch-card-testing.ts";
import { errorText } from "../core/log.ts";
import type { Shop } from "../core/shop.ts";
import { closeAlert } from "../operations/alerts/decide-alert.ts";
import { assignRefund } from "../orders/changes/assign-refund.ts";
import { cancelPaidOrder } from "../orders/changes/cancel-paid-order.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { fulfillOrder } from "../orders/shipments/fulfill-order.ts";
import { recordStrayPayment } from "../payments/payment-alerts.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { sendRefund } from "../payments/refunds/send-refund.ts";
import { kyselyOver } from "./database.ts";

const store = freshShop({}, closeWithBooks);

const GIVE_UP = "do $$ begin raise exception 'given up' using errcode = '40001'; end $$";

/**
 * The shop with a database that fails at the statement at this place, once: gives it up, counted over all transactions; or
 * is gone, counted over the statements outside of them.
 */
function failingAt(place: number, fails: "in a transaction" | "outside") {
  let statements = 0;
  const isNow = (isInTransaction: boolean) => {
    if (isInTransaction !== (fails === "in a transaction")) return false;
    statements += 1;
    return statements === place;
  };
  const gone = () => Promise.reject(new Error("gone"));
  const connect = async () => {
    const client = await store.shop.pool.connect();
    let isInTransaction = false;
    const query = (text: string, values: unknown[]) => {
      const begins = text.startsWith("start transaction");
      const isEdge = begins || text === "commit" || text === "rollback";
      if (isEdge) isInTransaction = begins;
      if (isEdge || !isNow(isInTransaction)) return client.query(text, values);
      return isInTransaction ? client.query(GIVE_UP) : gone();
    };
    return { query, release: () => client.release() };
  };
  const db = kyselyOver({ options: {}, connect } as unknown as pg.Pool);
  const query = (asked: pg.QueryConfig) => (isNow(false) ? gone() : store.shop.pool.query(asked));
  const pool: Shop["pool"] = Object.create(store.shop.pool, { query: { value: query } });
  return { shop: { ...store.shop, db, pool }, wasReached: () => statements >= place };
}

const wordsOf = <T extends object>(rows: T[]) => rows.map((row) => Object.values(row).join(" "));

/** What the books have of an order. */
async function leftOf(orderId: string) {
  const { db } = store.shop;
  const { status, fulfillment, attention } = await loadOrderRow(store, orderId);
  const order = await findOrderDetail(store.shop, { id: orderId });
  const calls = db.selectFrom("payment_operations").select(["kind", "state"]);
  const mails = db.selectFrom("outbox").select("kind");
  return {
    ...{ status, fulfillment, attention },
    quantity: order?.items.map(({ quantity, refunded, canceled }) => [quantity, refunded, canceled]),
    refunds: order?.refunds.map(({ amount, goods, lines }) => [amount, goods, lines[0]?.quantity]),
    steps: order?.shipmentEvents.map(({ to, restocked }) => [to, restocked[0]?.quantity]),
    calls: wordsOf(await calls.where("order_id", "=", orderId).execute()),
    mails: wordsOf(await mails.where("order_id", "=", orderId).orderBy("id").execute()),
    log: await logOf(orderId),
  };
}

async function logOf(object: string) {
  const log = store.shop.db.selectFrom("admin_audit").select("action").where("object", "=", object);
  return wordsOf(await log.orderBy("id").execute());
}

async function alertsOf(key: string) {
  const alerts = store.shop.db.selectFrom("payment_alerts").select(["reason", "resolved_by", "detail"]);
  return wordsOf(await alerts.where("key", "=", key).execute());
}

/** What the books have of a checkout that is not paid. */
async function leftOfCheckout({ orderId, productId }: { orderId: string; productId: string }) {
  const { db } = store.shop;
  const { id, state, hold_active } = await db
    .selectFrom("checkouts")
    .select(["id", "state", "hold_active"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const calls = db.selectFrom("payment_operations").select(["kind", "state"]).where("checkout_id", "=", id);
  const words = wordsOf(await calls.orderBy("id").execute());
  return { state, hold_active, calls: words, stock: await stockOf(store.shop, productId) };
}

async function refundOneUnit(shop: Shop) {
  const { orderId, paymentIntentId: intentId } = await sell(store);
  const itemId = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
  const made = await refundOrder(shop, {
    ...{ orderId, actor, amount: "parts", reason: "too small", restock: { [itemId]: 1 } },
    parts: { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  return { orderId, intentId, ok: made.ok };
}

/** A refund that has not reached the provider. */
async function refundUnsent() {
  store.sandbox.controls.arm({ kind: "drop_request", method: "POST", path: "/v1/refunds", times: 3 });
  const { orderId, intentId } = await refundOneUnit(store.shop);
  const { key } = await store.shop.db
    .selectFrom("payment_operations")
    .select("key")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { orderId, intentId, key };
}

/** Each does its work with the given shop, and answers what came of it, without ids and times. */
const works: Record<string, (shop: Shop) => Promise<unknown>> = {
  "opening a checkout with another one of its visitor": async (shop) => {
    // By `shop`, so that its connection is ready as well.
    const productId = await addProduct(shop, { stock: { "": 40 } });
    const visitor = { key: store.shop.newId(), isCapped: true, hasPaid: false };
    const start = (by: Shop) => {
      const id = store.shop.newId();
      const request = {
        ...{ idempotencyKey: `key-of-${id}`, orderId: id, supersedes: null, shipping: pat },
        ...{ items: [{ productId, variation: "", quantity: 4 }], amountSeen: 4 * 3200 + 599 },
      };
      return startCheckout(by, { request, visitor });
    };
    const started = await Promise.all([start(store.shop), start(shop)]);
    return { started: started.map(({ ok }) => ok), stock: await stockOf(store.shop, productId) };
  },
  "refunding an order": async (shop) => {
    const { orderId, ok } = await refundOneUnit(shop);
    return { ok, left: await leftOf(orderId) };
  },
  "refunding two payments of an order": async (shop) => {
    const { orderId } = await sellWithExtraPayment(store);
    const all = { orderId, actor, amount: "rest", reason: "late", restock: true } as const;
    const { ok } = await refundOrder(shop, all);
    return { ok, left: await leftOf(orderId) };
  },
  "hearing that the provider refuses a refund": async (shop) => {
    const { orderId, intentId, key } = await refundUnsent();
    await refundInDashboard(store, intentId, 6000);
    const sent = await sendRefund(shop, { key, isInformed: false });
    return { sent, left: await leftOf(orderId) };
  },
  "leaving a refund to the owner": async (shop) => {
    const { orderId, intentId, key } = await refundUnsent();
    const others = { intentId, amount: 5, refundId: "another shop's", orderId: "x" };
    await store.shop.payments.createRefund(key, others);
    const sent = await sendRefund(shop, { key, isInformed: false });
    return { sent, left: await leftOf(orderId) };
  },
  "saying what a refund was for": async (shop) => {
    const { orderId, paymentIntentId: intentId } = await sell(store);
    await refundInDashboard(store, intentId, 3200);
    await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
    const order = await findOrderDetail(store.shop, { id: orderId });
    const [itemId, refundId] = [order?.items[0]?.id ?? "", order?.refunds[0]?.id ?? ""];
    const { ok } = await assignRefund(shop, {
      ...{ orderId, refundId, actor, restock: { [itemId]: 1 } },
      parts: { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
    });
    return { ok, left: await leftOf(orderId) };
  },
  "ending a checkout whose payment is refused": async (shop) => {
    const productId = await addProduct(store.shop);
    const orderId = store.shop.newId();
    const createIntent = async () => ({ ok: false, reason: "refused", message: "no" }) as const;
    const refusing = { ...store, shop: { ...shop, payments: { ...shop.payments, createIntent } } };
    const told = await startSale(refusing, { productId, change: { orderId } }).catch(errorText);
    return { told, left: await leftOfCheckout({ orderId, productId }) };
  },
  "going to the provider's page instead of the card form": async (shop) => {
    const { orderId } = await startSale(store);
    const sale = await startPage({ ...store, shop }, { change: { supersedes: orderId } });
    return { ok: sale.page.ok, left: await leftOfCheckout(sale) };
  },
  "canceling a paid order": async (shop) => {
    const { orderId } = await sell(store);
    const { ok } = await cancelPaidOrder(shop, { orderId, actor, reason: "asked for" });
    return { ok, left: await leftOf(orderId) };
  },
  "saying that an order has arrived": async (shop) => {
    const { orderId } = await sell(store);
    const sent = { to: "shipped", carrier: "UPS", trackingNumber: "1Z999" } as const;
    const steps = [];
    for (const step of [sent, { to: "delivered" } as const])
      steps.push((await fulfillOrder(shop, { orderId, actor, step })).ok);
    return { steps, left: await leftOf(orderId) };
  },
  "closing the alert of a payment": async (shop) => {
    const { paymentIntentId: intentId } = await sell(store);
    const found = await store.shop.payments.retrieveIntent(intentId);
    if (!found.ok) throw new Error(found.reason);
    await recordStrayPayment(store.shop, { intent: found.value, reason: "other_intent" });
    const id = `payment:${intentId}`;
    const decided = await closeAlert(shop, { id, actor, note: "sent back" });
    return { decided, alerts: await alertsOf(id), log: await logOf(id) };
  },
  "closing a call to the provider": async (shop) => {
    const { orderId, key } = await refundUnsent();
    const isLeft = { state: "needs_human" };
    await store.shop.db.updateTable("payment_operations").set(isLeft).where("key", "=", key).execute();
    const decided = await closeAlert(shop, { id: key, actor, note: "asked them" });
    return { decided, alerts: await alertsOf(key), log: await logOf(key), left: await leftOf(orderId) };
  },
  "closing payments to strangers, and opening them again": async (shop) => {
    const { db } = store.shop;
    const before = (await logOf("payments")).length;
    const at = new Date(store.clock.now());
    const declined = Array.from({ length: 40 }, (_, no) => ({
      id: `ch_${no}`,
      visitor: `${no}`,
      kind: "declined",
      at,
    }));
    await db.insertInto("payment_outcomes").values(declined).execute();
    const seen = async () => [
      ...(await alertsOf("card-testing")),
      ...(await logOf("payments")).slice(before),
      ...wordsOf(await db.selectFrom("outbox").select("kind").execute()),
    ];
    await watchCardTesting(shop);
    const whenClosed = await seen();
    store.clock.advance(25 * 60 * 60_000);
    await watchCardTesting(shop);
    const whenOpen = await seen();
    await db.deleteFrom("outbox").execute();
    await db.deleteFrom("payment_outcomes").execute();
    return { whenClosed, whenOpen };
  },
};

test.each(Object.entries(works))("%s ends the same, whichever statement is given up", async (_, work) => {
  const usual = await work(store.shop);
  for (let place = 1, isLeft = true; isLeft; place += 1) {
    const { shop, wasReached } = failingAt(place, "in a transaction");
    expect(await work(shop), `without the statement ${place}`).toEqual(usual);
    isLeft = wasReached();
    if (!isLeft) expect(place).toBeGreaterThan(3);
  }
});

test.each(["the card form", "a page that was never noted"])(
  "closing a checkout on %s waits for each of its statements",
  async (way) => {
    for (let place = 1, isLeft = true; isLeft; place += 1) {
      const path = "/v1/checkout/sessions";
      store.sandbox.controls.arm({ kind: "drop_answer", method: "POST", path, times: 3 });
      const isForm = way === "the card form";
      const { orderId } = isForm ? await startSale(store) : await startPage(store);
      store.sandbox.controls.clearFaults();
      const { shop, wasReached } = failingAt(place, "outside");
      const told = await closeSale(shop, orderId).catch(errorText);
      isLeft = wasReached();
      expect(told, `without the statement ${place}`).toEqual(isLeft ? "Error: gone" : { ok: true });
      expect(await closeSale(store.shop, orderId)).toEqual({ ok: true });
      if (!isLeft) expect(place).toBeGreaterThan(3);
    }
  },
);
