// Collections as the owner sees them: all of them, with their current number of products.
import { type Collection, collectionState, memberOf } from "#domain/collection/collection.ts";
import { collectionFormOf, emptyCollection } from "#domain/collection/collection-form.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { findCollectionRow, listCollectionRows } from "../products/collections/queries.ts";
import { loadConfiguration } from "../settings/load-configuration.ts";

async function withCount(shop: Shop, collection: Collection) {
  const catalog = await shop.memory.catalog.read(shop);
  const [now, state] = [nowOf(shop), collectionState(collection, nowOf(shop))];
  const count = catalog.in("newest").filter(memberOf(collection, now)).length;
  const { id, name, slug, image } = collection;
  return { id, name, slug, image, state, count };
}

export type ListedCollection = Awaited<ReturnType<typeof withCount>>;

/** In the owner's order. */
export async function listCollections(shop: Shop): Promise<ListedCollection[]> {
  const rows = await listCollectionRows(shop.db);
  return Promise.all(rows.map((row) => withCount(shop, row)));
}

/** What a collection's page shows; null when it does not exist. Any text is fine as an id. */
export async function findCollection(shop: Shop, id: string) {
  const stored = isUuid(id) ? await findCollectionRow(shop.db, id) : null;
  if (!stored) return null;
  const { timeZone } = (await loadConfiguration(shop)).profile;
  return {
    ...(await withCount(shop, stored)),
    form: collectionFormOf(stored, timeZone),
    productIds: stored.productIds ?? [],
  };
}

/** The form of a new one. */
export const newCollectionForm = collectionFormOf(emptyCollection, "UTC");
