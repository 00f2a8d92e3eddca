import { describe, expect, test } from "vitest";
import { findProduct } from "#test/pages/shown-product.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { loadProductPage } from "./load-product-page.ts";

const store = sharedShop();

describe("one product", () => {
  test("[DB-3] a product has its main picture first and the extras in display order", async () => {
    const id = await putOnShelf(store.shop, {
      name: "Harbor Polo",
      category: "Shirts",
      description: "Piqué.",
      image: "/storage/main.webp",
      extras: [
        { url: "/storage/c.webp", order: 3 },
        { url: "/storage/a.webp", alt: "The back", order: 1 },
        { url: "/storage/b.webp", order: 2 },
      ],
      createdAt: "2026-02-03T04:05:06Z",
    });
    const product = await findProduct(store.shop, { id });
    expect(product).toMatchObject({
      id,
      name: "Harbor Polo",
      category: { id: "Shirts", slug: "SHIRTS", name: "Shirts" },
      description: "Piqué.",
    });
    expect(product).toMatchObject({ price: 3_000, salePrice: null, createdAt: "2026-02-03T04:05:06.000Z" });
    expect(product?.images).toEqual([
      { url: "/storage/main.webp", alt: "Harbor Polo" },
      { url: "/storage/a.webp", alt: "The back" },
      { url: "/storage/b.webp", alt: "Harbor Polo" },
      { url: "/storage/c.webp", alt: "Harbor Polo" },
    ]);
    expect(Date.parse(product?.updatedAt ?? "")).toBeGreaterThan(0);
  });

  test("[PD-2] a product has its options in the owner's order, with each one's stock", async () => {
    const id = await putOnShelf(store.shop, {
      category: "Shirts",
      options: [
        { variation: "S", onHand: 4 },
        { variation: "M", onHand: 5, held: 2 },
        { variation: "L", onHand: 1, held: 1 },
        { variation: "10", onHand: 0 },
      ],
    });
    const product = await findProduct(store.shop, { id });
    expect(product?.options).toMatchObject([
      { variation: "S", available: 4 },
      { variation: "M", available: 3 },
      { variation: "L", available: 0 },
      { variation: "10", available: 0 },
    ]);
    expect(product).toMatchObject({ hasOptions: true, quantity: 7 });
  });

  test("[PD-2] a product sold without options has none, and its stock", async () => {
    const id = await putOnShelf(store.shop, { options: [{ variation: "", onHand: 6, held: 2 }] });
    expect(await findProduct(store.shop, { id })).toMatchObject({
      options: [],
      hasOptions: false,
      quantity: 4,
    });
  });

  test("[SH-3] a product has a sale price only below its price", async () => {
    const dearer = await putOnShelf(store.shop, { price: 3_000, salePrice: 3_000 });
    const cheaper = await putOnShelf(store.shop, { price: 3_000, salePrice: 2_000 });
    expect(await findProduct(store.shop, { id: dearer })).toMatchObject({ price: 3_000, salePrice: null });
    expect(await findProduct(store.shop, { id: cheaper })).toMatchObject({ price: 3_000, salePrice: 2_000 });
  });

  test("[PD-6] a product is not found when it is unknown, a draft, archived, or has a malformed id", async () => {
    const draft = await putOnShelf(store.shop, { status: "draft" });
    const archived = await putOnShelf(store.shop, { status: "archived" });
    const strange = [
      "",
      "1",
      "not-a-product",
      "'; drop table products; --",
      "\u0000",
      "x".repeat(10_000),
      "🏌️",
    ];
    for (const id of [draft, archived, store.shop.newId(), ...strange, `${draft}\n`]) {
      expect(await findProduct(store.shop, { id }), id.slice(0, 40)).toBeNull();
    }
  });

  test("[CH-2] its page shows the colors of its design, and 'You may also like'", async () => {
    const id = await putOnShelf(store.shop, { name: "Shown", design: "Rope", color: "Navy" });
    const other = await putOnShelf(store.shop, { name: "Other", design: "rope", color: "Bone" });
    const page = await loadProductPage(store.shop, { id: id.toUpperCase(), relatedMax: 1, after: null });
    expect(page?.product.colors.map((color) => color.id)).toEqual([other, id]);
    expect(page?.related).toHaveLength(1);
    expect(page?.reviews).toBeNull();
  });
});
