import { beforeEach, describe, expect, test } from "vitest";
import { parseAdminProductSearch, productSorts } from "#domain/product/admin-product-search.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { emptyShelves } from "#test/shop/shelf.ts";
import { listAdminProducts, PRODUCTS_PER_PAGE } from "./list-admin-products.ts";

const store = sharedShop();
beforeEach(() => emptyShelves(store.shop));

describe("[AP-1] the owner's list", () => {
  const list = (query: string) =>
    listAdminProducts(store.shop, parseAdminProductSearch(new URLSearchParams(query)));
  const names = async (query: string) => (await list(query)).products.map((product) => product.name);

  beforeEach(async () => {
    await addProduct(store.shop, { name: "Alpha Cap", price: 3_000, stock: { "": 12 } });
    await addProduct(store.shop, {
      name: "beta 100% Polo",
      category: "Shirts",
      price: 5_000,
      salePrice: 2_000,
    });
    await addProduct(store.shop, { name: "Gamma Cap", price: 4_000, stock: { "": 0 }, status: "draft" });
    await addProduct(store.shop, { name: "Delta Cap", status: "archived" });
  });

  test("the owner's list finds by name or category, case-insensitively, and takes wildcards literally", async () => {
    expect((await names("q=CAP")).sort()).toEqual(["Alpha Cap", "Gamma Cap"]);
    expect(await names("q=shirts")).toEqual(["beta 100% Polo"]);
    expect(await names("q=100%25")).toEqual(["beta 100% Polo"]);
    expect(await names("q=_____")).toEqual([]);
  });

  test("the owner's list has a tab for each state, and all without the archived ones", async () => {
    expect((await names("")).length).toBe(3);
    expect(await names("tab=draft")).toEqual(["Gamma Cap"]);
    expect(await names("tab=archived&q=delta")).toEqual(["Delta Cap"]);
  });

  test("the owner's list is ordered by name, by the price a shopper pays, and by stock", async () => {
    expect(await names("sort=name")).toEqual(["Alpha Cap", "beta 100% Polo", "Gamma Cap"]);
    expect(await names("sort=price-low")).toEqual(["beta 100% Polo", "Alpha Cap", "Gamma Cap"]);
    expect((await names("sort=stock-high"))[0]).toBe("Alpha Cap");
  });

  test("pages show every product once, in any sort order", async () => {
    for (let count = 0; count < 60; count += 1) {
      await addProduct(store.shop, {
        name: `Cap ${count % 7}`,
        price: 1_000 + (count % 5),
        stock: { "": count % 3 },
      });
    }
    for (const sort of productSorts) {
      const seen: string[] = [];
      let after = "";
      for (let page = 1; page <= 4; page += 1) {
        const { products, next } = await list(`sort=${sort}${after}`);
        seen.push(...products.map((product) => product.id));
        expect(products.length).toBeLessThanOrEqual(PRODUCTS_PER_PAGE);
        if (!next) break;
        after = `&after=${encodeURIComponent(`${next.id}_${next.key}`)}`;
      }
      expect(seen, sort).toHaveLength(63);
      expect(new Set(seen).size, sort).toBe(63);
    }
  });

  test("a malformed URL shows the first page of the owner's list", async () => {
    const strange = ["after=x", "sort=up&tab=none", "after=00000000-0000-4000-8000-000000000001_2026-02-30"];
    for (const query of strange) expect(await names(query)).toHaveLength(3);
  });
});
