import type { ProductInColors } from "#domain/product/product.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../shop.ts";
import { findListedProduct } from "./queries.ts";

/**
 * An active product with options, pictures and the colors of its design, or null. Any text is fine as an id. One
 * statement.
 */
export async function findProduct(shop: Shop, { id }: { id: string }): Promise<ProductInColors | null> {
  if (!isUuid(id)) return null;
  const found = await findListedProduct(shop.db, id);
  shop.shown?.noteProduct(id, found?.product.images);
  if (found) shop.shown?.noteColors(found.design, found.product.colors);
  return found?.product ?? null;
}
