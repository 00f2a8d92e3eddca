import type { Product } from "#domain/product/product.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../shop.ts";
import { findListedProduct } from "./queries.ts";

/** An active product with options and pictures, or null. Any text is fine as an id. One statement. */
export async function findProduct(shop: Shop, { id }: { id: string }): Promise<Product | null> {
  if (!isUuid(id)) return null;
  const product = await findListedProduct(shop.db, id);
  shop.shown?.noteProduct(id, product?.images);
  return product;
}
