import { describe, expect, test } from "vitest";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { variantOf } from "#test/shop/products.ts";
import { countingStatements, putOnShelf } from "#test/shop/shelf.ts";
import { refreshCartLines } from "./refresh-cart.ts";

const store = sharedShop();

const gone = { name: "", image: null, price: 0, salePrice: null, available: 0, exists: false };

describe("[CA-4] refreshing the cart", () => {
  test("the cart gets today's prices and stock, with and without options, in the requested order", async () => {
    const shirt = await putOnShelf(store.shop, {
      name: "Polo",
      price: 6_000,
      salePrice: 5_000,
      image: "/storage/polo.webp",
      options: [
        { variation: "M", onHand: 5, held: 2 },
        { variation: "L", onHand: 0 },
      ],
    });
    const hat = await putOnShelf(store.shop, { name: "Cap", image: null, price: 3_000, salePrice: 3_000 });
    const polo = { name: "Polo", image: "/storage/polo.webp", price: 6_000, salePrice: 5_000, exists: true };
    const cap = { name: "Cap", image: null, price: 3_000, salePrice: null, available: 5, exists: true };
    const asked = [
      { productId: shirt, selectedOption: "L" },
      { productId: hat, selectedOption: null },
      { productId: shirt, selectedOption: "M" },
      { productId: hat.toUpperCase(), selectedOption: null },
    ];
    const [large, medium, only] = [
      await variantOf(store.shop, shirt, "L"),
      await variantOf(store.shop, shirt, "M"),
      await variantOf(store.shop, hat),
    ];
    expect(await refreshCartLines(store.shop, asked)).toEqual([
      { ...asked[0], ...polo, variantId: large, available: 0 },
      { ...asked[1], ...cap, variantId: only },
      { ...asked[2], ...polo, variantId: medium, available: 3 },
      { ...asked[3], ...cap, variantId: only },
    ]);
  });

  test("the cart sees that a product is unknown, archived, a draft, or lacks the option", async () => {
    const archived = await putOnShelf(store.shop, { status: "archived" });
    const draft = await putOnShelf(store.shop, { status: "draft" });
    const shirt = await putOnShelf(store.shop, { options: [{ variation: "M", onHand: 5 }] });
    const hat = await putOnShelf(store.shop);
    const asked = [
      { productId: archived, selectedOption: null },
      { productId: draft, selectedOption: null },
      { productId: store.shop.newId(), selectedOption: null },
      { productId: shirt, selectedOption: null },
      { productId: shirt, selectedOption: "m" },
      { productId: hat, selectedOption: "M" },
      { productId: hat, selectedOption: "\u0000" },
      { productId: "'; drop table products; --", selectedOption: "'" },
      { productId: "", selectedOption: null },
    ];
    expect(await refreshCartLines(store.shop, asked)).toEqual(asked.map((item) => ({ ...item, ...gone })));
  });

  test("the cart is refreshed in one statement however long it is, and in none when it is empty", async () => {
    const counted = countingStatements(store.shop);
    expect(await refreshCartLines(counted.shop, [])).toEqual([]);
    expect(counted.statements()).toBe(0);
    const items = Array.from({ length: 50 }, () => ({ productId: store.shop.newId(), selectedOption: "M" }));
    expect(await refreshCartLines(counted.shop, items)).toHaveLength(50);
    expect(counted.statements()).toBe(1);
  });
});
