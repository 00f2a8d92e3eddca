// JPEG for those who may not know WebP: email clients, price comparisons, link previews. It is drawn when it is first asked
// for, and stored next to the picture, so that every picture has it, whenever and by which version it was stored, and nothing
// is encoded without a request (decision 012). Two processes that draw the same one write the same file.
import { jpegOf } from "#domain/product/image.ts";
import { errorText } from "../../core/log.ts";
import type { Shop } from "../../core/shop.ts";
import type { FileStore } from "../file-store.ts";
import { drawJpeg } from "./draw-jpeg.ts";

const FOLDER = "product-images/";
const CONTENT_TYPE = "image/jpeg";

/** One is drawn at a time, and this many may wait: a client that requests all of them at once can't overload the shop. */
const WAITING_MAX = 40;

/**
 * The bytes of `a_1-card.jpg`; null when the shop has no picture of that name, or can't draw it. `busy`: too many are being
 * drawn. Rejects only when the store can't be read; what it can't keep is drawn again for the next who asks.
 */
export type JpegPictures = (name: string) => Promise<Uint8Array | null | "busy">;

/** The JPEG of the pictures in this store, each drawn once by this process. */
export function jpegPictures({ files, log }: Pick<Shop, "files" | "log">): JpegPictures {
  const drawings = new Map<string, Promise<Uint8Array | null>>();
  let last: Promise<unknown> = Promise.resolve();

  return async (name) => {
    const jpeg = jpegOf(name);
    if (jpeg === null) return null;
    // A store whose keys may not list refuses what it does not have; of the picture itself that is a failure.
    const kept = await files.get(FOLDER + name).catch(() => null);
    if (kept) return kept;
    const webp = await files.get(FOLDER + jpeg.source);
    const others = drawings.get(name);
    if (!webp || others) return others ?? null;
    if (drawings.size >= WAITING_MAX) return "busy";
    const drawing = last
      .then(() => drawJpeg(webp, jpeg.kind))
      .then(async (bytes) => {
        await keep(files, name, jpeg.source, bytes).catch((error: unknown) => {
          log.warn("products.jpeg_not_kept", { picture: name, error: errorText(error) });
        });
        return bytes;
      })
      .catch((error: unknown) => {
        log.warn("products.jpeg_failed", { picture: name, error: errorText(error) });
        return null;
      })
      .finally(() => drawings.delete(name));
    drawings.set(name, drawing);
    last = drawing;
    return drawing;
  };
}

async function keep(files: FileStore, name: string, source: string, bytes: Uint8Array): Promise<void> {
  await files.put(FOLDER + name, bytes, CONTENT_TYPE);
  // Swept while it was drawn, the picture itself before its JPEG: nothing would ever find this file.
  if (!(await files.get(FOLDER + source))) await files.delete(FOLDER + name);
}
