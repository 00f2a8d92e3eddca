import type { UploadAnswer } from "#domain/product/image-upload.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { insertSpareImages } from "./image-queries.ts";
import { storeProductImage } from "./picture-sizes.ts";
import { sweepImages } from "./sweep-images.ts";

/**
 * Stores one picture for a product that is being edited. It is spare until a product is saved with it, and
 * each upload clears away what earlier ones left behind. Throws only when the store or the database does.
 */
export async function uploadImage(shop: Shop, bytes: Uint8Array): Promise<UploadAnswer> {
  const stored = await storeProductImage(shop, bytes);
  if (!stored.ok) return stored;
  await insertSpareImages(shop.db, [stored.url], nowOf(shop));
  await sweepImages(shop);
  return { ok: true, url: stored.url };
}
