import { filterCount } from "#domain/catalog/change-search.ts";
import { type FacetName, facetNames } from "#domain/catalog/filters/facets.ts";
import { EVERY_CATEGORY, type ShopSearch } from "#domain/catalog/shop-search.ts";

/** How a filter reads, and its parameter in an address. */
export const filterNames: Record<FacetName, { label: string; parameter: string }> = {
  types: { label: "Type", parameter: "type" },
  colors: { label: "Color", parameter: "color" },
  sizes: { label: "Size", parameter: "size" },
  prices: { label: "Price", parameter: "price" },
};

/** What "Clear all" leaves: the words and the order. */
export const noFilters = {
  category: EVERY_CATEGORY,
  sale: false,
  inStock: false,
  traits: [] as string[],
  under: null,
  over: null,
  ...(Object.fromEntries(facetNames.map((name) => [name, []])) as unknown as Record<FacetName, string[]>),
} as const satisfies Partial<ShopSearch>;

/** How many filters are on, a category and the sale among them. */
export function appliedCount(search: ShopSearch): number {
  return filterCount(search) + (search.category === EVERY_CATEGORY ? 0 : 1) + (search.sale ? 1 : 0);
}

/** Puts a value in or takes it out. The address sorts them. */
export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** The boxes ticked in the filter sheet → the one category of the URL. Both or none mean all. */
export function categoryOfTicks(ticked: readonly string[]): string {
  const [only, another] = ticked;
  return only && !another ? only : EVERY_CATEGORY;
}

/** Of two categories both may be ticked. Of more only one is listed at a time, so another takes its place. */
export function tickedWith(ticked: readonly string[], category: string, offered: number): string[] {
  if (ticked.includes(category)) return ticked.filter((other) => other !== category);
  return offered > 2 ? [category] : [...ticked, category];
}
