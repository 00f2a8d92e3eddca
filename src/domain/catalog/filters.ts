// Which products a list shows, and to how many each of its filters would narrow it. The other choices of the same filter
// don't count against a choice: types are one or the other, so the choices of a filter that is on are counted without it.
import type { Category } from "../product/product.ts";
import { compareSizes, sizeKey } from "../product/size.ts";
import type { Catalog } from "./catalog.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import { colorChoice, colorKeys, typeKey } from "./facet-keys.ts";
import { type FacetChoice, type FacetName, type Facets, facetNames } from "./facets.ts";
import { priceBands } from "./price-bands.ts";
import type { ShopSearch } from "./shop-search.ts";

type Filters = Pick<ShopSearch, FacetName | "category" | "sale" | "inStock">;
type FilterName = keyof Filters;

/** Of each filter the choices with the most products are offered. */
const CHOICES_MAX = 100;

/**
 * The entries that pass all filters, and the choices of each filter, counted among all that are given. Colors look as they
 * do in the whole catalog.
 */
export function filterAndCount(
  entries: readonly CatalogEntry[],
  filters: Filters,
  catalog: Catalog,
): { passing: CatalogEntry[]; facets: Facets } {
  const passing: CatalogEntry[] = [];
  const counts = new Counts();
  for (const entry of entries) {
    const failed = failedFilters(entry, filters);
    if (failed.length === 0) passing.push(entry);
    counts.add(entry, failed);
  }
  return { passing, facets: facetsOf(counts, filters, swatchesIn(catalog)) };
}

export function passesFilters(entry: CatalogEntry, filters: Filters): boolean {
  return failedFilters(entry, filters).length === 0;
}

function failedFilters(entry: CatalogEntry, filters: Filters): FilterName[] {
  const failed: FilterName[] = [];
  if (filters.category !== "ALL" && entry.product.category !== filters.category) failed.push("category");
  if (filters.sale && !entry.isOnSale) failed.push("sale");
  if (filters.inStock && !entry.isInStock) failed.push("inStock");
  for (const name of facetNames) {
    const wanted = filters[name];
    if (wanted.length > 0 && !entry.values[name].some((value) => wanted.includes(value))) failed.push(name);
  }
  return failed;
}

class Counts {
  sale = 0;
  inStock = 0;
  readonly categories: Record<Category, number> = { HATS: 0, SHIRTS: 0 };
  /** Products by the value of a filter that finds them. */
  readonly values: Record<FacetName, Map<string, number>> = perFacet();
  /** Products by how the owner spells it. */
  readonly spellings: Record<FacetName, Map<string, number>> = perFacet();
  /** A product that fails a single filter counts among the choices of that one; one that fails none, among all. */
  add(entry: CatalogEntry, failed: readonly FilterName[]): void {
    if (failed.length > 1) return;
    const isCounted = (filter: FilterName) => failed.length === 0 || failed[0] === filter;
    if (isCounted("category")) this.categories[entry.product.category] += 1;
    if (entry.isOnSale && isCounted("sale")) this.sale += 1;
    if (entry.isInStock && isCounted("inStock")) this.inStock += 1;
    for (const name of facetNames) {
      if (!isCounted(name)) continue;
      for (const value of entry.values[name]) addTo(this.values[name], value);
      for (const spelling of spellingsOf(entry, name)) addTo(this.spellings[name], spelling);
    }
  }
}

function perFacet(): Record<FacetName, Map<string, number>> {
  return { types: new Map(), colors: new Map(), sizes: new Map(), prices: new Map() };
}

function addTo(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function spellingsOf({ product, optionsInStock }: CatalogEntry, name: FacetName): readonly string[] {
  if (name === "types") return [product.type];
  if (name === "colors") return [product.color];
  return name === "sizes" ? optionsInStock : [];
}

function facetsOf(counts: Counts, filters: Filters, swatches: ReadonlyMap<string, string>): Facets {
  const { categories, sale, inStock } = counts;
  const place = ({ value }: FacetChoice) => priceBands.findIndex((band) => band.value === value);
  const labelOfBand = new Map(priceBands.map(({ value, label }) => [value, label]));
  const choicesOf = (name: FacetName, read: (value: string) => Omit<FacetChoice, "value" | "count">) =>
    withChosen(
      mostFrequent(counts.values[name]).map(([value, count]) => ({ value, ...read(value), count })),
      filters[name],
    );
  const typeOf = namesOf(counts.spellings.types, (type) => [typeKey(type)]);
  const colorOf = namesOf(counts.spellings.colors, colorKeys);
  const sizeOf = namesOf(counts.spellings.sizes, (size) => [sizeKey(size)]);
  return {
    categories: { ALL: categories.HATS + categories.SHIRTS, ...categories },
    types: choicesOf("types", (value) => ({ label: typeOf(value) })).sort(byLabel),
    colors: choicesOf("colors", (value) => {
      const color = colorOf(value);
      return colorChoice(value, { color, swatch: swatches.get(color) ?? "" });
    }).sort(byLabel),
    sizes: choicesOf("sizes", (value) => ({ label: sizeOf(value) })).sort((a, b) =>
      compareSizes(a.value, b.value),
    ),
    prices: choicesOf("prices", (value) => ({ label: labelOfBand.get(value) ?? value })).sort(
      (a, b) => place(a) - place(b),
    ),
    sale,
    inStock,
  };
}

/** The owner's swatches by the names of colors; of several, always the same one. */
function swatchesIn(catalog: Catalog): ReadonlyMap<string, string> {
  const swatches = new Map<string, string>();
  for (const { product } of catalog.in("newest")) {
    if (product.swatch > (swatches.get(product.color) ?? "")) swatches.set(product.color, product.swatch);
  }
  return swatches;
}

function byLabel(a: FacetChoice, b: FacetChoice): number {
  return a.label.localeCompare(b.label, "en-US");
}

function mostFrequent(counts: ReadonlyMap<string, number>): [text: string, count: number][] {
  return [...counts].sort(byFrequency).slice(0, CHOICES_MAX);
}

function byFrequency([a, often]: [string, number], [b, oftener]: [string, number]): number {
  return oftener - often || (a < b ? -1 : 1);
}

/** What a value is called: by the most frequent of its spellings. */
function namesOf(
  spellings: ReadonlyMap<string, number>,
  keysOf: (spelling: string) => readonly string[],
): (value: string) => string {
  const names = new Map<string, string>();
  for (const [spelling] of [...spellings].sort(byFrequency)) {
    for (const key of keysOf(spelling)) if (!names.has(key)) names.set(key, spelling);
  }
  return (value) => names.get(value) ?? value;
}

/** What is chosen can be taken back, although nothing has it beside the other filters. */
function withChosen(choices: FacetChoice[], chosen: readonly string[]): FacetChoice[] {
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return [...choices, ...missing.map((value) => ({ value, label: nameOf(value), count: 0 }))];
}

function nameOf(value: string): string {
  const band = priceBands.find((each) => each.value === value);
  return band?.label ?? value.charAt(0).toUpperCase() + value.slice(1);
}
