import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { colorKeys, typeKey } from "#domain/catalog/filters/facet-keys.ts";
import { priceBands } from "#domain/catalog/filters/price-bands.ts";
import { listCatalog } from "#domain/catalog/list-catalog.ts";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { sizeKey } from "#domain/product/size.ts";
import { type CatalogItem, catalogOf } from "#test/shop/catalog.ts";

const searchOf = (query: string) => parseShopSearch(new URLSearchParams(query));
const listIn = (items: readonly CatalogItem[]) => (query: string) =>
  listCatalog(catalogOf(items), searchOf(query));
const namesOf = ({ products }: ReturnType<ReturnType<typeof listIn>>) => products.map(({ name }) => name);

describe("[FI-4] filters", () => {
  test("a type or a color that the owner adds becomes a filter, in any spelling, with its swatch", () => {
    const list = listIn([
      { name: "One", type: "Rope Cap", color: "Fairway Green" },
      { name: "Two", type: "rope cap", color: "Calcutta", swatch: "#112233" },
      { name: "Three", type: "Rope Cap", color: "Bone/Green" },
      { name: "Four", color: "Calcutta" },
    ]);
    const { facets } = list("");
    expect(facets.types).toEqual([{ value: "rope cap", label: "Rope Cap", count: 3 }]);
    expect(facets.colors.map(({ value, label, count }) => [value, label, count])).toEqual([
      ["calcutta", "Calcutta", 2],
      ["green", "Green", 2],
      ["white", "White", 1],
    ]);
    expect(facets.colors[0]?.swatches).toEqual(["#112233"]);
    // Even when the found products have none.
    expect(list("q=four").facets.colors[0]?.swatches).toEqual(["#112233"]);
    expect(namesOf(list("color=green")).sort()).toEqual(["One", "Three"]);
    expect(namesOf(list("color=CALCUTTA&type=ROPE+CAP"))).toEqual(["Two"]);
    expect(namesOf(list("type=ROPE+CAP&color=pine"))).toHaveLength(2);
  });

  test("2XL and XXL are one size, and sizes are listed from small to large if in stock", () => {
    const list = listIn([
      { name: "Typed XXL", stock: { S: 1, XXL: 2 } },
      { name: "Typed 2XL", stock: { "2XL": 1, XL: 0 } },
      { name: "Without" },
    ]);
    for (const size of ["2XL", "XXL", "xx-large"]) expect(list(`size=${size}`).count).toBe(2);
    expect(list("size=XL").count).toBe(0);
    expect(list("size=M%00").count).toBe(0);
    expect(list("").facets.sizes.map(({ value, count }) => [value, count])).toEqual([
      ["S", 1],
      ["2XL", 2],
    ]);
    expect(list("size=XL").facets.sizes.find(({ value }) => value === "XL")?.count).toBe(0);
  });

  test("a long option name filters as many as its count says", () => {
    const long = `${"Fairway Green".padEnd(34, ".")} / 2XL`;
    const list = listIn([{ name: "Long", stock: { [long]: 1, S: 1 } }]);
    const { value = "" } = list("").facets.sizes.find(({ label }) => label === long) ?? {};
    expect(list(shopQuery({ sizes: [value] })).count).toBe(1);
  });

  test("a product that has one size in two spellings counts once", () => {
    const list = listIn([
      { name: "Both", stock: { XXL: 1, "2XL": 1, M: 1 } },
      { name: "One", stock: { XXL: 1, "2XL": 0 } },
    ]);
    for (const query of ["", "size=M", "size=XXL&size=M", "q=both"]) {
      const { facets } = list(query);
      expect(facets.sizes.find(({ value }) => value === "2XL")?.count, query).toBe(
        query === "q=both" ? 1 : 2,
      );
    }
    expect(list("size=XXL&size=M").count).toBe(2);
  });

  test("hostile values find nothing, or are dropped", () => {
    const list = listIn([{ name: "Cap", type: "Cap" }]);
    for (const query of ["size=%F0%9F&color=%27", "type=__proto__", "color=constructor", "size={M,L}"]) {
      const { count, facets } = list(query);
      expect([count, facets.everyCategory], query).toEqual([0, 0]);
    }
    for (const query of ["type=%00", "price=1-2&price=__proto__"])
      expect(namesOf(list(query))).toEqual(["Cap"]);
  });

  test("a misspelled search that filters narrow to nothing still counts its matches", () => {
    const list = listIn([
      { name: "Waste Area", type: "Bucket hat", color: "Pine" },
      { name: "Harbor", type: "Polo", category: "Shirts", color: "Navy" },
    ]);
    const found = list("q=bukcet");
    expect([found.count, found.correction]).toEqual([1, "bucket"]);
    const narrowed = list("q=bukcet&type=polo");
    expect([narrowed.count, narrowed.correction]).toEqual([0, null]);
    expect(narrowed.facets.types.map(({ value, count }) => [value, count])).toEqual([
      ["bucket hat", 1],
      ["polo", 0],
    ]);
  });

  test("each list and each count equals a scan of every product", () => {
    const items = fc.record({
      type: fc.constantFrom("", "Polo", "polo", "Rope cap"),
      color: fc.constantFrom("", "Pine", "Bone/Green", "Navy", "Calcutta"),
      price: fc.constantFrom(2_400, 2_499, 2_500, 4_999, 5_000, 60_000),
      salePrice: fc.constantFrom(null, 2_000),
      category: fc.constantFrom("HATS" as const, "SHIRTS" as const),
      stock: fc.constantFrom<Record<string, number> | undefined>(
        { S: 1, XXL: 0 },
        { M: 0 },
        { "2XL": 3, M: 1 },
        undefined,
      ),
    });
    const some = (...values: string[]) => fc.subarray(values, { maxLength: 2 });
    const searches = fc.record({
      category: fc.constantFrom("ALL", "HATS", "SHIRTS"),
      type: some("polo", "rope cap", "sock"),
      color: some("green", "white", "navy", "calcutta"),
      size: some("M", "L", "2XL", "S"),
      price: some("0-25", "25-50", "50-75", "500-"),
      sale: fc.constantFrom("", "true"),
      instock: fc.constantFrom("", "true"),
    });
    fc.assert(
      fc.property(
        fc.array(items, { maxLength: 24 }),
        searches,
        (shelf, { category, sale, instock, ...several }) => {
          const params = new URLSearchParams({ category, sale, instock });
          for (const [name, values] of Object.entries(several))
            for (const value of values) params.append(name, value);
          const search = parseShopSearch(params);
          const rows = shelf.map(seen);
          const { count, facets } = listCatalog(
            catalogOf(shelf.map(({ stock, ...item }) => ({ ...item, ...(stock && { stock }) }))),
            search,
          );
          const passing = (changed: Partial<ShopSearch>) =>
            rows.filter((row) => passes(row, { ...search, ...changed }));
          expect(count).toBe(passing({}).length);
          for (const name of ["types", "colors", "sizes", "prices"] as const) {
            for (const { value, count } of facets[name])
              expect(count, `${name} ${value}`).toBe(passing({ [name]: [value] }).length);
            const offered = facets[name].map(({ value }) => value);
            for (const value of passing({ [name]: [] }).flatMap((row) => row[name]))
              expect(offered).toContain(value);
          }
          expect(facets.sale).toBe(passing({ sale: true }).length);
          expect(facets.inStock).toBe(passing({ inStock: true }).length);
          expect(facets.everyCategory).toBe(passing({ category: "ALL" }).length);
          for (const { value, count } of facets.categories)
            expect(count).toBe(passing({ category: value }).length);
        },
      ),
    );
  });
});

type Item = {
  type: string;
  color: string;
  price: number;
  salePrice: number | null;
  category: "HATS" | "SHIRTS";
  stock: Record<string, number> | undefined;
};

/** A product as filters see it. */
function seen({ type, color, price, salePrice, category, stock }: Item) {
  const options = Object.entries(stock ?? {}).filter(([, available]) => available > 0);
  const paid = salePrice ?? price;
  return {
    category,
    isSale: salePrice !== null,
    hasStock: stock === undefined || options.length > 0,
    types: type ? [typeKey(type)] : [],
    colors: colorKeys(color),
    sizes: [...new Set(options.map(([option]) => sizeKey(option)))],
    prices: priceBands
      .filter(({ from, below }) => paid >= from && (below === null || paid < below))
      .map(({ value }) => value),
  };
}

function passes(row: ReturnType<typeof seen>, { category, sale, inStock, ...several }: ShopSearch): boolean {
  if (category !== "ALL" && row.category !== category) return false;
  if ((sale && !row.isSale) || (inStock && !row.hasStock)) return false;
  return (["types", "colors", "sizes", "prices"] as const).every(
    (name) => several[name].length === 0 || several[name].some((value) => row[name].includes(value)),
  );
}
