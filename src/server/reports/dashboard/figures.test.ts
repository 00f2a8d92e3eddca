import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { netSales } from "#domain/reports/sales-report.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { createDiscount } from "../../checkout/discounts/save-discount.ts";
import { sendContactMessage } from "../../inbox/messages/send-contact-message.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { swapUnits } from "../../orders/changes/swap-units.ts";
import { fulfillOrder } from "../../orders/shipments/fulfill-order.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { loadReport } from "../load-report.ts";
import { loadDashboard } from "./load-dashboard.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const store = freshShop();

const dashboard = (period: 7 | 30 | 90 = 7) => loadDashboard(store.shop, { period });

test("[AD-4] revenue and orders count on the shop's day of the sale, refunds on their own day, compared with the days before", async () => {
  const early = await sell(store);
  store.clock.advance(7 * DAY_MS);
  await sell(store);
  await sell(store);
  const request = { orderId: early.orderId, amount: 999, reason: "late", restock: false, actor };
  await refundOrder(store.shop, request);
  const { report, revenue } = await dashboard();
  expect(report.current.at(-1)).toEqual({ day: "2026-06-08", orders: 2, revenue: 2 * 6999 - 999 });
  expect(report.previous.at(-1)).toEqual({ day: "2026-06-01", orders: 1, revenue: 6999 });
  expect(report.current.slice(0, -1).every(({ orders, revenue }) => orders === 0 && revenue === 0)).toBe(
    true,
  );
  expect(revenue.total).toBe(2 * 6999 + 6000);
});

test("[AD-4] best sellers are counted in units; an order refunded in full does not count", async () => {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 50 } });
  const polo = await addProduct(store.shop, { name: "Polo", stock: { "": 50 } });
  await sell(store, { productId: cap, quantity: 2 });
  await sell(store, { productId: polo, quantity: 3 });
  const back = await sell(store, { productId: cap, quantity: 4 });
  expect((await dashboard()).bestSellers.map(({ name, quantity }) => [name, quantity])).toEqual([
    ["Cap", 6],
    ["Polo", 3],
  ]);
  await refundOrder(store.shop, {
    orderId: back.orderId,
    amount: "rest",
    reason: "no",
    restock: true,
    actor,
  });
  expect((await dashboard()).bestSellers).toEqual([
    { productId: polo, name: "Polo", quantity: 3, revenue: 9600 },
    { productId: cap, name: "Cap", quantity: 2, revenue: 6400 },
  ]);
  store.clock.advance(7 * DAY_MS);
  expect((await dashboard()).bestSellers).toEqual([]);
});

