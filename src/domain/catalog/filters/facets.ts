// What a list can be narrowed by, and to how many products: the choices of each filter that has several.

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
  /** Of a color: how its parts look, "#1f3d2b"; none if unknown. */
  swatches?: readonly string[];
};

export type Facets = Record<FacetName, FacetChoice[]> & {
  /** Those that are offered, and the one of the list, in the owner's order. */
  categories: FacetChoice[];
  /** How many the list would have of all categories. */
  everyCategory: number;
  /** How many of the list are on sale, and how many can be bought, whether or not it is narrowed to them. */
  sale: number;
  inStock: number;
};

export const noFacets: Facets = {
  categories: [],
  everyCategory: 0,
  types: [],
  colors: [],
  sizes: [],
  prices: [],
  sale: 0,
  inStock: 0,
};
