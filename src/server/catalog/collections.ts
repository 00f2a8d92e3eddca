// Collections as shoppers see them, from the catalog in memory, without a statement.

import { summaryOf } from "#domain/catalog/catalog-entry.ts";
import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX } from "#domain/catalog/shop-search.ts";
import {
  type Collection,
  type CollectionSort,
  collectionEntries,
  isShown,
  memberOf,
  sortsOf,
} from "#domain/collection/collection.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import { errorText } from "../core/log.ts";
import { nowOf, type Shop } from "../core/shop.ts";

/** Visible ones, in the owner's order. */
export async function listShownCollections(shop: Shop): Promise<Collection[]> {
  const { settings } = await shop.memory.catalog.read(shop);
  return settings.collections.filter((collection) => isShown(collection, nowOf(shop)));
}

/** Like listShownCollections; while the database can't be read, from this process's last copy. Never throws. */
export async function recallCollections(shop: Shop): Promise<Collection[]> {
  try {
    return await listShownCollections(shop);
  } catch (error) {
    shop.log.error("catalog.unreadable", { error: errorText(error) });
    const collections = shop.memory.catalog.last()?.settings.collections ?? [];
    return collections.filter((collection) => isShown(collection, nowOf(shop)));
  }
}

export type CollectionList = {
  collection: Pick<Collection, "name" | "slug" | "description" | "image">;
  sort: CollectionSort;
  sorts: CollectionSort[];
  pages: number;
  products: ProductSummary[];
  count: number;
  hasMore: boolean;
};

type CollectionQuery = { slug: string; sort: string | null; pages: number };

/** The first pages of a collection; null when it is not visible. An unknown sort means the collection's own. */
export async function listCollection(
  shop: Shop,
  { slug, sort: asked, pages }: CollectionQuery,
): Promise<CollectionList | null> {
  const collection = (await listShownCollections(shop)).find((each) => each.slug === slug);
  if (!collection) return null;
  const catalog = await shop.memory.catalog.read(shop);
  const sorts = sortsOf(collection);
  const sort = sorts.find((known) => known === asked) ?? sorts[0] ?? "newest";
  const entries = collectionEntries(collection, catalog, { sort, now: nowOf(shop) });
  const products = entries.slice(0, pages * SHOP_PAGE_SIZE).map(summaryOf);
  const { name, description, image } = collection;
  return {
    collection: { name, slug, description, image },
    ...{ sort, sorts, pages, products, count: entries.length },
    hasMore: pages < SHOP_PAGES_MAX && entries.length > products.length,
  };
}

/**
 * What a block of the home page shows of a collection: its first products that can be bought; null when it was deleted
 * or is not visible. Any text is fine as an id.
 */
export async function collectionBlock(shop: Shop, { id, limit }: { id: string; limit: number }) {
  const collection = (await listShownCollections(shop)).find((each) => each.id === id);
  if (!collection) return null;
  const catalog = await shop.memory.catalog.read(shop);
  const sort = sortsOf(collection)[0] ?? "newest";
  const entries = collectionEntries(collection, catalog, { sort, now: nowOf(shop) });
  const products = entries
    .filter(({ isInStock }) => isInStock)
    .slice(0, limit)
    .map(summaryOf);
  return { collection, products };
}

/** The names of a product's collections that the feed includes, by the number of their label. */
export function feedLabelsOf(collections: readonly Collection[], now: Date) {
  const labeled = collections.filter(({ feedLabel }) => feedLabel !== null);
  const members = labeled.map((each) => ({ ...each, has: memberOf(each, now) }));
  return (entry: Parameters<ReturnType<typeof memberOf>>[0]): ReadonlyMap<number, string> => {
    const labels = new Map<number, string>();
    for (const { feedLabel, name, has } of members)
      if (feedLabel !== null && !labels.has(feedLabel) && has(entry)) labels.set(feedLabel, name);
    return labels;
  };
}
