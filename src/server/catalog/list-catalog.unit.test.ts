import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listCatalog } from "#domain/catalog/list-catalog.ts";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { defaultShopSearch, defaultSort, type ShopSearch } from "#domain/catalog/shop-search.ts";
import { type CatalogItem, catalogOf } from "#test/shop/catalog.ts";

const listIn =
  (items: readonly CatalogItem[]) =>
  (search: Partial<ShopSearch> = {}) =>
    listCatalog(catalogOf(items), {
      ...defaultShopSearch,
      sort: defaultSort(search.query ?? ""),
      ...search,
    });
const namesIn =
  (items: readonly CatalogItem[]) =>
  (search: Partial<ShopSearch> = {}) =>
    listIn(items)(search).products.map(({ name }) => name);

describe("the list of the shop", () => {
  test("[SH-1] the list shows one category, or all of them", () => {
    const names = namesIn([
      { name: "Cap", category: "HATS", createdAt: "2026-01-02" },
      { name: "Polo", category: "SHIRTS", createdAt: "2026-01-01" },
    ]);
    expect(names({ category: "HATS" })).toEqual(["Cap"]);
    expect(names({ category: "SHIRTS" })).toEqual(["Polo"]);
    expect(names()).toEqual(["Cap", "Polo"]);
  });

  test("[SH-3] the sale filter keeps only products on sale", () => {
    const list = listIn([{ name: "Reduced", price: 3_000, salePrice: 2_999 }, { name: "Regular" }]);
    const { products } = list({ sale: true });
    expect(products.map(({ name, salePrice }) => [name, salePrice])).toEqual([["Reduced", 2_999]]);
  });

  test("[SH-3] the list is sorted by the sale price where there is one, and by age", () => {
    const names = namesIn([
      { name: "Middle", price: 3_000, createdAt: "2026-01-01" },
      { name: "Cheap by sale", price: 9_000, salePrice: 1_000, createdAt: "2026-01-03" },
      { name: "Dear", price: 5_000, createdAt: "2026-01-02" },
    ]);
    expect(names({ sort: "price-low" })).toEqual(["Cheap by sale", "Middle", "Dear"]);
    expect(names({ sort: "price-high" })).toEqual(["Dear", "Middle", "Cheap by sale"]);
    expect(names({ sort: "newest" })).toEqual(["Cheap by sale", "Dear", "Middle"]);
  });

  test("[SH-8] the list grows page by page, without gaps or duplicates among equals", () => {
    const list = listIn(Array.from({ length: 50 }, (_, number) => ({ name: `Cap ${number}` })));
    for (const sort of ["newest", "price-low", "price-high"] as const) {
      const [one, two, three] = [list({ sort }), list({ sort, pages: 2 }), list({ sort, pages: 3 })];
      expect([one.products.length, two.products.length, three.products.length]).toEqual([24, 48, 50]);
      expect([one.hasMore, two.hasMore, three.hasMore]).toEqual([true, true, false]);
      expect([one.count, two.count, three.count]).toEqual([50, 50, 50]);
      const idsOf = ({ products }: typeof one) => products.map(({ name }) => name);
      expect(idsOf(three).slice(0, 24)).toEqual(idsOf(one));
      expect(idsOf(three).slice(0, 48)).toEqual(idsOf(two));
      expect(new Set(idsOf(three)).size).toBe(50);
    }
  });

  test("[SH-8] [FI-2] the list ends at the last page that a URL can have, and counts everything", () => {
    const balls = Array.from({ length: 1_300 }, (_, number) => ({
      name: `Ball ${number}`,
      price: 3_000 + number,
    }));
    const list = listIn(balls);
    for (const query of ["", "ball"]) {
      const last = list({ query, pages: 50 });
      expect([last.products.length, last.hasMore, last.count]).toEqual([1_200, false, 1_300]);
      expect(list({ query, pages: 49 }).hasMore).toBe(true);
      expect(list({ query, pages: 1_000_000 }).products).toHaveLength(1_200);
    }
    expect(list({ query: "ball", sort: "price-low" }).products[1]?.name).toBe("Ball 1");
  });

  test("sold-out products come last in every list", () => {
    const names = namesIn([
      { name: "Sold", price: 1_000, salePrice: 900, quantity: 0, createdAt: "2026-03-01" },
      { name: "Cheap", price: 1_000, salePrice: 800, createdAt: "2026-02-01" },
      { name: "Dear", price: 9_000, salePrice: 8_000, createdAt: "2026-01-01" },
    ]);
    for (const search of [
      {},
      { sale: true },
      { sort: "price-low" },
      { sort: "price-high" },
      { prices: ["0-25", "75-100"] },
    ] satisfies Partial<ShopSearch>[]) {
      expect(names(search).at(-1), JSON.stringify(search)).toBe("Sold");
    }
    for (const sort of ["relevance", "price-low"] as const)
      expect(names({ query: "sold", sort })).toEqual(["Sold"]);
    expect(names({ inStock: true })).toEqual(["Cheap", "Dear"]);
  });

  test("words that restrict nothing return the list, with its order and its counts", () => {
    const list = listIn([
      { name: "Sold", type: "Cap", stock: { M: 0 }, createdAt: "2026-03-01", id: "s" },
      { name: "New", type: "Cap", stock: { M: 1 }, createdAt: "2026-02-01", id: "n" },
      { name: "Old", type: "Polo", stock: { M: 1 }, createdAt: "2026-01-01", id: "o" },
    ]);
    for (const search of [{}, { types: ["cap"] }, { inStock: true, sizes: ["M"] }, { types: ["sock"] }]) {
      expect(list({ ...search, query: "golf" })).toEqual(list(search));
    }
    expect(list({ query: "golf", sort: "price-high" })).toEqual(list({ sort: "price-high" }));
  });
});

