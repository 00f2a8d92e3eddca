import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareSizes, sizeKey } from "../product/size.ts";
import { changedSearch } from "./change-search.ts";
import { colorKeys, typeKey } from "./filters/facet-keys.ts";
import { priceBands } from "./filters/price-bands.ts";
import { parseShopSearch, VALUES_MAX } from "./parse-shop-search.ts";
import { defaultShopSearch, type ShopSearch, shopQuery, sorts, sortsFor } from "./shop-search.ts";

/** Some of these values, in their order. */
const some = (...values: string[]) => fc.subarray(values);
const read = (query: string) => parseShopSearch(new URLSearchParams(query));

describe("the address of a list", () => {
  test("[SH-1] the whole shop, newest first, has no parameters", () => {
    expect(shopQuery({})).toBe("");
    expect(read("")).toEqual(defaultShopSearch);
  });

  test("[SH-1] names category, sale and sort as specified", () => {
    expect(shopQuery({ category: "HATS", sale: true, sort: "price-low" })).toBe(
      "?category=HATS&sale=true&sort=price-low",
    );
  });

  test("[SH-1] an unknown value counts as the default", () => {
    expect(read("category=all&sale=yes&sort=random&pages=-1")).toEqual(read(""));
    for (const none of ["hats", "HATS-", "A".repeat(61), "<b>", ""])
      expect(read(`category=${none}`)).toEqual(read(""));
  });

  test("[SH-1] what is written is read back", () => {
    const search: fc.Arbitrary<ShopSearch> = fc.record({
      category: fc.constantFrom("ALL", "HATS", "GOLF-BAGS-2"),
      sale: fc.boolean(),
      sort: fc.constantFrom(...sorts),
      query: fc.constantFrom("", "rope cap", "50% & more", "é"),
      inStock: fc.boolean(),
      types: some("polo", "rope cap", "é & co"),
      colors: some("black", "calcutta", "green"),
      sizes: some("M", "XL", "2XL", "7 1/4", "32 x 30"),
      prices: some(...priceBands.map(({ value }) => value)),
      traits: some("2xl", "quick-dry", "women"),
      under: fc.constantFrom(null, 40),
      over: fc.constantFrom(null, 25),
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

  test.each([
    ["size=XXL", "?size=2XL"],
    ["size=2xl&size=xx-large&size=2XL", "?size=2XL"],
    ["size=XL&size=S&size=7+1/4&size=M", "?size=S&size=M&size=XL&size=7+1%2F4"],
    ["type=POLO&type=Rope++Cap&type=polo", "?type=polo&type=rope+cap"],
    ["color=Pine&color=moss", "?color=green"],
    ["color=Bone/Green", "?color=green&color=white"],
    ["color=Calcutta&color=BLACK", "?color=black&color=calcutta"],
    ["price=50-75&price=25-50&price=1-2&price=0-1000000", "?price=25-50&price=50-75"],
    ["q=caps+under+%2440", "?q=caps&under=40"],
    ["q=Polos+between+$30+and+$50", "?q=Polos&under=50&over=30"],
    ["q=hats+%2425-%2450", "?q=hats&under=50&over=25"],
    ["q=over+50", "?over=50"],
    ["q=sale", "?sale=true"],
    ["q=polos+on+sale", "?sale=true&q=polos"],
    ["q=new", ""],
    ["q=new+hats", "?sort=newest&q=hats"],
    ["q=new+course+polo", "?q=new+course+polo"],
    ["q=cheapest+polo", "?sort=price-low&q=polo"],
    ["q=gift+for+dad", "?category=HATS&trait=men&under=50&over=25"],
    ["q=gift+polo", "?q=polo&under=50&over=25"],
    ["q=sz+m", "?trait=m"],
    ["q=size+guide", "?q=size+guide"],
    ["q=XX-Large+polo", "?q=polo&trait=2xl"],
    ["q=polo+size+extra+large", "?q=polo&trait=xl"],
    ["q=women%E2%80%99s+visor", "?q=visor&trait=women"],
    ["q=sale+women+under+sale+40", "?sale=true&trait=women&under=40"],
    ["under=0&over=1e3&trait=socks&trait=men", "?trait=men"],
    ["instock=true&type=&size=+", "?instock=true"],
    ["instock=1&color=%00", ""],
  ])("[FI-4] %s is the list %s", (typed, canonical) => {
    expect(shopQuery(read(typed))).toBe(canonical);
  });

  test("[FI-4] all ways to name one list have one address, in any order", () => {
    const pairs = fc.array(
      fc.record({
        name: fc.constantFrom("type", "color", "size", "price"),
        value: fc.constantFrom("M", "xxl", "2XL", "Polo", "polo", "pine", "GREEN", "25-50", "500-", "x"),
      }),
    );
    fc.assert(
      fc.property(pairs, fc.infiniteStream(fc.nat()), (given, random) => {
        const query = (list: typeof given) =>
          shopQuery(read(list.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("&")));
        const shuffled = given
          .map((pair) => ({ pair, place: random.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ pair }) => pair);
        expect(query(shuffled)).toBe(query(given));
      }),
    );
  });

  test("[FI-4] each value of a list is its own key, and beyond the maximum the first ones count", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 30 }), { maxLength: 5 }), (texts) => {
        const search = read(
          new URLSearchParams(
            texts.flatMap((text) => ["type", "color", "size"].map((name) => [name, text])),
          ).toString(),
        );
        for (const type of search.types) expect(typeKey(type)).toBe(type);
        for (const color of search.colors) expect(colorKeys(color)).toEqual([color]);
        for (const size of search.sizes) expect(sizeKey(size)).toBe(size);
        expect([...search.sizes].sort(compareSizes)).toEqual(search.sizes);
        for (const values of [search.types, search.colors, search.sizes])
          expect(values.length).toBeLessThanOrEqual(VALUES_MAX);
      }),
    );
    const many = Array.from({ length: 1_000 }, (_, at) => `type=t${at}`).join("&");
    expect(read(many).types).toHaveLength(VALUES_MAX);
  });

  test("[SH-1] any query string is read, and has one canonical form", () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), fc.string({ unit: "binary" }), (query, text) => {
        for (const hostile of [
          query,
          new URLSearchParams({ q: text, size: text, type: text, color: text, pages: text }).toString(),
        ]) {
          const canonical = shopQuery(read(hostile));
          expect(shopQuery(read(canonical.slice(1)))).toBe(canonical);
        }
      }),
    );
  });
});

test("[FI-4] the bands of prices follow each other without a gap", () => {
  expect(priceBands.map(({ from }) => from)).toEqual([0, ...priceBands.flatMap(({ below }) => below ?? [])]);
  expect(priceBands.map(({ label }) => label).slice(0, 2)).toEqual(["Under $25", "$25 to $50"]);
  expect(priceBands.at(-1)).toEqual({ value: "500-", label: "$500 and up", from: 50_000, below: null });
});
