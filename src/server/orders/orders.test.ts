import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { everyOrder as everything, type OrderSearch } from "#domain/order/order-search.ts";
import { cursorText, parseCursor } from "#domain/text/cursor.ts";
import { pat, patsAddress } from "#test/sales/people.ts";
import { requestSale, sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { TEST_TIME } from "#test/shop/shop.ts";
import { startCheckout } from "../checkout/start-checkout.ts";
import { loadDashboard } from "../reports/dashboard/load-dashboard.ts";
import { findConfirmationOrder } from "./find-confirmation-order.ts";
import { findOrderDetail } from "./find-order-detail.ts";
import { listOrders, ORDERS_PER_PAGE } from "./list-orders.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const store = freshShop();
let cap: string;

beforeEach(async () => {
  cap = await addProduct(store.shop, { name: "Fairway Cap", price: 3200, stock: { "": 900 } });
});

type Seed = {
  name?: string;
  email?: string;
  paymentIntentId?: string | null;
  status?: "pending" | "processing" | "paid" | "failed";
  quantity?: number;
  variation?: string;
  productId?: string;
  at?: string | Date;
};

/** An order as the specification's procedure makes it, then moved to its status. */
async function addOrder(seed: Seed = {}): Promise<string> {
  const { name = pat.name, email = pat.email, paymentIntentId = null, status = "pending" } = seed;
  const { quantity = 1, productId = cap, variation, at = new Date(store.clock.now()) } = seed;
  const address = { ...patsAddress, customer_name: name, customer_email: email };
  const items = [{ product_id: productId, quantity, price: 3200, variation: variation ?? null }];
  const subtotal = 3200 * quantity;
  const { rows } = await sql<{ id: string }>`
    select create_order_with_items(null, ${subtotal + 256 + 599}, ${paymentIntentId},
      ${JSON.stringify(address)}::jsonb, ${JSON.stringify(items)}::jsonb,
      p_subtotal => ${subtotal}, p_tax => 256, p_shipping => 599, p_now => ${at}::timestamptz) as id`.execute(
    store.shop.db,
  );
  const id = rows[0]?.id ?? "";
  if (status !== "pending")
    await sql`select move_order(${id}, ${status}, 'webhook', null, ${at})`.execute(store.shop.db);
  return id;
}

const numbers = async (search: Partial<OrderSearch>) =>
  (await listOrders(store.shop, { ...everything, ...search })).orders.map((order) => order.number);

test("[AO-4] a shop without orders lists none and counts none", async () => {
  expect(await listOrders(store.shop, everything)).toEqual({ orders: [], lastCarrier: "", next: null });
  expect(await loadDashboard(store.shop, { period: 30 })).toMatchObject({
    orders: { total: 0, paid: 0 },
    revenue: { total: 0, average: 0 },
    recentOrders: [],
  });
});

test("[DB-2] [AO-1] an order made in SQL is listed with its real customer, items and total", async () => {
  const id = await addOrder({ quantity: 3, paymentIntentId: "pi_1", status: "paid" });
  const { orders } = await listOrders(store.shop, everything);
  expect(orders).toEqual([
    {
      id,
      number: orders[0]?.number,
      customerName: "Pat Example",
      customerEmail: "pat@example.com",
      status: "paid",
      fulfillment: "unfulfilled",
      paymentIntentId: "pi_1",
      itemCount: 3,
      hasShipments: false,
      isRehearsal: false,
      first: { name: "Fairway Cap", variation: null, image: null },
      ...{ more: 0, isToShip: true, hasReturn: false, corrections: 0, waitingFor: null },
      total: 3 * 3200 + 256 + 599,
      createdAt: new Date(TEST_TIME).toISOString(),
      attention: [],
    },
  ]);
});

test("[AO-1] each order is listed with its own first line", async () => {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 5 } });
  await addOrder();
  await addOrder({ productId: polo, variation: "M", at: new Date(TEST_TIME + 1) });
  const { orders } = await listOrders(store.shop, everything);
  expect(orders.map(({ first, more }) => [first?.name, first?.variation, more])).toEqual([
    ["Polo", "M", 0],
    ["Fairway Cap", null, 0],
  ]);
});

test("[AO-1] the tabs show all, the last seven days, the paid and the processing ones", async () => {
  const day = (days: number) => new Date(TEST_TIME - days * DAY_MS);
  await addOrder({ status: "paid", at: day(8) });
  await addOrder({ status: "processing", at: day(6) });
  await addOrder({ status: "failed", at: day(1) });
  const all = await numbers({ tab: "all" });
  expect(all).toEqual([...all].sort((a, b) => b - a));
  const [failed, processing, paid] = all;
  expect(await numbers({ tab: "recent" })).toEqual([failed, processing]);
  expect(await numbers({ tab: "paid" })).toEqual([paid]);
  expect(await numbers({ tab: "processing" })).toEqual([processing]);
});

