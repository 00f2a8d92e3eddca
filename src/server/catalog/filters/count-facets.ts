// How many products each choice of a filter would find, given all the others. The other choices of the same filter don't
// count against it: types are one or the other, so the choices of a filter that is on are counted without it. The database
// counts how many products are alike in all that filters ask for (count-alike.ts), which is the same work whatever is
// filtered; the counts are sums of those few, made here in one pass: a group that fails no filter counts everywhere, one
// that fails a single filter counts among the choices of that one.
import { sql } from "kysely";
import { colorChoice, colorKeys, typeKey } from "#domain/catalog/facet-keys.ts";
import type { FacetChoice, FacetName, Facets } from "#domain/catalog/facets.ts";
import { priceBands } from "#domain/catalog/price-bands.ts";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import { plainColorsOf } from "#domain/product/color.ts";
import { compareSizes, sizeKey } from "#domain/product/size.ts";
import type { Db } from "../../db/transaction.ts";
import {
  BANDS_MAX,
  COLORS_MAX,
  type Counted,
  type FacetNames,
  forEachAlike,
  TYPES_MAX,
} from "./facet-codes.ts";

/** Of each filter the choices with the most products are offered. */
const CHOICES_MAX = 100;

export type FacetsAsked = {
  search: Pick<ShopSearch, FacetName | "category" | "sale" | "inStock">;
  /** What there is to count; null: nothing. */
  counted: Counted | null;
};

/**
 * The choices of each filter with their counts, and how many products pass all filters. One statement if there are colors
 * that only the owner knows, for their swatches; otherwise none.
 */
export async function countFacets(
  db: Db,
  { search, counted }: FacetsAsked,
): Promise<{ facets: Facets; count: number }> {
  if (counted === null) return { facets: facetsOf(new Sums(), noNames, search, noSwatches), count: 0 };
  const { names } = counted;
  const sums = sumUp(counted, search);
  const own = countsOf(sums.colors, names.colors)
    .toSorted(byFrequency)
    .map(([color]) => color)
    .filter((color) => plainColorsOf(color).length === 0)
    .slice(0, CHOICES_MAX);
  const swatches = own.length === 0 ? noSwatches : await listSwatches(db, own);
  return { facets: facetsOf(sums, names, search, swatches), count: sums.all };
}

const noNames: FacetNames = { types: new Map(), colors: new Map(), layouts: new Map() };
const noSwatches: ReadonlyMap<string, string> = new Map();

async function listSwatches(db: Db, colors: string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ color: string; swatch: string | null }>`
    select color, (select max(f.swatch) from product_facets f where f.color = named.color) as swatch
    from unnest(${colors}::text[]) named (color)`.execute(db);
  return new Map(rows.map(({ color, swatch }) => [color, swatch ?? ""]));
}

class Sums {
  all = 0;
  shirts = 0;
  hats = 0;
  sale = 0;
  inStock = 0;
  /** By their number. A change may come before what it takes away from. */
  readonly types = new Int32Array(TYPES_MAX);
  readonly colors = new Int32Array(COLORS_MAX);
  /** By the place of their band. */
  readonly prices = new Int32Array(BANDS_MAX);
  /** By layout and sizes, as they stand in a code. */
  readonly sizes = new Map<number, { layout: number; sizes: number; products: number }>();
}

const [CATEGORY, SALE, IN_STOCK, TYPES, COLORS, SIZES, PRICES] = [1, 2, 4, 8, 16, 32, 64] as const;

function sumUp(counted: Counted, search: FacetsAsked["search"]): Sums {
  const { names } = counted;
  const sums = new Sums();
  const { category, sale, inStock } = search;
  const types = wantedOf(names.types, search.types, (type) => [typeKey(type)]);
  const colors = wantedOf(names.colors, search.colors, colorKeys);
  const bands = placesOf(search.prices);
  const wanted = wantedSizes(names.layouts, search.sizes);
  forEachAlike(counted, (alike) => {
    const { products, band, type, color, layout, sizes, layoutSizes } = alike;
    const failed =
      (category === "ALL" || alike.isShirt === (category === "SHIRTS") ? 0 : CATEGORY) |
      (sale && !alike.onSale ? SALE : 0) |
      (inStock && !alike.inStock ? IN_STOCK : 0) |
      (types === null || types[type] === 1 ? 0 : TYPES) |
      (colors === null || colors[color] === 1 ? 0 : COLORS) |
      (wanted === null || (sizes & (wanted.get(layout) ?? 0)) !== 0 ? 0 : SIZES) |
      (bands === null || bands.has(band) ? 0 : PRICES);
    if (failed === 0) sums.all += products;
    const counts = (filter: number) => (failed & ~filter) === 0;
    if (counts(CATEGORY)) sums[alike.isShirt ? "shirts" : "hats"] += products;
    if (alike.onSale && counts(SALE)) sums.sale += products;
    if (alike.inStock && counts(IN_STOCK)) sums.inStock += products;
    if (counts(TYPES)) sums.types[type] = (sums.types[type] ?? 0) + products;
    if (counts(COLORS)) sums.colors[color] = (sums.colors[color] ?? 0) + products;
    if (counts(PRICES)) sums.prices[band] = (sums.prices[band] ?? 0) + products;
    if (sizes !== 0 && counts(SIZES)) {
      const known = sums.sizes.get(layoutSizes);
      if (known) known.products += products;
      else sums.sizes.set(layoutSizes, { layout, sizes, products });
    }
  });
  return sums;
}

