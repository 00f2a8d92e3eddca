import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { parseCheckoutRequest } from "#domain/checkout/checkout.ts";
import { readForm } from "#domain/form/form-saved.ts";
import { defaultPrivacyRules } from "#domain/privacy/privacy-rules.ts";
import { reminderForm } from "#domain/reminders/reminder-form.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { forgetEmail } from "../../customers/forget-customer.ts";
import { upsertPrivacyRules } from "../../customers/privacy/privacy-queries.ts";
import { keepRetention } from "../../customers/retention/keep-retention.ts";
import { inTransaction } from "../../db/transaction.ts";
import { reminderPath } from "../../mail/links/email-links.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { expireHolds } from "../expire-holds.ts";
import { findLeftCart, stopReminders, takeCartBack } from "./answer-reminder.ts";
import { remindShoppers } from "./remind-shoppers.ts";
import { loadReminders, saveReminders } from "./save-reminders.ts";

const HOUR_MS = 60 * 60_000;

const store = freshShop();
beforeEach(async () => {
  await turnOn();
});

const turnOn = () => saveReminders(store.shop, { actor, fields: { reminds: "on", hours: "4" } });

/** A shopper checks the box and leaves; the hold has ended. */
async function leave(change: { productId?: string; remind?: boolean; email?: string } = {}): Promise<string> {
  const { productId, remind = true, email = pat.email } = change;
  const { orderId } = await startSale(store, {
    ...(productId ? { productId } : {}),
    change: { remind, shipping: { ...pat, email } },
  });
  store.clock.advance(61 * 60_000);
  await expireHolds(store.shop);
  const { id } = await store.shop.db
    .selectFrom("checkouts")
    .select("id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return id;
}

async function emailsAfter(hours: number) {
  store.clock.advance(hours * HOUR_MS);
  await remindShoppers(store.shop);
  store.mailbox.length = 0;
  await sendDueMails(store.shop);
  return store.mailbox.filter(({ subject }) => subject.startsWith("Your cart at"));
}

const tokenOf = (checkoutId: string) => reminderPath(store.shop, checkoutId).split("/").at(-1) ?? "";

test("[PE-3] a shopper who checked the box and left gets one email after four hours, with a link and a way to opt out", async () => {
  const id = await leave();
  expect(await emailsAfter(2)).toEqual([]);
  await remindShoppers(store.shop);
  const mails = await emailsAfter(1);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.to.address).toBe(pat.email);
  expect(mail?.text).toContain("2 × Fairway Cap");
  expect(mail?.unsubscribe).toBe(`http://localhost:3000/back/${tokenOf(id)}`);
  expect(await emailsAfter(24)).toEqual([]);

  const left = await findLeftCart(store.shop, { token: tokenOf(id) });
  expect(left).toMatchObject({
    lines: [{ name: "Fairway Cap", quantity: 2, exists: true }],
    isStopped: false,
  });
  expect(JSON.stringify(left)).not.toMatch(/pat|fairway lane/i);
  expect(await findLeftCart(store.shop, { token: `${tokenOf(id).slice(0, -1)}!` })).toBeNull();
  await takeCartBack(store.shop, { token: tokenOf(id) });
  await sell(store);
  expect((await loadReminders(store.shop)).figures).toEqual({ sent: 1, cameBack: 1, bought: 1 });
});

test("[PE-3] every reminder counts once, however many orders came after it, and only within a week", async () => {
  const { shop } = store;
  const figures = async () => (await loadReminders(shop)).figures;
  await leave();
  expect(await emailsAfter(4)).toHaveLength(1);
  await leave();
  expect(await emailsAfter(4)).toHaveLength(1);
  expect(await figures()).toEqual({ sent: 2, cameBack: 0, bought: 0 });
  await sell(store, { change: { shipping: { ...pat, email: "Pat@Example.com" } } });
  expect(await figures()).toEqual({ sent: 2, cameBack: 0, bought: 2 });
  await sell(store);
  expect(await figures()).toEqual({ sent: 2, cameBack: 0, bought: 2 });
  await sql`update orders set created_at = created_at + interval '7 days 1 second'`.execute(shop.db);
  expect(await figures()).toEqual({ sent: 2, cameBack: 0, bought: 0 });
  await sql`update checkout_reminders set email_hash = null`.execute(shop.db);
  expect(await figures()).toEqual({ sent: 2, cameBack: 0, bought: 0 });
});

test("[PE-3] no reminder goes out without the checked box, after it is unchecked, or while the owner has reminders off", async () => {
  const { shop } = store;
  await leave({ remind: false });
  expect(await emailsAfter(4)).toEqual([]);
  await saveReminders(shop, { actor, fields: { hours: "4" } });
  await leave();
  expect(await shop.db.selectFrom("checkout_reminders").selectAll().execute()).toEqual([]);
  await turnOn();
  expect(await emailsAfter(4)).toEqual([]);
});

