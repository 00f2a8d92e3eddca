// What letters are, and which are small ones of which, is the database's own rule: names and colors of any alphabet are
// found in any case.
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { findProduct } from "#test/pages/shown-product.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { listProducts } from "./list-products.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
  for (const name of ["Ärmel Polo", "O’Neill Élan Cap", "Пляж Visor", "Fairway Cap"])
    await putOnShelf(store.shop, { name });
});
afterAll(() => store.close());

test.each([
  ["ärmel", "Ärmel Polo"],
  ["ÄRMEL", "Ärmel Polo"],
  ["ÉLAN cap", "O’Neill Élan Cap"],
  ["O'NEILL", "O’Neill Élan Cap"],
  ["ПЛЯЖ", "Пляж Visor"],
  ["пляж", "Пляж Visor"],
  ["elna cap", "O’Neill Élan Cap"],
  ["FAIRWYA", "Fairway Cap"],
])("[FI-2] %s finds %s", async (query, name) => {
  const { products } = await listProducts(store.shop, { ...defaultShopSearch, sort: "relevance", query });
  expect(products.map((product) => product.name)).toEqual([name]);
});

test("[CH-2] a color is one color in any case, and colors stand in one order on each page", async () => {
  const put = (color: string, createdAt: string) =>
    putOnShelf(store.shop, { design: "Rope", color, createdAt });
  const sand = await put("Sand", "2026-01-01");
  const ecru = await put("Écru", "2026-01-02");
  await put("ÉCRU", "2026-01-03");
  const bone = await put("bone/green", "2026-01-04");
  for (const id of [sand, ecru, bone]) {
    const { colors = [] } = (await findProduct(store.shop, { id })) ?? {};
    expect(colors.map((color) => color.id)).toEqual([bone, sand, ecru]);
  }
});
