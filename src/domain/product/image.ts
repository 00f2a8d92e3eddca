/** Widths in pixels that every product picture is stored at, beside its largest one. */
export const IMAGE_WIDTHS = [320, 640, 1024] as const;

/** Width in pixels of the stored file that carries the picture's own name. */
export const IMAGE_WIDTH_MAX = 1600;

/** `hasAvif`: the picture is stored as AVIF, too, at every width but the largest. */
export type ProductImage = { url: string; alt: string; hasAvif?: boolean };
type ImageFormat = "webp" | "avif";

/** `/storage/…/a_1.webp` at 640 pixels → `/storage/…/a_1-640.webp`. The largest width is the file itself, always WebP. */
export function imageAtWidth(url: string, widthPx: number, format: ImageFormat = "webp"): string {
  if (widthPx >= IMAGE_WIDTH_MAX) return url;
  return url.replace(/\.webp$/, `-${widthPx}.${format}`);
}

/** The `srcset` of a stored picture; empty for a picture that is not one of ours (nothing to choose from). */
export function imageSourceSet(url: string, format: ImageFormat = "webp"): string {
  if (!url.endsWith(".webp")) return "";
  const upTo1024 = IMAGE_WIDTHS.map((width) => `${imageAtWidth(url, width, format)} ${width}w`).join(", ");
  return format === "webp" ? `${upTo1024}, ${url} ${IMAGE_WIDTH_MAX}w` : upTo1024;
}
