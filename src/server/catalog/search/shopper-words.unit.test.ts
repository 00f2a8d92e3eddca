// Full searches of real shoppers, as the shop's page interprets them: words become filters, and questions lead to their
// pages.
import { describe, expect, test } from "vitest";
import { Catalog } from "#domain/catalog/catalog.ts";
import { listCatalog } from "#domain/catalog/list-catalog.ts";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import type { Category } from "#domain/category/category.ts";
import { helpTopicOf } from "#domain/search/help-topics.ts";
import { firstCategories, noCatalogSettings, storedProduct } from "#test/shop/catalog.ts";
import { sampleCatalog } from "#test/shop/sample-catalog.ts";

const catalog = sampleCatalog();

function find(query: string) {
  const list = listCatalog(catalog, parseShopSearch(new URLSearchParams({ q: query })));
  return { ...list, names: list.products.map(({ name }) => name) };
}

/** What was typed, and a part of the name of each of the first products. */
const table: [query: string, first: RegExp][] = [
  ["navy cap", /Night Putt/],
  ["navy hat", /Night Putt|Waste Area/],
  ["golf hat men navy", /Night Putt|Waste Area/],
  ["navy blue", /Winter Rules|Night Putt/],
  ["trucker", /Red Clay/],
  ["trucker hat", /Red Clay/],
  ["snapback", /Red Clay/],
  ["rope hat", /Red Clay/],
  ["baseball cap", /Red Clay/],
  ["visor", /Twilight Rate/],
  ["visors", /Twilight Rate/],
  ["vizor", /Twilight Rate/],
  ["womens visor", /Twilight Rate/],
  ["bucket", /Waste Area/],
  ["bucket hat", /Waste Area/],
  ["buket", /Waste Area/],
  ["beanie", /Frost Delay/],
  ["beenie", /Frost Delay/],
  ["winter hat", /Frost Delay/],
  ["xl polo", /Polo/],
  ["t-shirt", /Polo/],
  ["tee", /Polo/],
  ["golf shirt", /Polo/],
  ["poloshirt", /Polo/],
  ["pollo", /Polo/],
  ["polo xl green", /First Tee/],
  ["white polo", /Provisional/],
  ["stripes", /Provisional|Skins Game/],
  ["stiped polo", /Provisional|Skins Game/],
  ["blue shirt", /Links Weather/],
  ["burgundy polo", /Shoulder Season/],
  ["maroon", /Shoulder Season|O’Neill/],
  ["1/4 zip", /Quarter-Zip/],
  ["quater zip", /Quarter-Zip/],
  ["hoodie", /Quarter-Zip/],
  ["jacket", /Quarter-Zip/],
  ["sweater", /Quarter-Zip/],
  ["grey", /Marine Layer/],
  ["gray pullover", /Marine Layer/],
  ["2xl", /Winter Rules|First Tee/],
  ["xxl", /Winter Rules|First Tee/],
  ["medium", /./],
  ["long sleeve", /Shoulder Season/],
  ["dri fit", /Dew Sweeper|Links Weather|Twilight/],
  ["leather strap", /Night Putt|Starter/],
  ["ladies", /./],
  ["mens golf hat", /Hat|Cap/],
  ["red hat", /Red Clay/],
  ["hats", /Hat/],
  ["shirts", /Polo/],
  ["golf", /./],
  ["moisture wicking", /Dew Sweeper|Links Weather|Twilight/],
  ["performance polo", /Links Weather/],
  ["sun protection", /Visor|Bucket/],
  ["upf 50", /Visor|Bucket/],
  ["adjustable", /Cap|Visor/],
  ["wool", /Frost Delay/],
  ["sz m", /Polo|Quarter-Zip|Bucket/],
  ["new", /./],
  ["skyblue", /Links Weather/],
  ["hats and shirts", /./],
  ["hat & shirt", /./],
  ["navy and white", /Winter Rules|Night Putt/],
  ["green or navy hat", /Dew Sweeper/],
  ["one size hat", /Rope Cap/],
  ["hat for my husband", /Hat|Cap/],
  ["most popular hats", /Hat|Cap/],
  ["do you have white hats", /Starter|Front Nine/],
  ["qtr zip", /Quarter-Zip/],
];

