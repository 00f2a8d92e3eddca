import { sql } from "kysely";
import { expect, test } from "vitest";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { ASKED_AFTER_MS, move, sellAndAsk, sellAndShip } from "#test/sales/reviews.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { listFailedMails } from "../../mail/failed-mails.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { swapUnits } from "../../orders/changes/swap-units.ts";
import { findOrderDetail } from "../../orders/find-order-detail.ts";
import { fulfillOrder } from "../../orders/shipments/fulfill-order.ts";
import { askForReviews } from "./ask-for-reviews.ts";
import { saveReviewRules } from "./save-review-rules.ts";
import { stopAsking } from "./write-review.ts";

const DAY_MS = 24 * 60 * 60_000;

const store = freshShop();

async function requests(): Promise<number> {
  const { rows } = await sql`select 1 from outbox where kind = 'review_request'`.execute(store.shop.db);
  return rows.length;
}

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    store.clock.advance(DAY_MS);
    await askForReviews(store.shop);
  }
}

test("[CH-7] the customer is asked once, the owner's days after the shipment came, by an email that ends such emails", async () => {
  const { orderId } = await sellAndShip(store);
  store.clock.advance(2 * DAY_MS);
  await move(store, orderId, "delivered");
  await passDays(6);
  expect(await requests()).toBe(0);
  await passDays(40);
  expect(await requests()).toBe(1);
  await sendDueMails(store.shop);
  const mail = store.mailbox.at(-1);
  expect(mail?.to).toEqual({ name: "Pat Example", address: "pat@example.com" });
  expect(mail?.text).toContain("Fairway Cap");
  const page = /https?:\S+\/reviews\/[\w-]{43}/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(mail?.unsubscribe).toBe(`${page}/stop`);
  expect(mail?.html).toContain(`href="${page}"`);
});

test("[CH-7] a shipment without a delivery report counts from its last promised day, or a week after it shipped", async () => {
  const onTime = await sellAndShip(store);
  const { rows } = await sql<{ day: string; promised: string }>`
    select a.arrived_on::text as day, c.arrives_to::text as promised from review_asks a
    join orders o on o.id = a.order_id join checkouts c on c.id = o.checkout_id
    where o.id = ${onTime.orderId}`.execute(store.shop.db);
  expect(rows).toEqual([{ day: "2026-06-08", promised: "2026-06-08" }]);
  const late = await sell(store);
  store.clock.advance(20 * DAY_MS);
  await move(store, late.orderId, "shipped");
  const day = await sql<{ day: string }>`
    select arrived_on::text as day from review_asks where order_id = ${late.orderId}`.execute(store.shop.db);
  expect(day.rows).toEqual([{ day: "2026-06-28" }]);
});

test("[CH-7] of an order in two shipments the customer is asked once, after the last", async () => {
  const { orderId } = await sell(store);
  const itemId = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1", units: { [itemId]: 1 } } as const;
  expect(await fulfillOrder(store.shop, { orderId, actor, step })).toMatchObject({ ok: true, left: 1 });
  await passDays(10);
  await move(store, orderId, "shipped");
  await passDays(40);
  expect(await requests()).toBe(1);
});

test("[CH-7] a worker that died before its commit sends no request, and the next one sends one", async () => {
  await sellAndShip(store);
  await sellAndShip(store);
  store.clock.advance(ASKED_AFTER_MS);
  await expect(
    store.shop.db.transaction().execute(async (tx) => {
      await sql`update review_asks set state = 'asked'`.execute(tx);
      throw new Error("died");
    }),
  ).rejects.toThrow("died");
  expect(await askForReviews(store.shop)).toMatchObject({ asked: 2 });
  expect(await askForReviews(store.shop)).toMatchObject({ asked: 0 });
  await passDays(3);
  expect(await requests()).toBe(2);
});

test("[CH-7] no request goes out for refunded, returned, or unshipped items", async () => {
  const refunded = await sellAndShip(store);
  await refundOrder(store.shop, {
    orderId: refunded.orderId,
    amount: "rest",
    reason: "x",
    restock: false,
    actor,
  });
  const returned = await sellAndShip(store);
  await move(store, returned.orderId, "returned");
  const restocked = await sellAndShip(store);
  await refundOrder(store.shop, {
    orderId: restocked.orderId,
    amount: 100,
    reason: "x",
    restock: true,
    actor,
  });
  await sell(store);
  await passDays(60);
  expect(await requests()).toBe(0);
  const { rows } = await sql`select state from review_asks`.execute(store.shop.db);
  expect(rows).toEqual([{ state: "dropped" }, { state: "dropped" }, { state: "dropped" }]);
});