test("[AD-4] best sellers bring what was paid for the units that stay sold, as the report by product says", async () => {
  const { productId: polo } = await sellDiscounted();
  const [line] = await store.shop.db
    .selectFrom("order_items")
    .select(["id", "order_id as orderId"])
    .execute();
  if (!line) throw new Error("no line");
  const brought = async () => {
    const { report } = await loadReport(store.shop, new URLSearchParams({ by: "product" }));
    const sold = (await dashboard()).bestSellers.map(({ productId, revenue }) => [productId, revenue]);
    expect(sold).toEqual(report.rows.map((row) => [row.key, netSales(row)]));
    return sold;
  };
  expect(await brought()).toEqual([[polo, 3335]]);
  await refundOrder(store.shop, {
    ...{ orderId: line.orderId, actor, reason: "stain", amount: "parts", restock: true },
    parts: { units: { [line.id]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  expect(await brought()).toEqual([[polo, 1668]]);
  expect(await brought()).toEqual([[polo, 1668]]);
  const jacket = await addProduct(store.shop, { name: "Jacket", price: 9000, stock: { "": 3 } });
  const swapped = await swapUnits(store.shop, {
    ...{ orderId: line.orderId, itemId: line.id, actor, seen: 0, quantity: 1, isFree: true },
    to: { productId: jacket, variation: "" },
  });
  expect(swapped).toMatchObject({ ok: true });
  const { bestSellers } = await dashboard();
  expect(bestSellers).toMatchObject([{ productId: jacket, quantity: 1, revenue: 1668 }]);
});

test("[AD-4] an order whose refund names no lines keeps its place among best sellers and in the report by product", async () => {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 10 } });
  const { orderId } = await sell(store, { productId: cap, quantity: 2 });
  await refundOrder(store.shop, { orderId, amount: 6999, reason: "sorry", restock: false, actor });
  const order = store.shop.db.selectFrom("orders").select("status").where("id", "=", orderId);
  expect(await order.executeTakeFirst()).toEqual({ status: "refunded" });
  const { report } = await loadReport(store.shop, new URLSearchParams({ by: "product" }));
  expect(report.rows.map((row) => [row.key, netSales(row)])).toEqual([
    [cap, 6400],
    ["", -6999],
  ]);
  expect((await dashboard()).bestSellers).toMatchObject([{ productId: cap, quantity: 2, revenue: 6400 }]);
});

/** Two polos at $33.35 for half of it: $33.35 and $5.99 of shipping. */
async function sellDiscounted() {
  const form = { ...emptyDiscount, code: "HALF", value: "50" };
  expect(await createDiscount(store.shop, { form, actor })).toMatchObject({ ok: true });
  const productId = await addProduct(store.shop, { name: "Polo", price: 3335, stock: { "": 50 } });
  return sell(store, { productId, change: { discountCode: "HALF", amountSeen: 3335 + 599 } });
}

test("[AD-4] what is refunded later is taken off best sellers of the days of its sale alone", async () => {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 10 } });
  const early = await sell(store, { productId: cap, quantity: 5 });
  store.clock.advance(10 * DAY_MS);
  await sell(store, { productId: cap, quantity: 3 });
  const sold = async () => {
    const found = [await dashboard(7), await dashboard(30)];
    return found.map(({ bestSellers }) => bestSellers.map(({ quantity }) => quantity));
  };
  expect(await sold()).toEqual([[3], [8]]);
  const back = { orderId: early.orderId, amount: "rest", reason: "no", restock: true, actor } as const;
  await refundOrder(store.shop, back);
  expect(await sold()).toEqual([[3], [3]]);
  expect(await sold()).toEqual([[3], [3]]);
});

test("[AD-4] what waits is counted: to ship, flagged, failed emails, low sizes, unread messages, reviews, returns, payments to look into", async () => {
  const first = await sell(store);
  const second = await sell(store);
  const now = new Date(store.clock.now());
  await sql`select flag_order(${second.orderId}, 'out_of_stock', ${now})`.execute(store.shop.db);
  await store.shop.db
    .updateTable("outbox")
    .set({ dead_at: now })
    .where("order_id", "=", first.orderId)
    .execute();
  const message = { name: "Pat", email: "pat@example.com", subject: "Size", message: "Which?" };
  await sendContactMessage(store.shop, { ...message, honeypot: "", ip: "192.0.2.1" });
  await sql`
    insert into reviews (id, order_item_id, product_id, stars, body, name, written_at, changed_at)
    select ${store.shop.newId()}, id, product_id, 5, 'Good.', 'Pat', ${now}, ${now}
    from order_items where order_id = ${first.orderId}`.execute(store.shop.db);
  const request = { id: store.shop.newId(), order_id: first.orderId, created_at: now, updated_at: now };
  await store.shop.db
    .insertInto("return_requests")
    .values({ ...request, wish: "return", reason: "other", note: "" })
    .execute();
  const stray = { key: "payment:pi_x", reason: "unknown_checkout", first_seen: now, last_seen: now };
  await store.shop.db.insertInto("payment_alerts").values(stray).execute();
  await sql`select set_on_hand(${first.productId}, '', 2, 0, 'test', ${now})`.execute(store.shop.db);
  expect((await dashboard()).attention).toEqual({
    toShip: 2,
    flagged: 1,
    failedMails: 2,
    lowSizes: 1,
    unreadMessages: 1,
    reviews: 1,
    returns: 1,
    stuck: 1,
  });
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1" } as const;
  await fulfillOrder(store.shop, { orderId: first.orderId, actor, step });
  expect((await dashboard()).attention.toShip).toBe(1);
});