describe("the search", () => {
  const shelf: CatalogItem[] = [
    { name: "Night Putt Rope Cap", description: "For the last holes; it hides that sweat line." },
    { name: "Waste Area Bucket Hat", description: "Shade for 100% of the round." },
    { name: "Links Weather Polo", category: "SHIRTS", description: "Oxblood piqué with a striped collar." },
    { name: "Caddie's Choice 🏌️", category: "SHIRTS", description: "Under_score knit." },
  ];
  const names = (query: string, search: Partial<ShopSearch> = {}) => namesIn(shelf)({ ...search, query });
  const list = listIn(shelf);

  test("[SH-8] the search finds words of the name and of the description, in any case and order", () => {
    expect(names("ROPE")).toEqual(["Night Putt Rope Cap"]);
    expect(names("rope night")).toEqual(["Night Putt Rope Cap"]);
    expect(names("oxBlood polo")).toEqual(["Links Weather Polo"]);
    expect(names("rope polo")).toEqual(["Links Weather Polo"]);
    expect(names("polo", { category: "HATS" })).toEqual([]);
  });

  test("[SH-8] the search finds the plural, the possessive, the category and part of a name", () => {
    expect(names("polos")).toEqual(["Links Weather Polo"]);
    expect(names("caddie’s")).toEqual(["Caddie's Choice 🏌️"]);
    expect(names("shirts").sort()).toEqual(["Caddie's Choice 🏌️", "Links Weather Polo"]);
    expect(names("ucke")).toEqual(["Waste Area Bucket Hat"]);
  });

  test("[SH-8] the search does not take 'that' for a hat", () => {
    const found = namesIn([
      { name: "Polo", category: "SHIRTS", description: "The one that fits." },
      { name: "Cap", category: "SHIRTS", description: "With a hatband." },
    ]);
    expect(found({ query: "hat" })).toEqual(["Cap"]);
  });

  test.each([
    ["ärmel", "Ärmel Polo"],
    ["ÄRMEL", "Ärmel Polo"],
    ["ÉLAN cap", "O’Neill Élan Cap"],
    ["O'NEILL", "O’Neill Élan Cap"],
    ["ПЛЯЖ", "Пляж Visor"],
    ["пляж", "Пляж Visor"],
    ["elna cap", "O’Neill Élan Cap"],
    ["FAIRWYA", "Fairway Cap"],
  ])("[FI-2] letters of any alphabet are case-insensitive: %s finds %s", (query, name) => {
    const found = namesIn(
      ["Ärmel Polo", "O’Neill Élan Cap", "Пляж Visor", "Fairway Cap"].map((name) => ({ name })),
    );
    expect(found({ query })).toEqual([name]);
  });

  test.each([
    ["v-nek", "Fairway (V-Neck) Polo"],
    ["v-nekc", "Fairway (V-Neck) Polo"],
    ["quater-zip", "Wool Quarter-Zip"],
    ["moisture-wiking", "Wool Quarter-Zip"],
  ])("[SH-8] forgives the misspelling %s of a word with punctuation", (query, name) => {
    const found = namesIn([
      { name: "Fairway (V-Neck) Polo", category: "SHIRTS" },
      { name: "Wool Quarter-Zip", category: "SHIRTS", description: "Warm, moisture-wicking." },
    ]);
    expect(found({ query })[0]).toBe(name);
  });

  test("[FI-2] products with the searched size in stock come before the same products without it", () => {
    const found = namesIn([
      { name: "Gone in M", type: "Polo", stock: { M: 0, L: 2 }, createdAt: "2026-02-02" },
      { name: "Has M", type: "Polo", stock: { M: 1, L: 0 }, createdAt: "2026-02-01" },
    ]);
    expect(found({ query: "polo size m" })).toEqual(["Has M", "Gone in M"]);
  });

  test("the search treats pattern characters literally", () => {
    expect(names("100%")).toEqual(["Waste Area Bucket Hat"]);
    expect(names("under_score")).toEqual(["Caddie's Choice 🏌️"]);
    expect(names("🏌️ choice")).toEqual(["Caddie's Choice 🏌️"]);
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
      expect(names(query), query).toEqual([]);
    }
  });

  test("a search of one or two letters finds names with a word that begins with them", () => {
    const found = namesIn([{ name: "Q Cap" }, { name: "Quarter-Up Plaque", description: "Qu qu qu." }]);
    expect(found({ query: "q" }).sort()).toEqual(["Q Cap", "Quarter-Up Plaque"]);
    expect(found({ query: "up" })).toEqual(["Quarter-Up Plaque"]);
    expect(found({ query: "ue" })).toEqual([]);
  });

  test("a word of one or two letters is not a misspelling, alone or with another word", () => {
    const found = namesIn([{ name: "Louvre Cap", description: "Uvula." }]);
    expect(found({ query: "uv" })).toEqual([]);
    expect(found({ query: "uv capp" })).toEqual([]);
    expect(found({ query: "lo capp" })).toEqual(["Louvre Cap"]);
  });

  test("[FI-2] a shortened word is matched to a similar longer one", () => {
    expect(namesIn([{ name: "Rain Jacketing" }])({ query: "jackety" })).toEqual(["Rain Jacketing"]);
    expect(namesIn([{ name: "Rain Jacketing" }, { name: "New Jacketx" }])({ query: "jackety" })).toEqual([
      "New Jacketx",
    ]);
  });

  test("the search finds nothing by punctuation alone, and ignores it between words", () => {
    for (const query of ["%", "_", "🏌️", "& -"]) {
      expect(list({ query }), query).toMatchObject({ products: [], hasMore: false, count: 0 });
    }
    expect(names("rope & cap,")).toEqual(["Night Putt Rope Cap"]);
  });

  test("[FI-2] a stop word with a word that matches no product finds nothing", () => {
    expect(list({ query: "a galoshes" })).toMatchObject({ count: 0, products: [] });
    expect(list({ query: "a" }).count).toBeLessThanOrEqual(4);
  });

  test("the search survives hostile text, and the list responds to any URL", () => {
    const hostile = [
      ...["'; drop table products; --", '"', "'", "%", "_", "\u0000rope\u0000", "\ud83c", "🏌️".repeat(2_000)],
      ...[
        "x".repeat(10_000),
        "rope ".repeat(2_000),
        "(".repeat(10_000),
        "é".repeat(30),
        "__proto__",
        ":size:m",
      ],
    ];
    for (const query of hostile) expect(list({ query }).count, query.slice(0, 40)).toBeLessThanOrEqual(4);
    const text = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(text, text, (query, size) => {
        const parsed = parseShopSearch(new URLSearchParams({ q: query, size }));
        expect(list(parsed).count).toBeLessThanOrEqual(4);
        expect(list({ query, sizes: [size] }).count).toBeLessThanOrEqual(4);
      }),
      { numRuns: 60 },
    );
  });
});
