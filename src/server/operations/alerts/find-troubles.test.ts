import { beforeAll, expect, test } from "vitest";
import { pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { examineSetup } from "../doctor/examine-setup.ts";
import { examineShop } from "../doctor/examine-shop.ts";
import { findTroubles } from "./find-troubles.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const store = sharedShop();
let shop: Shop;
const away = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ESOCKET" });
const unknown = () =>
  Object.assign(new Error("Can't send mail - all recipients were rejected: 550 5.1.1 No such user"), {
    code: "EENVELOPE",
  });
let refuses: (to: string) => boolean = () => false;
let refusal: () => Error = away;
beforeAll(async () => {
  const { mailer } = store.shop;
  shop = {
    ...store.shop,
    mailer: {
      send: async (mail) => {
        if (refuses(mail.to.address)) throw refusal();
        await mailer.send(mail);
      },
    },
  };
});

let queued = 0;
async function queue(to: string): Promise<void> {
  queued += 1;
  const payload = { name: "Pat", email: to, subject: "Size", message: "Which size fits?" };
  await queueMail(shop.db, {
    kind: "contact_message",
    uniqueKey: `contact_message:${queued}`,
    to,
    payload,
    now: nowOf(shop),
  });
}

/** The worker's rounds, one per minute. */
async function work(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await sendDueMails(shop, { limit: 50 });
    store.clock.advance(MINUTE_MS);
  }
}

/** One round of the worker per hour. */
async function passDays(days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 1) {
    await sendDueMails(shop, { limit: 50 });
    store.clock.advance(HOUR_MS);
  }
}

test("a mail server outage of a day: the owner is alerted within ten minutes, and every email goes out once afterward", async () => {
  refuses = () => true;
  const began = store.clock.now();
  await queue("pat@example.com");
  await queue("sam@example.com");
  let toldAfter: number | null = null;
  for (let minute = 0; minute < 15; minute += 1) {
    await work(1);
    if ((await findTroubles(shop)).length > 0) toldAfter ??= store.clock.now() - began;
  }
  expect(toldAfter).toBeLessThanOrEqual(10 * MINUTE_MS);
  expect(toldAfter).toBeGreaterThan(5 * MINUTE_MS);
  expect(await findTroubles(shop)).toMatchObject([{ kind: "mails", waiting: 2 }]);
  const { findings, isHealthy } = await examineShop(shop);
  expect(isHealthy).toBe(false);
  expect(findings.map(({ text }) => text).join("\n")).toMatch(/No email has gone out since .*; 2 wait/);

  await passDays(1);
  expect(store.mailbox).toHaveLength(0);
  refuses = () => false;
  await passDays(0.5);
  expect(store.mailbox.map(({ to }) => to.address).sort()).toEqual(["pat@example.com", "sam@example.com"]);
  expect(await findTroubles(shop)).toEqual([]);
});

test("one recipient whose server refuses emails raises no alert", async () => {
  refuses = (to) => to === "gone@example.com";
  await queue("gone@example.com");
  await work(2);
  await queue("pat@example.com");
  await work(15);
  expect(await findTroubles(shop)).toEqual([]);
});

test("a mail server outage while one recipient is refused all day: the owner is still alerted", async () => {
  refuses = (to) => to === "gone@example.com";
  await queue("gone@example.com");
  await work(2);
  await queue("pat@example.com");
  await work(60);
  expect(await findTroubles(shop)).toEqual([]);
  refuses = () => true;
  await queue("sam@example.com");
  await work(15);
  expect(await findTroubles(shop)).toMatchObject([{ kind: "mails", waiting: 1 }]);
  refuses = () => false;
  await work(60);
  expect(await findTroubles(shop)).toEqual([]);
});

const isCustomer = (to: string) => to.endsWith("@customers.example");
const sellTo = (name: string) =>
  sell(store, { change: { shipping: { ...pat, email: `${name}@customers.example` } } });

