import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { FOUND_MAX } from "#domain/office-search/office-search.ts";
import { keepQueries, planOf } from "#test/database/statements.ts";
import { pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { sendContactMessage } from "../../inbox/messages/send-contact-message.ts";
import { searchOffice } from "./search-office.ts";

const store = sharedShop();
let orderId: string;
beforeAll(async () => {
  ({ orderId } = await sell(store));
  await sell(store);
  await store.shop.db
    .insertInto("shipments")
    .values({
      id: countedUuid(77),
      order_id: orderId,
      number: 1,
      way: "carrier",
      carrier: "UPS",
      tracking_number: "1Z 999 AA1 0123",
      created_at: new Date(store.clock.now()),
    })
    .execute();
});

const find = async (query: string) => {
  const found = await searchOffice(store.shop, query);
  if (!found) throw new Error("Nothing was asked");
  return found;
};

test("[EA-1] an email finds its orders, newest first, and its customer once", async () => {
  const found = await find(pat.email.toUpperCase());
  expect(found.orders).toHaveLength(2);
  expect(found.customers).toMatchObject([{ name: pat.name, email: pat.email }]);
  expect(found.products).toEqual([]);
  // Not a full email, but a part of hers.
  expect((await find(pat.email.slice(1))).orders).toHaveLength(2);
  expect((await find(pat.name.slice(0, 3))).customers).toHaveLength(1);
});

test("[EA-1] a person who only wrote is found by name and email, once, and a customer as the buyer", async () => {
  const { shop } = store;
  const write = (name: string, email: string, message: string) =>
    sendContactMessage(shop, { name, email, subject: "Sizes", message, honeypot: "", ip: "192.0.2.1" });
  await write("Quinn Writer", "quinn@example.org", "Which size fits?");
  await write("Quinn Writer", "Quinn@Example.org", "I mean the polo.");
  await write("Patricia Penname", pat.email.toUpperCase(), "Quinn told me of you.");
  const messages = await shop.db
    .selectFrom("contact_messages")
    .select("id")
    .where("name", "=", "Quinn Writer")
    .execute();
  for (const typed of ["quinn", "WRITER qui", "QUINN@example.org", "uinn@example.org"]) {
    const { customers, orders } = await find(typed);
    expect(customers, typed).toMatchObject([
      { name: "Quinn Writer", email: expect.stringMatching(/^quinn@example.org$/i) },
    ]);
    expect(messages).toContainEqual({ id: customers[0]?.id });
    expect(orders).toEqual([]);
  }
  const newest = (await find(pat.email)).orders[0]?.id;
  expect((await find("penname")).customers).toEqual([{ id: newest, name: pat.name, email: pat.email }]);
  const both = (await find("example")).customers;
  expect(both.map(({ name }) => name)).toEqual([pat.name, "Quinn Writer"]);
  expect((await find("polo")).customers, "words of a message are no name").toEqual([]);
  await shop.db.updateTable("contact_messages").set({ is_suspected: true }).execute();
  expect((await find("quinn")).customers, "spam is not a customer").toEqual([]);
});

test("[EA-1] who wrote is looked for in an index, however much was written", async () => {
  const { db } = store.shop;
  await sql`
    insert into contact_messages (id, name, email, subject, message, created_at)
    select gen_random_uuid(), 'Sender ' || n, 'sender' || n || '@example.org', 'Sizes', 'Which one of them fits?', now()
      from generate_series(1, 5000) n`.execute(db);
  await sql`vacuum analyze contact_messages`.execute(db);
  const { listening, asked } = keepQueries(db);
  const planFor = async (typed: string) => {
    asked.length = 0;
    await searchOffice({ db: listening }, typed);
    return planOf(db, asked[0]);
  };
  const byName = await planFor("quinn writer");
  expect(byName).toContain("contact_messages_names");
  expect(byName).not.toContain("Seq Scan on contact_messages");
  const byEmail = await planFor("quinn@example.org");
  expect(byEmail).toMatch(/contact_messages_sender\b/);
  expect(byEmail).not.toContain("Seq Scan on contact_messages");
  const common = (await find("sender example")).customers;
  expect([common.length, common.every(({ name }) => name.startsWith("Sender "))]).toEqual([FOUND_MAX, true]);
  await sql`delete from contact_messages where subject = 'Sizes' and name like 'Sender %'`.execute(db);
});

test("[EA-1] a tracking number finds its order however it is spaced, also by its beginning", async () => {
  for (const typed of ["1Z999AA10123", "1z 999 aa1", "1Z-999-AA1"]) {
    expect((await find(typed)).orders).toMatchObject([{ id: orderId, tracking: "1Z 999 AA1 0123" }]);
  }
  expect((await find("1Z9")).orders).toEqual([]);
});

test("[EA-1] an order is found by its phone number, and by the last digits of it", async () => {
  await sql`update orders set shipping_address = shipping_address || '{"phone": "+1 (602) 555-0199"}'
    where id = ${orderId}`.execute(store.shop.db);
  for (const typed of ["602-555-0199", "16025550199", "555 0199"])
    expect((await find(typed)).orders, typed).toMatchObject([{ id: orderId }]);
  expect((await find("602-555-0198")).orders).toEqual([]);
});

test("[EA-1] an order is found by its number and by its id, a product by its name", async () => {
  const number = (await find(pat.email)).orders.at(-1)?.number;
  expect((await find(`ORD-${number}`)).orders).toMatchObject([{ id: orderId, tracking: null }]);
  expect((await find(orderId)).orders.map(({ id }) => id)).toContain(orderId);
  const product = await store.shop.db.selectFrom("products").select(["id", "name"]).executeTakeFirstOrThrow();
  expect((await find(product.name)).products.map(({ id }) => id)).toContain(product.id);
});

test("[EA-1] a rehearsal that was cleared is found by nothing, as no list shows it", async () => {
  const { db } = store.shop;
  const cleared = await sell(store);
  const { number } = await db
    .selectFrom("orders")
    .select("number")
    .where("id", "=", cleared.orderId)
    .executeTakeFirstOrThrow();
  for (let shipment = 1; shipment <= FOUND_MAX; shipment += 1) {
    await db
      .insertInto("shipments")
      .values({
        ...{ id: countedUuid(80 + shipment), order_id: cleared.orderId, number: shipment, way: "carrier" },
        ...{ carrier: "UPS", tracking_number: "1Z999AA10123", created_at: new Date(store.clock.now()) },
      })
      .execute();
  }
  const found = async () => {
    const words = [`ORD-${number}`, cleared.orderId, cleared.paymentIntentId, "1Z999AA10123", pat.email];
    const finds = await Promise.all(words.map(find));
    return finds.map(({ orders }) => orders.some(({ id }) => id === cleared.orderId));
  };
  expect(await found()).toEqual([true, true, true, true, true]);
  await db
    .updateTable("orders")
    .set({ is_rehearsal: true, cleared_at: new Date(store.clock.now()) })
    .where("id", "=", cleared.orderId)
    .execute();
  expect(await found()).toEqual([false, false, false, false, false]);
  expect((await find("1Z999AA10123")).orders, "others are not crowded out").toMatchObject([{ id: orderId }]);
});

test("[EA-1] what is for sale comes before what is archived, however much that is", async () => {
  for (let old = 0; old < 2 * FOUND_MAX; old += 1)
    await addProduct(store.shop, { name: `Links Vest ${old}`, stock: { "": 0 } });
  await store.shop.db
    .updateTable("products")
    .set({ status: "archived" })
    .where("name", "like", "Links Vest%")
    .execute();
  const id = await addProduct(store.shop, { name: "Links Vest", stock: { "": 1 } });
  const { products } = await find("links vest");
  expect(products).toHaveLength(FOUND_MAX);
  expect(products[0]).toMatchObject({ id, name: "Links Vest" });
});

test("[EA-1] wildcards are letters, and nothing typed asks nothing", async () => {
  const nothing = { orders: [], products: [], customers: [] };
  expect(await find("%%%%")).toEqual(nothing);
  expect(await find("___'\\")).toEqual(nothing);
  expect(await searchOffice(store.shop, " ")).toBeNull();
});
