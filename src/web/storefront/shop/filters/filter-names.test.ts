import { expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { appliedCount, categoryOfTicks, noFilters, toggled } from "./filter-names.ts";

test("[SH-4] one ticked category filters, both or none show everything", () => {
  expect(categoryOfTicks(["HATS"])).toBe("HATS");
  expect(categoryOfTicks(["HATS", "SHIRTS"])).toBe("ALL");
  expect(categoryOfTicks([])).toBe("ALL");
});

test("[SH-4] 'Clear all' takes every filter away and keeps words and order", () => {
  const search = {
    ...defaultShopSearch,
    ...{ category: "HATS" as const, sale: true, inStock: true, types: ["cap"], prices: ["0-25", "25-50"] },
    ...{ query: "rope", sort: "price-low" as const },
  };
  expect(appliedCount(search)).toBe(6);
  const cleared = { ...search, ...noFilters };
  expect(cleared).toEqual({ ...defaultShopSearch, query: "rope", sort: "price-low" });
  expect(toggled(toggled(["a"], "b"), "a")).toEqual(["b"]);
});
