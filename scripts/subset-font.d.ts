declare module "subset-font" {
  /** Keeps the glyphs of `text`; pins or limits the axes of a variable font. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: {
      targetFormat?: "sfnt" | "woff" | "woff2" | "truetype";
      variationAxes?: Record<string, number | { min?: number; max?: number; default?: number }>;
    },
  ): Promise<Buffer>;
}
