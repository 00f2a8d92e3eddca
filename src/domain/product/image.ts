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
