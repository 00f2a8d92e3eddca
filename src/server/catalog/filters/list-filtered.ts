// Lists without words: ids from the narrow rows, in order, then the products of one page.
import { sql } from "kysely";
import type { Sort } from "#domain/catalog/shop-search.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { Db } from "../../db/transaction.ts";
import { type Condition, cardsOf, listCards, onlyRow, type SummaryRow, toSummary } from "../queries.ts";
import { type AlikeRow, askAlike } from "./count-alike.ts";
import type { Counted } from "./facet-codes.ts";
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
  const isFound = count > FEW || isInOrder(values);
  return listCards(db, isFound ? firstInOrder({ values, sort, limit }) : firstOfFew({ values, sort, limit }));
}

/** Whether an index has all that passes the filters in each order, so that nobody needs to know how many they are. */
export function isInOrder(values: FilterValues): boolean {
  return activeFilters(values).every((name) => IN_ORDER.includes(name));
}

/** As listFiltered where isInOrder, and what there is to count of all that is sold. One statement. */
export async function listAndCountAlike(
  db: Db,
  asked: Omit<FilteredList, "count">,
): Promise<{ products: ProductSummary[]; counted: Counted }> {
  const { columns, read } = askAlike(db);
  const { rows } = await sql<AlikeRow & { cards: SummaryRow[] }>`
    select ${columns}, ${cardsOf(firstInOrder(asked))} as cards`.execute(db);
  const row = onlyRow(rows);
  return { products: row.cards.map(toSummary), counted: read(row) };
}

/** How many products pass the filters, counted up to `most`. One statement. */
export async function countFiltered(db: Db, values: FilterValues, most: number): Promise<number> {
  const { rows } = await sql<{ products: number }>`select count(*)::integer as products
    from (select from product_facets f where ${passes(values)} limit ${most}) f`.execute(db);
  return rows[0]?.products ?? 0;
}

/** Indexes have the whole shop, a category and the sale in each order. */
function firstInOrder({ values, sort, limit }: Omit<FilteredList, "count">): Condition {
  return sql`select f.product_id from product_facets f where ${passes(values)}
    order by ${facetOrders[sort]} limit ${limit}`;
}

/** Where filters beside them leave few, those are found first and then sorted. */
function firstOfFew({ values, sort, limit }: Omit<FilteredList, "count">): Condition {
  return sql`select f.product_id from (
      select f.product_id, f.in_stock, f.created_at, f.price from product_facets f where ${passes(values)} offset 0) f
    order by ${facetOrders[sort]} limit ${limit}`;
}
