import { beforeAll, expect, test } from "vitest";
import { PICKS_MAX } from "#domain/product/pick.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { pickProducts } from "./pick-products.ts";

const store = sharedShop();
beforeAll(async () => {
  const { shop } = store;
  const polo = await addProduct(shop, { name: "Coral Polo", price: 7200, stock: { S: 0, M: 3 } });
  await shop.db
    .updateTable("inventory")
    .set({ sku: "POLO-M", held: 1 })
    .where("product_id", "=", polo)
    .where("variation", "=", "M")
    .execute();
  await addProduct(shop, { name: "Dune 100% Cap", stock: { "": 2 } });
  await addProduct(shop, { name: "Draft Polo", status: "draft" });
});

const names = async (words: string) =>
  (await pickProducts(store.shop, { words })).products.map(({ name }) => name);

test("[RF-5] the owner finds products for sale by words of the name or by SKU", async () => {
  expect(await names("")).toEqual(["Coral Polo", "Dune 100% Cap"]);
  expect(await names(" polo CORAL ")).toEqual(["Coral Polo"]);
  expect(await names("polo-m")).toEqual(["Coral Polo"]);
  expect(await names("0%")).toEqual(["Dune 100% Cap"]);
  expect(await names("_")).toEqual([]);
});

test("[RF-5] each variant shows its stock and its price", async () => {
  const { products } = await pickProducts(store.shop, { words: "coral" });
  expect(products[0]?.variants).toEqual([
    { variation: "S", free: 0, price: 7200 },
    { variation: "M", free: 2, price: 7200 },
  ]);
});

test("[RF-5] a long list is cut, and says so", async () => {
  await Promise.all(
    Array.from({ length: PICKS_MAX }, (_, nth) => addProduct(store.shop, { name: `Visor ${nth}` })),
  );
  const { products, isCut } = await pickProducts(store.shop, { words: "" });
  expect([products.length, isCut]).toEqual([PICKS_MAX, true]);
  expect((await pickProducts(store.shop, { words: "visor" })).isCut).toBe(false);
});
