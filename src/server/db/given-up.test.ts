// A database may give up any statement of a transaction in favor of another one. Then the whole transaction is repeated,
// which takes that somebody waits for each of its statements.
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeWithBooks } from "#test/books.ts";
import { OWNER as actor } from "#test/people.ts";
import { loadOrderRow, sell } from "#test/sales.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { closeAlert } from "../alerts/decide-alert.ts";
import { sweepOutcomes } from "../card-testing/watch-brake.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { fulfillOrder } from "../orders/parcels/fulfill-order.ts";
import { recordStrayPayment } from "../payments/payment-alerts.ts";
import { cancelPaidOrder } from "../refunds/cancel-paid-order.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import type { Shop } from "../shop.ts";
import { kyselyOver } from "./database.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => closeWithBooks(store));

const GIVE_UP = "do $$ begin raise exception 'given up' using errcode = '40001'; end $$";

/** The shop with a database that gives up the statement at this place, counted over all transactions, once. */
function givingUp(place: number) {
  let statements = 0;
  const connect = async () => {
    const client = await store.shop.pool.connect();
    let isInTransaction = false;
    const query = (text: string, values: unknown[]) => {
      const isEdge = ["begin", "commit", "rollback"].includes(text);
      if (isEdge) isInTransaction = text === "begin";
      else if (isInTransaction) statements += 1;
      const isNow = isInTransaction && !isEdge && statements === place;
      return isNow ? client.query(GIVE_UP) : client.query(text, values);
    };
    return { query, release: () => client.release() };
  };
  const db = kyselyOver({ options: {}, connect } as unknown as pg.Pool);
  return { shop: { ...store.shop, db }, wasReached: () => statements >= place };
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
    pieces: order?.items.map(({ quantity, refunded, canceled }) => [quantity, refunded, canceled]),
    refunds: order?.refunds.map(({ amount, goods, lines }) => [amount, goods, lines[0]?.pieces]),
    steps: order?.parcel.map(({ to, restocked }) => [to, restocked[0]?.pieces]),
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

async function refundOnePiece(shop: Shop) {
  const { orderId } = await sell(store);
  const itemId = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
  const made = await refundOrder(shop, {
    ...{ orderId, actor, amount: "parts", reason: "too small", restock: { [itemId]: 1 } },
    parts: { pieces: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  return { orderId, ok: made.ok };
}

/** Each does its work with the given shop, and answers what came of it, without ids and times. */
const works: Record<string, (shop: Shop) => Promise<unknown>> = {
  "refunding an order": async (shop) => {
    const { orderId, ok } = await refundOnePiece(shop);
    return { ok, left: await leftOf(orderId) };
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
    store.sandbox.controls.arm({ kind: "drop_request", method: "POST", path: "/v1/refunds", times: 3 });
    const { orderId } = await refundOnePiece(store.shop);
    const { key } = await store.shop.db
      .updateTable("payment_operations")
      .set({ state: "needs_human" })
      .where("order_id", "=", orderId)
      .returning("key")
      .executeTakeFirstOrThrow();
    const decided = await closeAlert(shop, { id: key, actor, note: "asked them" });
    return { decided, alerts: await alertsOf(key), log: await logOf(key), left: await leftOf(orderId) };
  },
  "closing payments to strangers, and opening them again": async (shop) => {
    const { db } = store.shop;
    const before = (await logOf("payments")).length;
    const at = new Date(store.clock.now());
    const declined = Array.from({ length: 40 }, (_, no) => ({
      id: `ch_${no}`,
      client: `${no}`,
      declined: true,
      at,
    }));
    await db.insertInto("payment_outcomes").values(declined).execute();
    const seen = async () => [
      ...(await alertsOf("card-testing")),
      ...wordsOf(await db.selectFrom("payment_brake").select("id").execute()),
      ...(await logOf("payments")).slice(before),
      ...wordsOf(await db.selectFrom("outbox").select("kind").execute()),
    ];
    await sweepOutcomes(shop);
    const whenClosed = await seen();
    store.clock.advance(25 * 60 * 60_000);
    await sweepOutcomes(shop);
    const whenOpen = await seen();
    await db.deleteFrom("outbox").execute();
    return { whenClosed, whenOpen };
  },
};

test.each(Object.entries(works))("%s ends the same, whichever statement is given up", async (_, work) => {
  const usual = await work(store.shop);
  for (let place = 1, isLeft = true; isLeft; place += 1) {
    const { shop, wasReached } = givingUp(place);
    expect(await work(shop), `without the statement ${place}`).toEqual(usual);
    isLeft = wasReached();
    if (!isLeft) expect(place).toBeGreaterThan(3);
  }
});
