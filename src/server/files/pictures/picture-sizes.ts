// Turns uploaded bytes into pictures that the shop is willing to show. What a file claims to be does not count: its
// first bytes decide among four formats, every other decoder is blocked (decoders.ts), and the
// picture is redrawn, so nothing of the original file is ever served: no script, no GPS position, no camera serial
// number. Its dimensions are read before it is decoded, because a file of 200 KB may unpack to gigabytes. A damaged
// file is refused, never shown in part.
import { IMAGE_WIDTH_MAX, IMAGE_WIDTHS, imageAtWidth } from "#domain/product/image.ts";
import type { Shop } from "../../core/shop.ts";
import { sharp } from "./decoders.ts";
import { WEBP } from "./encoding.ts";
import { boxOf } from "./picture-box.ts";

/** '2MB each', as the upload area says. */
export const IMAGE_BYTES_MAX = 2 * 1024 * 1024;
const IMAGE_PIXELS_MAX = 25_000_000;

const CONTENT_TYPE = "image/webp";

/** In pixels, the largest last. */
export const PICTURE_WIDTHS = [...IMAGE_WIDTHS, IMAGE_WIDTH_MAX];

type StoredImage =
  | { ok: true; url: string; width: number; height: number }
  | { ok: false; reason: ImageRefusal };
export type ImageRefusal = "not_an_image" | "too_large" | "too_many_pixels" | "corrupt";

/**
 * Stores a picture at every width of the shop under `product-images/{random}_{timestamp}.webp` and answers
 * with its URL and its largest size in pixels. A picture is never enlarged. Of an animated GIF the first
 * frame is kept. Throws only when the file store does.
 */
export async function storeProductImage(shop: Shop, bytes: Uint8Array): Promise<StoredImage> {
  if (bytes.byteLength > IMAGE_BYTES_MAX) return { ok: false, reason: "too_large" };
  if (!looksLikeImage(bytes)) return { ok: false, reason: "not_an_image" };
  const drawn = await drawSizes(bytes);
  if (!drawn.ok) return drawn;
  const { width, height, files } = drawn;
  return { ok: true, url: await storeSizes(shop, files), width, height };
}

export type PictureFile = { width: number; data: Uint8Array };

/** Stores a drawn picture, the largest size last, and returns its URL. */
export async function storeSizes(shop: Shop, files: PictureFile[]): Promise<string> {
  const key = `product-images/${shop.newId().replaceAll("-", "")}_${shop.clock()}.webp`;
  for (const { width, data } of files) await shop.files.put(imageAtWidth(key, width), data, CONTENT_TYPE);
  return shop.files.url(key);
}

type DrawnPicture = { ok: true; width: number; height: number; files: PictureFile[] };

/** The picture at every width, as it is stored. */
export async function drawSizes(
  bytes: Uint8Array,
): Promise<DrawnPicture | { ok: false; reason: ImageRefusal }> {
  const options = { failOn: "error", limitInputPixels: IMAGE_PIXELS_MAX, pages: 1 } as const;
  try {
    const { width = 0, height = 0 } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (width * height > IMAGE_PIXELS_MAX) return { ok: false, reason: "too_many_pixels" };
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .resize(boxOf(IMAGE_WIDTH_MAX))
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files = [];
    // The largest comes last: where it is, the smaller ones are too.
    for (const width of PICTURE_WIDTHS) {
      const file = await sharp(data, { raw }).resize(boxOf(width)).webp(WEBP).toBuffer();
      files.push({ width, data: file });
    }
    return { ok: true, width: info.width, height: info.height, files };
  } catch {
    return { ok: false, reason: "corrupt" };
  }
}

/** Whether the first bytes are those of a JPEG, PNG, GIF or WebP file. */
function looksLikeImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return (
    start.startsWith("\xff\xd8\xff") ||
    start.startsWith("\x89PNG\r\n\x1a\n") ||
    /^GIF8[79]a/.test(start) ||
    /^RIFF.{4}WEBP$/s.test(start)
  );
}
