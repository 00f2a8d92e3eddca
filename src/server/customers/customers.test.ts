import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { saveReminders } from "../checkout/reminders/save-reminders.ts";
import { sendContactMessage } from "../inbox/messages/send-contact-message.ts";
import { swapUnits } from "../orders/changes/swap-units.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { exportCustomer } from "./export-customer.ts";
import { findCustomer } from "./find-customer.ts";
import { CUSTOMERS_PER_PAGE, listCustomers } from "./list-customers.ts";

const store = sharedShop();
const orders: string[] = [];
beforeAll(async () => {
  for (const email of [pat.email, "kim@example.com", pat.email.toUpperCase()]) {
    const { orderId } = await sell(store, { change: { shipping: { ...pat, email } } });
    orders.push(orderId);
    store.clock.advance(60_000);
  }
});

const all = { query: "", after: null };

test("[PE-2] an email is one customer, those who bought last come first, and sums are net of refunds", async () => {
  const { customers } = await listCustomers(store.shop, all);
  expect(customers.map(({ email, orders: count, spent }) => [email.toLowerCase(), count, spent])).toEqual([
    [pat.email, 2, 13_998],
    ["kim@example.com", 1, 6_999],
  ]);
  await store.shop.db
    .updateTable("orders")
    .set({ amount_refunded: 999 })
    .where("id", "=", orders[0] ?? "")
    .execute();
  expect((await listCustomers(store.shop, all)).customers[0]?.spent).toBe(12_999);
  expect((await listCustomers(store.shop, { ...all, query: "KIM" })).customers).toHaveLength(1);
  expect((await listCustomers(store.shop, { ...all, query: "%" })).customers).toEqual([]);
});

test("[PE-2] any order or message of a customer leads to all of theirs", async () => {
  const message = { name: pat.name, email: pat.email, subject: "Size", message: "Which?" };
  await sendContactMessage(store.shop, { ...message, honeypot: "", ip: "192.0.2.1" });
  const { id } = await store.shop.db.selectFrom("contact_messages").select("id").executeTakeFirstOrThrow();
  for (const from of [orders[0] ?? "", orders[2] ?? "", id]) {
    const customer = await findCustomer(store.shop, { id: from });
    expect(customer).toMatchObject({ orders: 2, spent: 12_999, name: pat.name, isReviewsStopped: false });
    expect(customer?.recentOrders.map((order) => order.id)).toEqual([orders[2], orders[0]]);
    expect(customer?.messages).toMatchObject([{ subject: "Size", isAnswered: false }]);
  }
  expect(await findCustomer(store.shop, { id: countedUuid(9) })).toBeNull();
  expect(await findCustomer(store.shop, { id: "pat@example.com" })).toBeNull();
});

test("[PE-2] an order knows its place among those of its customer", async () => {
  const detail = await findOrderDetail(store.shop, { id: orders[2] ?? "" });
  expect(detail?.customer).toEqual({ place: 2, orders: 2, spent: 12_999 });
});

test("[PE-2] a data export has everything of one person and nothing of others, and the log names no one", async () => {
  const json = await exportCustomer(store.shop, { id: orders[0] ?? "", format: "json", actor });
  const file = JSON.parse(json?.text ?? "");
  expect(file.orders).toHaveLength(2);
  expect(file.orders[0].postalAddress.customer_name).toBe(pat.name);
  expect(file.messages).toMatchObject([{ message: "Which?", replies: [] }]);
  expect(json?.text).not.toContain("kim@example.com");
  const csv = await exportCustomer(store.shop, { id: orders[1] ?? "", format: "csv", actor });
  expect(csv?.text.split("\r\n")).toHaveLength(3);
  const log = await store.shop.db
    .selectFrom("admin_audit")
    .selectAll()
    .where("action", "=", "customer.exported")
    .execute();
  expect(log).toHaveLength(2);
  expect(JSON.stringify(log)).not.toContain(pat.email);
});

