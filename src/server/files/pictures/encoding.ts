import type { AvifOptions } from "sharp";

/** How pictures are stored on upload. */
export const WEBP = { quality: 78, effort: 4 };

/**
 * Better than the WebP next to it, for cloth and for smooth grounds, at two thirds of its bytes. Ten bits keep a soft
 * ground from becoming patches. Figures in decision 012.
 */
export const AVIF: AvifOptions = { quality: 58, effort: 3, chromaSubsampling: "4:2:0", bitdepth: 10 };
