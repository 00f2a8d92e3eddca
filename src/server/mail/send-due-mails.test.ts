import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { patsAddress } from "#test/sales/people.ts";
import { createTestShop } from "#test/shop/shop.ts";
import type { Shop } from "../core/shop.ts";
import { workQueues } from "../core/work-queues.ts";
import { inTransaction } from "../db/transaction.ts";
import { askForTroubles } from "../operations/alerts/find-troubles.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Mail } from "./mailer.ts";
import { claimMails, failEmails, finishEmails } from "./queries.ts";
import { type QueuedEmail, queueMail } from "./queue-mail.ts";
import { sendDueMails } from "./send-due-mails.ts";

const { attemptsMax: MAIL_ATTEMPTS_MAX, leaseSeconds: MAIL_LEASE_SECONDS } = workQueues.mails;

const ORDER = "3b6f5a0e-58f0-4a54-9e0c-0d9f6b1f2c33";
const attack = "Pat\r\nBcc: other@example.com\u2028X: <b>";

let shop: Shop;
let close: () => Promise<void>;
let now: number;
let sent: Mail[];
let logged: Record<string, unknown>[];
let deliver: (mail: Mail) => Promise<void>;

beforeEach(async () => {
  const made = await createTestShop();
  logged = made.logs;
  close = () => made.close();
  now = Date.parse("2026-01-02T03:04:05Z");
  sent = [];
  deliver = async () => {};
  shop = {
    ...made.shop,
    env: { ...made.shop.env, publicUrl: "https://shop.example", adminEmail: "admin@shop.example" },
    clock: () => now,
    mailer: {
      send: async (mail) => {
        await deliver(mail);
        sent.push(mail);
      },
    },
  };
});
afterEach(() => close());

const wait = (ms: number) => {
  now += ms;
};
const send = async (limit = 10) => {
  const { sent, failed } = await sendDueMails(shop, { limit });
  return { sent, failed };
};
const claim = async (limit = 1, againMax = limit) => {
  const lease = { now: new Date(now), leaseSeconds: MAIL_LEASE_SECONDS, token: shop.newId() };
  return claimMails(shop.db, { limit, againMax, ...lease });
};
const rows = () => shop.db.selectFrom("outbox").selectAll().orderBy("id").execute();

async function queue(mail: Partial<QueuedEmail> & Pick<QueuedEmail, "kind">): Promise<void> {
  const { kind, uniqueKey = `${kind}:${ORDER}`, to = null, payload = {}, orderId = ORDER } = mail;
  await queueMail(shop.db, { kind, uniqueKey, to, payload, orderId, now: new Date(now) });
}

async function placeOrder({
  status = "paid",
  name = "Pat Golfer",
  email = "pat@example.com",
} = {}): Promise<void> {
  await shop.db
    .insertInto("orders")
    .values({
      id: ORDER,
      status,
      subtotal: 11_700,
      shipping: 599,
      tax: 936,
      total: 13_235,
      shipping_address: JSON.stringify({ ...patsAddress, customer_name: name, customer_email: email }),
      source: "test",
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute();
  const line = { order_id: ORDER, image_url: null, product_id: null };
  await shop.db
    .insertInto("order_items")
    .values([
      { ...line, position: 1, name: "Links Polo", variation: "XL", quantity: 1, price: 6_800 },
      { ...line, position: 0, name: "Fairway Cap", variation: null, quantity: 2, price: 2_450 },
    ])
    .execute();
  await sql`select make_units(${ORDER})`.execute(shop.db);
}

test("[KN-5] [kind: attempts that end the same way] a refused password pauses all email, is reported right away, and uses up no attempts", async () => {
  await placeOrder();
  await queue({ kind: "order_confirmation" });
  await queue({ kind: "owner_new_order" });
  let tries = 0;
  deliver = async () => {
    tries += 1;
    throw Object.assign(new Error("Invalid login: 535 5.7.8 no"), { code: "EAUTH", responseCode: 535 });
  };
  for (let round = 0; round < 30; round += 1) {
    await sendDueMails(shop);
    wait(10 * 60_000);
  }
  expect(tries).toBeLessThanOrEqual(15);
  expect((await rows()).map(({ dead_at }) => dead_at)).toEqual([null, null]);
  expect(logged.filter(({ event }) => event === "mail.password_refused").length).toBeLessThanOrEqual(15);
  expect(await askForTroubles(shop)).toContainEqual(
    expect.objectContaining({ kind: "mails", isPasswordRefused: true }),
  );
  deliver = async () => {};
  wait(20 * 60_000);
  await sendDueMails(shop);
  expect(sent).toHaveLength(2);
});

test("[CF-7] one confirmation per order is sent, however often it is queued", async () => {
  await placeOrder();
  await queue({ kind: "order_confirmation" });
  await queue({ kind: "order_confirmation" });
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  expect(await send()).toEqual({ sent: 0, failed: 0 });
  wait(24 * 3_600_000);
  await queue({ kind: "order_confirmation" });
  expect(await send()).toEqual({ sent: 0, failed: 0 });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: { name: "Pat Golfer", address: "pat@example.com" },
    subject: "Your Golf Pro Shop order ORD-001",
    messageId: `<order_confirmation.${ORDER}@shop.example>`,
  });
  const text = sent[0]?.text ?? "";
  expect(text.indexOf("Fairway Cap")).toBeLessThan(text.indexOf("Links Polo (XL)"));
  expect(text).toContain("Subtotal: $117.00\nShipping: $5.99\nTax: $9.36\nTotal: $132.35");
});

