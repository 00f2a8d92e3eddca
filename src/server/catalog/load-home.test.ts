import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { HOME_CATEGORY_PICTURES, HOME_NEWEST, HOME_ON_SALE, loadHome } from "./load-home.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());
beforeEach(() => emptyShelves(store.shop));

const at = (day: number) => ({ createdAt: `2026-03-${String(day).padStart(2, "0")}T00:00:00Z` });
const namesOf = (products: { name: string }[]) => products.map((product) => product.name);

test("an empty shop has an empty home page", async () => {
  expect(await loadHome(store.shop)).toEqual({
    categories: [
      { id: "Hats", slug: "HATS", name: "Hats", picture: null, pictures: [] },
      { id: "Shirts", slug: "SHIRTS", name: "Shirts", picture: null, pictures: [] },
    ],
    newest: [],
    onSale: [],
    hero: null,
  });
});

test("[FI-4] the home page shows the newest that can be bought and the newest on sale, in order, and none of them twice", async () => {
  for (let day = 1; day <= 20; day += 1) {
    await putOnShelf(store.shop, { name: `Cap ${day}`, salePrice: day % 2 === 0 ? 2_000 : null, ...at(day) });
  }
  await putOnShelf(store.shop, { name: "Draft", status: "draft", salePrice: 1_000, ...at(25) });
  const soldOut = [{ variation: "", onHand: 0 }];
  await putOnShelf(store.shop, { name: "Sold out", salePrice: 1_000, options: soldOut, ...at(21) });
  const home = await loadHome(store.shop);
  expect(home.hero?.name).toBe("Cap 20");
  expect(namesOf(home.newest)).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map((day) => `Cap ${day}`));
  expect(namesOf(home.onSale)).toEqual([10, 8, 6, 4].map((day) => `Cap ${day}`));
  expect([home.newest.length, home.onSale.length]).toEqual([HOME_NEWEST, HOME_ON_SALE]);
});

test("the home page has pictures of each category from products that have one", async () => {
  await putOnShelf(store.shop, { name: "Cap", image: "/storage/cap.webp", ...at(2) });
  await putOnShelf(store.shop, { image: null, ...at(3) });
  await putOnShelf(store.shop, { image: "/storage/draft.webp", status: "draft" });
  await putOnShelf(store.shop, { category: "Shirts", image: "/storage/polo.webp", alt: "A polo" });
  const { categories } = await loadHome(store.shop);
  expect(categories.map(({ slug, pictures }) => [slug, pictures])).toEqual([
    ["HATS", [{ url: "/storage/cap.webp", alt: "Cap" }]],
    ["SHIRTS", [{ url: "/storage/polo.webp", alt: "A polo" }]],
  ]);
  for (let number = 0; number < HOME_CATEGORY_PICTURES + 3; number += 1) await putOnShelf(store.shop);
  expect((await loadHome(store.shop)).categories[0]?.pictures).toHaveLength(HOME_CATEGORY_PICTURES);
});

test("the hero is the newest hat with a picture that can be bought", async () => {
  await putOnShelf(store.shop, { name: "Older hat", ...at(1) });
  await putOnShelf(store.shop, { name: "Newer hat", ...at(2) });
  await putOnShelf(store.shop, {
    name: "Sold out hat",
    options: [{ variation: "", onHand: 1, held: 1 }],
    ...at(3),
  });
  await putOnShelf(store.shop, { name: "Hat without a picture", image: null, ...at(4) });
  await putOnShelf(store.shop, { name: "Archived hat", status: "archived", ...at(5) });
  await putOnShelf(store.shop, { name: "Shirt", category: "Shirts", ...at(6) });
  expect((await loadHome(store.shop)).hero?.name).toBe("Newer hat");
});
