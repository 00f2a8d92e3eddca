import { sql } from "kysely";
import { storedCategory } from "#domain/product/product.ts";
import type { Condition } from "../queries.ts";
import type { FilterValues } from "./filter-values.ts";

export type FilterName = keyof FilterValues;

const written: { [Name in FilterName]: (values: FilterValues) => Condition | null } = {
  category: ({ category }) => (category === "ALL" ? null : sql`f.category = ${storedCategory(category)}`),
  sale: ({ sale }) => (sale ? sql`f.on_sale` : null),
  inStock: ({ inStock }) => (inStock ? sql`f.in_stock` : null),
  types: ({ types }) => types && sql`f.type = any(${types}::text[])`,
  colors: ({ colors }) => colors && sql`f.color = any(${colors}::text[])`,
  prices: ({ prices }) =>
    prices &&
    sql`(${sql.join(
      prices.map(({ from, below }) =>
        below === null ? sql`f.price >= ${from}` : sql`(f.price >= ${from} and f.price < ${below})`,
      ),
      sql` or `,
    )})`,
  // The dearest to compare comes last.
  sizes: ({ sizes }) => sizes && sql`f.sizes && ${sizes}::text[]`,
};

const names = Object.keys(written) as FilterName[];

/** The filters that narrow the list. */
export function activeFilters(values: FilterValues): FilterName[] {
  return names.filter((name) => written[name](values) !== null);
}

/** Whether a row of product_facets `f` passes all filters except those named. */
export function passes(values: FilterValues, except: readonly FilterName[] = []): Condition {
  const conditions = names.flatMap((name) => (except.includes(name) ? [] : (written[name](values) ?? [])));
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`;
}
