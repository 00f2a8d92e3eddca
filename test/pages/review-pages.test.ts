// The pages behind the link in the email that asks for a review, as a browser without scripts and an email client use them.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sellAndAsk } from "#test/sales/reviews.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let asked: Awaited<ReturnType<typeof sellAndAsk>>;
beforeAll(async () => {
  pages = await createPageHandler(store.shop, ({ pattern }) => pattern.startsWith("/reviews"));
});
beforeEach(async () => {
  asked = await sellAndAsk(store);
});

const open = (path: string) =>
  pages(new Request(`${ORIGIN}${path}.data`, { headers: { Host: "localhost:3000" } }));

function post(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { Origin: ORIGIN },
) {
  const body = new URLSearchParams(fields);
  return pages(
    new Request(`${ORIGIN}${path}`, {
      method: "POST",
      headers: { Host: "localhost:3000", ...headers },
      body,
    }),
  );
}

const stored = () =>
  store.shop.db
    .selectFrom("reviews")
    .select(["body", "stars"])
    .where("order_item_id", "=", asked.itemId)
    .execute();
const optedOut = async () => (await store.shop.db.selectFrom("email_opt_outs").selectAll().execute()).length;

test("[CH-7] a plain form saves, edits, and deletes a review; each refusal has its status and changes nothing", async () => {
  const path = `/reviews/${asked.token}`;
  const page = await open(path);
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain("example.com");
  expect(page.headers.get("Cache-Control")).toContain("no-store");
  expect(page.headers.get("X-Robots-Tag")).toContain("noindex");
  const review = { item: asked.itemId, version: "0", stars: "5", text: "Good.", name: "Pat" };
  expect((await post(path, { ...review, stars: "9" })).status).toBe(422);
  expect((await post(path, { ...review, text: "x".repeat(50_000) })).status).toBe(422);
  expect((await post(path, { ...review, item: asked.orderId })).status).toBe(403);
  expect((await post(`/reviews/${"x".repeat(43)}`, review)).status).toBe(404);
  expect((await open(`/reviews/${"x".repeat(43)}`)).status).toBe(404);
  expect(await stored()).toEqual([]);
  expect((await post(path, review)).status).toBe(200);
  expect((await post(path, { ...review, stars: "4" })).status).toBe(409);
  expect(await stored()).toEqual([{ body: "Good.", stars: 5 }]);
  expect((await post(path, { ...review, version: "1", stars: "4" })).status).toBe(200);
  expect(await stored()).toEqual([{ body: "Good.", stars: 4 }]);
  expect((await post(path, { item: asked.itemId, intent: "remove" })).status).toBe(200);
  expect(await stored()).toEqual([]);
});

test("[CH-7] an email client unsubscribes by its one POST; opening the link does not, and it can be undone", async () => {
  const path = `/reviews/${asked.token}/stop`;
  expect((await open(path)).status).toBe(200);
  expect(await optedOut()).toBe(0);
  expect((await post(path, { "List-Unsubscribe": "One-Click" }, {})).status).toBe(200);
  expect((await post(path, { "List-Unsubscribe": "One-Click" }, {})).status).toBe(200);
  expect(await optedOut()).toBe(1);
  expect((await post(`/reviews/${"x".repeat(43)}/stop`, {})).status).toBe(404);
  expect((await post(path, { intent: "resume" })).status).toBe(200);
  expect(await optedOut()).toBe(0);
});
