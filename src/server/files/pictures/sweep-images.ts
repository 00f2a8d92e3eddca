// Deletes the files of pictures that are no longer shown. The rows go first, the files after the commit: a process
// that dies in between leaves a file without a row, never a product without its picture.
import { asJpeg, IMAGE_WIDTHS, imageAtWidth, jpegKinds } from "#domain/product/image.ts";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { takeDueImages } from "./image-queries.ts";
import { deleteAvif, pictureKey } from "./make-avif.ts";

const IMAGES_PER_SWEEP = 40;

/** Deletes what is due; answers how many pictures that were. A file that can't be deleted is only logged. */
export async function sweepImages(shop: Shop): Promise<number> {
  const urls = await inTransaction(shop, (tx) => takeDueImages(tx, nowOf(shop), IMAGES_PER_SWEEP));
  for (const url of urls) {
    try {
      await deleteFiles(shop, url);
    } catch (error) {
      shop.log.warn("products.picture_not_deleted", { url, error: errorText(error) });
    }
  }
  return urls.length;
}

/** All widths and formats of a picture of our own store, itself first; nothing for a URL elsewhere. */
async function deleteFiles(shop: Shop, url: string): Promise<void> {
  const key = pictureKey(shop.files, url);
  if (!key) return;
  await shop.files.delete(key);
  for (const width of IMAGE_WIDTHS) await shop.files.delete(imageAtWidth(key, width));
  await deleteAvif(shop, url);
  for (const kind of jpegKinds) await shop.files.delete(asJpeg(key, kind));
}
