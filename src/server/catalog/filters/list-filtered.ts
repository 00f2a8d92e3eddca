// Lists without words: ids from the narrow rows, in order, then the products of one page.
import { sql } from "kysely";
import type { Sort } from "#domain/catalog/shop-search.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { Db } from "../../db/transaction.ts";
import { type Condition, type SummaryRow, summaryColumns, toSummary } from "../queries.ts";
import { activeFilters, type FilterName, passes } from "./filter-conditions.ts";
import type { FilterValues } from "./filter-values.ts";

const IN_ORDER: readonly FilterName[] = ["category", "sale", "inStock"];

/** What is sold out comes last in each. */
export const facetOrders: Record<Exclude<Sort, "relevance">, Condition> = {
  newest: sql`f.in_stock desc, f.created_at desc, f.product_id desc`,
  "price-low": sql`f.in_stock desc, f.price, f.product_id`,
  "price-high": sql`f.in_stock desc, f.price desc, f.product_id desc`,
};

export type FilteredList = {
  values: FilterValues;
  sort: keyof typeof facetOrders;
  limit: number;
  /** How many pass the filters. */
  count: number;
};

/** Of so many or fewer, one would have to look at much of a large catalog in its order to find a page. */
const FEW = 500;

/** The first `limit` products that pass the filters, in order. One statement. */
export async function listFiltered(
  db: Db,
  { values, sort, limit, count }: FilteredList,
): Promise<ProductSummary[]> {
  if (count === 0) return [];
  const { rows } = await sql<SummaryRow>`
    with chosen as materialized (${chosen({ values, sort, limit, count })})
    select ${summaryColumns} from chosen join products p on p.id = chosen.product_id
    order by chosen.place`.execute(db);
  return rows.map(toSummary);
}

/** How many products pass the filters, counted up to `most`. One statement. */
export async function countFiltered(db: Db, values: FilterValues, most: number): Promise<number> {
  const { rows } = await sql<{ products: number }>`select count(*)::integer as products
    from (select from product_facets f where ${passes(values)} limit ${most}) f`.execute(db);
  return rows[0]?.products ?? 0;
}

/**
 * Indexes have the whole shop, a category and the sale in each order. Where filters beside them leave few,
 * those are found first and then sorted.
 */
function chosen({ values, sort, limit, count }: FilteredList): Condition {
  const isInOrder = count > FEW || activeFilters(values).every((name) => IN_ORDER.includes(name));
  const ordered = sql`row_number() over (order by ${facetOrders[sort]}) as place`;
  if (isInOrder) {
    return sql`select f.product_id, ${ordered} from product_facets f where ${passes(values)}
      order by ${facetOrders[sort]} limit ${limit}`;
  }
  return sql`
    select f.product_id, ${ordered} from (
      select f.product_id, f.in_stock, f.created_at, f.price from product_facets f where ${passes(values)} offset 0) f
    order by ${facetOrders[sort]} limit ${limit}`;
}
