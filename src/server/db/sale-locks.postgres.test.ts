// Transactions of one sale that settle, end, refund or compare the same.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "#test/database/empty-database.ts";
import {
  lockOrder,
  openOwnDatabase,
  whileNobodyWaits,
  whileOneWaits,
} from "#test/database/two-transactions.ts";
import { askForMore, paymentOfExtraPayment } from "#test/sales/extra-payments.ts";
import { OWNER } from "#test/sales/people.ts";
import { leftUnanswered, refundOf } from "#test/sales/refunds.ts";
import { GOOD_CARD, sell, startSale } from "#test/sales/sales.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { obtainIntent } from "../checkout/obtain-payment.ts";
import { endUnpaid, lockCheckout } from "../checkout/queries.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { closeAlert } from "../operations/alerts/decide-alert.ts";
import { lockStuckOperation, reopenOperation } from "../operations/alerts/queries.ts";
import { lockOrder as lockFacts } from "../orders/changes/change-queries.ts";
import { decideRefund } from "../orders/changes/refund-order.ts";
import { leaveToOwner } from "../payments/refunds/refund-queries.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { comparePayments } from "../reconciliation/compare-money.ts";
import { readingOf } from "../reconciliation/pairs.ts";
import { reconcile } from "../reconciliation/reconcile.ts";
import type { Database } from "./database.ts";
import { inTransaction, type Tx } from "./transaction.ts";

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database.pool));

let store: TestShop | null = null;
afterEach(async () => {
  await store?.close();
  store = null;
});

const away = { ok: false, reason: "unavailable", message: "no answer" } as const;

async function openShop(): Promise<TestShop> {
  store = await createTestShop({ database: { ...database, close: async () => {} } });
  return store;
}

/** A checkout for which no payment was made yet. */
async function openUnmade(): Promise<{ store: TestShop; id: string }> {
  const opened = await openShop();
  const payments = { ...opened.shop.payments, createIntent: async () => away };
  await startSale({ ...opened, shop: { ...opened.shop, payments } }).catch(() => {});
  const { id } = await database.db.selectFrom("checkouts").select("id").executeTakeFirstOrThrow();
  return { store: opened, id };
}

const refused = { ok: false, reason: "refused", message: "no" } as const;
const stateOf = (id: string, db: Tx | Database["db"] = database.db) =>
  db.selectFrom("checkouts").select(["state", "hold_active"]).where("id", "=", id).executeTakeFirst();

/** The provider refuses the payment of a checkout after `meanwhile`, which is not committed yet. */
async function refuseDuring(meanwhile: (tx: Tx, id: string) => Promise<unknown>, after: typeof meanwhile) {
  const { store: opened, id } = await openUnmade();
  const isAsked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const createIntent = async () => {
    isAsked.resolve();
    await mayAnswer.promise;
    return refused;
  };
  const shop = { ...opened.shop, payments: { ...opened.shop.payments, createIntent } };
  const obtained = obtainIntent(shop, { checkoutId: id, during: "start" });
  await isAsked.promise;
  const answer = await whileOneWaits(database, {
    holds: (tx) => meanwhile(tx, id),
    works: () => {
      mayAnswer.resolve();
      return obtained;
    },
    meanwhile: (tx) => after(tx, id),
  });
  return { id, answer };
}

test("a refusal waits for a new key of the same call, under which there may be a payment", async () => {
  const { id, answer } = await refuseDuring(
    (tx, checkout) =>
      sql`update payment_operations set key_number = key_number + 1 where checkout_id = ${checkout}`.execute(
        tx,
      ),
    async () => {},
  );
  expect(answer).toMatchObject({ ok: false, reason: "unavailable" });
  expect(await stateOf(id)).toMatchObject({ hold_active: true });
});

test("a refusal waits for the checkout with nothing of its call locked", async () => {
  await refuseDuring(
    (tx, checkout) => sql`select from checkouts where id = ${checkout} for no key update`.execute(tx),
    (tx, checkout) =>
      sql`select from payment_operations where checkout_id = ${checkout} for update nowait`.execute(tx),
  );
});

test("a checkout that is paid in the meantime does not end with the provider's page", async () => {
  const { id } = await openUnmade();
  await sql`update checkouts set is_hosted = true, state = 'paying'`.execute(database.db);
  const ended = await whileOneWaits(database, {
    holds: (tx) => sql`update checkouts set state = 'completed' where id = ${id}`.execute(tx),
    works: async () => {
      const { rows } = await sql`select end_unpaid_checkout(${id}, now()) as ended`.execute(database.db);
      return rows;
    },
  });
  expect(ended).toEqual([{ ended: false }]);
  expect(await stateOf(id)).toMatchObject({ state: "completed", hold_active: true });
});

const DOLLAR = 100;

/** What leaving the call of an unanswered refund of $1 to the owner takes. */
async function leaving(opened: TestShop) {
  return { ...(await leftUnanswered(opened, DOLLAR)), error: "no answer", now: nowOf(opened.shop) };
}

