import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { emptyRule } from "#domain/collection/collection.ts";
import { sell } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { HOME_CATEGORY_PICTURES, HOME_NEWEST, HOME_ON_SALE, loadHome } from "./load-home.ts";

const store = sharedShop();
beforeEach(() => emptyShelves(store.shop));

const at = (day: number) => ({ createdAt: `2026-03-${String(day).padStart(2, "0")}T00:00:00Z` });
const homeOf = async () => (await loadHome(store.shop)).home;
const namesOf = (products: { name: string }[]) => products.map((product) => product.name);

test("an empty shop has an empty home page", async () => {
  expect(await homeOf()).toEqual({
    categories: [
      { id: "Hats", slug: "HATS", name: "Hats", picture: null, pictures: [] },
      { id: "Shirts", slug: "SHIRTS", name: "Shirts", picture: null, pictures: [] },
    ],
    newest: [],
    onSale: [],
    hero: null,
    reviews: [],
    collections: {},
  });
});

test("[FI-4] the home page shows the newest available products and the newest on sale, in order and without duplicates", async () => {
  for (let day = 1; day <= 20; day += 1) {
    await putOnShelf(store.shop, { name: `Cap ${day}`, salePrice: day % 2 === 0 ? 2_000 : null, ...at(day) });
  }
  await putOnShelf(store.shop, { name: "Draft", status: "draft", salePrice: 1_000, ...at(25) });
  const soldOut = [{ variation: "", onHand: 0 }];
  await putOnShelf(store.shop, { name: "Sold out", salePrice: 1_000, options: soldOut, ...at(21) });
  const home = await homeOf();
  expect(home.hero?.name).toBe("Cap 20");
  expect(namesOf(home.newest)).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map((day) => `Cap ${day}`));
  expect(namesOf(home.onSale)).toEqual([10, 8, 6, 4].map((day) => `Cap ${day}`));
  expect([home.newest.length, home.onSale.length]).toEqual([HOME_NEWEST, HOME_ON_SALE]);
});

test("the home page shows pictures of each category, from products with a picture", async () => {
  await putOnShelf(store.shop, { name: "Cap", image: "/storage/cap.webp", ...at(2) });
  await putOnShelf(store.shop, { image: null, ...at(3) });
  await putOnShelf(store.shop, { image: "/storage/draft.webp", status: "draft" });
  await putOnShelf(store.shop, { category: "Shirts", image: "/storage/polo.webp", alt: "A polo" });
  const { categories } = await homeOf();
  expect(categories.map(({ slug, pictures }) => [slug, pictures])).toEqual([
    ["HATS", [{ url: "/storage/cap.webp", alt: "Cap" }]],
    ["SHIRTS", [{ url: "/storage/polo.webp", alt: "A polo" }]],
  ]);
  for (let number = 0; number < HOME_CATEGORY_PICTURES + 3; number += 1) await putOnShelf(store.shop);
  expect((await homeOf()).categories[0]?.pictures).toHaveLength(HOME_CATEGORY_PICTURES);
});

test("the hero is the newest product of the first category with a picture that can be bought", async () => {
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
  expect((await homeOf()).hero?.name).toBe("Newer hat");
});

test("[CA-2] the home page promises free shipping if the flat rate is off or zero, and otherwise a flat rate", async () => {
  const { db } = store.shop;
  const said = async (shipping: object) => {
    await db
      .updateTable("store_settings")
      .set({ shipping: JSON.stringify(shipping) })
      .execute();
    return JSON.stringify((await loadHome(store.shop)).blocks);
  };
  const rate = { enableFlatRateShipping: true, flatRateShippingCost: 599 };
  expect(await said(rate)).toContain("within the US, at one flat rate that you see before you pay.");
  for (const free of [
    { ...rate, enableFlatRateShipping: false },
    { ...rate, flatRateShippingCost: 0 },
  ])
    expect(await said(free)).toContain("Shipping in 3-5 business days within the US, free on every order.");
  await said({});
});

test("[BR-2] the home page shows the enabled blocks in the owner's order, and reviews only if their block is enabled", async () => {
  const quote = { id: "q", kind: "quote", isOn: true, text: "{store name}", who: "" };
  await publish([quote, { ...quote, id: "q2", isOn: false }]);
  expect(await loadHome(store.shop)).toMatchObject({
    blocks: [{ id: "q", text: "Golf Pro Shop" }],
    home: { reviews: [] },
  });
  const { orderId } = await sell(store);
  await sql`
    insert into reviews (id, order_item_id, product_id, stars, body, name, state, written_at, changed_at)
    select ${store.shop.newId()}, id, product_id, 5, 'It stays on.', 'Pat', 'shown', now(), now()
    from order_items where order_id = ${orderId}`.execute(store.shop.db);
  expect((await homeOf()).reviews).toEqual([]);
  await publish([{ id: "r", kind: "reviews", isOn: true, heading: "Said" }]);
  expect((await homeOf()).reviews).toMatchObject([{ stars: 5, text: "It stays on.", name: "Pat" }]);
});

test("[BR-2] [BR-6] a block shows the products of a collection, and nothing while the collection is not visible", async () => {
  const { db } = store.shop;
  await putOnShelf(store.shop, { name: "Visor", ...at(1) });
  const id = store.shop.newId();
  const rule = JSON.stringify({ ...emptyRule, categories: ["Hats"] });
  await sql`
    insert into collections (id, name, slug, is_on, rule, position, created_at, updated_at)
    values (${id}, 'Summer', 'summer', true, ${rule}::jsonb, 1, now(), now())`.execute(db);
  const block = { id: "c", kind: "collection", isOn: true, heading: "", linkLabel: "See all" };
  await publish([{ ...block, collectionId: id }]);
  const { collections } = await homeOf();
  expect(collections[id]).toMatchObject({
    name: "Summer",
    path: "/collections/summer",
    products: [{ name: "Visor" }],
  });
  await db.updateTable("collections").set({ is_on: false }).where("id", "=", id).execute();
  expect((await homeOf()).collections).toEqual({});
});

async function publish(home: object[]): Promise<void> {
  const { db } = store.shop;
  await db
    .insertInto("brand_versions")
    .values({
      document: JSON.stringify({ ...defaultBrand, home }),
      actor: "test",
      changed_at: new Date(),
      published_at: new Date(),
    })
    .execute();
}
