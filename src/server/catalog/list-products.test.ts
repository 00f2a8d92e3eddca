import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { defaultShopSearch, defaultSort, type ShopSearch } from "#domain/catalog/shop-search.ts";
import { searchTerms } from "#domain/search/search-terms.ts";
import { countingStatements, emptyShelves, putOnShelf, type ShelfProduct } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { filterValuesOf } from "./filters/filter-values.ts";
import { listProducts } from "./list-products.ts";
import { listMatching } from "./list-queries.ts";
import { suggestProducts } from "./suggest-products.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());
beforeEach(() => emptyShelves(store.shop));

const put = (product: ShelfProduct) => putOnShelf(store.shop, product);
const list = (search: Partial<ShopSearch> = {}) =>
  listProducts(store.shop, { ...defaultShopSearch, sort: defaultSort(search.query ?? ""), ...search });
const names = async (search: Partial<ShopSearch> = {}) =>
  (await list(search)).products.map((product) => product.name);

describe("the list of the shop", () => {
  test("[SH-1] the list shows one category, or all of them", async () => {
    await put({ name: "Cap", category: "Hats", createdAt: "2026-01-02" });
    await put({ name: "Polo", category: "Shirts", createdAt: "2026-01-01" });
    expect(await names({ category: "HATS" })).toEqual(["Cap"]);
    expect(await names({ category: "SHIRTS" })).toEqual(["Polo"]);
    expect(await names()).toEqual(["Cap", "Polo"]);
  });

  test("[SH-3] the sale keeps only products with a sale price below the price", async () => {
    await put({ name: "Reduced", price: 3_000, salePrice: 2_999 });
    await put({ name: "Same price", price: 3_000, salePrice: 3_000 });
    await put({ name: "Dearer", price: 3_000, salePrice: 3_500 });
    await put({ name: "Regular", price: 3_000 });
    const { products } = await list({ sale: true });
    expect(products.map(({ name, salePrice }) => [name, salePrice])).toEqual([["Reduced", 2_999]]);
    expect((await list()).products.filter((product) => product.salePrice !== null)).toHaveLength(1);
  });

  test("[SH-3] the list is sorted by the sale price where there is one, and by age", async () => {
    await put({ name: "Middle", price: 3_000, createdAt: "2026-01-01" });
    await put({ name: "Cheap by sale", price: 9_000, salePrice: 1_000, createdAt: "2026-01-03" });
    await put({ name: "Dear", price: 5_000, createdAt: "2026-01-02" });
    expect(await names({ sort: "price-low" })).toEqual(["Cheap by sale", "Middle", "Dear"]);
    expect(await names({ sort: "price-high" })).toEqual(["Dear", "Middle", "Cheap by sale"]);
    expect(await names({ sort: "newest" })).toEqual(["Cheap by sale", "Dear", "Middle"]);
  });

  test("the list shows neither drafts nor archived products", async () => {
    await put({ name: "Draft cap", status: "draft" });
    await put({ name: "Archived cap", status: "archived" });
    expect(await list()).toMatchObject({ products: [], hasMore: false, count: 0 });
    expect(await list({ query: "cap" })).toMatchObject({ products: [], hasMore: false, count: 0 });
  });

  test("[SH-8] the list grows page by page, without a gap or a double among equals", async () => {
    for (let number = 0; number < 50; number += 1) await put({ name: `Cap ${number}` });
    for (const sort of ["newest", "price-low", "price-high"] as const) {
      const [one, two, three] = [
        await list({ sort }),
        await list({ sort, pages: 2 }),
        await list({ sort, pages: 3 }),
      ];
      expect([one.products.length, two.products.length, three.products.length]).toEqual([24, 48, 50]);
      expect([one.hasMore, two.hasMore, three.hasMore]).toEqual([true, true, false]);
      expect([one.count, two.count, three.count]).toEqual([50, 50, 50]);
      expect(three.products.slice(0, 24)).toEqual(one.products);
      expect(three.products.slice(0, 48)).toEqual(two.products);
      expect(new Set(three.products.map((product) => product.id)).size).toBe(50);
    }
  });

  test("[SH-8] the list ends at the last page that an address can name", async () => {
    await sql`insert into products (name, price, category)
      select 'Cap ' || n, 3000, 'Hats' from generate_series(1, 1300) n`.execute(store.shop.db);
    const last = await list({ pages: 50 });
    expect([last.products.length, last.hasMore, last.count]).toEqual([1200, false, 1300]);
    expect((await list({ pages: 49 })).hasMore).toBe(true);
    expect((await list({ pages: 1_000_000 })).products).toHaveLength(1200);
  });

  test("[FI-2] of words that more products have than all pages show, the newest are ranked", async () => {
    await sql`insert into products (name, price, category, type, stock, created_at)
      select 'Ball ' || n, 3000 + n, 'Hats', case when n = 1000 then 'Polo' else '' end, n % 7,
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 1300) n`.execute(store.shop.db);
    // The newest of all has other words.
    await put({ name: "Visor", createdAt: "2026-03-01" });
    const ranked = await list({ query: "ball" });
    expect([ranked.count, ranked.hasMore, ranked.products[0]?.name]).toEqual([1201, true, "Ball 1300"]);
    expect(ranked.products.every(({ quantity }) => quantity > 0)).toBe(true);
    expect((await list({ query: "ball", category: "HATS" })).products).toEqual(ranked.products);
    expect((await list({ query: "ball", category: "SHIRTS" })).count).toBe(0);
    expect((await list({ query: "ball polo" })).products.map(({ name }) => name)).toEqual(["Ball 1000"]);
    const cheapest = await list({ query: "ball", sort: "price-low" });
    expect(cheapest.products.slice(0, 7).map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5, 6, 8].map((number) => `Ball ${number}`),
    );
    const { products } = await list({ query: "ball", pages: 50 });
    expect(products).toHaveLength(1200);
    expect(products.filter(({ name }) => !name.startsWith("Ball "))).toEqual([]);
  });

  test("[FI-2] words that few of many products have find the same as words that most have", async () => {
    await sql`insert into products (name, price, category, stock, created_at, description)
      select 'Ball ' || n, 3000, 'Hats', n % 7, timestamptz '2026-01-01' + n * interval '1 minute', 'Spring'
      from generate_series(1, 1300) n`.execute(store.shop.db);
    // What is not sold is nowhere.
    await sql`update products set status = 'draft' where name in ('Ball 1299', 'Ball 1300')`.execute(
      store.shop.db,
    );
    // The newest of all has other words.
    await put({ name: "Visor", createdAt: "2026-03-01" });
    const searches = [
      { query: "ball" },
      { query: "spring" },
      { query: "ball", inStock: true },
      { query: "spring", inStock: true },
    ];
    const find = async () => {
      const lists = await Promise.all(searches.map((search) => list(search)));
      const suggested = await suggestProducts(store.shop, "ball", 4);
      return { lists, suggested };
    };
    const asMost = await find();
    expect(asMost.lists.map(({ count }) => count)).toEqual([1201, 1201, 1113, 1113]);
    for (const { products } of asMost.lists) expect(products[0]?.name).toBe("Ball 1298");
    // Newer ones, as a catalog has them that no trigger has to write words for.
    await store.shop.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`
        with others as (insert into products (name, price, category, created_at)
          select 'Other', 3000, 'Hats', timestamptz '2026-02-01' from generate_series(1, 5000) returning id, created_at)
        insert into search_facts (product_id, created_at, is_active, facts)
          select id, created_at, true, 'other'::tsvector from others`.execute(tx);
    });
    expect(await find()).toEqual(asMost);
  });

  test.each(["ball", "spring"])(
    "[FI-2] %s with a filter finds the same whether few have it or most",
    async (query) => {
      await sql`insert into products (name, price, category, stock, created_at, description)
      select 'Ball ' || n, 3000 + n, 'Hats', n % 7, timestamptz '2026-01-01' + n * interval '1 minute', 'Spring'
      from generate_series(1, 1300) n`.execute(store.shop.db);
      const { db } = store.shop;
      const search = { ...defaultShopSearch, query, inStock: true };
      const filter = {
        values: await filterValuesOf(db, search),
        terms: searchTerms(query, []),
        isCounted: true,
      };
      for (const sort of ["relevance", "price-low"] as const) {
        const [asFew, asMost] = [
          await listMatching(db, filter, sort, 48),
          await listMatching(db, filter, sort, 48, { rareMax: 0 }),
        ];
        expect(asMost).toEqual(asFew);
        expect(asMost.count).toBe(1115);
      }
    },
  );

  test("the filter by size keeps only products that have the size, and have it to sell", async () => {
    const sizes = (m: number, held = 0) => [
      { variation: "M", onHand: m, held },
      { variation: "L", onHand: 3 },
    ];
    await put({ name: "Has M", options: sizes(2) });
    await put({ name: "M is sold out", options: sizes(0) });
    await put({ name: "M is held", options: sizes(2, 2) });
    await put({ name: "No sizes" });
    expect(await names({ sizes: ["M"] })).toEqual(["Has M"]);
    expect(await names({ sizes: ["2XL"] })).toEqual([]);
    expect(await names({ sizes: ["M\u0000"] })).toEqual([]);
  });

  test("[DB-3] the list says what a card shows: two pictures, stock, options, category", async () => {
    const id = await put({
      name: "Harbor Polo",
      category: "Shirts",
      price: 6_000,
      salePrice: 4_500,
      image: "/storage/main.webp",
      alt: "A polo",
      extras: [
        { url: "/storage/third.webp", order: 2 },
        { url: "/storage/second.webp", order: 1 },
      ],
      options: [
        { variation: "M", onHand: 4, held: 1 },
        { variation: "L", onHand: 2 },
      ],
      createdAt: "2026-02-03T04:05:06.789Z",
    });
    const [main, second] = [
      { url: "/storage/main.webp", alt: "A polo" },
      { url: "/storage/second.webp", alt: "Harbor Polo" },
    ];
    expect((await list()).products).toEqual([
      {
        id,
        name: "Harbor Polo",
        category: "SHIRTS",
        price: 6_000,
        salePrice: 4_500,
        quantity: 5,
        hasOptions: true,
        images: [main, second],
        createdAt: "2026-02-03T04:05:06.789Z",
      },
    ]);
    const drawn = async (url: string) => {
      await sql`update jobs set done_at = case when key = ${url} then now() end`.execute(store.shop.db);
      return (await list()).products[0]?.images;
    };
    expect(await drawn(second.url)).toEqual([main, { ...second, hasAvif: true }]);
    expect(await drawn(main.url)).toEqual([{ ...main, hasAvif: true }, second]);
    expect(await drawn("")).toEqual([main, second]);
    await emptyShelves(store.shop);
    await put({ image: null });
    expect((await list()).products[0]).toMatchObject({ hasOptions: false, images: [], quantity: 5 });
  });

  test("[DB-3] the second picture of a card is its own product's", async () => {
    await put({ name: "Old", extras: [{ url: "/storage/old.webp", order: 1 }], createdAt: "2026-01-01" });
    await put({ name: "New", extras: [{ url: "/storage/new.webp", order: 2 }], createdAt: "2026-01-02" });
    await put({ name: "Plain", createdAt: "2026-01-03" });
    const seconds = (await list()).products.map(({ images }) => images[1]?.url);
    expect(seconds).toEqual([undefined, "/storage/new.webp", "/storage/old.webp"]);
  });

  test("the list and its counts cost a statement, with other filters two, one more to know sizes, and with words those that find them", async () => {
    for (let number = 0; number < 30; number += 1) await put({ name: `Rope Cap ${number}` });
    const cost = async (search: Partial<ShopSearch>) => {
      const counted = countingStatements(store.shop);
      await listProducts(counted.shop, { ...defaultShopSearch, ...search });
      return counted.statements();
    };
    expect(await cost({})).toBe(1);
    expect(await cost({ category: "SHIRTS", sale: true, inStock: true, sort: "price-low" })).toBe(1);
    expect(await cost({ inStock: true, prices: ["25-50"] })).toBe(2);
    expect(await cost({ category: "HATS", sale: true, sort: "price-low", sizes: ["M"], pages: 2 })).toBe(2);
    expect(await cost({ query: "rope" })).toBe(3);
    // And one to know which of the many words for a kind of apparel any product has.
    expect(await cost({ query: "cap" })).toBe(4);
    expect(await cost({ query: "roep" })).toBe(6);
  });
});

