import { beforeEach, expect, test } from "vitest";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { LISTED_BY_ID_MAX, listByIds } from "./list-by-ids.ts";

const store = sharedShop();
beforeEach(() => emptyShelves(store.shop));

test("products come in the requested order, once each, without those no longer for sale", async () => {
  const first = await putOnShelf(store.shop, { name: "First" });
  const gone = await putOnShelf(store.shop, { name: "Gone", status: "archived" });
  const second = await putOnShelf(store.shop, { name: "Second" });
  const products = await listByIds(store.shop, [second, gone, first, second.toUpperCase(), "'; drop", ""]);
  expect(products.map(({ name }) => name)).toEqual(["Second", "First"]);
});

test("a long list is cut after the first ones", async () => {
  const ids: string[] = [];
  for (let count = 0; count <= LISTED_BY_ID_MAX; count += 1) ids.push(await putOnShelf(store.shop));
  const products = await listByIds(store.shop, ids);
  expect(products.map(({ id }) => id)).toEqual(ids.slice(0, LISTED_BY_ID_MAX));
});
