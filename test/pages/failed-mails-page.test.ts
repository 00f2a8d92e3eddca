import { beforeAll, expect, test } from "vitest";
import { nowOf } from "#server/core/shop.ts";
import { workQueues } from "#server/core/work-queues.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";
const PAGE = `${ORIGIN}/admin/mails.data`;

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let cookie: string;
beforeAll(async () => {
  cookie = await signInOwner(store.shop);
  pages = await createPageHandler(store.shop, ({ pattern }) => /^\/admin(\/|$)/.test(pattern));
});

/** Whether the page offers to resend several emails together. */
async function hasMany(): Promise<boolean> {
  const answer = await pages(new Request(PAGE, { headers: { Cookie: cookie } }));
  return (await answer.text()).includes('"hasMany",true');
}

async function sendAllAgain(fields: Record<string, string>) {
  const headers = { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: cookie };
  const body = new URLSearchParams({ intent: "retry-all", ...fields });
  const answer = await pages(new Request(PAGE, { method: "POST", headers, body }));
  return { status: answer.status, text: await answer.text() };
}

test("[KN-5] failed emails of a long outage are resent together once the owner has checked the box", async () => {
  for (const key of ["one", "two"]) {
    const mail = { kind: "test_mail" as const, uniqueKey: key, to: `${key}@shop.example`, payload: {} };
    await queueMail(store.shop.db, { ...mail, now: nowOf(store.shop) });
  }
  const given = { dead_at: nowOf(store.shop), attempts: workQueues.mails.attemptsMax };
  await store.shop.db.updateTable("outbox").set(given).execute();
  expect(await hasMany()).toBe(true);
  const unconfirmed = await sendAllAgain({});
  expect([unconfirmed.status, unconfirmed.text.includes("ticking the box")]).toEqual([422, true]);
  const sent = await sendAllAgain({ confirmed: "on" });
  expect([sent.status, sent.text.includes("2 emails are being resent")]).toEqual([200, true]);
  expect(await hasMany()).toBe(false);
  expect((await sendAllAgain({ confirmed: "on" })).status).toBe(409);
});
