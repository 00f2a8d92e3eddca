import { expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { appliedCount, categoryOfTicks, noFilters, tickedWith, toggled } from "./filter-names.ts";

test("[SH-4] one ticked category filters, both or none show everything", () => {
  expect(categoryOfTicks(["HATS"])).toBe("HATS");
  expect(categoryOfTicks(["HATS", "SHIRTS"])).toBe("ALL");
  expect(categoryOfTicks([])).toBe("ALL");
});

test("[BR-4] of three categories another one takes the place of the one that is ticked", () => {
  expect(tickedWith(["HATS"], "SHIRTS", 2)).toEqual(["HATS", "SHIRTS"]);
  expect(tickedWith(["HATS"], "SHIRTS", 3)).toEqual(["SHIRTS"]);
  expect(tickedWith(["SHIRTS"], "SHIRTS", 3)).toEqual([]);
});

test("[SH-4] 'Clear all' takes every filter away and keeps words and order", () => {
  const search = {
    ...defaultShopSearch,
    ...{ category: "HATS", sale: true, inStock: true, types: ["cap"], prices: ["0-25", "25-50"] },
    ...{ query: "rope", sort: "price-low" as const },
  };
  expect(appliedCount(search)).toBe(6);
  const cleared = { ...search, ...noFilters };
  expect(cleared).toEqual({ ...defaultShopSearch, query: "rope", sort: "price-low" });
  expect(toggled(toggled(["a"], "b"), "a")).toEqual(["b"]);
});
