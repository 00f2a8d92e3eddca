import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import type { Shop } from "../shop.ts";
import { recallProducts } from "./recall-products.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());
beforeEach(() => emptyShelves(store.shop));

/** The same process after its database has gone. */
function withoutDatabase(shop: Shop): Shop {
  const db = shop.db.withPlugin({
    transformQuery: () => {
      throw new Error("the database does not answer");
    },
    transformResult: async ({ result }) => result,
  });
  return { ...shop, db };
}

const namesIn = (products: { name: string }[] | undefined) => products?.map(({ name }) => name);

test("[SH-7] a shop that never read its catalogue has no list to recall", async () => {
  const unread = { ...withoutDatabase(store.shop), pool: {} as Shop["pool"] };
  expect(await recallProducts(unread, defaultShopSearch)).toEqual({ isFresh: false, list: null });
});

test("[SH-7] while the database can't be read the last good list of the same search is shown", async () => {
  await putOnShelf(store.shop, { name: "Dear Cap", price: 9_000 });
  await putOnShelf(store.shop, { name: "Cheap Cap", price: 1_000 });
  const search = { ...defaultShopSearch, sort: "price-low" as const };
  const fresh = await recallProducts(store.shop, search);
  expect(fresh.isFresh).toBe(true);
  const recalled = await recallProducts(withoutDatabase(store.shop), search);
  expect(recalled).toEqual({ isFresh: false, list: fresh.list });
});

test("[SH-7] a search that was never made is answered from the last good catalogue", async () => {
  await putOnShelf(store.shop, { name: "Cap", price: 3_000, salePrice: 2_000 });
  await putOnShelf(store.shop, { name: "Dear Cap", price: 9_000 });
  await putOnShelf(store.shop, { name: "Polo", category: "Shirts" });
  await recallProducts(store.shop, defaultShopSearch);
  const broken = withoutDatabase(store.shop);
  const recall = (change: object) => recallProducts(broken, { ...defaultShopSearch, ...change });
  expect(namesIn((await recall({ category: "SHIRTS" })).list?.products)).toEqual(["Polo"]);
  expect(namesIn((await recall({ sale: true })).list?.products)).toEqual(["Cap"]);
  const dear = await recall({ category: "HATS", sort: "price-high" });
  expect(namesIn(dear.list?.products)).toEqual(["Dear Cap", "Cap"]);
});
