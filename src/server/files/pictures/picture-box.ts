import type { ResizeOptions } from "sharp";

/** A picture this many times higher than wide is scaled down to that; WebP ends at 16383 pixels. */
const HEIGHT_PER_WIDTH_MAX = 5;

/** What a picture is drawn into at a width in pixels. It keeps its shape and is never enlarged. */
export function boxOf(width: number): ResizeOptions {
  return { width, height: width * HEIGHT_PER_WIDTH_MAX, fit: "inside", withoutEnlargement: true };
}
