import { sql } from "kysely";
import { expect, test } from "vitest";
import { RESTOCK_TURN_HOURS } from "#domain/restock/restock-request.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { keepRetention } from "../../customers/retention/keep-retention.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { findEditable } from "../../products/find-editable.ts";
import { setStock } from "../../products/inventory/set-stock.ts";
import { confirmRestock, endRestock, findRestockRequest } from "./answer-request.ts";
import {
  ASKS_PER_CLIENT_MAX,
  askForRestock,
  MAILS_IN_TOTAL_MAX,
  MAILS_PER_EMAIL_MAX,
} from "./ask-for-restock.ts";
import { notifyRestocked } from "./notify-restocked.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const store = freshShop();

let clients = 0;
/** Each from a network of its own. */
const ask = (productId: string, email: string, option: unknown = "M", ip = `198.51.${++clients}.7`) =>
  askForRestock(store.shop, { productId, option, email, ip });

/** The emails that go out now: to whom and how they begin. */
async function mails(): Promise<string[]> {
  store.mailbox.length = 0;
  await sendDueMails(store.shop);
  return store.mailbox.map(({ to, subject }) => `${to.address}: ${subject.split(" ").slice(0, 2).join(" ")}`);
}

const tokenIn = (text: string | undefined) => /\/restock\/([\w-]{80})(?![\w-])/.exec(text ?? "")?.[1] ?? "";

async function tokenOf(email: string): Promise<string> {
  const mail = store.mailbox.find(({ to }) => to.address === email);
  return tokenIn(mail?.text);
}

/** Asks and confirms; answers the token. */
async function waitFor(productId: string, email: string, option = "M"): Promise<string> {
  expect(await ask(productId, email, option)).toEqual({ ok: true });
  await mails();
  const token = await tokenOf(email);
  await confirmRestock(store.shop, { token });
  return token;
}

async function count(id: string, was: number, onHand: number, variation = "M"): Promise<void> {
  const result = await setStock(store.shop, { id, changes: [{ variation, was, onHand }], actor });
  if (!result.ok) throw new Error(JSON.stringify(result));
}

async function setStatus(id: string, status: "active" | "archived"): Promise<void> {
  await store.shop.db.updateTable("products").set({ status }).where("id", "=", id).execute();
}

/** The worker looks, and sends. */
async function told(): Promise<string[]> {
  await notifyRestocked(store.shop);
  return (await mails()).filter((line) => line.includes("It's back")).map((line) => line.split(":")[0] ?? "");
}

/** As the owner sees it. */
const waitingFor = async (id: string) => (await findEditable(store.shop, { id }))?.waiting;

const polo = () => addProduct(store.shop, { name: "Harbor Polo", stock: { S: 3, M: 0, L: 0 } });

test("[CH-5] a request counts once it is confirmed, and gets one email when its option is back", async () => {
  const id = await polo();
  expect(await ask(id, "Pat@Example.com")).toEqual({ ok: true });
  expect(await ask(id, "kim@example.com")).toEqual({ ok: true });
  expect(await mails()).toEqual(["pat@example.com: Please confirm:", "kim@example.com: Please confirm:"]);
  const asked = store.mailbox[0];
  expect(asked?.unsubscribe).toBeUndefined();
  const token = tokenIn(asked?.text);
  expect(await findRestockRequest(store.shop, { token })).toMatchObject({
    state: "asked",
    email: "p…@example.com",
  });
  await confirmRestock(store.shop, { token });
  await confirmRestock(store.shop, { token });
  expect(await waitingFor(id)).toEqual([{ option: "M", count: 1 }]);
  expect(await told()).toEqual([]);
  await count(id, 0, 5);
  expect(await told()).toEqual(["pat@example.com"]);
  const [back] = store.mailbox;
  expect(back?.subject).toBe("It's back: Harbor Polo (M)");
  expect(back?.text).toContain(`http://localhost:3000/product/${id}/harbor-polo?option=M`);
  expect(back?.unsubscribe).toBe(`http://localhost:3000/restock/${token}`);
  expect(back?.text).toContain(back?.unsubscribe);
  store.clock.advance(3 * DAY_MS);
  expect(await told()).toEqual([]);
  expect(await waitingFor(id)).toEqual([]);
});

test("[CH-5] an option whose name has signs that are not seen is asked for as any other", async () => {
  const names = ["Family 👨‍👩‍👧", "Short\u00adsleeve"];
  const stock = Object.fromEntries(names.map((name) => [name, 0]));
  const id = await addProduct(store.shop, { stock });
  for (const name of names)
    expect(await ask(id, "pat@example.com", `  ${name}\n`), name).toEqual({ ok: true });
  for (const strange of ["Family", ["Family"], null])
    expect(await ask(id, "pat@example.com", strange)).toMatchObject({ reason: "not_found" });
});

