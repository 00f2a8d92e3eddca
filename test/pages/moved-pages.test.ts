// The whole shop's response at an address without a page.

import { afterAll, beforeAll, expect, test } from "vitest";
import { nowOf } from "#server/core/shop.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { listMissing } from "#server/settings/redirects/find-redirect.ts";
import { recordHandles, saveRedirect } from "#server/settings/redirects/save-redirect.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { type RunningApp, startApp } from "#test/shop/running-app.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { countedUuid } from "#test/shop/shop.ts";

const store = sharedShop({ env: { PUBLIC_URL: "https://shop.example", TRUST_PROXY: "1" } });
let app: RunningApp;
let capId: string;
beforeAll(async () => {
  app = await startApp(store.shop);
  capId = await putOnShelf(store.shop, { name: "Plain Cap" });
});
afterAll(() => app?.stop());

async function open(path: string, { ip = "203.0.113.7", method = "GET" } = {}) {
  const headers = { "X-Forwarded-For": ip };
  const answer = await fetch(app.origin + path, { method, headers, redirect: "manual" });
  await answer.arrayBuffer();
  return { status: answer.status, location: answer.headers.get("location") };
}

test("[BR-8] an address of the shop's former system redirects to its page with 301 and its query", async () => {
  const products = [{ handle: "blue-cap", productId: capId }];
  await inTransaction(store.shop, (tx) => recordHandles(tx, products, nowOf(store.shop)));
  await saveRedirect(store.shop, { actor, fields: { from: "/pages/story", to: "/about" } });
  await saveRedirect(store.shop, { actor, fields: { from: "/shop/caps", to: "/shop?category=HATS" } });
  const cap = `/product/${capId}/plain-cap`;
  for (const [from, to] of [
    ["/products/blue-cap?utm=1", `${cap}?utm=1`],
    ["/Collections/All/products/Blue-Cap", cap],
    ["/pages/story", "/about"],
    ["/shop/caps?utm=1", "/shop?category=HATS"],
  ] as const)
    expect(await open(from), from).toEqual({ status: 301, location: to });
  expect((await open("/pages/story", { method: "HEAD" })).status).toBe(301);
});

test("[BR-8] an existing page is shown even if its address has a redirect", async () => {
  await saveRedirect(store.shop, { actor, fields: { from: `/product/${capId}`, to: "/about" } });
  expect(await open(`/product/${capId}`)).toEqual({ status: 200, location: null });
});

test("[BR-8] the owner sees missing pages, but no personal data in their addresses", async () => {
  const gone = `/product/${countedUuid(77)}`;
  for (const path of [
    "/pages/gone?token=secret",
    `${gone}/gone-cap`,
    "/orders/ab",
    "/admin/nothing",
    "/shop/nothing",
  ])
    await open(path);
  await open("/posted", { method: "POST" });
  const noted = (await listMissing(store.shop)).map(({ path }) => path);
  expect(noted.sort()).toEqual(["/pages/gone", gone].sort());
});

test("[BR-8] a stranger who requests a thousand addresses adds at most twenty", async () => {
  const before = (await listMissing(store.shop)).length;
  for (let at = 0; at < 1_000; at += 1) await open(`/nonsense/${at}`, { ip: "198.51.100.9" });
  expect((await listMissing(store.shop)).length - before).toBe(20);
});
