// A customer's data is erased while a payment of theirs is settled or an email to them is queued.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOwnDatabase, whileOneWaits } from "#test/database/two-transactions.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { addProduct, variantOf } from "#test/shop/products.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { nowOf } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { notifyLine } from "../inbox/restock/queries.ts";
import { fulfillOrder } from "../orders/shipments/fulfill-order.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { eraseOldOrders, forgetEmail } from "./forget-customer.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop({ database: await openOwnDatabase() });
});
afterEach(() => store.close());

const forget = () => forgetEmail(store.shop, { email: pat.email, actor });

async function deliverSale(): Promise<Awaited<ReturnType<typeof sell>>> {
  const sold = await sell(store);
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
  await fulfillOrder(store.shop, { orderId: sold.orderId, actor, step });
  await fulfillOrder(store.shop, { orderId: sold.orderId, actor, step: { to: "delivered" } });
  return sold;
}

test("[PE-2] a payment that is being settled goes first: its order is seen, and no customer is erased", async () => {
  await deliverSale();
  const { orderId } = await startSale(store);
  const result = await whileOneWaits(store.shop, {
    holds: (tx) => sql`select 1 from checkouts where order_id = ${orderId} for no key update`.execute(tx),
    works: forget,
    meanwhile: (tx) =>
      sql`
        with paid as (update checkouts set state = 'completed', hold_active = false where order_id = ${orderId} returning *)
        insert into orders (id, checkout_id, status, subtotal, total, shipping_address, source, created_at, updated_at)
          select order_id, id, 'paid', subtotal, total, shipping_address, 'test', now(), now() from paid`.execute(
        tx,
      ),
  });
  expect(result).toMatchObject({
    ok: false,
    reason: "open",
    obstacles: [{ kind: "unsent", order: { id: orderId } }],
  });
});

test("[PE-2] of two who forget a customer at the same moment one does", async () => {
  await deliverSale();
  const results = await Promise.all([forget(), forget()]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test("[PE-2] a webhook that arrives during an erasure waits, and brings nothing back", async () => {
  const sold = await deliverSale();
  const settled = settlePayment(store.shop, { intentId: sold.paymentIntentId, source: "webhook" });
  const [forgotten] = await Promise.all([forget(), settled]);
  expect(forgotten).toMatchObject({ ok: true });
  await settlePayment(store.shop, { intentId: sold.paymentIntentId, source: "webhook" });
  const { rows } = await sql<{ email: string }>`
    select shipping_address ->> 'customer_email' as email from orders where id = ${sold.orderId}`.execute(
    store.shop.db,
  );
  expect(rows).toEqual([{ email: "" }]);
});

test("[PE-2] a customer who gets a restock email at the same moment leaves no email behind", async () => {
  const email = "kim@example.com";
  const productId = await addProduct(store.shop, { stock: { "": 1 } });
  const variantId = await variantOf(store.shop, productId);
  await sql`
    insert into restock_requests (id, variant_id, email, asked_at, confirmed_at)
      values (${store.shop.newId()}, ${variantId}, ${email}, now(), now())`.execute(store.shop.db);
  const result = await whileOneWaits(store.shop, {
    holds: async (tx) => {
      const now = new Date();
      expect(await notifyLine(tx, { variantId, most: 1, turnSince: now, now })).toBe(1);
    },
    works: () => forgetEmail(store.shop, { email, actor }),
  });
  expect(result).toMatchObject({ ok: true });
  const mails = store.shop.db.selectFrom("outbox").select(["kind", "recipient"]);
  expect(await mails.where("kind", "=", "restock").execute()).toEqual([{ kind: "restock", recipient: null }]);
});

const ways: [string, () => Promise<boolean>][] = [
  ["the owner forgets its customer", async () => (await forget()).ok],
  [
    "it is old enough",
    () =>
      inTransaction(store.shop, async (tx) => {
        const now = nowOf(store.shop);
        return (await eraseOldOrders(tx, { before: new Date(now.getTime() + 1), limit: 9, now })) > 0;
      }),
  ],
];

test.each(ways)(
  "[PE-2] an order change goes first when %s: what is open then is seen, and no customer is erased",
  async (_, erase) => {
    const { orderId } = await deliverSale();
    const isForgotten = await whileOneWaits(store.shop, {
      holds: (tx) => sql`select from orders where id = ${orderId} for update`.execute(tx),
      works: erase,
      meanwhile: (tx) =>
        sql`
          insert into return_requests (id, order_id, wish, reason, note, state, created_at, updated_at)
            values (${store.shop.newId()}, ${orderId}, 'exchange', 'too-small', '', 'requested', now(), now())`.execute(
          tx,
        ),
    });
    expect(isForgotten).toBe(false);
  },
);

test.each(ways)("[PE-2] when %s, its checkout is waited for with no order locked", async (_, erase) => {
  const { orderId } = await deliverSale();
  const isForgotten = await whileOneWaits(store.shop, {
    holds: (tx) => sql`select from checkouts where order_id = ${orderId} for no key update`.execute(tx),
    works: erase,
    meanwhile: (tx) => sql`select from orders for update nowait`.execute(tx),
  });
  expect(isForgotten).toBe(true);
});