describe("the search", () => {
  const stock = async () => {
    await put({ name: "Night Putt Rope Cap", description: "For the last holes; it hides that sweat line." });
    await put({ name: "Waste Area Bucket Hat", description: "Shade for 100% of the round." });
    await put({
      name: "Links Weather Polo",
      category: "Shirts",
      description: "Oxblood piqué with a striped collar.",
    });
    await put({ name: "Caddie's Choice 🏌️", category: "Shirts", description: "Under_score knit." });
  };

  test("[SH-8] the search finds words of the name and of the description, in any case and order", async () => {
    await stock();
    expect(await names({ query: "ROPE" })).toEqual(["Night Putt Rope Cap"]);
    expect(await names({ query: "rope night" })).toEqual(["Night Putt Rope Cap"]);
    expect(await names({ query: "oxBlood polo" })).toEqual(["Links Weather Polo"]);
    expect(await names({ query: "rope polo" })).toEqual([]);
    expect(await names({ query: "polo", category: "HATS" })).toEqual([]);
  });

  test("[SH-8] the search finds the plural, the possessive, the category and part of a name", async () => {
    await stock();
    expect(await names({ query: "polos" })).toEqual(["Links Weather Polo"]);
    expect(await names({ query: "caddie’s" })).toEqual(["Caddie's Choice 🏌️"]);
    expect((await names({ query: "shirts" })).sort()).toEqual(["Caddie's Choice 🏌️", "Links Weather Polo"]);
    expect(await names({ query: "ucke" })).toEqual(["Waste Area Bucket Hat"]);
  });

  test("[SH-8] the search does not take 'that' for a hat", async () => {
    await put({ name: "Polo", category: "Shirts", description: "The one that fits." });
    await put({ name: "Cap", category: "Shirts", description: "With a hatband." });
    expect(await names({ query: "hat" })).toEqual(["Cap"]);
  });

  test.each([
    ["v-nek", "Fairway (V-Neck) Polo"],
    ["v-nekc", "Fairway (V-Neck) Polo"],
    ["quater-zip", "Wool Quarter-Zip"],
    ["moisture-wiking", "Wool Quarter-Zip"],
  ])("[SH-8] forgives the misspelling %s of a word with a sign in it", async (query, name) => {
    await put({ name: "Fairway (V-Neck) Polo", category: "Shirts" });
    await put({ name: "Wool Quarter-Zip", category: "Shirts", description: "Warm, moisture-wicking." });
    expect((await names({ query }))[0]).toBe(name);
  });

  test("[SH-8] a misspelling finds what is sold, also when a nearer word is of a product that is not", async () => {
    await put({ name: "Rain Jacketing" });
    await put({ name: "Old Jacketx", status: "archived" });
    expect(await names({ query: "jackety" })).toEqual(["Rain Jacketing"]);
    const counted = countingStatements(store.shop);
    await listProducts(counted.shop, { ...defaultShopSearch, query: "jackety" });
    expect(counted.statements()).toBe(7);
    await put({ name: "New Jacketx" });
    expect(await names({ query: "jackety" })).toEqual(["New Jacketx"]);
  });

  test("the search takes signs of LIKE and of regular expressions for what they are", async () => {
    await stock();
    expect(await names({ query: "100%" })).toEqual(["Waste Area Bucket Hat"]);
    expect(await names({ query: "under_score" })).toEqual(["Caddie's Choice 🏌️"]);
    expect(await names({ query: "🏌️ choice" })).toEqual(["Caddie's Choice 🏌️"]);
    for (const query of [
      "ni%tt",
      "b__ket",
      "r.{2}e",
      "ro[p-q]e",
      ".*",
      "(r|c)op?",
      "\\",
      "\\m",
      "***:",
      "a{1000}",
    ]) {
      expect(await names({ query }), query).toEqual([]);
    }
  });

  test("the search finds a word of one or two letters where a word of the name begins", async () => {
    await put({ name: "Q Cap" });
    await put({ name: "Quarter-Up Plaque", description: "Qu qu qu." });
    expect((await names({ query: "q" })).sort()).toEqual(["Q Cap", "Quarter-Up Plaque"]);
    expect(await names({ query: "up" })).toEqual(["Quarter-Up Plaque"]);
    expect(await names({ query: "ue" })).toEqual([]);
  });

  test("a word of one or two letters is no misspelling, alone or beside one", async () => {
    await put({ name: "Louvre Cap", description: "Uvula." });
    expect(await names({ query: "uv" })).toEqual([]);
    expect(await names({ query: "uv capp" })).toEqual([]);
    expect(await names({ query: "lo capp" })).toEqual(["Louvre Cap"]);
  });

  test("the search finds nothing by signs alone", async () => {
    await stock();
    for (const query of ["%", "_", "🏌️", "& -"]) {
      expect(await list({ query }), query).toMatchObject({ products: [], hasMore: false, count: 0 });
    }
  });

  test("the search leaves out signs between words", async () => {
    await stock();
    expect(await names({ query: "rope & cap," })).toEqual(["Night Putt Rope Cap"]);
  });

  test("the search survives hostile text", async () => {
    await stock();
    const hostile = [
      "'; drop table products; --",
      '"',
      "'",
      "%",
      "_",
      "\u0000rope\u0000",
      "\ud83c",
      "🏌️".repeat(2_000),
    ];
    for (const query of [
      ...hostile,
      "x".repeat(10_000),
      "rope ".repeat(2_000),
      "(".repeat(10_000),
      "é".repeat(30),
    ]) {
      expect((await list({ query })).count, query.slice(0, 40)).toBeLessThanOrEqual(4);
    }
    expect((await list()).count).toBe(4);
  });

  test("[FI-2] a word that says nothing beside one that no product has finds nothing", async () => {
    await stock();
    expect(await list({ query: "a galoshes" })).toMatchObject({ count: 0, products: [] });
    expect((await list({ query: "a" })).count).toBeLessThanOrEqual(4);
  });

  test("the list answers any address at all", async () => {
    await stock();
    const text = fc.string({ unit: "binary", maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, text, async (query, size) => {
        const parsed = parseShopSearch(new URLSearchParams({ q: query, size }));
        expect((await list(parsed)).count).toBeLessThanOrEqual(4);
        expect((await list({ query, sizes: [size] })).count).toBeLessThanOrEqual(4);
      }),
      { numRuns: 60 },
    );
  });
});
