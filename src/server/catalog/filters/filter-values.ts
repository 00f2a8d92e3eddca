// What the values of filters in an address stand for among products: "green" for "Pine" and "Fairway Green", "2XL" for
// "XXL". The words of colors and sizes stand in the domain alone, so the database is asked which types, colors and options
// there are, each once, and the rest is decided here. Text of an address reaches no statement: only
// spellings that the database itself gave.
import { sql } from "kysely";
import { colorKeys, typeKey } from "#domain/catalog/facet-keys.ts";
import { priceBands } from "#domain/catalog/price-bands.ts";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import { sizeKey } from "#domain/product/size.ts";
import type { Db } from "../../db/transaction.ts";
import { type FacetKind, optionsOf } from "./facet-codes.ts";

export type FilterValues = Pick<ShopSearch, "category" | "sale" | "inStock"> & {
  /** Spellings of products, of which one must be a product's own; null: any may. */
  types: string[] | null;
  colors: string[] | null;
  /** Options, of which one must be there to sell. */
  sizes: string[] | null;
  prices: { from: number; below: number | null }[] | null;
};

/** One statement where types, colors or sizes are named, otherwise none. */
export async function filterValuesOf(db: Db, search: ShopSearch): Promise<FilterValues> {
  const { category, sale, inStock, types, colors, sizes, prices } = search;
  const bands = priceBands.filter(({ value }) => prices.includes(value));
  const isNamed = types.length + colors.length + sizes.length > 0;
  const known = isNamed ? await listSpellings(db) : { types: [], colors: [], sizes: [] };
  return {
    category,
    sale,
    inStock,
    types: spellingsOf(types, known.types, (type) => [typeKey(type)]),
    colors: spellingsOf(colors, known.colors, colorKeys),
    sizes: spellingsOf(sizes, known.sizes, (size) => [sizeKey(size)]),
    prices: bands.length > 0 ? bands : null,
  };
}

function spellingsOf(
  wanted: readonly string[],
  known: readonly string[],
  keysOf: (spelling: string) => string[],
): string[] | null {
  if (wanted.length === 0) return null;
  return known.filter((spelling) => keysOf(spelling).some((key) => wanted.includes(key)));
}

type Spellings = { types: string[]; colors: string[]; sizes: string[] };

/** The names that are counted, each once: they are few, however many products there are. */
async function listSpellings(db: Db): Promise<Spellings> {
  const named = (kind: FacetKind) =>
    sql`coalesce(json_agg(name) filter (where kind = ${sql.lit(kind)}), '[]')`;
  const { rows } = await sql<{ types: string[]; colors: string[]; layouts: string[] }>`
    select ${named("type")} as types, ${named("color")} as colors, ${named("layout")} as layouts
    from facet_names`.execute(db);
  const { types = [], colors = [], layouts = [] } = rows[0] ?? {};
  return { types, colors, sizes: [...new Set(layouts.flatMap(optionsOf))] };
}
