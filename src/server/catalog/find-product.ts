import type { Product } from "#domain/product.ts";
import type { Shop } from "../shop.ts";
import { selectProduct } from "./queries.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text may be a product's id; anything else would be an error of the database. */
export function isProductId(id: string): boolean {
  return UUID.test(id);
}

/** An active product with options and pictures, or null. Any text is fine as an id. One statement. */
export async function findProduct(shop: Shop, { id }: { id: string }): Promise<Product | null> {
  return isProductId(id) ? selectProduct(shop, id) : null;
}
