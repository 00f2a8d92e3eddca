// Two who sell, settle, refund or clear the same at the same moment.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { newPostgresUrl } from "#test/database/own-postgres.ts";
import { lockOrder, whileOneWaits } from "#test/database/two-transactions.ts";
import { askForMore, paymentOfExtraPayment, sellPolo } from "#test/sales/extra-payments.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { leftUnanswered, refundOf } from "#test/sales/refunds.ts";
import { GOOD_CARD, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { hearing } from "#test/shop/hearing.ts";
import { addProduct } from "#test/shop/products.ts";
import { createTestShop } from "#test/shop/shop.ts";
import { createDiscount } from "../checkout/discounts/save-discount.ts";
import { startCheckout } from "../checkout/start-checkout.ts";
import { nowOf } from "../core/shop.ts";
import { clearRehearsal } from "../operations/rehearsals/queries.ts";
import { lockOrder as lockFacts } from "../orders/changes/change-queries.ts";
import { decideRefund, refundOrder } from "../orders/changes/refund-order.ts";
import { failRefund } from "../payments/refunds/refund-queries.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { openPostgresDatabase } from "./database.ts";
import { inTransaction, type Tx } from "./transaction.ts";

const store = freshShop();

const settle = (intentId: string, shop = store.shop) => settlePayment(shop, { intentId, source: "webhook" });

type Left = Awaited<ReturnType<typeof leftUnanswered>>;
test.each<[string, (left: Left) => Promise<unknown>]>([
  [
    "hears of a refund",
    ({ orderId, refundId }) =>
      sql`select apply_payment_facts(${orderId}, jsonb_build_array(jsonb_build_object('id', 're_1', 'amount', 6999,
        'status', 'succeeded', 'refund_id', ${refundId}::text)), '[]', 1, 'webhook', now())`.execute(
        store.shop.db,
      ),
  ],
  [
    "ends a refund that was refused",
    ({ refundId, key }) =>
      inTransaction(store.shop, (tx) =>
        failRefund(tx, { refundId, key, error: "no", now: nowOf(store.shop) }),
      ),
  ],
])("[OD-2] who %s waits for its order with nothing of the refund locked", async (_, work) => {
  const left = await leftUnanswered(store);
  await whileOneWaits(store.shop, {
    holds: lockOrder(left.orderId),
    works: () => work(left),
    meanwhile: (tx) => sql`select from refunds for update nowait`.execute(tx),
  });
});

test("[OD-2] of two refunds of the rest the second waits for the first, and finds nothing left", async () => {
  const { orderId } = await sell(store);
  const refundId = store.shop.newId();
  const second = await whileOneWaits(store.shop, {
    holds: lockOrder(orderId),
    works: () => refundOrder(store.shop, refundOf(orderId)),
    meanwhile: async (tx) => {
      const order = await lockFacts(tx, orderId);
      if (order) await decideRefund(store.shop, tx, order, { ...refundOf(orderId), refundId });
    },
  });
  expect(second).toEqual({ ok: false, reason: "nothing_left" });
});

test("[EA-4] of two who clear a rehearsal order the second waits for the first, and clears nothing", async () => {
  const { orderId } = await sell(store);
  const clear = (tx: Tx) => clearRehearsal(tx, orderId, nowOf(store.shop));
  const again = await whileOneWaits(store.shop, {
    holds: async (tx) => expect(await clear(tx)).toBe(true),
    works: () => inTransaction(store.shop, clear),
  });
  expect(again).toBe(false);
});

test("[FN-5] who settles a payment waits for another who does, and finds its order", async () => {
  const started = await startSale(store);
  const { orderId, paymentIntentId: id } = started;
  await payAsShopper(store, started, GOOD_CARD);
  const facts = { id, status: "succeeded", amount: 6999, amount_received: 6999, currency: "usd" };
  const settled = await whileOneWaits(store.shop, {
    holds: (tx) =>
      sql`select settle_payment(id, ${JSON.stringify(facts)}::jsonb, nextval('payment_reads'), 'browser', now())
        from checkouts where order_id = ${orderId}`.execute(tx),
    works: () => settle(id),
  });
  expect(settled).toMatchObject({ ok: true, orderId, status: "paid", updated: false });
});

test("[PY-8] money that comes late waits for its order with nothing of the shelf locked", async () => {
  const { orderId, paymentIntentId } = await startSale(store);
  await settle(paymentIntentId, hearing(store.shop, { status: "processing" }));
  const settled = await whileOneWaits(store.shop, {
    holds: lockOrder(orderId),
    works: () => settle(paymentIntentId, hearing(store.shop, { status: "succeeded", amountReceived: 6_999 })),
    meanwhile: (tx) => sql`select from inventory for update nowait`.execute(tx),
  });
  expect(settled).toMatchObject({ ok: true, status: "paid", previousStatus: "processing" });
});

test("[RF-5] a request for an extra payment is refused when the last unit has just been held", async () => {
  const { jacket, ask } = await sellPolo(store);
  const asked = await whileOneWaits(store.shop, {
    holds: (tx) => sql`update inventory set held = on_hand where product_id = ${jacket}`.execute(tx),
    works: ask,
  });
  expect(asked).toEqual({ ok: false, reason: "sold_out", name: "Jacket (L)" });
});

test("[RF-5] ending an extra payment that was canceled waits for its order without locking stock", async () => {
  const { orderId, id } = await askForMore(store);
  const intentId = await paymentOfExtraPayment(store, id);
  await whileOneWaits(store.shop, {
    // In the same order as canceling an order.
    holds: async (tx) => {
      await lockOrder(orderId)(tx);
      await sql`select close_extra_payments(${orderId}, 'canceled')`.execute(tx);
    },
    works: () => settle(intentId, hearing(store.shop, { status: "canceled" })),
    meanwhile: (tx) => sql`select from inventory for update nowait`.execute(tx),
  });
});

function requestOf(
  productId: string,
  quantity: number,
  change: Partial<CheckoutRequest> = {},
): CheckoutRequest {
  const id = store.shop.newId();
  return {
    ...{ idempotencyKey: `a-checkout-${id}`, orderId: id, shipping: pat, supersedes: null },
    ...{ items: [{ productId, variation: "", quantity }], amountSeen: 3200 * quantity + 599 },
    ...change,
  };
}

test("[TR-3] a checkout waits for another one that starts, and counts what that one holds", async () => {
  const productId = await addProduct(store.shop, { stock: { "": 200 } });
  const start = (key: string) =>
    startCheckout(store.shop, {
      request: requestOf(productId, 20),
      visitor: { key, isCapped: true, hasPaid: false },
    });
  expect(await start("another visitor")).toMatchObject({ started: { isHeld: true } });
  const started = await whileOneWaits(store.shop, {
    holds: (tx) => sql`select pg_advisory_xact_lock(hashtext('start of a checkout'))`.execute(tx),
    works: () => start("a visitor"),
    // It is the visitor's own.
    meanwhile: (tx) =>
      sql`update checkouts set visitor = 'a visitor' where visitor = 'another visitor'`.execute(tx),
  });
  expect(started).toMatchObject({ ok: true, started: { isHeld: false } });
});

test("[FN-1] the same order asked for twice at once is one checkout, also where the database isolates more strictly than the shop asks", async () => {
  const url = await newPostgresUrl();
  const database = await openPostgresDatabase(
    `${url}?options=${encodeURIComponent("-c default_transaction_isolation=repeatable\\ read")}`,
  );
  const { shop } = await createTestShop({ database });
  const productId = await addProduct(shop, { stock: { "": 10 } });
  const request = requestOf(productId, 2);
  await startCheckout(shop, { request: requestOf(productId, 2) });
  const { orderId, idempotencyKey } = request;
  const second = await whileOneWaits(shop, {
    holds: (tx) => sql`select pg_advisory_xact_lock(hashtext('start of a checkout'))`.execute(tx),
    works: () => startCheckout(shop, { request }),
    // The other one was of this order.
    meanwhile: (tx) =>
      sql`update checkouts set order_id = ${orderId}, idempotency_key = ${idempotencyKey}`.execute(tx),
  }).finally(() => database.close());
  expect(second).toEqual({ ok: false, reason: "idempotency_mismatch" });
});

test("[DC-1] a checkout that takes the last use of a code waits for another one, and is refused", async () => {
  const form = { ...emptyDiscount, code: "SUMMER", value: "10", usesMax: "1" };
  expect(await createDiscount(store.shop, { form, actor })).toMatchObject({ ok: true });
  const productId = await addProduct(store.shop, { stock: { "": 10 } });
  // Two caps at $32 with 10 % off.
  const request = requestOf(productId, 2, { discountCode: "SUMMER", amountSeen: 6359 });
  const started = await whileOneWaits(store.shop, {
    holds: (tx) => sql`update discounts set uses = uses + 1`.execute(tx),
    works: () => startCheckout(store.shop, { request }),
  });
  expect(started).toMatchObject({ ok: false, reason: "discount_refused", why: "used_up" });
});
