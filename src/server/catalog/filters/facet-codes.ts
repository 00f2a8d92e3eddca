// The numbers of db/functions/facet-code.sql, read: how many products are alike in all that filters ask for.
import { sql } from "kysely";
import { OPTIONS_MAX } from "#domain/product/options/option-names.ts";
import type { Db } from "../../db/transaction.ts";

/** Which bit of a code says whether it can be bought. */
export const IN_STOCK_BIT = 60;

/** How many numbers there can be of each: 10, 14 and 4 bits. */
export const TYPES_MAX = 2 ** 10;
export const COLORS_MAX = 2 ** 14;
export const BANDS_MAX = 2 ** 4;

/** Of a code, and of the number of its products. */
const CODE_BYTES = 8;
const NUMBER_BYTES = 4;

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

/** Two queries as text of type tsquery, as found_products takes them. */
export type FoundWords = { facts: string | null; prose: string | null };

export type Counted = {
  codes: Buffer;
  /** Whether those that are alike are one code with their number; otherwise each product has its own. */
  isGrouped: boolean;
  names: FacetNames;
  products: number;
  /** Whether words were found by prose alone. */
  inProse: boolean;
};

export type FacetKind = "type" | "color" | "layout";
type NameRow = { kind: FacetKind; id: number; name: string };
export type AlikeRow = { codes: string | null; in_prose: boolean; names: NameRow[] };

const names = sql`(
  select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'name', name)), '[]') from facet_names) as names`;

/** Of all that is sold; readAlike makes Counted of it. */
export const alikeColumns = sql`count_codes() as codes, false as in_prose, ${names}`;

/** One statement: of all that is sold or, with words, of what they find. */
export async function countAlike(db: Db, words: FoundWords | null): Promise<Counted> {
  const { rows } = words
    ? await sql<AlikeRow>`select codes, in_prose, ${names}
        from count_found_codes(${words.facts}::tsquery, ${words.prose}::tsquery)`.execute(db)
    : await sql<AlikeRow>`select ${alikeColumns}`.execute(db);
  return readAlike(rows[0], { isGrouped: words === null });
}

export function readAlike(row: AlikeRow | undefined, { isGrouped }: Pick<Counted, "isGrouped">): Counted {
  const of = (kind: NameRow["kind"]) => row?.names.filter((name) => name.kind === kind) ?? [];
  const codes = Buffer.from(row?.codes ?? "", "base64");
  return {
    codes,
    isGrouped,
    names: {
      types: new Map(of("type").map(({ id, name }) => [id, name])),
      colors: new Map(of("color").map(({ id, name }) => [id, name])),
      layouts: new Map(of("layout").map(({ id, name }) => [id, optionsOf(name)])),
    },
    products: isGrouped ? sumOf(codes) : codes.length / CODE_BYTES,
    inProse: row?.in_prose ?? false,
  };
}

/** The options of a layout, by its name. */
export const optionsOf = (layout: string): string[] => layout.split("\x1f");

function sumOf(codes: Buffer): number {
  const bytes = CODE_BYTES + NUMBER_BYTES;
  let products = 0;
  for (let at = 0; at + bytes <= codes.length; at += bytes) products += codes.readUInt32BE(at + CODE_BYTES);
  return products;
}

/** Calls `see` for each group with one object, which the next call changes: there may be tens of thousands. */
export function forEachAlike(
  { codes, isGrouped }: Pick<Counted, "codes" | "isGrouped">,
  see: (alike: Readonly<Alike>) => void,
): void {
  const bytes = isGrouped ? CODE_BYTES + NUMBER_BYTES : CODE_BYTES;
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
  for (let at = 0; at + bytes <= codes.length; at += bytes) {
    const high = codes.readUInt32BE(at);
    const low = codes.readUInt32BE(at + 4);
    if (isGrouped) alike.products = codes.readUInt32BE(at + CODE_BYTES);
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