test("[AO-2] an order's number stays the same no matter what else is listed", async () => {
  await addOrder({ name: "First" });
  const [first] = await numbers({ query: "first" });
  await addOrder({ name: "Second" });
  expect(await numbers({ query: "first" })).toEqual([first]);
});

test("[AO-3] the search finds by number, id, name, email and payment id", async () => {
  const id = await addOrder({
    name: "Robin O'Green",
    email: "robin@example.com",
    paymentIntentId: "pi_wanted",
  });
  await addOrder({ name: "Sam Other", email: "sam@example.org", paymentIntentId: "pi_other" });
  const [wanted = 0] = await numbers({ query: id });
  const queries = [
    `ORD-${String(wanted).padStart(3, "0")}`,
    `#${wanted}`,
    `${id.slice(0, 22)}...`,
    id.toUpperCase(),
    "robin",
    "green ROBIN",
    "O'Green",
    "@example.com",
    "pi_wanted",
    "  robin  ",
  ];
  for (const query of queries) expect(await numbers({ query }), query).toEqual([wanted]);
});

test("[AO-3] the search takes signs of SQL and LIKE as what they are", async () => {
  await addOrder({ name: "Ann Hundred% Percent_" });
  await addOrder({ name: "Bob Plain" });
  expect(await numbers({ query: "hundred%" })).toHaveLength(1);
  expect(await numbers({ query: "t_" })).toHaveLength(1);
  for (const query of ["%", "_", "\\", "' or 1=1 --", "999999999999999", "ffff"]) {
    expect((await numbers({ query })).length, query).toBeLessThanOrEqual(
      query === "%" || query === "_" ? 1 : 0,
    );
  }
});

test("[AO-1] pages follow one another without gaps or doubles, also within one millisecond", async () => {
  const count = 2 * ORDERS_PER_PAGE + 3;
  for (let index = 0; index < count; index += 1) {
    const micros = String(index % 7).padStart(6, "0");
    await addOrder({ at: `2026-05-31T10:00:00.${micros}Z` });
  }
  const seen: string[] = [];
  let after: OrderSearch["after"] = null;
  const sizes: number[] = [];
  do {
    const page = await listOrders(store.shop, { ...everything, after });
    seen.push(...page.orders.map((order) => order.id));
    sizes.push(page.orders.length);
    after = page.next && parseCursor(cursorText(page.next));
  } while (after);
  expect(sizes).toEqual([ORDERS_PER_PAGE, ORDERS_PER_PAGE, 3]);
  expect(new Set(seen).size).toBe(count);
});

test("an order that arrives while the owner reads shifts nothing on the next page", async () => {
  for (let index = 0; index <= ORDERS_PER_PAGE; index += 1)
    await addOrder({ at: new Date(TEST_TIME + index) });
  const first = await listOrders(store.shop, everything);
  await addOrder({ at: new Date(TEST_TIME + DAY_MS) });
  const second = await listOrders(store.shop, { ...everything, after: first.next });
  expect(second.orders).toHaveLength(1);
  expect(first.orders.map((order) => order.id)).not.toContain(second.orders[0]?.id);
});

test("[OD-1] an order is shown with its items as sold, its own amounts and its whole history", async () => {
  const polo = await addProduct(store.shop, { name: "Polo", category: "Shirts", stock: { M: 5 } });
  const id = await addOrder({ productId: polo, variation: "M", quantity: 2, status: "processing" });
  store.clock.advance(60_000);
  await sql`select move_order(${id}, 'paid', 'reconciler', null, ${new Date(store.clock.now())})`.execute(
    store.shop.db,
  );
  await sql`select flag_order(${id}, 'out_of_stock', ${new Date(store.clock.now())})`.execute(store.shop.db);
  await store.shop.db.updateTable("products").set({ name: "Renamed" }).where("id", "=", polo).execute();
  const order = await findOrderDetail(store.shop, { id });
  expect(order).toMatchObject({ id, status: "paid", subtotal: 6400, tax: 256, shipping: 599, total: 7255 });
  expect(order?.address).toMatchObject({ customer_name: "Pat Example", city: "Phoenix" });
  expect(order?.items).toMatchObject([
    { productId: polo, name: "Polo", image: null, variation: "M", quantity: 2, price: 3200 },
  ]);
  expect(order?.attention).toEqual(["out_of_stock"]);
  const at = new Date(TEST_TIME).toISOString();
  expect(order?.events).toEqual([
    { from: null, to: "pending", source: "procedure", at },
    { from: "pending", to: "processing", source: "webhook", at },
    { from: "processing", to: "paid", source: "reconciler", at: new Date(TEST_TIME + 60_000).toISOString() },
  ]);
});

