// What a list can be narrowed by, and to how many products: the choices of each filter that has several.
import { categories, categoryLabels, type Category } from "../product/product.ts";
import { plainColors, plainColorsOf, swatchesOf } from "../product/color.ts";
import { oneLine } from "../text/one-line.ts";

/** The filters of which several values can be chosen. */
export const facetNames = ["types", "colors", "sizes", "prices"] as const;
export type FacetName = (typeof facetNames)[number];

export type FacetChoice = {
  /** As in an address. */
  value: string;
  /** As shoppers read it. */
  label: string;
  /** How many products the list would have with this value alone, given all other filters. */
  count: number;
  /** Of a color: how its parts look, "#1f3d2b"; none where nobody knows. */
  swatches?: readonly string[];
};

export type Facets = Record<FacetName, FacetChoice[]> & {
  categories: Record<Category | "ALL", number>;
  /** How many of the list are on sale, and how many can be bought, whether or not it is narrowed to them. */
  sale: number;
  inStock: number;
};

export const noFacets: Facets = {
  categories: { ALL: 0, HATS: 0, SHIRTS: 0 },
  types: [],
  colors: [],
  sizes: [],
  prices: [],
  sale: 0,
  inStock: 0,
};

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

/** How a value of the color filter looks and reads; the owner's name as it is spelled, a plain color with a capital. */
export function colorChoice(key: string, { color, swatch }: { color: string; swatch: string }) {
  const isPlain = Object.hasOwn(plainColors, key);
  const name = isPlain ? key : color;
  return {
    label: isPlain ? key.charAt(0).toUpperCase() + key.slice(1) : color,
    swatches: swatchesOf({ color: name, swatch: isPlain ? "" : swatch }),
  };
}

/** The category of the filter as it reads: "All", "Hats". */
export const categoryChoices = [
  { value: "ALL" as const, label: "All" },
  ...categories.map((value) => ({ value, label: categoryLabels[value] })),
];
