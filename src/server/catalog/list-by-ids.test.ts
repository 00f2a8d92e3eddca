import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listColumns } from "#domain/product/product-fields.ts";
import { countingStatements, emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { LISTED_BY_ID_MAX, listByIds } from "./list-by-ids.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());
beforeEach(() => emptyShelves(store.shop));

test("products come in the order asked for, once each, without those that are no longer sold", async () => {
  const first = await putOnShelf(store.shop, { name: "First" });
  const gone = await putOnShelf(store.shop, { name: "Gone", status: "archived" });
  const second = await putOnShelf(store.shop, { name: "Second" });
  const products = await listByIds(store.shop, [second, gone, first, second.toUpperCase(), "'; drop", ""]);
  expect(products.map(({ name }) => name)).toEqual(["Second", "First"]);
});

test("nonsense costs no statement, and much of it no more than one", async () => {
  const { shop, statements } = countingStatements(store.shop);
  expect(await listByIds(shop, ["x", "\u0000"])).toEqual([]);
  expect(statements()).toBe(0);
  const ids: string[] = [];
  for (let count = 0; count <= LISTED_BY_ID_MAX; count += 1) ids.push(await putOnShelf(store.shop));
  expect(await listByIds(shop, ids)).toHaveLength(LISTED_BY_ID_MAX);
  expect(statements()).toBe(1);
});

test("a card has what lists show of every attribute of a product", async () => {
  await putOnShelf(store.shop);
  const { rows } = await sql<{ cards: object[] }>`
    select product_cards(array(select id from products)) as cards`.execute(store.shop.db);
  expect(Object.keys(rows[0]?.cards[0] ?? {})).toEqual(expect.arrayContaining(listColumns));
});