test("who leaves a refund to the owner waits for its order with nothing of its call locked", async () => {
  const opened = await openShop();
  const left = await leaving(opened);
  const isLeft = await whileOneWaits(database, {
    holds: lockOrder(left.orderId),
    works: () => inTransaction(database, (tx) => leaveToOwner(tx, left)),
    meanwhile: (tx) =>
      sql`select from payment_operations where key = ${left.key} for update nowait`.execute(tx),
  });
  expect(isLeft).toBe(true);
});

test("[OD-2] a refund that is being retried is not closed as one that was never made", async () => {
  const opened = await openShop();
  const left = await leaving(opened);
  await inTransaction(database, (tx) => leaveToOwner(tx, left));
  const closed = await whileOneWaits(database, {
    holds: async (tx) => {
      expect(await lockStuckOperation(tx, left.key)).not.toBeNull();
      await reopenOperation(tx, left.key, left.now);
    },
    works: () => closeAlert(opened.shop, { id: left.key, actor: OWNER, note: "by phone" }),
  });
  expect(closed).toEqual({ ok: false, reason: "not_found" });
  expect(await database.db.selectFrom("refunds").select("status").execute()).toEqual([{ status: "pending" }]);
});

test("[RF-5] settling an extra payment waits for its order without locking the extra payment", async () => {
  const opened = await openShop();
  const { orderId, id } = await askForMore(opened);
  const intentId = await paymentOfExtraPayment(opened, id);
  opened.sandbox.controls.pay(intentId, GOOD_CARD);
  await whileOneWaits(database, {
    holds: lockOrder(orderId),
    works: () => settlePayment(opened.shop, { intentId, source: "webhook" }),
    meanwhile: (tx) => sql`select from order_changes for update nowait`.execute(tx),
  });
});

test("[RF-5] ending an extra payment without a charge waits for its order without locking the extra payment", async () => {
  const opened = await openShop();
  const { orderId, id } = await askForMore(opened);
  await sql`update checkouts set payment_intent_id = null where id = ${id}`.execute(database.db);
  await whileOneWaits(database, {
    holds: lockOrder(orderId),
    works: () => endUnpaid(database.db, id, nowOf(opened.shop)),
    meanwhile: async (tx) => {
      await sql`select from order_changes for update nowait`.execute(tx);
      await sql`select from inventory for update nowait`.execute(tx);
    },
  });
  expect(await stateOf(id)).toEqual({ state: "expired", hold_active: false });
});

test("[KN-4] a comparison waits for the one under way, and does not write down what was fixed in the meantime", async () => {
  const opened = await openShop();
  const { orderId, paymentIntentId } = await sell(opened);
  opened.clock.advance(60 * 60_000);
  await reconcile(opened.shop, new AbortController().signal);
  const receive = (db: Tx | Database["db"], amount: number) =>
    sql`update orders set amount_received = ${amount} where id = ${orderId}`.execute(db);
  const compare = () =>
    inTransaction(database, (tx) => comparePayments(tx, [paymentIntentId], readingOf(opened.shop)));
  await receive(database.db, 7_000);
  expect((await compare()).size).toBe(1);
  const left = await whileOneWaits(database, {
    // The row is there since the check.
    holds: (tx) => sql`select from reconciliation for update`.execute(tx),
    works: compare,
    meanwhile: (tx) => receive(tx, 6_999),
  });
  expect(left.size).toBe(0);
});

type Own = { shop: Shop; unmade: string; left: Awaited<ReturnType<typeof leaving>> };

test.each<[string, (tx: Tx, own: Own) => Promise<unknown>]>([
  ["locks a checkout", (tx, { unmade }) => lockCheckout(tx, unmade)],
  [
    "ends a checkout without a payment",
    async (tx, { unmade, left }) => {
      await endUnpaid(tx, unmade, left.now);
      expect(await stateOf(unmade, tx)).toEqual({ state: "expired", hold_active: false });
    },
  ],
  [
    "decides a refund",
    async (tx, { shop, left }) => {
      const request = { ...refundOf(left.orderId, DOLLAR), refundId: shop.newId() };
      const order = await lockFacts(tx, left.orderId);
      if (!order) throw new Error("no order");
      expect(await decideRefund(shop, tx, order, request)).toEqual({ ok: true, isOver: false });
    },
  ],
  ["leaves a refund to the owner", async (tx, { left }) => expect(await leaveToOwner(tx, left)).toBe(true)],
])("who %s waits for nothing of another sale", async (_, works) => {
  const { store: opened, id: unmade } = await openUnmade();
  const left = await leaving(opened);
  const { orderId } = await leaving(opened);
  await whileNobodyWaits(database, {
    holds: async (tx) => {
      for (const own of ["orders where id", "checkouts where order_id", "payment_operations where order_id"])
        await sql`select from ${sql.raw(own)} = ${orderId} for update`.execute(tx);
    },
    works: (tx) => works(tx, { shop: opened.shop, unmade, left }),
  });
});
