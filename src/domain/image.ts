/** Widths in pixels that every product picture is stored at, beside its largest one. */
export const IMAGE_WIDTHS = [320, 640, 1024] as const;

/** Width in pixels of the stored file that carries the picture's own name. */
export const IMAGE_WIDTH_MAX = 1600;

export type ProductImage = { url: string; alt: string };

/** `/storage/…/a_1.webp` at 640 pixels → `/storage/…/a_1-640.webp`. The largest width is the file itself. */
export function imageAtWidth(url: string, widthPx: number): string {
  if (widthPx >= IMAGE_WIDTH_MAX) return url;
  return url.replace(/\.webp$/, `-${widthPx}.webp`);
}

/** The `srcset` of a stored picture; empty for a picture that is not one of ours (nothing to choose from). */
export function imageSourceSet(url: string): string {
  if (!url.endsWith(".webp")) return "";
  return [...IMAGE_WIDTHS, IMAGE_WIDTH_MAX]
    .map((width) => `${imageAtWidth(url, width)} ${width}w`)
    .join(", ");
}