test("[PE-2] pages of customers continue where the last one ended", async () => {
  const { shop } = store;
  for (let n = 0; n < CUSTOMERS_PER_PAGE; n += 1) {
    const address = { customer_name: `Buyer ${n}`, customer_email: `buyer${n}@example.com` };
    const at = new Date(store.clock.now() + n);
    await shop.db
      .insertInto("orders")
      .values({
        ...{
          id: countedUuid(7_000_000 + n),
          status: "paid",
          subtotal: 100,
          total: 100,
          amount_received: 100,
        },
        ...{ shipping_address: JSON.stringify(address), source: "test", created_at: at, updated_at: at },
      })
      .execute();
  }
  const first = await listCustomers(shop, all);
  const second = await listCustomers(shop, { ...all, after: first.next });
  const emails = [...first.customers, ...second.customers].map(({ email }) => email.toLowerCase());
  expect(emails).toHaveLength(CUSTOMERS_PER_PAGE + 2);
  expect(new Set(emails).size).toBe(emails.length);
  expect(second.next).toBeNull();
});

test("[PE-2] a customer's page says when they asked to be reminded, and whether they want it no more", async () => {
  const { shop, clock } = store;
  await saveReminders(shop, { actor, fields: { reminds: "on", hours: "4" } });
  const shipping = { ...pat, email: "Forgetful@Example.com" };
  const bought = new Date(clock.now()).toISOString();
  const { orderId } = await sell(store, { change: { remind: true, shipping } });
  clock.advance(60_000);
  const left = new Date(clock.now()).toISOString();
  await startSale(store, { change: { remind: true, shipping } });
  await startSale(store, { change: { remind: true, shipping: pat } });
  const shown = async () => await findCustomer(shop, { id: orderId });
  expect(await shown()).toMatchObject({
    reminders: [
      { state: "waiting", at: left },
      { state: "waiting", at: bought },
    ],
    isRemindersStopped: false,
  });
  // An order whose payment failed after it was processing: its checkout has not ended with it.
  await sql`update checkouts set state = 'expired' where order_id = ${orderId}`.execute(shop.db);
  expect((await shown())?.reminders).toHaveLength(2);
  await sql`insert into email_opt_outs
    values ('checkout_reminder', encode(sha256('forgetful@example.com'), 'hex'), ${new Date(clock.now())})`.execute(
    shop.db,
  );
  expect(await shown()).toMatchObject({ isRemindersStopped: true, isReviewsStopped: false });
  const json = await exportCustomer(shop, { id: orderId, format: "json", actor });
  expect(JSON.parse(json?.text ?? "")).toMatchObject({
    remindersAskedFor: [{ at: left }, { at: bought }],
    wantsNoReminders: true,
  });
});

test("[PE-2] a person's file has what they bought as it is after a change of size", async () => {
  const email = "swap@example.com";
  const productId = await addProduct(store.shop, { name: "Polo", stock: { M: 5, L: 5 } });
  const items = [{ productId, variation: "M", quantity: 2 }];
  const change = { items, amountSeen: 2 * 3200 + 599, shipping: { ...pat, email } };
  const { orderId } = await sell(store, { productId, change });
  const order = await findOrderDetail(store.shop, { id: orderId });
  const swap = { orderId, itemId: order?.items[0]?.id ?? "", actor, seen: 0, quantity: 1 };
  expect(await swapUnits(store.shop, { ...swap, to: { productId, variation: "L" } })).toMatchObject({
    ok: true,
  });
  const json = await exportCustomer(store.shop, { id: orderId, format: "json", actor });
  expect(JSON.parse(json?.text ?? "").orders[0].items).toMatchObject([
    { option: "M", quantity: 1 },
    { option: "L", quantity: 1 },
  ]);
});

test("[PE-2] the table of a person's orders has what they paid for changes in the order's total", async () => {
  const { orderId } = await sell(store, { change: { shipping: { ...pat, email: "dearer@example.com" } } });
  const paid = { extra_paid: 1500, amount_refunded: 6999 + 1500 };
  await store.shop.db.updateTable("orders").set(paid).where("id", "=", orderId).execute();
  const csv = await exportCustomer(store.shop, { id: orderId, format: "csv", actor });
  expect(csv?.text).toContain(",84.99,84.99,");
  const json = await exportCustomer(store.shop, { id: orderId, format: "json", actor });
  expect(JSON.parse(json?.text ?? "").orders).toMatchObject([{ total: 6999, paidForChanges: 1500 }]);
  expect((await findCustomer(store.shop, { id: orderId }))?.recentOrders).toMatchObject([{ total: 8499 }]);
});