test("[PE-3] a shopper who has bought, started over, opted out, or been erased since gets none", async () => {
  const { shop } = store;
  await leave();
  await sell(store);
  expect(await emailsAfter(4)).toEqual([]);
  const first = await leave();
  const again = await leave();
  expect(await emailsAfter(4)).toHaveLength(1);
  expect(await findLeftCart(shop, { token: tokenOf(first) })).toBeNull();
  expect(await stopReminders(shop, { token: tokenOf(again), isOut: true })).toBe(true);
  await leave();
  expect(await emailsAfter(4)).toEqual([]);
  expect(await stopReminders(shop, { token: tokenOf(again), isOut: false })).toBe(true);
  await leave();
  await sql`update orders set fulfillment = 'shipped'`.execute(shop.db);
  expect(await forgetEmail(shop, { email: pat.email, actor })).toMatchObject({ ok: true });
  expect(await emailsAfter(4)).toEqual([]);
});

test("[PE-3] the link of an email ends reminders, and the figures stay after the checkout's address was erased", async () => {
  const { shop, clock } = store;
  const id = await leave();
  expect(await emailsAfter(4)).toHaveLength(1);
  await sell(store);
  clock.advance(10 * 24 * HOUR_MS);
  await keepRetention(shop);
  expect(
    await shop.db.selectFrom("checkouts").select("shipping_address").where("id", "=", id).execute(),
  ).toEqual([{ shipping_address: {} }]);
  expect((await loadReminders(shop)).figures).toEqual({ sent: 1, cameBack: 0, bought: 1 });
  expect(await stopReminders(shop, { token: tokenOf(id), isOut: true })).toBe(true);
  expect(await findLeftCart(shop, { token: tokenOf(id) })).toMatchObject({ isStopped: true });
  await sql`update orders set created_at = created_at - interval '1 day'`.execute(shop.db);
  await leave();
  expect(await emailsAfter(4)).toEqual([]);
  await sql`update orders set fulfillment = 'shipped'`.execute(shop.db);
  expect(await forgetEmail(shop, { email: pat.email, actor })).toMatchObject({ ok: true });
  expect(await stopReminders(shop, { token: tokenOf(id), isOut: true })).toBe(false);
});

test("[PE-3] nobody is reminded of what is sold out, and a purchase between queue and email stops it", async () => {
  const { shop } = store;
  const productId = await addProduct(shop, { stock: { "": 2 } });
  await leave({ productId });
  await sql`update inventory set on_hand = 0 where product_id = ${productId}`.execute(shop.db);
  expect(await emailsAfter(4)).toEqual([]);
  await leave();
  store.clock.advance(4 * HOUR_MS);
  expect(await remindShoppers(shop)).toMatchObject({ reminded: 1 });
  await sell(store);
  expect(await emailsAfter(0)).toEqual([]);
  const failed = await sql`select from outbox where dead_at is not null and dismissed_at is null`.execute(
    shop.db,
  );
  expect(failed.rows).toEqual([]);
});

test("[PE-3] a shopper who has bought since gets none, even while another one's is due", async () => {
  await leave();
  store.clock.advance(4 * HOUR_MS);
  await remindShoppers(store.shop);
  await sell(store);
  store.clock.advance(HOUR_MS);
  await leave({ email: "sam@example.com" });
  const mails = await emailsAfter(4);
  expect(mails.map(({ to }) => to.address)).toEqual(["sam@example.com"]);
});

test("[PE-3] reminders that are long overdue are not sent", async () => {
  await leave();
  expect(await emailsAfter(40)).toEqual([]);
});

test("[PE-3] hours longer than addresses are kept are refused with what to enter", async () => {
  const { shop } = store;
  const keepDays = (days: number) =>
    inTransaction(shop, (tx) => upsertPrivacyRules(tx, { ...defaultPrivacyRules, checkoutDays: days }));
  const save = (hours: number) =>
    saveReminders(shop, { actor, fields: { reminds: "on", hours: `${hours}` } });
  await keepDays(1);
  expect(await save(24)).toEqual({
    ok: false,
    reason: "invalid",
    errors: { hours: "Enter at most 23 hours, because the email of a checkout is erased after 1 day" },
  });
  expect((await loadReminders(shop)).hours).toBe(4);
  expect(await save(23)).toMatchObject({ ok: true });
  await keepDays(3);
  expect(await save(72)).toMatchObject({ errors: { hours: expect.stringContaining("at most 71 hours") } });
  expect(await saveReminders(shop, { actor, fields: { hours: "4" } })).toMatchObject({ ok: true });
  await keepDays(4);
  expect(await save(72)).toMatchObject({ ok: true });
});

test("[PE-3] the owner's hours and the shopper's choice are read, or refused with what to do", () => {
  const read = (fields: Record<string, string>) => readForm(reminderForm, fields);
  expect(read({ hours: "4" })).toEqual({ ok: true, value: { reminds: false, hours: 4 } });
  expect(read({ reminds: "on", hours: " 4 " })).toEqual({ ok: true, value: { reminds: true, hours: 4 } });
  for (const hours of ["0", "73", "4.5", ""]) expect(read({ reminds: "on", hours }).ok).toBe(false);
  const wish = parseCheckoutRequest({ remind: "yes" });
  expect(!wish.ok && wish.reason === "malformed" && wish.fields).toContain("remind");
});
