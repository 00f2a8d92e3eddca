// What shows one picture, such as a category: its form brings another one, takes it away, or leaves it.
import { pictureTypes } from "#domain/product/image-upload.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { insertSpareImages, takeSpareImages } from "./image-queries.ts";
import { storeProductImage } from "./picture-sizes.ts";

/** The bytes of a new one; null: it stays; "removed": none from now on. */
export type PictureChange = Uint8Array | "removed" | null;

type ReadChange =
  /** The URL from now on, by the one so far. */
  { ok: true; over: (url: string | null) => string | null } | { ok: false; error: string };

/** Stores a new picture. Not in a transaction. */
export async function readPictureChange(shop: Shop, change: PictureChange): Promise<ReadChange> {
  if (!(change instanceof Uint8Array))
    return { ok: true, over: (url) => (change === "removed" ? null : url) };
  const stored = await storeProductImage(shop, change);
  return stored.ok
    ? { ok: true, over: () => stored.url }
    : { ok: false, error: `Use a ${pictureTypes.names} picture up to 2 MB` };
}

/** Notes that `after` is shown instead of `before`, whose files may be swept. Null: no picture. */
export async function replacePicture(
  tx: Tx,
  { before, after, now }: { before: string | null; after: string | null; now: Date },
): Promise<void> {
  if (before === after) return;
  if (after !== null) await takeSpareImages(tx, [after]);
  if (before !== null) await insertSpareImages(tx, [before], now);
}
