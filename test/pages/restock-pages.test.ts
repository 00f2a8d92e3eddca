// The pages of a restock request by real requests, like those of a browser without scripts and of an email client.
import { beforeAll, expect, test } from "vitest";
import { restockPath } from "#server/mail/links/email-links.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
beforeAll(async () => {
  pages = await createPageHandler(store.shop, ({ pattern }) => /^\/(product|restock)\//.test(pattern));
});

/** With `form`: a plain form of one of the shop's pages. */
const ask = (
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = { Origin: ORIGIN },
) =>
  pages(
    new Request(ORIGIN + path, {
      headers: { Host: new URL(ORIGIN).host, ...headers },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    }),
  );

const requests = () =>
  store.shop.db
    .selectFrom("restock_requests")
    .select(["id", "email", "confirmed_at"])
    .orderBy("place")
    .execute();

test("[CH-5] a product's page accepts a request by a plain form, and shows the result to no one else", async () => {
  const id = await addProduct(store.shop, { name: "Harbor Polo", stock: { S: 3, M: 0 } });
  expect((await ask(`/product/${id}`)).headers.get("cache-control")).toContain("public");
  const answers: [string, Record<string, string>, number][] = [
    [id, { option: "M", email: "ann@example.com" }, 200],
    [id, { option: "M", email: "ann@" }, 422],
    [id, { option: "S", email: "ann@example.com" }, 409],
    [id, { option: "XXL", email: "ann@example.com" }, 404],
    [store.shop.newId(), { option: "M", email: "ann@example.com" }, 404],
    [id, { email: `${"a".repeat(50_000)}@example.com` }, 422],
  ];
  for (const [product, form, status] of answers) {
    const answer = await ask(`/product/${product}`, form);
    expect(answer.status, JSON.stringify(form).slice(0, 80)).toBe(status);
    expect(answer.headers.get("cache-control")).toContain("no-store");
  }
  expect(await requests()).toMatchObject([{ email: "ann@example.com" }]);
});

test("[CH-5] opening the link changes nothing, the button confirms, and one POST of an email client unsubscribes", async () => {
  const [request] = await requests();
  const path = restockPath(store.shop, request?.id ?? "");
  const seen = await ask(path);
  expect(seen.status).toBe(200);
  expect(seen.headers.get("referrer-policy")).toBe("same-origin");
  expect(seen.headers.get("x-robots-tag")).toContain("noindex");
  expect(await requests()).toMatchObject([{ confirmed_at: null }]);
  expect((await ask(path, { intent: "confirm" })).status).toBe(200);
  expect((await requests())[0]?.confirmed_at).not.toBeNull();
  expect((await ask(path, { intent: "else" })).status).toBe(200);
  await store.shop.db.updateTable("products").set({ status: "archived" }).execute();
  expect((await ask(path)).status, "with the button that unsubscribes").toBe(200);
  expect((await ask(path, { intent: "confirm" })).status).toBe(200);
  for (const _again of [1, 2]) {
    const ended = await ask(path, { "List-Unsubscribe": "One-Click" }, {});
    expect(ended.status).toBe(200);
  }
  expect(await requests()).toEqual([]);
  expect((await ask(path)).status).toBe(404);
  expect((await ask(`${path}x`, { intent: "end" })).status).toBe(404);
});