test("[CH-5] as many shoppers are notified as there are units, in the order of asking; a day later the next", async () => {
  await addProduct(store.shop, { name: "Other", stock: { M: 9 } });
  const id = await polo();
  const people = ["ann", "bob", "cy", "dee"].map((name) => `${name}@example.com`);
  for (const email of people) expect(await ask(id, email)).toEqual({ ok: true });
  await mails();
  const tokens = new Map(store.mailbox.map(({ to, text }) => [to.address, tokenIn(text)]));
  // Who confirms first is not who asked first.
  for (const email of people.toReversed())
    await confirmRestock(store.shop, { token: tokens.get(email) ?? "" });
  await count(id, 0, 2);
  expect(await told()).toEqual(people.slice(0, 2));
  expect(await told()).toEqual([]);
  store.clock.advance(RESTOCK_TURN_HOURS * HOUR_MS);
  expect(await told()).toEqual(people.slice(2, 4));
});

test("[CH-5] a unit restocked by a refund is announced like one that the owner adds", async () => {
  const id = await addProduct(store.shop, { stock: { "": 1 } });
  const { orderId } = await sell(store, { quantity: 1, productId: id, change: { amountSeen: 3799 } });
  await waitFor(id, "kim@example.com", "");
  expect(await told()).toEqual([]);
  const refund = { orderId, amount: "rest", reason: "came back", restock: true, actor } as const;
  expect(await refundOrder(store.shop, refund)).toMatchObject({ ok: true });
  expect(await told()).toEqual(["kim@example.com"]);
});

test("[CH-5] a shopper who buys the variant, unsubscribes, or waits for an archived product gets no email", async () => {
  const id = await addProduct(store.shop, { stock: { "": 0 } });
  await waitFor(id, pat.email.toLowerCase(), "");
  const token = await waitFor(id, "kim@example.com", "");
  await waitFor(id, "lee@example.com", "");
  await count(id, 0, 1, "");
  await sell(store, { quantity: 1, productId: id, change: { amountSeen: 3799 } });
  expect(await endRestock(store.shop, { token })).toBe(true);
  expect(await endRestock(store.shop, { token })).toBe(true);
  expect(await findRestockRequest(store.shop, { token })).toBeNull();
  await setStatus(id, "archived");
  await count(id, 0, 9, "");
  expect(await told()).toEqual([]);
  // Archiving by mistake loses no request.
  await setStatus(id, "active");
  expect(await told()).toEqual(["lee@example.com"]);
  await store.shop.db.deleteFrom("products").where("id", "=", id).execute();
  expect(await sql`select 1 from restock_requests`.execute(store.shop.db)).toMatchObject({ rows: [] });
});

test("[CH-5] a shopper who waits for an archived product can still see that, and unsubscribe", async () => {
  const id = await polo();
  const token = await waitFor(id, "ann@example.com");
  await count(id, 0, 2);
  await setStatus(id, "archived");
  expect(await findRestockRequest(store.shop, { token })).toMatchObject({
    ...{ name: "Harbor Polo", state: "waiting", isSold: false, isBack: false },
  });
  await setStatus(id, "active");
  expect(await findRestockRequest(store.shop, { token })).toMatchObject({ isSold: true, isBack: true });
  expect(await endRestock(store.shop, { token })).toBe(true);
  expect(await told()).toEqual([]);
});

test("[CH-5] an email that was not sent yet when its request ended, or when the option sold out again, is dropped", async () => {
  const id = await polo();
  const gone = await waitFor(id, "ann@example.com");
  await waitFor(id, "bob@example.com");
  await count(id, 0, 2);
  await notifyRestocked(store.shop);
  await endRestock(store.shop, { token: gone });
  await count(id, 2, 0);
  expect(await mails()).toEqual([]);
  // Nothing waits for the owner, and Bob has his old place.
  const { rows } = await sql`select 1 from outbox where dead_at is not null and dismissed_at is null`.execute(
    store.shop.db,
  );
  expect(rows).toEqual([]);
  await waitFor(id, "cy@example.com");
  await count(id, 0, 1);
  expect(await told()).toEqual(["bob@example.com"]);
});

test("[CH-5] a shopper whose product is archived by mistake keeps the place in line", async () => {
  const id = await polo();
  for (const name of ["ann", "bob"]) await waitFor(id, `${name}@example.com`);
  await count(id, 0, 1);
  await notifyRestocked(store.shop);
  await setStatus(id, "archived");
  expect(await mails()).toEqual([]);
  expect(await waitingFor(id)).toEqual([{ option: "M", count: 2 }]);
  await setStatus(id, "active");
  expect(await told()).toEqual(["ann@example.com"]);
});

test("[CH-5] the worker notifies each shopper once, and no more shoppers than units", async () => {
  const id = await polo();
  for (const name of ["ann", "bob", "cy", "dee"]) await waitFor(id, `${name}@example.com`);
  await count(id, 0, 2);
  for (const _ of [1, 2, 3]) await notifyRestocked(store.shop);
  expect(await told()).toEqual(["ann@example.com", "bob@example.com"]);
});

