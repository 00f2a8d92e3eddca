import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findProduct } from "#test/pages/shown-product.ts";
import { countingStatements, emptyShelves, putOnShelf, type ShelfProduct } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { loadProductPage } from "./load-product-page.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());

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
    expect(product).toMatchObject({ id, name: "Harbor Polo", category: "SHIRTS", description: "Piqué." });
    expect(product).toMatchObject({ price: 3_000, salePrice: null, createdAt: "2026-02-03T04:05:06.000Z" });
    expect(product?.images).toEqual([
      { url: "/storage/main.webp", alt: "Harbor Polo" },
      { url: "/storage/a.webp", alt: "The back" },
      { url: "/storage/b.webp", alt: "Harbor Polo" },
      { url: "/storage/c.webp", alt: "Harbor Polo" },
    ]);
    expect(Date.parse(product?.updatedAt ?? "")).toBeGreaterThan(0);
  });

  test("[PD-2] a product has its options in the owner's order with what can be sold of each", async () => {
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

  test("[PD-6] a product is not found when it is unknown, a draft, archived, or no id at all", async () => {
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

  test("everything that its page shows costs one statement", async () => {
    const options = [{ variation: "M", onHand: 2 }];
    const id = await putOnShelf(store.shop, { options, design: "Counted", color: "Navy" });
    await putOnShelf(store.shop, { design: "Counted", color: "Bone" });
    const counted = countingStatements(store.shop);
    const page = await loadProductPage(counted.shop, { id, relatedMax: 4, after: null });
    expect(page?.product.colors.length).toBe(2);
    expect(page?.related.length).toBeGreaterThan(0);
    expect(counted.statements()).toBe(1);
  });
});

describe("[CH-2] the colors of a design", () => {
  const cap = (color: string, more: ShelfProduct = {}) =>
    putOnShelf(store.shop, { design: "Rope Cap", color, ...more });
  const colorsOf = async (id: string) => (await findProduct(store.shop, { id }))?.colors;

  test("are the active products of its design in any case, in one order on each of their pages", async () => {
    await emptyShelves(store.shop);
    const bone = await cap("Bone/Green", { image: "/storage/bone.webp" });
    const navy = await cap("Navy", {
      design: "ROPE cap",
      options: [{ variation: "", onHand: 0 }],
      image: null,
    });
    const clay = await cap("clay", { image: "/storage/clay.webp" });
    await cap("Pine", { status: "draft" });
    await cap("Sand", { status: "archived" });
    await cap("Aqua", { status: "draft" });
    await cap("");
    await cap("Moss", { design: "Bucket" });
    await sql`update jobs set done_at = now() where key = '/storage/clay.webp'`.execute(store.shop.db);
    const image = (url: string) => ({ url, alt: "" });
    const all = [
      { id: bone, color: "Bone/Green", image: image("/storage/bone.webp"), isSoldOut: false },
      { id: clay, color: "clay", image: { ...image("/storage/clay.webp"), hasAvif: true }, isSoldOut: false },
      { id: navy, color: "Navy", image: null, isSoldOut: true },
    ];
    for (const id of [bone, navy, clay]) expect(await colorsOf(id)).toEqual(all);
  });

  test("are none of a product without a design, and of one that has no other color", async () => {
    await emptyShelves(store.shop);
    const plain = await putOnShelf(store.shop, { color: "Navy" });
    await putOnShelf(store.shop, { color: "Bone" });
    const alone = await cap("Navy");
    await cap("NAVY", { createdAt: "2025-01-01T00:00:00Z" });
    for (const id of [plain, alone]) expect(await colorsOf(id)).toEqual([]);
  });

  test("are other products for one without a color, and the oldest of each color", async () => {
    await emptyShelves(store.shop);
    const nameless = await cap("");
    const newer = await cap("Navy", { createdAt: "2026-03-01T00:00:00Z" });
    const oldest = await cap("navy", { createdAt: "2026-01-01T00:00:00Z" });
    const bone = await cap("Bone");
    expect((await colorsOf(nameless))?.map(({ id }) => id)).toEqual([bone, oldest]);
    // One that is not the oldest stands in its color's place on its own page.
    expect((await colorsOf(newer))?.map(({ id }) => id)).toEqual([bone, newer]);
  });

  test("are twelve at most, itself among them, however many products have the design", async () => {
    await emptyShelves(store.shop);
    await sql`insert into products (id, name, category, price, description, design, color)
      select gen_random_uuid(), 'Cap', 'Hats', 100, 'One of many', 'Rope Cap', 'Color ' || (1000 + n / 10)
        from generate_series(1, 200) n`.execute(store.shop.db);
    const last = await cap("Zinc");
    const colors = (await colorsOf(last)) ?? [];
    expect(colors.map(({ color }) => color)).toEqual([
      ...Array.from({ length: 11 }, (_, index) => `Color ${1000 + index}`),
      "Zinc",
    ]);
  });
});

describe("'You may also like'", () => {
  const at = (day: number) => ({ createdAt: `2026-03-0${day}T00:00:00Z` });
  const relatedTo = async (id: string, limit: number) => {
    const page = await loadProductPage(store.shop, { id, relatedMax: limit, after: null });
    return page?.related.map(({ name }) => name);
  };

  test("shows what comes after it in its category and can be bought", async () => {
    await emptyShelves(store.shop);
    await putOnShelf(store.shop, { name: "Oldest", ...at(1) });
    await putOnShelf(store.shop, { name: "Old", ...at(2) });
    await putOnShelf(store.shop, { name: "Sold out", options: [{ variation: "", onHand: 0 }], ...at(3) });
    await putOnShelf(store.shop, { name: "Draft", status: "draft", ...at(4) });
    await putOnShelf(store.shop, { name: "Shirt", category: "Shirts", ...at(5) });
    const id = await putOnShelf(store.shop, { name: "This one", ...at(6) });
    const newest = await putOnShelf(store.shop, { name: "Newest", ...at(7) });
    expect(await relatedTo(id, 2)).toEqual(["Old", "Oldest"]);
    expect(await relatedTo(newest, 2)).toEqual(["This one", "Old"]);
  });

  test("begins anew with the newest after the oldest, and shows nothing twice", async () => {
    await emptyShelves(store.shop);
    const oldest = await putOnShelf(store.shop, { name: "Oldest", ...at(1) });
    const old = await putOnShelf(store.shop, { name: "Old", ...at(1) });
    await putOnShelf(store.shop, { name: "New", ...at(2) });
    await putOnShelf(store.shop, { name: "Newest", ...at(3) });
    await putOnShelf(store.shop, { name: "Shirt", category: "Shirts", ...at(4) });
    const [last = "", first = ""] = [oldest, old].sort();
    const nameOf = (id: string) => (id === oldest ? "Oldest" : "Old");
    expect(await relatedTo(last, 2)).toEqual(["Newest", "New"]);
    expect(await relatedTo(first, 2)).toEqual([nameOf(last), "Newest"]);
    expect(await relatedTo(first, 4)).toEqual([nameOf(last), "Newest", "New"]);
  });
});
