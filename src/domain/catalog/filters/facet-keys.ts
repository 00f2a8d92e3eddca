// What the spellings of one filter value have in common: the key by which lists are named and products are found.
import { plainColors, plainColorsOf, swatchesOf } from "../../product/color.ts";
import { sizeKey } from "../../product/size.ts";
import { oneLine } from "../../text/one-line.ts";
import type { FacetName } from "./facets.ts";

const NAME_LENGTH_MAX = 40;

/** What two spellings of one type have in common: "Rope  Cap" → "rope cap". */
export function typeKey(type: string): string {
  return oneLine(oneLine(type).toLowerCase(), NAME_LENGTH_MAX);
}

/**
 * The values of the filter that find a color: the plain colors it counts as, or the name itself where it counts as none.
 * "Bone/Green" → white and green; "Calcutta" → "calcutta"; "" → none.
 */
export function colorKeys(color: string): string[] {
  const plain = plainColorsOf(color);
  return plain.length > 0 ? plain : [typeKey(color)].filter(Boolean);
}

/** Options as one text; "" for none. */
export function optionsText(options: readonly string[]): string {
  return options.join("\n");
}

/** The single names in what a product says for a filter: only options are several. */
export function facetNamesIn(text: string): string[] {
  return text.split("\n").filter(Boolean);
}

/** The values of a filter that find what a product says for it. */
export const facetValues: Record<FacetName, (text: string) => readonly string[]> = {
  types: (type) => [typeKey(type)].filter(Boolean),
  colors: colorKeys,
  sizes: (options) => [...new Set(facetNamesIn(options).map(sizeKey))],
  prices: (band) => [band],
};

/** How a value of the color filter looks and reads; the owner's name as it is spelled, a plain color with a capital. */
export function colorChoice(key: string, { color, swatch }: { color: string; swatch: string }) {
  const isPlain = Object.hasOwn(plainColors, key);
  const name = isPlain ? key : color;
  return {
    label: isPlain ? key.charAt(0).toUpperCase() + key.slice(1) : color,
    swatches: swatchesOf({ color: name, swatch: isPlain ? "" : swatch }),
  };
}
