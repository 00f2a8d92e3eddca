// A mail server outage, and a webhook that stopped working, on the pages of the back office and in the doctor.
import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import type { Check } from "#domain/doctor/check.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { nowOf, type Shop } from "#server/core/shop.ts";
import { webhookRoutes } from "#server/http/webhooks.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { findTroubles } from "#server/operations/alerts/find-troubles.ts";
import { callOwnWebhook, WEBHOOK_CALL_EVERY_MS } from "#server/operations/alerts/own-webhook.ts";
import { doctorToken, mayAskDoctor } from "#server/operations/doctor/doctor-token.ts";
import { examineSetup } from "#server/operations/doctor/examine-setup.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { connectWebhooks, GOOD_CARD, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, listRoutes, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";
const MINUTE_MS = 60_000;

/** The data of a page whose frame shows an alert. */
const TROUBLED = /"troubles",\[\d/;

/** Every page of the back office with a fixed address, except files. */
const paths = [...new Set(listRoutes().map(({ pattern }) => pattern))].filter(
  (pattern) =>
    /^\/admin\//.test(pattern) &&
    !/[:.*]|\/(login|sign-out|export|images|photos|bulk|slips|sync|password)/.test(pattern),
);

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let shop: Shop;
let pages: PageHandler;
let cookie: string;
let isEmailDead = false;
beforeAll(async () => {
  const { mailer } = store.shop;
  shop = {
    ...store.shop,
    mailer: {
      send: async (mail) => {
        if (isEmailDead) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ESOCKET" });
        await mailer.send(mail);
      },
    },
  };
  cookie = await signInOwner(shop);
  pages = await createPageHandler(shop, ({ pattern }) => /^\/admin(\/|$)/.test(pattern));
});

const load = async (path: string) => {
  const answer = await pages(new Request(`${ORIGIN}${path}.data`, { headers: { Cookie: cookie } }));
  return { status: answer.status, text: await answer.text() };
};
const named = async (name: string) =>
  (await examineSetup(shop)).find((check) => check.name === name) as Check;

test("[KN-5] a mail server outage shows on every page of the back office within ten minutes", async () => {
  expect(paths.length).toBeGreaterThan(15);
  isEmailDead = true;
  const payload = { name: "Pat", email: "pat@example.com", subject: "Size", message: "Which size fits?" };
  const mail = { kind: "contact_message", uniqueKey: "contact_message:1", to: "pat@example.com" } as const;
  await queueMail(shop.db, { ...mail, payload, now: nowOf(shop) });
  for (let minute = 0; minute < 10; minute += 1) {
    await sendDueMails(shop, { limit: 50 });
    store.clock.advance(MINUTE_MS);
  }
  for (const path of paths) {
    const { status, text } = await load(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text, path).toMatch(TROUBLED);
  }
  expect(await named("Email")).toMatchObject({ verdict: "broken", fix: { to: "/admin/settings/mail" } });
  isEmailDead = false;
  for (let minute = 0; minute < 600; minute += 1) {
    await sendDueMails(shop, { limit: 50 });
    store.clock.advance(MINUTE_MS);
  }
  cookie = await signInOwner(shop);
  expect((await load("/admin/orders")).text).not.toMatch(TROUBLED);
});

const own = () => {
  const app = new Hono().route("/webhooks", webhookRoutes(shop));
  return async (request: Request) => app.fetch(request);
};
const dead = async () => {
  throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 192.0.2.1:443") });
};
const call = async (send: (request: Request) => Promise<Response>) => {
  store.clock.advance(WEBHOOK_CALL_EVERY_MS);
  return callOwnWebhook(shop, { send });
};

test("[KN-5] a webhook that never worked is a line of the doctor, but not an alert", async () => {
  for (let round = 0; round < 10; round += 1) await call(dead);
  expect(await findTroubles(shop)).toEqual([]);
  expect(await named("Stripe events")).toMatchObject({
    verdict: "waiting",
    text: expect.stringContaining("connect ECONNREFUSED 192.0.2.1:443"),
  });
});

test("[KN-5] a webhook that stops working is reported within ten minutes, until it works or an event arrives", async () => {
  expect(await call(own())).toMatchObject({ failing: null });
  expect(await shop.db.selectFrom("payment_events").select("id").execute()).toEqual([]);
  expect(await named("Stripe events")).toMatchObject({ verdict: "fine" });
  const began = store.clock.now();
  let toldAfter: number | null = null;
  while (toldAfter === null && store.clock.now() - began < 20 * MINUTE_MS) {
    await call(async () => new Response("no", { status: 502 }));
    if ((await findTroubles(shop)).length > 0) toldAfter = store.clock.now() - began;
  }
  expect(toldAfter).toBeLessThanOrEqual(10 * MINUTE_MS);
  expect((await load("/admin/products")).text).toMatch(TROUBLED);
  expect(await named("Stripe events")).toMatchObject({
    verdict: "broken",
    text: expect.stringContaining("it answered 502"),
  });
  // An event that arrived and waits to be handled is proof, too.
  const waits = { id: "evt_waits", type: "refund.updated", received_at: nowOf(shop), next_at: nowOf(shop) };
  await shop.db.insertInto("payment_events").values(waits).execute();
  store.clock.advance(MINUTE_MS);
  expect(await findTroubles(shop)).toEqual([]);
  await shop.db.deleteFrom("payment_events").execute();
  // An earlier event is not proof, even if it still waits.
  const before = { ...waits, id: "evt_before", received_at: new Date(began) };
  await shop.db.insertInto("payment_events").values(before).execute();
  store.clock.advance(MINUTE_MS);
  expect(await findTroubles(shop)).toHaveLength(1);
  await shop.db.deleteFrom("payment_events").execute();
  store.clock.advance(MINUTE_MS);
  expect(await findTroubles(shop)).toHaveLength(1);
  connectWebhooks(store);
  await sell(store);
  await store.sandbox.deliverDue();
  store.clock.advance(MINUTE_MS);
  expect(await findTroubles(shop)).toEqual([]);
});

test("[KN-5] orders that are paid without an event are reported", async () => {
  store.onWebhook(async () => 500);
  await call(own());
  await sell(store);
  expect(await named("Stripe events")).toMatchObject({ verdict: "fine" });
  store.clock.advance(11 * MINUTE_MS);
  expect(await named("Stripe events")).toMatchObject({
    verdict: "waiting",
    text: expect.stringContaining("1 order was paid in the last day without an event"),
  });
});

test("[KN-5] each line says what is wrong and how to fix it, on the page, too", async () => {
  await addProduct(shop, { name: "Polo", stock: { M: 0, L: 9 } });
  const { status, text } = await load("/admin/doctor");
  expect(status).toBe(200);
  const checks = await examineSetup(shop);
  for (const { name } of checks) expect(text).toContain(`"${name}"`);
  for (const { verdict, fix } of checks) expect(fix !== null || verdict === "fine").toBe(true);
  expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual(
    expect.arrayContaining([
      ["Payments", "waiting"],
      ["Address", "waiting"],
      ["Books", "fine"],
      ["Sales tax", "waiting"],
      ["Legal pages", "waiting"],
      ["Sample products", "fine"],
      ["Sizes", "waiting"],
    ]),
  );
  const textOf = (name: string) => checks.find((check) => check.name === name)?.text;
  expect(textOf("Clock")).toMatch(/ says \w{3} \d+, \d{4}, \d+:\d\d [AP]M M[SD]T\.$/);
  const here = { ...shop, env: { ...shop.env, dataDir: import.meta.dirname } };
  const disk = (await examineSetup(here)).find(({ name }) => name === "Disk");
  expect(disk?.text).toMatch(/^\d+(\.\d)? [GM]B free\.$/);
});

test("[KN-5] the doctor names the states that the shop taxes, and warns when tax is on but nothing is taxed", async () => {
  await loadSettings(shop);
  const setTax = async (stateRates: Record<string, number>) => {
    const tax = { ...defaultStoreSettings.tax, enableTax: true, taxByState: true, stateRates };
    await shop.db
      .updateTable("store_settings")
      .set({ tax: JSON.stringify(tax) })
      .execute();
    return named("Sales tax");
  };
  expect(await setTax({ TX: 6.25, AZ: 8.6 })).toMatchObject({
    verdict: "fine",
    text: "On in Arizona and Texas.",
  });
  expect(await setTax({})).toMatchObject({ verdict: "waiting", fix: { label: "Set the tax" } });
});

test("[KN-5] the doctor counts sold-out products separately from sizes that run low", async () => {
  const text = async () => (await named("Sizes")).text;
  const low = Number(/^\d+/.exec(await text())?.[0] ?? 0);
  await addProduct(shop, { name: "Empty Vest", stock: { M: 0, L: 0 } });
  await addProduct(shop, { name: "Empty Draft", stock: { "": 0 }, status: "draft" });
  expect(await text()).toBe(`${low + 2} sizes low or sold out. 1 active product is sold out completely.`);
  await addProduct(shop, { name: "Empty Cap", stock: { "": 0 } });
  expect(await text()).toBe(`${low + 3} sizes low or sold out. 2 active products are sold out completely.`);
});

test("[KN-5] only someone who can read the shop's secrets can run the doctor of the running shop", () => {
  const token = doctorToken(shop.keys);
  expect(mayAskDoctor(shop.keys, `Bearer ${token}`)).toBe(true);
  for (const given of [undefined, "", "Bearer ", token, `Bearer ${token}x`])
    expect(mayAskDoctor(shop.keys, given)).toBe(false);
});

/** A selling shop: its provider delivers to the address registered there. */
const live = () => ({ ...shop, env: { ...shop.env, mode: "live" as const } });
const newsOf = async (seller: Shop) =>
  (await examineSetup(seller)).find(({ name }) => name === "Stripe events");
const webhookTroubles = async (seller: Shop) =>
  (await findTroubles(seller)).filter(({ kind }) => kind === "webhook");
const passMinutes = (minutes: number) => store.clock.advance(minutes * MINUTE_MS);

test("[KN-5] a webhook that only the provider can't reach is reported ten minutes after an order, until an event arrives", async () => {
  connectWebhooks(store);
  await sell(store);
  await store.sandbox.deliverDue();
  passMinutes(1);
  store.onWebhook(async () => 400);
  expect(await call(own())).toMatchObject({ failing: null });
  const began = store.clock.now();
  await sell(store);
  let toldAfter: number | null = null;
  for (let minute = 0; minute < 15; minute += 1) {
    passMinutes(1);
    if ((await webhookTroubles(live())).length > 0) toldAfter ??= store.clock.now() - began;
  }
  expect(toldAfter).toBeGreaterThanOrEqual(10 * MINUTE_MS);
  expect(toldAfter).toBeLessThanOrEqual(11 * MINUTE_MS);
  const since = new Date(began).toISOString();
  expect(await webhookTroubles(live())).toEqual([{ kind: "webhook", since, error: null }]);
  expect(await newsOf(live())).toMatchObject({
    verdict: "broken",
    text: expect.stringMatching(/has not notified the shop of paid orders.*Test event received/),
    fix: { label: expect.stringMatching(/\/webhooks\/stripe.*STRIPE_WEBHOOK_SECRET/) },
  });
  passMinutes(3 * 24 * 60);
  await call(own());
  expect(await webhookTroubles(live()), "nobody has bought since").toHaveLength(1);
  expect(await newsOf(live())).toMatchObject({ verdict: "broken" });
  connectWebhooks(store);
  await startSale(store);
  await store.sandbox.deliverDue();
  passMinutes(1);
  expect(await webhookTroubles(live())).toEqual([]);
  expect(await newsOf(live())).toMatchObject({ verdict: "fine" });
});

test("[KN-5] one late event, orders found by polling, and orders of other keys raise no alert", async () => {
  store.onWebhook(async () => 500);
  await sell(store);
  passMinutes(1);
  connectWebhooks(store);
  await startSale(store);
  await store.sandbox.deliverDue();
  await shop.db.deleteFrom("payment_events").where("type", "=", "payment_intent.succeeded").execute();
  passMinutes(15);
  expect(await webhookTroubles(live()), "one event is late, another one came").toEqual([]);

  store.onWebhook(async () => 500);
  const sought = await startSale(store);
  await payAsShopper(store, sought, GOOD_CARD);
  await settlePayment(shop, { intentId: sought.paymentIntentId, source: "reconciler" });
  passMinutes(15);
  expect(await webhookTroubles(live()), "the shop may have been away, or restored").toEqual([]);

  await sell(store);
  passMinutes(15);
  expect(await webhookTroubles(shop), "a demo").toEqual([]);
  passMinutes(1);
  const payments = { ...shop.payments, publishableKey: "pk_live_1" };
  expect(await webhookTroubles({ ...live(), payments }), "a rehearsal").toEqual([]);
  passMinutes(1);
  expect(await webhookTroubles(live())).toHaveLength(1);
});

test("[KN-5] email is fine once the current mail server has accepted one, not an earlier mailbox or server", async () => {
  const over = (smtpUrl: string | null): Shop => ({ ...shop, env: { ...shop.env, smtpUrl } });
  const mailOf = async (seller: Shop) => (await examineSetup(seller)).find(({ name }) => name === "Email");
  const sendOver = async (seller: Shop) => {
    const payload = { name: "Pat", email: "pat@example.com", subject: "Size", message: "Which size fits?" };
    const mail = { kind: "contact_message", uniqueKey: shop.newId(), to: "pat@example.com" } as const;
    await queueMail(shop.db, { ...mail, payload, now: nowOf(shop) });
    await sendDueMails(seller);
  };
  const took = async () => {
    const rows = await shop.db.selectFrom("shop_facts").selectAll().where("name", "like", "mail.%").execute();
    return rows.map(({ value, noted_at }) => [value, noted_at.getTime()]);
  };
  await sendOver(over(null));
  expect(await took()).toEqual([]);
  const first = over("smtps://shop:secret@mail.example:465");
  expect(await mailOf(first)).toMatchObject({
    verdict: "waiting",
    text: expect.stringMatching(/^mail\.example:465 has not accepted an email yet\. Last email sent /),
    fix: { to: "/admin/settings/mail" },
  });

  const began = store.clock.now();
  for (let mail = 0; mail < 5; mail += 1) {
    await sendOver(first);
    store.clock.advance(10_000);
  }
  expect(await took(), "one note in a minute, without user and password").toEqual([
    ["mail.example:465", began],
  ]);
  expect(await mailOf(first)).toMatchObject({ verdict: "fine", text: "Last email sent just now." });

  const second = over("smtps://shop:secret@other.example");
  expect(await mailOf(second)).toMatchObject({ verdict: "waiting" });
  await sendOver(second);
  expect(await mailOf(second)).toMatchObject({ verdict: "fine" });
  expect(await mailOf(first)).toMatchObject({ verdict: "waiting" });
});

test.each([
  [91_000, "broken", "This machine's clock is 91 seconds ahead of Stripe's."],
  [-91_000, "broken", "This machine's clock is 91 seconds behind Stripe's."],
  [-2_000, "fine", expect.stringMatching(/^This machine's clock says .* [AP]M M[SD]T, as Stripe's does\.$/)],
  [null, "fine", expect.stringMatching(/^This machine's clock says .* [AP]M M[SD]T\.$/)],
])("[KN-5] a clock that differs from Stripe's by %j ms is %s", async (off, verdict, text) => {
  const payments = { ...shop.payments, mode: "live" as const, clockOff: () => off };
  const checks = await examineSetup({ ...shop, payments });
  expect(checks.find(({ name }) => name === "Clock")).toMatchObject({ verdict, text });
});