describe("[kind: words that shoppers search with]", () => {
  test.each(table)("[FI-2] %s", (query, first) => {
    expect(find(query).names[0]).toMatch(first);
  });

  test.each([
    ["hat under 30", 3_000],
    ["polo under $70", 7_000],
    ["caps under $40", 4_000],
    ["gift", 5_000],
    ["gift for dad", 5_000],
    ["birthday gift", 5_000],
    ["stocking stuffers", 5_000],
    ["40 and under", 4_000],
    ["polo $70 or less", 7_000],
    ["polo for $70", 7_000],
    ["40$ hat", 4_000],
    ["hat no more than $30", 3_000],
    ["polo max 70", 7_000],
    ["30-40 dollars hat", 4_000],
    ["hat between 40 and 30", 4_000],
    ["father's day", 5_000],
  ])("[FI-2] %s costs no more than %d cents", (query, most) => {
    const { products, letGo, correction } = find(query);
    expect([letGo, correction]).toEqual([null, null]);
    expect(products.length).toBeGreaterThan(0);
    for (const { price, salePrice } of products) expect(salePrice ?? price).toBeLessThanOrEqual(most);
  });

  test("[FI-2] sale shows products on sale, and the word matches nothing else", () => {
    const { products, correction } = find("sale");
    expect(products.length).toBeGreaterThan(0);
    expect(products.every(({ salePrice }) => salePrice !== null)).toBe(true);
    expect(correction).toBeNull();
  });

  test("[FI-2] what is new, and what is reduced, is said in many ways", () => {
    for (const query of ["new arrivals", "what's new", "latest"])
      expect([query, find(query).count]).toEqual([query, catalog.in("newest").length]);
    for (const query of ["newest hats", "latest hats"])
      expect(find(query)).toMatchObject({ letGo: null, count: find("hats").count });
    expect(find("discount hats")).toMatchObject({ letGo: null, count: find("hats on sale").count });
  });

  test("[FI-2] several kinds of apparel are all shown", () => {
    for (const query of ["hats and shirts", "polo beanie"]) {
      expect(new Set(find(query).products.map(({ category }) => category.id)).size).toBe(2);
    }
  });

  test.each([
    ["white polo womens", "No women's polos. White polos:"],
    ["caps under $5", "No caps under $5. Caps:"],
    ["polo 3xl", "No polos in size 3XL. Polos:"],
    ["waterproof polo", "No waterproof polos. Polos:"],
    ["womans polo", "No women's polos. Polos:"],
    ["navy shorts", "No shorts. Navy products:"],
    ["red polo under 50", "No polos under $50. Red polos:"],
  ])("[FI-3] %s says %s", (query, said) => {
    expect(find(query)).toMatchObject({ letGo: said, correction: null });
    expect(find(query).count).toBeGreaterThan(0);
  });

  test.each([
    "black",
    "pink",
    "kids",
    "3xl",
    "pants",
    "glove",
    "mens golf shorts",
    "gloves",
    "bestseller",
    "belt",
    "socks",
    "Titleist",
    "asdfgh",
    "waterproof",
  ])("[FI-3] %s is not sold, and nothing else is matched to it", (query) => {
    expect(find(query)).toMatchObject({ count: 0, letGo: null, correction: null });
  });

  test.each([
    ["return", "shipping"],
    ["returns", "shipping"],
    ["return policy", "shipping"],
    ["shipping", "shipping"],
    ["size guide", "size-guide"],
    ["ORD-001", "orders"],
    ["order #12", "orders"],
    ["track my order", "orders"],
    ["where's my package", "orders"],
    ["where is my order", "orders"],
    ["cancel order", "orders"],
    ["how long does shipping take", "shipping"],
    ["how do i return something", "shipping"],
    ["#ORD-001", "orders"],
    ["my account", "orders"],
    ["what size am i", "size-guide"],
    ["how does it fit", "size-guide"],
    ["contact", "contact"],
    ["gift cards", "contact"],
    ["discount code", "contact"],
    ["store hours", "contact"],
    ["where are you located", "contact"],
    ["terms and conditions", "terms"],
    ["polo", null],
    ["order of merit cap", null],
    ["12", null],
  ])("[FI-2] %s leads to the page %s", (query, topic) => {
    expect(helpTopicOf(query)).toBe(topic);
    if (topic) expect(find(query)).toMatchObject({ count: 0, letGo: null, correction: null });
  });
});

test("[BR-4] an owner's category is found by its name, without other products", () => {
  const categories = [
    ...firstCategories,
    { ...(firstCategories[0] as Category), id: "Belts", name: "Leather belts", slug: "BELTS" },
  ];
  const stored = storedProduct({ name: "Dune" });
  stored.product = { ...stored.product, category: { id: "Belts", name: "Leather belts", slug: "BELTS" } };
  const shop = new Catalog([stored, storedProduct({ name: "Cap" })], { ...noCatalogSettings, categories });
  const found = (q: string) =>
    listCatalog(shop, parseShopSearch(new URLSearchParams({ q }))).products.map(({ name }) => name);
  expect([found("leather belts"), found("belts")]).toEqual([["Dune"], ["Dune"]]);
});
