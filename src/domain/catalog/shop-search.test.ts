import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { categories } from "../product/product.ts";
import {
  changedSearch,
  parseShopSearch,
  type ShopSearch,
  shopQuery,
  sorts,
  sortsFor,
} from "./shop-search.ts";

const read = (query: string) => parseShopSearch(new URLSearchParams(query));

describe("the address of a list", () => {
  test("[SH-1] the whole shop, newest first, has no parameters", () => {
    expect(shopQuery({})).toBe("");
    expect(read("")).toEqual({ category: "ALL", sale: false, sort: "newest", query: "", size: "", pages: 1 });
  });

  test("[SH-1] names category, sale and sort as specified", () => {
    expect(shopQuery({ category: "HATS", sale: true, sort: "price-low" })).toBe(
      "?category=HATS&sale=true&sort=price-low",
    );
  });

  test("[SH-1] an unknown value counts as the default", () => {
    expect(read("category=SOCKS&sale=yes&sort=random&pages=-1")).toEqual(read(""));
    expect(read("category=hats")).toEqual(read(""));
  });

  test("[SH-1] what is written is read back", () => {
    const search: fc.Arbitrary<ShopSearch> = fc.record({
      category: fc.constantFrom("ALL" as const, ...categories),
      sale: fc.boolean(),
      sort: fc.constantFrom(...sorts),
      query: fc.constantFrom("", "rope cap", "50% & more", "é"),
      size: fc.constantFrom("", "M", "2XL"),
      pages: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(search, (wanted) => {
        const isOffered = sortsFor(wanted.query).includes(wanted.sort);
        const sort = isOffered ? wanted.sort : "newest";
        expect(read(shopQuery(wanted).slice(1))).toEqual({ ...wanted, sort });
      }),
    );
  });

  test("[SH-1] [FI-2] what fits best comes first where there are words, and only there", () => {
    expect(read("q=cap").sort).toBe("relevance");
    expect(shopQuery({ query: "cap" })).toBe("?q=cap");
    expect(shopQuery(read("q=cap&sort=relevance"))).toBe("?q=cap");
    expect(shopQuery(read("q=cap&sort=newest"))).toBe("?sort=newest&q=cap");
    expect(shopQuery(read("sort=relevance"))).toBe("");
    expect(shopQuery({ ...read("q=cap"), query: "" })).toBe("");
  });

  test("[FI-2] an order that was chosen is kept for other words, the default is not", () => {
    expect(changedSearch(read("pages=3"), { query: "cap" })).toEqual(read("q=cap"));
    expect(changedSearch(read("q=cap"), { query: "" })).toEqual(read(""));
    expect(changedSearch(read("q=cap&sort=price-low"), { query: "" })).toEqual(read("sort=price-low"));
    expect(changedSearch(read("q=cap"), { sort: "newest" })).toEqual(read("q=cap&sort=newest"));
    expect(changedSearch(read("q=cap&sort=newest"), { query: "hat" })).toEqual(read("q=hat&sort=newest"));
    expect(changedSearch(read("q=cap&sort=newest"), { query: "" })).toEqual(read(""));
  });

  test("[SH-1] any query string is read, and has one canonical form", () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), fc.string({ unit: "binary" }), (query, text) => {
        for (const hostile of [query, new URLSearchParams({ q: text, size: text, pages: text }).toString()]) {
          const canonical = shopQuery(read(hostile));
          expect(shopQuery(read(canonical.slice(1)))).toBe(canonical);
        }
      }),
    );
  });
});