test("the emails that the database queues with a payment are kinds that this room knows", async () => {
  await placeOrder();
  await shop.pool.query("select queue_mail($1, $2, $3)", ["order_confirmation", ORDER, new Date(now)]);
  await queue({ kind: "order_confirmation" });
  await shop.pool.query("select queue_mail($1, $2, $3)", ["owner_new_order", ORDER, new Date(now)]);
  expect(await send()).toEqual({ sent: 2, failed: 0 });
  expect(sent.map((mail) => mail.to.address)).toEqual(["pat@example.com", "admin@shop.example"]);
});

test("an email queued in a transaction that is rolled back was never queued", async () => {
  const failing = inTransaction(shop, async (tx) => {
    await queueMail(tx, {
      kind: "contact_message",
      uniqueKey: "c:1",
      to: null,
      payload: {},
      now: new Date(now),
    });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await rows()).toEqual([]);
});

test("a worker whose lease expired changes nothing, and the next worker takes over the email", async () => {
  await placeOrder();
  await queue({ kind: "order_confirmation" });
  const [slow] = await claim();
  if (!slow) throw new Error("the email is due");
  wait(MAIL_LEASE_SECONDS * 1_000);
  expect(await claim(), "while the lease stands").toEqual([]);
  wait(1);
  const [next] = await claim();
  if (!next) throw new Error("the lease ran out");
  expect(next).toMatchObject({ id: slow.id, attempts: 2 });
  const before = await rows();
  expect(await finishEmails(shop.db, [slow], new Date(now))).toEqual([]);
  const late = { mail: slow, error: "late", retryAt: null };
  expect(await failEmails(shop.db, [late], new Date(now))).toEqual([]);
  expect(await rows()).toEqual(before);
  expect(await finishEmails(shop.db, [slow, next], new Date(now))).toEqual([next.id]);
  expect((await rows())[0]?.sent_at).toEqual(new Date(now));
});

test("emails are never sent inside a transaction", async () => {
  await expect(inTransaction(shop, () => send())).rejects.toThrow("inside a database transaction");
});

test("an email that the server refuses is retried with growing pauses, and then fails for good", async () => {
  await placeOrder();
  await queue({ kind: "order_confirmation" });
  deliver = async () => {
    throw Object.assign(new Error("550 no mailbox pat@example.com"), {
      code: "EENVELOPE",
      responseCode: 550,
    });
  };
  const waits: number[] = [];
  for (let attempt = 1; attempt <= MAIL_ATTEMPTS_MAX; attempt += 1) {
    expect(await send()).toEqual({ sent: 0, failed: 1 });
    expect(await send(), "not before its time").toEqual({ sent: 0, failed: 0 });
    const next = (await rows())[0]?.next_at.getTime() ?? 0;
    waits.push((next - now) / 1_000);
    now = next;
  }
  const nineHours = 9 * 3_600;
  expect(waits.slice(0, 5)).toEqual([1, 3, 9, 27, 81]);
  expect(waits.slice(-3)).toEqual([nineHours, nineHours, 0]);
  const hours = waits.slice(0, -1).reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(hours, "hours from the first to the last attempt").toBeCloseTo(26.2, 1);
  const [row] = await rows();
  expect(row).toMatchObject({ attempts: MAIL_ATTEMPTS_MAX, sent_at: null });
  expect(row?.dead_at).not.toBeNull();
  expect(row?.last_error).toContain("550 no mailbox");
  expect(await send()).toEqual({ sent: 0, failed: 0 });
  expect(logged.at(-1)).toMatchObject({ event: "mail.given_up", attempts: MAIL_ATTEMPTS_MAX, response: 550 });
});

test("an email that failed once is sent at the next attempt with the same Message-ID", async () => {
  await placeOrder();
  await queue({ kind: "order_confirmation" });
  const tried: string[] = [];
  deliver = async (mail) => {
    tried.push(mail.messageId);
    if (tried.length === 1) throw new Error("451");
  };
  await send();
  wait(2_000);
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  expect(tried).toEqual([tried[0], tried[0]]);
  expect((await rows())[0]).toMatchObject({ last_error: null, dead_at: null });
});

test("an email whose worker died at every attempt fails for good instead of being retried forever", async () => {
  await placeOrder();
  await queue({ kind: "order_confirmation" });
  for (let attempt = 1; attempt <= MAIL_ATTEMPTS_MAX; attempt += 1) {
    await claim();
    wait((MAIL_LEASE_SECONDS + 1) * 1_000);
  }
  expect(await send()).toEqual({ sent: 0, failed: 1 });
  expect((await rows())[0]).toMatchObject({ dead_at: new Date(now), sent_at: null });
});

test("a failing email does not hold up the others, and at most the limit are sent", async () => {
  await placeOrder();
  for (const kind of ["order_confirmation", "owner_new_order"] as const) await queue({ kind });
  await queue({ kind: "owner_new_order", uniqueKey: "again" });
  deliver = async (mail) => {
    if (mail.to.address === "pat@example.com") throw new Error("refused");
  };
  expect(await send(2)).toEqual({ sent: 1, failed: 1 });
  expect(await send(2)).toEqual({ sent: 1, failed: 0 });
});

test("an email that can't be written fails for good right away, with the reason", async () => {
  await placeOrder({ email: "pat@example.com, other@example.com" });
  await queue({ kind: "order_confirmation", uniqueKey: "no order", orderId: shop.newId() });
  await queue({ kind: "order_confirmation", uniqueKey: "no address" });
  await queue({ kind: "payment_failed", uniqueKey: "not true" });
  await queue({ kind: "contact_message", uniqueKey: "no message" });
  await queue({ kind: "birthday" as "contact_message", uniqueKey: "no kind" });
  expect(await send()).toEqual({ sent: 0, failed: 5 });
  expect((await rows()).map((row) => [row.unique_key, row.last_error, row.dead_at !== null])).toEqual([
    ["no order", "its order does not exist", true],
    ["no address", "its recipient is not an email address", true],
    ["not true", "its order is already paid", true],
    ["no message", "its message is incomplete", true],
    ["no kind", "unknown kind of email", true],
  ]);
});

test("a failed payment is emailed to the customer only while it is true", async () => {
  await placeOrder({ status: "failed" });
  await queue({ kind: "payment_failed" });
  await queue({ kind: "payment_processing" });
  expect(await send()).toEqual({ sent: 1, failed: 1 });
  expect(sent[0]?.subject).toBe("You were not charged: payment failed for Golf Pro Shop order ORD-001");
});

test("a contact message goes to the store, and a reply goes to its sender", async () => {
  const payload = {
    name: "Pat Golfer",
    email: "pat@example.com",
    subject: "Sizes",
    message: "Which one?\nXL?",
  };
  await queue({ kind: "contact_message", uniqueKey: "c:1", to: "store@shop.example", payload });
  await queue({ kind: "contact_message", uniqueKey: "c:2", payload });
  expect(await send()).toEqual({ sent: 2, failed: 0 });
  expect(sent.map((mail) => mail.to.address)).toEqual(["store@shop.example", "admin@shop.example"]);
  expect(sent[0]).toMatchObject({ subject: "Contact form: Sizes", replyTo: "pat@example.com" });
  expect(sent[0]?.text).toContain("Which one?\nXL?");
});

test("line breaks in a customer's or store's name, or in a subject, never reach a header", async () => {
  await placeOrder({ name: attack });
  await loadSettings(shop);
  const business_info = sql<string>`business_info || jsonb_build_object('storeName', ${attack}::text)`;
  await shop.db.updateTable("store_settings").set({ business_info }).execute();
  await queue({ kind: "order_confirmation" });
  const payload = { name: attack, email: "pat@example.com", subject: attack, message: "Hello" };
  await queue({ kind: "contact_message", uniqueKey: `c:1\r\nX: y`, payload });
  await queue({
    kind: "contact_message",
    uniqueKey: "c:2",
    to: "a@example.com\r\nBcc: b@example.com",
    payload,
  });
  expect(await send()).toEqual({ sent: 2, failed: 1 });
  for (const mail of sent) {
    const headers = [mail.to.name, mail.to.address, mail.subject, mail.messageId, mail.replyTo ?? ""];
    for (const header of headers) expect(header).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(mail.html).not.toContain("X: <b>");
  }
  expect(sent[0]?.to.name).toBe("Pat Bcc: other@example.com X: <b>");
  expect(sent[0]?.subject).toBe("Your Pat Bcc: other@example.com X: <b> order ORD-001");
});

test("the log names the email, never its recipient or content", async () => {
  await placeOrder();
  await queue({ kind: "order_confirmation" });
  await queue({ kind: "owner_new_order" });
  deliver = async (mail) => {
    if (mail.to.address === "pat@example.com") throw new Error("550 pat@example.com unknown");
  };
  await send();
  expect(logged).toMatchObject([
    { event: "mail.not_sent", kind: "order_confirmation", attempts: 1 },
    { event: "mail.sent", kind: "owner_new_order", attempts: 1 },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/@|Pat|Golfer|Polo/);
});

test("one claim takes one email, even with a plan made for an empty outbox", async () => {
  // An engine that believes the table to be empty joins the other way around.
  await sql`vacuum outbox`.execute(shop.db);
  expect(await claim()).toEqual([]);
  await placeOrder();
  for (const key of ["a", "b", "c"])
    await queue({ kind: "order_link", uniqueKey: key, to: "pat@example.com" });
  expect(await claim()).toHaveLength(1);
  expect((await rows()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
});
