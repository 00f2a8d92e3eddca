// The owner names another product by its SKU, or by the address of its page ("…/product/{id}/{slug}?option=L").
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import { findOptionBySku } from "./swap-queries.ts";

/** Null when it names nothing. Whether there is such an option is for the swap to say. */
export async function findSwapTarget(
  shop: Shop,
  text: string,
): Promise<{ productId: string; variation: string } | null> {
  const named = text.trim();
  if (URL.canParse(named, shop.env.publicUrl)) {
    const { pathname, searchParams } = new URL(named, shop.env.publicUrl);
    const [, productId] = /\/product\/([^/]+)(?:\/[^/]*)?$/.exec(pathname) ?? [];
    if (isUuid(productId)) return { productId, variation: searchParams.get("option") ?? "" };
  }
  return findOptionBySku(shop.db, named);
}