test("[KN-5] a mail server that only accepts emails to the owner: the owner is alerted within ten minutes", async () => {
  refuses = isCustomer;
  for (let order = 0; order < 3; order += 1) await sellTo("ann");
  await sellTo("ben");
  await work(30);
  expect(await findTroubles(shop), "two customers").toEqual([]);
  refuses = (to) => !isCustomer(to);
  await work(60);
  for (const name of ["cat", "dan", "eve"]) await sellTo(name);
  await work(30);
  expect(await findTroubles(shop), "the owner's own mailbox").toEqual([]);
  refuses = () => false;
  await passDays(0.5);

  refuses = isCustomer;
  store.mailbox.length = 0;
  const began = store.clock.now();
  let toldAfter: number | null = null;
  for (const name of ["ann", "ben", "cat", "", "", "", "", "", ""]) {
    if (name) await sellTo(name);
    await work(1);
    if ((await findTroubles(shop)).length > 0) toldAfter ??= store.clock.now() - began;
  }
  expect(store.mailbox.map(({ subject }) => subject)).toHaveLength(3);
  expect(toldAfter).toBeLessThanOrEqual(10 * MINUTE_MS);
  expect(toldAfter).toBeGreaterThan(5 * MINUTE_MS);
  const since = new Date(began).toISOString();
  const error = "Error: connect ECONNREFUSED";
  expect(await findTroubles(shop)).toEqual([{ kind: "refused_mails", since, customers: 3, error }]);
  const { findings } = await examineShop(shop);
  expect(findings.find(({ text }) => text.startsWith("Emails to 3 customers"))).toMatchObject({
    verdict: "broken",
    text: `Emails to 3 customers have not gone out since ${since}, while others do: ${error}`,
  });
  expect((await examineSetup(shop)).find(({ name }) => name === "Email")).toMatchObject({
    verdict: "broken",
  });
  refuses = () => false;
  await work(60);
  expect(await findTroubles(shop)).toEqual([]);
});

test("a dropped email no longer counts for the doctor", async () => {
  const { db } = shop;
  const waits = async () =>
    (await examineShop(shop)).findings.some(({ text }) => text.startsWith("Some emails could not be sent"));
  await db
    .updateTable("outbox")
    .set({ dead_at: nowOf(shop) })
    .where("unique_key", "=", "contact_message:1")
    .execute();
  expect(await waits()).toBe(true);
  await db
    .updateTable("outbox")
    .set({ dismissed_at: nowOf(shop) })
    .where("dead_at", "is not", null)
    .execute();
  expect(await waits()).toBe(false);
});

test("[KN-5] a mail server outage that outlasts all attempts: the owner is alerted until an email goes out", async () => {
  const emailTroubles = async () => (await findTroubles(shop)).filter(({ kind }) => kind === "mails");
  const mailOf = async () => (await examineSetup(shop)).find(({ name }) => name === "Email");
  refuses = (to) => to === "gone@example.com";
  await queue("gone@example.com");
  await work(2);
  await queue("pat@example.com");
  await passDays(2);
  expect(await emailTroubles(), "the recipient's own server").toEqual([]);

  refuses = () => true;
  const since = nowOf(shop).toISOString();
  await queue("sam@example.com");
  await passDays(1);
  expect(await emailTroubles()).toEqual([{ kind: "mails", since, waiting: 1, givenUp: 0 }]);
  await passDays(2);
  expect(await emailTroubles()).toEqual([{ kind: "mails", since, waiting: 0, givenUp: 1 }]);
  await queue("ann@example.com");
  await work(15);
  expect(await emailTroubles()).toEqual([{ kind: "mails", since, waiting: 1, givenUp: 1 }]);
  expect(await mailOf()).toMatchObject({
    verdict: "broken",
    text: expect.stringMatching(
      /^Emails aren't going out: 1 waits, 1 was given up\. Last email sent 5 days ago/,
    ),
  });
  expect((await examineShop(shop)).findings.map(({ text }) => text)).toContain(
    `No email has gone out since ${since}; 1 waits, 1 was given up. Check SMTP_URL and the mail server`,
  );
  refuses = () => false;
  await passDays(1);
  expect(await emailTroubles()).toEqual([]);
  expect(await mailOf()).toMatchObject({ verdict: "waiting" });
});

test("[KN-5] a mail server that refuses emails to customers beyond all attempts: the owner is alerted until one goes out", async () => {
  const refused = async () => (await findTroubles(shop)).filter(({ kind }) => kind === "refused_mails");
  refuses = isCustomer;
  for (const name of ["ann", "ben"]) await sellTo(name);
  await passDays(3);
  expect(await refused(), "two customers").toEqual([]);
  await sellTo("cat");
  await passDays(3);
  expect(await refused()).toMatchObject([{ customers: 3 }]);
  refuses = (to) => to === "dan@customers.example";
  await sellTo("eve");
  await sellTo("dan");
  await passDays(3);
  expect(await refused()).toEqual([]);
});

test("[KN-5] one email to an address that no longer exists does not count as a mail server outage, however quiet the shop is", async () => {
  const emailTroubles = async () => (await findTroubles(shop)).filter(({ kind }) => kind === "mails");
  refusal = unknown;
  refuses = (to) => to === "left@example.com";
  await queue("pat@example.com");
  await work(2);
  await queue("left@example.com");
  await passDays(3);
  expect(await emailTroubles()).toEqual([]);
  refusal = away;
  await queue("left@example.com");
  await passDays(3);
  expect(await emailTroubles()).toMatchObject([{ waiting: 0, givenUp: 1 }]);
});
