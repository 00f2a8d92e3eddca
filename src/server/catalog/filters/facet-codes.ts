// The numbers of db/functions/facet-code.sql, read: how many products are alike in all that filters ask for.
import { OPTIONS_MAX } from "#domain/product/options/option-names.ts";

/** Which bit of a code says whether it can be bought. */
export const IN_STOCK_BIT = 60;

/** How many numbers there can be of each: 10, 14 and 4 bits. */
export const TYPES_MAX = 2 ** 10;
export const COLORS_MAX = 2 ** 14;
export const BANDS_MAX = 2 ** 4;

/** Of a code, and of one with the number of its products: integers of 32 bits. */
export const CODE = 2;
const GROUP = 3;

/** Products that are alike. Names by their number; 0: none. */
export type Alike = {
  products: number;
  isShirt: boolean;
  onSale: boolean;
  inStock: boolean;
  /** Place in priceBands. */
  band: number;
  type: number;
  color: number;
  /** Which options there are. */
  layout: number;
  /** Of the layout's options those that can be bought, the first one in the lowest bit. */
  sizes: number;
  /** Layout and sizes as one integer. */
  layoutSizes: number;
};

/** By their numbers. */
export type FacetNames = {
  types: ReadonlyMap<number, string>;
  colors: ReadonlyMap<number, string>;
  /** Options as the owner spells them. */
  layouts: ReadonlyMap<number, string[]>;
};

export type Counted = {
  /** One part after the other; of one code there may be some in each. Each code is two numbers, its high and low bits. */
  codes: readonly Uint32Array[];
  /** Whether those that are alike are one code with their number; otherwise each product has its own. */
  isGrouped: boolean;
  names: FacetNames;
  products: number;
  /** Whether words were found by prose alone. */
  inProse: boolean;
};

export type FacetKind = "type" | "color" | "layout";
export type NameRow = { kind: FacetKind; id: number; name: string };
/** Codes, or groups, as the database sends them; none of null. */
export function integersOf(base64: string | null): Uint32Array {
  const bytes = Buffer.from(base64 ?? "", "base64");
  const integers = new Uint32Array(bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let at = 0; at < integers.length; at += 1)
    integers[at] = bytes.readUInt32BE(at * Uint32Array.BYTES_PER_ELEMENT);
  return integers;
}

export function readNames(rows: readonly NameRow[]): FacetNames {
  const of = (kind: FacetKind) => rows.filter((name) => name.kind === kind);
  return {
    types: new Map(of("type").map(({ id, name }) => [id, name])),
    colors: new Map(of("color").map(({ id, name }) => [id, name])),
    layouts: new Map(of("layout").map(({ id, name }) => [id, optionsOf(name)])),
  };
}

/** The options of a layout, by its name. */
export const optionsOf = (layout: string): string[] => layout.split("\x1f");

/** How many products they have together. */
export function sumOf(groups: Uint32Array): number {
  let products = 0;
  for (let at = CODE; at < groups.length; at += GROUP) products += productsOf(groups, at);
  return products;
}

/** May be negative. */
const productsOf = (groups: Uint32Array, at: number) => (groups[at] ?? 0) | 0;

/**
 * Calls `see` for each group with one object, which the next call changes: there may be a hundred thousand. Of changes the
 * number of products may be negative.
 */
export function forEachAlike(
  { codes, isGrouped }: Pick<Counted, "codes" | "isGrouped">,
  see: (alike: Readonly<Alike>) => void,
): void {
  const step = isGrouped ? GROUP : CODE;
  const alike: Alike = {
    products: 1,
    isShirt: false,
    onSale: false,
    inStock: false,
    band: 0,
    type: 0,
    color: 0,
    layout: 0,
    sizes: 0,
    layoutSizes: 0,
  };
  for (const part of codes) {
    for (let at = 0; at < part.length; at += step) {
      const high = part[at] ?? 0;
      const low = part[at + 1] ?? 0;
      if (isGrouped) alike.products = productsOf(part, at + CODE);
      alike.isShirt = ((high >>> 30) & 1) === 1;
      alike.onSale = ((high >>> 29) & 1) === 1;
      alike.inStock = ((high >>> 28) & 1) === 1;
      alike.band = (high >>> 24) & (BANDS_MAX - 1);
      alike.type = (high >>> 14) & (TYPES_MAX - 1);
      alike.color = high & (COLORS_MAX - 1);
      alike.layout = low >>> OPTIONS_MAX;
      alike.layoutSizes = low | 0;
      alike.sizes = low & ((1 << OPTIONS_MAX) - 1);
      see(alike);
    }
  }
}
