// Suggestions while a shopper types: the first results of the same search as the shop's list.

import { listCatalog } from "#domain/catalog/list-catalog.ts";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { type Collection, collectionsCalled } from "#domain/collection/collection.ts";
import type { ProductImage } from "#domain/product/image.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { Shop } from "../../core/shop.ts";
import { listShownCollections } from "../collections.ts";

const COLLECTIONS_SUGGESTED = 2;

/** Money in cents; the sale price is there only while it applies. `quantity` 0: sold out. */
export type SuggestedProduct = Pick<
  ProductSummary,
  "id" | "name" | "category" | "price" | "salePrice" | "pricesVary" | "quantity"
> & {
  image: ProductImage | null;
};

export type Suggestions = {
  /** Collections with that name. */
  collections: Pick<Collection, "name" | "slug">[];
  products: SuggestedProduct[];
  /** All matches, as in ProductList. */
  count: number;
  /** As in ProductList. */
  correction: string | null;
  letGo: string | null;
};

/** The `limit` best matches for the text so far; none for blank text. Any text is fine. */
export async function suggestProducts(shop: Shop, text: string, limit: number): Promise<Suggestions> {
  if (text.trim() === "") return { collections: [], products: [], count: 0, correction: null, letGo: null };
  const search = parseShopSearch(new URLSearchParams({ q: text }));
  const catalog = await shop.memory.catalog.read(shop);
  const { products, count, correction, letGo } = listCatalog(catalog, search);
  const shown = products.slice(0, limit).map(({ images, hasOptions: _, createdAt: __, ...product }) => ({
    ...product,
    image: images[0] ?? null,
  }));
  const collections = collectionsCalled(await listShownCollections(shop), text).slice(
    0,
    COLLECTIONS_SUGGESTED,
  );
  return {
    collections: collections.map(({ name, slug }) => ({ name, slug })),
    ...{ products: shown, count, correction, letGo },
  };
}