function add<Key>(sums: Map<Key, number>, key: Key, products: number): void {
  sums.set(key, (sums.get(key) ?? 0) + products);
}

/** By the numbers of names: 1 where one of these values finds the name. null: any may. */
function wantedOf(
  names: ReadonlyMap<number, string>,
  values: readonly string[],
  keysOf: (name: string) => string[],
): Uint8Array | null {
  if (values.length === 0) return null;
  const wanted = new Uint8Array(COLORS_MAX);
  for (const [id, name] of names) wanted[id] = keysOf(name).some((key) => values.includes(key)) ? 1 : 0;
  return wanted;
}

function placesOf(prices: readonly string[]): Set<number> | null {
  const places = priceBands.flatMap(({ value }, place) => (prices.includes(value) ? place : []));
  return places.length === 0 ? null : new Set(places);
}

/** Of each layout the bits of the options that are one of the sizes; null: any may. */
function wantedSizes(
  layouts: FacetNames["layouts"],
  sizes: readonly string[],
): ReadonlyMap<number, number> | null {
  if (sizes.length === 0) return null;
  const bits = (options: string[]) =>
    options.reduce((all, option, place) => (sizes.includes(sizeKey(option)) ? all | (1 << place) : all), 0);
  return new Map([...layouts].map(([id, options]) => [id, bits(options)]));
}

/** Of what something has: names are few beside the numbers that there could be. */
function countsOf(sums: Int32Array, names: ReadonlyMap<number, string>): [name: string, products: number][] {
  const counts: [string, number][] = [];
  for (const [id, name] of names) {
    const products = sums[id] ?? 0;
    if (products > 0) counts.push([name, products]);
  }
  return counts;
}

function facetsOf(
  sums: Sums,
  names: FacetNames,
  search: FacetsAsked["search"],
  swatches: ReadonlyMap<string, string>,
): Facets {
  const types = choices(countsOf(sums.types, names.types), (type) => [{ value: typeKey(type), label: type }]);
  const colors = choices(countsOf(sums.colors, names.colors), (color) =>
    colorKeys(color).map((value) => ({
      value,
      ...colorChoice(value, { color, swatch: swatches.get(color) ?? "" }),
    })),
  );
  const bands = priceBands
    .map(({ value, label }, place) => ({ value, label, count: sums.prices[place] ?? 0 }))
    .filter(({ count }) => count > 0);
  const byLabel = (a: FacetChoice, b: FacetChoice) => a.label.localeCompare(b.label, "en-US");
  const place = ({ value }: FacetChoice) => priceBands.findIndex((band) => band.value === value);
  return {
    categories: { ALL: sums.hats + sums.shirts, HATS: sums.hats, SHIRTS: sums.shirts },
    types: withChosen(types, search.types).sort(byLabel),
    colors: withChosen(colors, search.colors).sort(byLabel),
    sizes: withChosen(sizeChoices(sums, names), search.sizes).sort((a, b) => compareSizes(a.value, b.value)),
    prices: withChosen(bands, search.prices).sort((a, b) => place(a) - place(b)),
    sale: sums.sale,
    inStock: sums.inStock,
  };
}

/** Spellings of one value are counted together. The most frequent one names it. */
function choices(
  counted: (readonly [name: string, products: number])[],
  read: (name: string) => Omit<FacetChoice, "count">[],
): FacetChoice[] {
  const byValue = new Map<string, FacetChoice>();
  for (const [name, products] of counted.toSorted(byFrequency)) {
    if (name === "") continue;
    for (const choice of read(name)) {
      const known = byValue.get(choice.value);
      byValue.set(choice.value, { ...(known ?? choice), count: (known?.count ?? 0) + products });
    }
  }
  return firstOf([...byValue.values()]);
}

function byFrequency([a, often]: readonly [string, number], [b, oftener]: readonly [string, number]): number {
  return oftener - often || (a < b ? -1 : 1);
}

/** A product that has one size in two spellings, such as XXL and 2XL, counts once. */
function sizeChoices({ sizes }: Sums, { layouts }: FacetNames): FacetChoice[] {
  const [counts, spellings] = [new Map<string, number>(), new Map<string, number>()];
  for (const { layout, sizes: bits, products } of sizes.values()) {
    // What had them has changed.
    if (products === 0) continue;
    const inStock = (layouts.get(layout) ?? []).filter((_, place) => (bits & (1 << place)) !== 0);
    for (const option of inStock) add(spellings, option, products);
    for (const key of new Set(inStock.map(sizeKey))) add(counts, key, products);
  }
  const labels = new Map<string, string>();
  for (const [option] of [...spellings].sort(byFrequency)) {
    const key = sizeKey(option);
    if (!labels.has(key)) labels.set(key, option);
  }
  return firstOf([...counts].map(([value, count]) => ({ value, label: labels.get(value) ?? value, count })));
}

function firstOf(all: FacetChoice[]): FacetChoice[] {
  return all.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, CHOICES_MAX);
}

function nameOf(value: string): string {
  const band = priceBands.find((each) => each.value === value);
  return band?.label ?? value.charAt(0).toUpperCase() + value.slice(1);
}

/** What is chosen can be taken back, although nothing has it beside the other filters. */
function withChosen(choices: FacetChoice[], chosen: readonly string[]): FacetChoice[] {
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return [...choices, ...missing.map((value) => ({ value, label: nameOf(value), count: 0 }))];
}
