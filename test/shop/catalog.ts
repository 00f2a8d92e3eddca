// Catalogs in memory for tests that need no database.
import { Catalog, type CatalogSettings } from "#domain/catalog/catalog.ts";
import type { StoredProduct } from "#domain/catalog/catalog-entry.ts";
import type { Category } from "#domain/category/category.ts";
import { noCodes } from "#domain/product/options/item-codes.ts";
import type { Product } from "#domain/product/product.ts";
import { blankAttributes } from "#domain/product/product-fields.ts";
import { productPath } from "#domain/product/product-path.ts";

/** Those of a new shop. */
export const firstCategories: Category[] = [
  { id: "Hats", name: "Hats", slug: "HATS", googleCategory: "173" },
  { id: "Shirts", name: "Shirts", slug: "SHIRTS", googleCategory: "212" },
].map((named) => ({ ...named, formerSlugs: [], isHidden: false, text: "", picture: null }));

/** A product as shown; by its id or its address. */
export function categoryOf(given: string, categories: readonly Category[] = firstCategories) {
  const { id, slug, name } = categories.find((each) => each.id === given || each.slug === given) ?? {
    id: given,
    slug: given,
    name: given,
  };
  return { id, slug, name };
}

/** A product without any attributes. */
export const noCatalogSettings: CatalogSettings = {
  heroId: null,
  synonyms: [],
  categories: firstCategories,
  sizeCharts: [],
  collections: [],
};

export type CatalogItem = Partial<Omit<Product, "options" | "createdAt" | "category">> & {
  category?: string;
  /** How many of each option can be bought. */
  stock?: Record<string, number>;
  createdAt?: string;
};

let ids = 0;
const nextId = () => `00000000-0000-4000-8000-${(++ids).toString(16).padStart(12, "0")}`;

/** A product, by default a hat without options and with 5 in stock. */
export function storedProduct({
  stock,
  createdAt = "2026-01-01",
  category = "Hats",
  ...attributes
}: CatalogItem = {}): StoredProduct {
  const options = Object.entries(stock ?? {}).map(([variation, available]) => ({
    variation,
    available,
    id: `variant-${variation}`,
    price: attributes.price ?? 3_000,
    salePrice: attributes.salePrice ?? null,
    ...noCodes,
  }));
  const { status: _, cost: __, saleStartsAt: ___, ...shown } = blankAttributes;
  const made = new Date(createdAt).toISOString();
  const { id = nextId(), name = "Plain Cap" } = attributes;
  return {
    product: {
      ...shown,
      price: 3_000,
      path: productPath({ id, name }),
      images: [],
      codes: noCodes,
      options,
      quantity: stock ? options.reduce((sum, { available }) => sum + available, 0) : 5,
      hasOptions: options.length > 0,
      createdAt: made,
      updatedAt: made,
      ...attributes,
      ...{ id, name },
      category: categoryOf(category),
    },
    tags: [],
    isSample: false,
    madeAt: made.replace("Z", "000Z"),
    datedSale: null,
  };
}

export function catalogOf(
  items: readonly CatalogItem[],
  settings: CatalogSettings = noCatalogSettings,
): Catalog {
  return new Catalog(items.map(storedProduct), settings);
}