test.each(["nonsense", "", "00000000-0000-4000-8000-00000000ffff", "' or true --"])(
  "[OD-1] there is no order with the id %j",
  async (id) => {
    expect(await findOrderDetail(store.shop, { id })).toBeNull();
    expect(await findConfirmationOrder(store.shop, { orderId: id })).toBeNull();
  },
);

test("[CF-3] [CF-8] the confirmation finds an order by either id and tells nothing of the customer", async () => {
  const id = await addOrder({ paymentIntentId: "pi_1", quantity: 2 });
  const byId = await findConfirmationOrder(store.shop, { orderId: id });
  expect(byId).toMatchObject({ id, status: "pending", subtotal: 6400, shipping: 599, tax: 256, total: 7255 });
  expect(JSON.stringify(byId)).not.toMatch(/Pat|pat@example|Fairway Lane/);
  expect(await findConfirmationOrder(store.shop, { paymentIntentId: "pi_1" })).toEqual(byId);
  expect(await findConfirmationOrder(store.shop, { orderId: "pi_1", paymentIntentId: "pi_1" })).toEqual(byId);
  expect(await findConfirmationOrder(store.shop, { orderId: null, paymentIntentId: null })).toBeNull();
});

test("[AD-1] revenue is what paid orders brought in minus refunds; orders never paid bring in nothing", async () => {
  await addOrder({ status: "paid" });
  const refunded = await addOrder({ status: "paid", quantity: 2 });
  await addOrder({ status: "failed" });
  await addOrder();
  await store.shop.db
    .updateTable("orders")
    .set({ status: "partially_refunded", amount_refunded: 3200 })
    .where("id", "=", refunded)
    .execute();
  const { orders, revenue } = await loadDashboard(store.shop, { period: 30 });
  expect(orders).toEqual({ total: 4, paid: 1 });
  expect(revenue).toEqual({ total: 4055 + 7255 - 3200, average: 4055, openDisputes: 0 });
});

test("[AD-1] [AD-2] products under ten units are low in stock, fewest first; archived ones don't count", async () => {
  await addProduct(store.shop, { name: "Nine", stock: { "": 9 } });
  await addProduct(store.shop, { name: "Ten", stock: { "": 10 } });
  await addProduct(store.shop, { name: "Gone", stock: { "": 0 }, salePrice: 2000 });
  await addProduct(store.shop, { name: "Old", stock: { "": 1 }, status: "archived" });
  const { products, lowStock } = await loadDashboard(store.shop, { period: 30 });
  expect(products).toEqual({ total: 4, lowStock: 2 });
  expect(lowStock.map(({ name, quantity, salePrice }) => ({ name, quantity, salePrice }))).toEqual([
    { name: "Gone", quantity: 0, salePrice: 2000 },
    { name: "Nine", quantity: 9, salePrice: null },
  ]);
});

test("[AD-2] the five newest orders are recent", async () => {
  for (let index = 0; index < 7; index += 1)
    await addOrder({ name: `N${index}`, at: new Date(TEST_TIME + index) });
  const { recentOrders, orders } = await loadDashboard(store.shop, { period: 30 });
  expect(recentOrders.map((order) => order.customerName)).toEqual(["N6", "N5", "N4", "N3", "N2"]);
  expect(orders.total).toBe(7);
});

test("[UN-3] an order keeps the order of its cart, and the sizes of a product the owner's", async () => {
  const sizes = { S: 9, M: 9, L: 9 };
  const ids = await Promise.all(
    ["Visor", "Polo", "Belt"].map((name) => addProduct(store.shop, { name, stock: sizes })),
  );
  // Ids follow one another, so this is the order of no id.
  const [visor, polo, belt] = ids as [string, string, string];
  const line = (productId: string, variation: string) => ({ productId, variation, quantity: 1 });
  const items = [line(polo, "L"), line(belt, "M"), line(visor, "S"), line(polo, "S")];
  const { request } = await requestSale(store, { change: { items, amountSeen: 13399 } });
  const started = await startCheckout(store.shop, { request });
  const again = await startCheckout(store.shop, { request: { ...request, items: items.toReversed() } });
  expect(again).toEqual(started);
  const { orderId } = await sell(store, { change: { ...request } });
  const sold = (await findOrderDetail(store.shop, { id: orderId }))?.items ?? [];
  expect(sold.map(({ name, variation }) => `${name} ${variation}`)).toEqual([
    "Polo S",
    "Polo L",
    "Belt M",
    "Visor S",
  ]);
});
