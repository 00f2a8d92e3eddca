import { isShown, memberOf } from "#domain/collection/collection.ts";
import { listStoredProducts } from "../../catalog/catalog-queries.ts";
import type { Db } from "../../db/transaction.ts";
import { listCollectionRows } from "../../products/collections/queries.ts";
import { listCategories } from "../../settings/category-queries.ts";
import type { FoundDiscount } from "./queries.ts";

/**
 * Discounts for a collection with those of the cart's products that are in it now. Read from the database, not from the
 * catalog in memory, since they decide about money. Three statements if there are such discounts, otherwise none.
 */
export async function withCollections(
  db: Db,
  found: FoundDiscount[],
  { productIds, now }: { productIds: readonly string[]; now: Date },
): Promise<FoundDiscount[]> {
  if (!found.some(({ collectionId }) => collectionId !== null)) return found;
  const collections = (await listCollectionRows(db)).filter((collection) => isShown(collection, now));
  const products = await listStoredProducts(db, [...new Set(productIds)], await listCategories(db));
  return found.map((discount) => {
    if (discount.collectionId === null) return discount;
    const collection = collections.find(({ id }) => id === discount.collectionId);
    const members = collection ? products.filter(memberOf(collection, now)) : [];
    return { ...discount, productIds: members.map(({ product }) => product.id) };
  });
}