test("[VA-1] a request follows its variant to another name", async () => {
  const id = await polo();
  await waitFor(id, "ann@example.com");
  await sql`update inventory set variation = 'Medium' where variation = 'M'`.execute(store.shop.db);
  expect(await waitingFor(id)).toEqual([{ option: "Medium", count: 1 }]);
  await count(id, 0, 3, "Medium");
  expect(await told()).toEqual(["ann@example.com"]);
  expect(store.mailbox.map(({ subject }) => subject)).toContain("It's back: Harbor Polo (Medium)");
});

test("[CH-5] an invalid request gets its message, and writes nothing", async () => {
  const id = await polo();
  expect(await ask(id, "kim@example.com", "S")).toEqual({ ok: false, reason: "in_stock", option: "S" });
  expect(await ask(id, "kim@example.com", "XXL")).toEqual({ ok: false, reason: "not_found" });
  expect(await ask("no-such-product", "kim@example.com")).toEqual({ ok: false, reason: "not_found" });
  expect(await ask(id, "kim@@example.com")).toMatchObject({ errors: { email: "Invalid email address" } });
  expect(await ask(id, "")).toMatchObject({ errors: { email: "Please enter your email" } });
  expect(await ask(id, "a@example.com\r\nBcc: b@example.com")).toMatchObject({ reason: "invalid" });
  expect(await mails()).toEqual([]);
  for (const token of ["", "x", `${store.shop.newId()}_${"A".repeat(43)}`]) {
    expect(await findRestockRequest(store.shop, { token })).toBeNull();
    expect(await endRestock(store.shop, { token })).toBe(false);
  }
});

test("[TR-12] [CH-5] a thousand asks from one network are refused; with one email they send few emails and reveal nothing", async () => {
  const id = await polo();
  const answers = [];
  for (let each = 0; each < 1000; each += 1)
    answers.push(await ask(id, `p${each}@example.com`, "M", "203.0.113.9"));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(ASKS_PER_CLIENT_MAX);
  expect(answers.at(-1)).toEqual({ ok: false, reason: "rate_limited" });
  expect(await mails()).toHaveLength(ASKS_PER_CLIENT_MAX);
  const options = Object.fromEntries(Array.from({ length: 30 }, (_, size) => [`W${size}`, 0]));
  const trousers = await addProduct(store.shop, { stock: options });
  for (const option of [...Object.keys(options), ...Object.keys(options)])
    expect(await ask(trousers, "victim@example.com", option)).toEqual({ ok: true });
  expect(await mails()).toHaveLength(MAILS_PER_EMAIL_MAX);
});

test("[CH-5] [kind: limits by what can be respelled] one mailbox is one, however its address is spelled", async () => {
  const trousers = await addProduct(store.shop, { stock: { M: 0 } });
  for (let spelling = 0; spelling < 2 * MAILS_PER_EMAIL_MAX; spelling += 1)
    expect(await ask(trousers, `v.ictim+${spelling}@gmail.com`)).toEqual({ ok: true });
  expect(await mails()).toHaveLength(MAILS_PER_EMAIL_MAX);
});

test("[CH-5] the whole shop emails so many strangers an hour, and again in the next", async () => {
  const trousers = await addProduct(store.shop, { stock: { M: 0 } });
  for (let who = 0; who <= MAILS_IN_TOTAL_MAX; who += 1) await ask(trousers, `p${who}@example.com`);
  expect(await mails()).toHaveLength(MAILS_IN_TOTAL_MAX);
  store.clock.advance(HOUR_MS);
  await ask(trousers, "later@example.com");
  expect(await mails()).toHaveLength(1);
});

test("[CH-5] asking again a day later sends another email; a shopper on the list reads that", async () => {
  const id = await polo();
  await ask(id, "ann@example.com");
  expect(await mails()).toHaveLength(1);
  await ask(id, "ann@example.com");
  expect(await mails()).toEqual([]);
  store.clock.advance(DAY_MS);
  await ask(id, "ann@example.com");
  expect(await mails()).toEqual(["ann@example.com: Please confirm:"]);
  await confirmRestock(store.shop, { token: await tokenOf("ann@example.com") });
  store.clock.advance(DAY_MS);
  await ask(id, "ann@example.com");
  expect(await mails()).toEqual(["ann@example.com: You're on"]);
  expect(await waitingFor(id)).toEqual([{ option: "M", count: 1 }]);
});

test("[CH-5] unconfirmed requests are deleted after a week, and notified ones after a month", async () => {
  const id = await polo();
  await ask(id, "ann@example.com");
  await waitFor(id, "bob@example.com", "L");
  await count(id, 0, 1, "L");
  expect(await told()).toEqual(["bob@example.com"]);
  const left = async () => (await sql`select 1 from restock_requests`.execute(store.shop.db)).rows.length;
  store.clock.advance(6 * DAY_MS);
  await keepRetention(store.shop);
  expect(await left()).toBe(2);
  store.clock.advance(2 * DAY_MS);
  await keepRetention(store.shop);
  expect(await left()).toBe(1);
  store.clock.advance(23 * DAY_MS);
  await keepRetention(store.shop);
  expect(await left()).toBe(0);
});
