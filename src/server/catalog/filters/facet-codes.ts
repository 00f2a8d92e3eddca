// The numbers of db/functions/facet-code.sql, read: how many products are alike in all that filters ask for. Those of the
// whole shop are kept, in the database and in the memory of the process, and changes are added to them (decision 078).
import { type RawBuilder, sql } from "kysely";
import { OPTIONS_MAX } from "#domain/product/options/option-names.ts";
import type { Db } from "../../db/transaction.ts";
import { nowOf, type Shop } from "../../shop.ts";
import { onlyRow } from "../queries.ts";

/** Which bit of a code says whether it can be bought. */
export const IN_STOCK_BIT = 60;

/** How many numbers there can be of each: 10, 14 and 4 bits. */
export const TYPES_MAX = 2 ** 10;
export const COLORS_MAX = 2 ** 14;
export const BANDS_MAX = 2 ** 4;

/** Of a code, and of one with the number of its products: integers of 32 bits. */
const CODE = 2;
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

/** Two queries as text of type tsquery, as found_products takes them. */
export type FoundWords = { facts: string | null; prose: string | null };

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
type NameRow = { kind: FacetKind; id: number; name: string };
type FoundRow = { codes: string | null; in_prose: boolean; names: NameRow[] };
/** `codes`: null where they are known. `version`: null while nothing is kept. */
export type AlikeRow = {
  version: string | null;
  codes: string | null;
  changes: string | null;
  names: NameRow[];
};

const names = sql`(
  select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'name', name)), '[]') from facet_names) as names`;

/** All that was sold when it was counted last. It never changes. */
type Kept = { version: string; codes: Uint32Array; products: number };
const keptOf = new WeakMap<Db, Kept>();

/** How to ask for all that is sold, and how to read the answer. */
export type AskAlike = { columns: RawBuilder<unknown>; read: (row: AlikeRow) => Counted };

/** What this process knows already is not sent again. */
export function askAlike(db: Db): AskAlike {
  const known = keptOf.get(db);
  const columns = sql`
    (select version from facet_counts) as version,
    case when exists (select from facet_counts)
      then (select encode(codes, 'base64') from facet_counts where version is distinct from ${known?.version ?? null}::uuid)
      else count_codes() end as codes,
    (select encode(string_agg(int8send(code) || int4send(products), ''), 'base64') from (
      select code, sum(products)::integer as products from facet_changes group by code having sum(products) <> 0) changed) as changes,
    ${names}`;
  const read = ({ version, codes, changes, names: named }: AlikeRow) => {
    const base = known && known.version === version ? known : keep(db, version, integersOf(codes));
    const changed = integersOf(version === null ? null : changes);
    return {
      codes: [base.codes, changed],
      isGrouped: true,
      names: readNames(named),
      products: base.products + sumOf(changed),
      inProse: false,
    };
  };
  return { columns, read };
}

function keep(db: Db, version: string | null, codes: Uint32Array): Pick<Kept, "codes" | "products"> {
  const counted = { codes, products: sumOf(codes) };
  if (version !== null) keptOf.set(db, { version, ...counted });
  return counted;
}

/** One statement: of all that is sold. */
export async function countAlike(db: Db): Promise<Counted> {
  const { columns, read } = askAlike(db);
  const { rows } = await sql<AlikeRow>`select ${columns}`.execute(db);
  return read(onlyRow(rows));
}

/** One statement: of what words find. */
export async function countFound(db: Db, words: FoundWords): Promise<Counted> {
  const { rows } = await sql<FoundRow>`select codes, in_prose, ${names}
    from count_found_codes(${words.facts}::tsquery, ${words.prose}::tsquery)`.execute(db);
  const { codes, in_prose, names: named } = onlyRow(rows);
  const each = integersOf(codes);
  return {
    codes: [each],
    isGrouped: false,
    names: readNames(named),
    products: each.length / CODE,
    inProse: in_prose,
  };
}

/** So many changes cost a list nothing that could be measured, and counting a large shop anew costs a fifth of a second. */
const CHANGES_MIN = 200;
const STALE = "1 day";

/** Run by the worker: counts anew what is sold, when there were some changes and once a day (db/functions/fold-facet-counts.sql). */
export async function foldFacetCounts(shop: Shop, { least = CHANGES_MIN } = {}): Promise<void> {
  await sql`select fold_facet_counts(${least}::integer, ${nowOf(shop)}::timestamptz, ${STALE}::interval)`.execute(
    shop.db,
  );
}

function integersOf(base64: string | null): Uint32Array {
  const bytes = Buffer.from(base64 ?? "", "base64");
  const integers = new Uint32Array(bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let at = 0; at < integers.length; at += 1) integers[at] = bytes.readUInt32BE(at * 4);
  return integers;
}

function readNames(rows: readonly NameRow[]): FacetNames {
  const of = (kind: FacetKind) => rows.filter((name) => name.kind === kind);
  return {
    types: new Map(of("type").map(({ id, name }) => [id, name])),
    colors: new Map(of("color").map(({ id, name }) => [id, name])),
    layouts: new Map(of("layout").map(({ id, name }) => [id, optionsOf(name)])),
  };
}

/** The options of a layout, by its name. */
export const optionsOf = (layout: string): string[] => layout.split("\x1f");

function sumOf(groups: Uint32Array): number {
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