test("[CH-7] a size that was changed and changed back before it left is asked about", async () => {
  const productId = await addProduct(store.shop, { name: "Polo", stock: { M: 5, L: 5 } });
  const items = [{ productId, variation: "M", quantity: 1 }];
  const { orderId } = await sell(store, { productId, change: { items, amountSeen: 3200 + 599 } });
  for (const [seen, variation] of ["L", "M"].entries()) {
    const itemId = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
    const swap = { orderId, itemId, actor, seen, quantity: 1, to: { productId, variation } };
    expect(await swapUnits(store.shop, swap)).toMatchObject({ ok: true });
  }
  await move(store, orderId, "shipped");
  store.clock.advance(ASKED_AFTER_MS);
  expect(await askForReviews(store.shop)).toMatchObject({ asked: 1 });
});

test("[CH-7] a request whose order was refunded before it left is not sent", async () => {
  const { orderId } = await sellAndShip(store);
  store.clock.advance(ASKED_AFTER_MS);
  await askForReviews(store.shop);
  await refundOrder(store.shop, { orderId, amount: "rest", reason: "x", restock: false, actor });
  await sendDueMails(store.shop);
  expect(store.mailbox.map(({ subject }) => subject).filter((subject) => subject.startsWith("How"))).toEqual(
    [],
  );
});

test("[CH-7] who says so while a request waits for the mail server does not get it, and nothing has failed", async () => {
  const { token } = await sellAndAsk(store);
  await sellAndShip(store, { change: { shipping: { ...pat, email: "Pat@Example.com" } } });
  store.clock.advance(ASKED_AFTER_MS);
  expect(await askForReviews(store.shop)).toMatchObject({ asked: 1 });
  await stopAsking(store.shop, { token, isOut: true });
  store.mailbox.length = 0;
  await sendDueMails(store.shop);
  expect(store.mailbox.filter(({ subject }) => subject.startsWith("How"))).toEqual([]);
  expect(await listFailedMails(store.shop)).toEqual([]);
});

test("[CH-7] who does not want to be asked is not asked again, in any case of letters, until they take it back", async () => {
  const { token } = await sellAndAsk(store);
  expect(await stopAsking(store.shop, { token, isOut: true })).toBe(true);
  expect(await stopAsking(store.shop, { token: "x".repeat(43), isOut: true })).toBe(false);
  await sellAndAsk(store, { change: { shipping: { ...pat, email: "Pat@Example.com" } } });
  expect(await requests()).toBe(1);
  await sellAndAsk(store, { change: { shipping: { ...pat, email: "sam@example.com" } } });
  expect(await requests()).toBe(2);
  await stopAsking(store.shop, { token, isOut: false });
  await sellAndAsk(store);
  expect(await requests()).toBe(3);
  const kept = JSON.stringify(await store.shop.db.selectFrom("email_opt_outs").selectAll().execute());
  expect(kept).not.toContain("example.com");
});

test("[CH-7] the owner turns asking off and on, and what is long past then is not asked about", async () => {
  const save = (fields: Record<string, unknown>) => saveReviewRules(store.shop, { actor, fields });
  expect(await save({ afterDays: "7" })).toMatchObject({ ok: true });
  expect(await save({ asks: "on", afterDays: "0" })).toMatchObject({ ok: false });
  await sellAndShip(store);
  await passDays(60);
  await sellAndShip(store);
  await passDays(12);
  expect(await requests()).toBe(0);
  await save({ asks: "on", afterDays: "3" });
  await passDays(3);
  expect(await requests()).toBe(1);
  const entries = await store.shop.db
    .selectFrom("admin_audit")
    .select(["before", "after"])
    .where("action", "=", "settings.reviews_changed")
    .orderBy("id")
    .execute();
  expect(entries).toEqual([
    { before: { asks: true }, after: { asks: false } },
    { before: { asks: false, afterDays: 7 }, after: { asks: true, afterDays: 3 } },
  ]);
});
