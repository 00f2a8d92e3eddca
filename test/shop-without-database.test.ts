import { afterAll, beforeAll, expect, test } from "vitest";
import type { Shop } from "#server/shop.ts";
import { createPageHandler } from "./page-handler.ts";
import { createTestShop, type TestShop } from "./shop.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());

const isShopPage = ({ id }: { id: string }) => ["root", "routes/storefront/shop"].includes(id);

/** The same process, with a database that does not answer. */
function withoutDatabase(shop: Shop, memory: Shop["memory"]): Shop {
  const db = shop.db.withPlugin({
    transformQuery: () => {
      throw new Error("the database does not answer");
    },
    transformResult: async ({ result }) => result,
  });
  return { ...shop, db, memory };
}

async function openShopPage(shop: Shop): Promise<Response> {
  const handle = await createPageHandler(shop, isShopPage);
  return handle(new Request(`${shop.env.publicUrl}/shop`));
}

test("[SH-7] without the database, the last product list is shown but not cached; samples say that the shop is unavailable", async () => {
  const fresh = await openShopPage(store.shop);
  expect(fresh.status).toBe(200);
  expect(fresh.headers.get("cache-control")).toContain("public");

  const recalled = await openShopPage(withoutDatabase(store.shop, store.shop.memory));
  expect(recalled.status).toBe(200);
  expect(recalled.headers.get("cache-control")).toBe("no-store");

  const samples = await openShopPage(withoutDatabase(store.shop, { settings: null, lists: new Map() }));
  expect(samples.status).toBe(503);
  expect(samples.headers.get("cache-control")).toBe("no-store");
});
