import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { sell } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { listBestSellers } from "./list-best-sellers.ts";

const store = sharedShop();
beforeEach(async () => {
  await emptyShelves(store.shop);
  store.clock.advance(10 * 60_000);
});

const at = (day: number) => ({ createdAt: `2026-03-0${day}T00:00:00Z` });
const namesOf = async (limit = 4) => {
  const { areSold, products } = await listBestSellers(store.shop, { limit });
  return { areSold, names: products.map(({ name }) => name) };
};
const many = [{ variation: "", onHand: 50 }];

test("[FI-3] without sales: the newest products that can be bought", async () => {
  for (const day of [1, 2, 3]) await putOnShelf(store.shop, { name: `Cap ${day}`, ...at(day) });
  await putOnShelf(store.shop, { name: "Sold Out", options: [{ variation: "", onHand: 0 }], ...at(4) });
  await putOnShelf(store.shop, { name: "Draft", status: "draft", ...at(5) });
  expect(await namesOf(2)).toEqual({ areSold: false, names: ["Cap 3", "Cap 2"] });
});

test("[FI-3] best sellers come first, if they can be bought", async () => {
  const add = (name: string, day: number) =>
    putOnShelf(store.shop, { name, price: 3_200, options: many, ...at(day) });
  const [few, most, gone] = [await add("Few", 1), await add("Most", 2), await add("Gone", 3)];
  await add("Unsold", 4);
  await sell(store, { productId: few, quantity: 1 });
  await sell(store, { productId: most, quantity: 2 });
  expect(await namesOf()).toEqual({ areSold: true, names: ["Most", "Few"] });
  await sell(store, { productId: gone, quantity: 3 });
  expect((await namesOf()).names).toEqual(["Most", "Few"]);
  store.clock.advance(10 * 60_000);
  expect(await namesOf()).toEqual({ areSold: true, names: ["Gone", "Most", "Few"] });
  await sql`update inventory set on_hand = held where product_id = ${gone}`.execute(store.shop.db);
  expect((await namesOf(1)).names).toEqual(["Most"]);
});
