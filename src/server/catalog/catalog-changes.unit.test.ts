import fc from "fast-check";
import { expect, test } from "vitest";
import { Catalog } from "#domain/catalog/catalog.ts";
import type { StoredProduct } from "#domain/catalog/catalog-entry.ts";
import { listCatalog } from "#domain/catalog/list-catalog.ts";
import { defaultShopSearch, type ShopSearch } from "#domain/catalog/shop-search.ts";
import { noCatalogSettings, storedProduct } from "#test/shop/catalog.ts";

const searches: Partial<ShopSearch>[] = [
  {},
  { sort: "price-low" },
  { sort: "price-high", inStock: true },
  { types: ["polo"] },
  { query: "rope" },
  { query: "roep", sort: "relevance" },
  { query: "navy polo", sort: "relevance" },
];
const listsIn = (catalog: Catalog) =>
  searches.map((search) => listCatalog(catalog, { ...defaultShopSearch, ...search }));

const ids = ["a", "b", "c", "d", "e", "f"];
const changes = fc.array(
  fc.oneof(
    fc.record({ gone: fc.constantFrom(...ids) }),
    fc.record({
      id: fc.constantFrom(...ids),
      name: fc.constantFrom("Rope Cap", "Harbor Polo", "Visor"),
      type: fc.constantFrom("", "Polo", "polo", "Rope cap"),
      color: fc.constantFrom("", "Navy", "Calcutta"),
      swatch: fc.constantFrom("", "#112233"),
      price: fc.constantFrom(1_000, 2_000, 9_000),
      quantity: fc.constantFrom(0, 3),
      createdAt: fc.constantFrom("2026-01-01", "2026-02-01", "2026-03-01"),
    }),
  ),
  { maxLength: 30 },
);

test("a catalog updated product by product lists the same as a freshly read one", () => {
  fc.assert(
    fc.property(changes, fc.nat(30), (all, before) => {
      const known = new Map<string, StoredProduct>();
      const apply = (some: typeof all, catalog: Catalog | null) => {
        for (const change of some) {
          if ("gone" in change) {
            known.delete(change.gone);
            catalog?.remove(change.gone);
          } else {
            const stored = storedProduct(change);
            known.set(change.id, stored);
            catalog?.put(stored);
          }
        }
      };
      apply(all.slice(0, before), null);
      const changed = new Catalog([...known.values()], noCatalogSettings);
      apply(all.slice(before), changed);
      const anew = new Catalog([...known.values()], noCatalogSettings);
      expect(listsIn(changed)).toEqual(listsIn(anew));
      for (const id of ids) expect(changed.get(id)?.product).toEqual(known.get(id)?.product);
    }),
  );
});
