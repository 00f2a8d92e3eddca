// The page behind a reminder by real requests, like those of a browser without scripts and of an email client.
import { beforeAll, expect, test } from "vitest";
import { reminderPath } from "#server/mail/links/email-links.ts";
import { startSale } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let path: string;
beforeAll(async () => {
  pages = await createPageHandler(store.shop, ({ pattern }) => pattern.startsWith("/back/"));
  const { orderId } = await startSale(store);
  const checkout = await store.shop.db
    .selectFrom("checkouts")
    .select("id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const at = new Date(store.clock.now());
  await store.shop.db
    .insertInto("checkout_reminders")
    .values({
      ...{ checkout_id: checkout.id, asked_at: at, settled_at: at, state: "sent" },
      email_hash: "hash of the email",
    })
    .execute();
  path = reminderPath(store.shop, checkout.id);
});

const ask = (
  to: string,
  form?: Record<string, string>,
  headers: Record<string, string> = { Origin: ORIGIN },
) =>
  pages(
    new Request(ORIGIN + to, {
      headers: { Host: new URL(ORIGIN).host, ...headers },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    }),
  );

const optOuts = () => store.shop.db.selectFrom("email_opt_outs").select("email_hash").execute();

test("[PE-3] opening the link changes nothing, and one POST of an email client unsubscribes", async () => {
  const seen = await ask(path);
  expect(seen.status).toBe(200);
  expect(seen.headers.get("cache-control")).toContain("no-store");
  expect(seen.headers.get("x-robots-tag")).toContain("noindex");
  expect(await optOuts()).toEqual([]);
  expect((await ask(path, { intent: "back" })).headers.get("location")).toBe("/checkout");
  const row = await store.shop.db.selectFrom("checkout_reminders").select("came_back_at").executeTakeFirst();
  expect(row?.came_back_at).not.toBeNull();
  for (const _again of [1, 2])
    expect((await ask(path, { "List-Unsubscribe": "One-Click" }, {})).status).toBe(200);
  expect(await optOuts()).toHaveLength(1);
  expect((await ask(path, { intent: "resume" })).status).toBe(200);
  expect(await optOuts()).toEqual([]);
  expect((await ask(`${path}x`)).status).toBe(404);
  expect((await ask(`${path}x`, { intent: "stop" })).status).toBe(404);
});
