/** The widths in pixels at which every product picture is stored, besides its largest one. */
export const IMAGE_WIDTHS = [320, 640, 1024] as const;

/** The width in pixels of the stored file that has the picture's own name. */
export const IMAGE_WIDTH_MAX = 1600;

/** `hasAvif`: the picture is also stored as AVIF, at every width but the largest. */
export type ProductImage = { url: string; alt: string; hasAvif?: boolean };
type ImageFormat = "webp" | "avif";

/** `/storage/…/a_1.webp` at 640 pixels → `/storage/…/a_1-640.webp`. The largest width is the file itself, always WebP. */
export function imageAtWidth(url: string, widthPx: number, format: ImageFormat = "webp"): string {
  if (widthPx >= IMAGE_WIDTH_MAX) return url;
  return url.replace(/\.webp$/, `-${widthPx}.${format}`);
}

/** The `srcset` of a stored picture; empty for a picture that the shop does not store. */
export function imageSourceSet(url: string, format: ImageFormat = "webp"): string {
  if (!url.endsWith(".webp")) return "";
  const upTo1024 = IMAGE_WIDTHS.map((width) => `${imageAtWidth(url, width, format)} ${width}w`).join(", ");
  return format === "webp" ? `${upTo1024}, ${url} ${IMAGE_WIDTH_MAX}w` : upTo1024;
}

/**
 * The kinds in which a picture exists as JPEG, for readers that may not support WebP: small for an email, full size for a
 * price comparison, and a card for a link preview.
 */
export const jpegKinds = ["small", "whole", "card"] as const;
export type JpegKind = (typeof jpegKinds)[number];

/** The pixels of a link preview's picture, whatever the shape of the picture on it. */
export const CARD_PX = { width: 1200, height: 630 };

/**
 * The path of a stored picture as JPEG: `/storage/…/a_1.webp` and `https://bucket…/a_1.webp` → `/storage/…/a_1-card.jpg`.
 * The shop answers there in any case, since a bucket can't draw what is missing. null for a picture from elsewhere.
 */
export function jpegPath(url: string, kind: JpegKind): string | null {
  const own = /\/product-images\/\w+_\d+(?=\.webp$)/.exec(url);
  return own && `/storage${own[0]}-${kind}.jpg`;
}

/** What a picture is called as JPEG: `…/a_1.webp` → `…/a_1-card.jpg`. */
export function asJpeg(key: string, kind: JpegKind): string {
  return key.replace(/\.webp$/, `-${kind}.jpg`);
}

/** `a_1-card.jpg` → the stored picture `a_1.webp` and the kind; null for every other name. */
export function jpegOf(name: string): { source: string; kind: JpegKind } | null {
  const [, own, word] = /^(\w+_\d+)-([a-z]+)\.jpg$/.exec(name) ?? [];
  const kind = jpegKinds.find((known) => known === word);
  return own === undefined || kind === undefined ? null : { source: `${own}.webp`, kind };
}