test("[AD-1] the counts follow products that run low, are archived or deleted", async () => {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 10 } });
  const hat = await addProduct(store.shop, { name: "Hat", stock: { "": 3 } });
  expect((await dashboard()).products).toEqual({ total: 2, lowStock: 1 });
  await sql`select set_on_hand(${cap}, '', 9, 0, 'test', ${new Date(store.clock.now())})`.execute(
    store.shop.db,
  );
  expect((await dashboard()).products).toEqual({ total: 2, lowStock: 2 });
  await store.shop.db.updateTable("products").set({ status: "archived" }).where("id", "=", cap).execute();
  await store.shop.db.deleteFrom("products").where("id", "=", hat).execute();
  expect((await dashboard()).products).toEqual({ total: 0, lowStock: 0 });
});

test("[KN-6] the dashboard says when the last good backup was made, and when restoring one was tested", async () => {
  const { db } = store.shop;
  const at = (days: number) => new Date(store.clock.now() - days * DAY_MS);
  const none = { madeAt: null, triedAt: null, isRestored: false };
  expect((await dashboard()).backup).toEqual(none);
  const backup = { kind: "nightly", store_state: "none" };
  await db
    .insertInto("backups")
    .values([
      { ...backup, id: store.shop.newId(), state: "done", created_at: at(2) },
      { ...backup, id: store.shop.newId(), state: "failed", error: "no room", created_at: at(1) },
    ])
    .execute();
  const madeAt = at(2).toISOString();
  expect((await dashboard()).backup).toEqual({ ...none, madeAt });
  await db
    .insertInto("restore_test")
    .values({ ended_at: at(1) })
    .execute();
  const triedAt = at(1).toISOString();
  expect((await dashboard()).backup).toEqual({ madeAt, triedAt, isRestored: true });
  await db
    .updateTable("restore_test")
    .set({ error: "a row was missing", ended_at: at(0) })
    .execute();
  expect((await dashboard()).backup).toEqual({ madeAt, triedAt: at(0).toISOString(), isRestored: false });
});

test("[AD-4] the dashboard asks the database three times", async () => {
  await sell(store);
  const executed: string[] = [];
  const watching = store.shop.db.withPlugin({
    transformQuery: ({ node }) => {
      executed.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await loadDashboard({ ...store.shop, db: watching }, { period: 90 });
  expect(executed).toHaveLength(3);
});

test("[KN-7] another time zone moves every sale and refund to its day there", async () => {
  const late = Date.parse("2026-06-03T05:30:00Z");
  store.clock.advance(late - store.clock.now());
  await sell(store);
  store.clock.advance(2 * 60 * 60 * 1000);
  const second = await sell(store, { quantity: 3 });
  await refundOrder(store.shop, { orderId: second.orderId, amount: 999, reason: "x", restock: false, actor });
  const ordersByDay = async () =>
    (await dashboard()).report.current.filter(({ orders }) => orders > 0).map((d) => [d.day, d.orders]);
  const refundDays = async () => {
    const { report } = await loadReport(
      store.shop,
      new URLSearchParams({ from: "2026-06-01", to: "2026-06-30" }),
    );
    return report.rows.filter(({ refunds }) => refunds > 0).map(({ key }) => key);
  };
  expect(await ordersByDay()).toEqual([
    ["2026-06-02", 1],
    ["2026-06-03", 1],
  ]);
  expect(await refundDays()).toEqual(["2026-06-03"]);
  await loadSettings(store.shop);
  await setTimeZone("America/New_York");
  expect(await ordersByDay()).toEqual([["2026-06-03", 2]]);
  await setTimeZone("Pacific/Honolulu");
  expect(await ordersByDay()).toEqual([["2026-06-02", 2]]);
  expect(await refundDays()).toEqual(["2026-06-02"]);
});

test("[KN-7] a time zone that does not exist can't be stored, not even by hand", async () => {
  await sell(store);
  await expect(setTimeZone("Mars/Olympus")).rejects.toThrow(/time zone "Mars\/Olympus" not recognized/);
});

async function setTimeZone(zone: string) {
  await sql`update store_settings set profile = profile || ${JSON.stringify({ timeZone: zone })}::jsonb`.execute(
    store.shop.db,
  );
}
