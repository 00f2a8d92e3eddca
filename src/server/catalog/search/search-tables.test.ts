// What products are found by, as the database keeps it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { listProducts } from "../list-products.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());

const found = async (words: string) => {
  const { products } = await listProducts(
    store.shop,
    parseShopSearch(new URLSearchParams(`q=${encodeURIComponent(words)}`)),
  );
  return products.map(({ name }) => name);
};

test("[FI-2] a few letters find the words that they begin, not the names that facts are kept by", async () => {
  await putOnShelf(store.shop, { name: "Ridge Polo", category: "Shirts", color: "Camel" });
  for (const letters of ["si", "gen", "ag", "mai", "col", "cat"])
    expect(await found(letters), letters).toEqual([]);
  expect(await found("cam")).toEqual(["Ridge Polo"]);
  expect(await found("ca")).toContain("Ridge Polo");
});
