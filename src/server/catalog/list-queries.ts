// The list of the shop in one statement, and in two where words are in more products than all pages show. Text that a
// shopper types reaches the database as parameters only (search/search-query.ts). What a search may cost has a bound
// whatever is typed and however large the catalog is: the lists of its words in an index are compared first, and no more
// products are ranked than all pages show. The embedded database shares its thread with the shop, so a slow search there
// would stop every shopper.
import { sql } from "kysely";
import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type Sort } from "#domain/catalog/shop-search.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import type { Term } from "#domain/search/search-terms.ts";
import type { Db } from "../db/transaction.ts";
import { countFound, type FoundWords } from "./filters/count-alike.ts";
import { type Counted, IN_STOCK_BIT } from "./filters/facet-codes.ts";
import { activeFilters, passes } from "./filters/filter-conditions.ts";
import type { FilterValues } from "./filters/filter-values.ts";
import { facetOrders } from "./filters/list-filtered.ts";
import {
  type Condition,
  cardsOf,
  inStockFirst,
  onlyRow,
  orders,
  type SummaryRow,
  toSummary,
} from "./queries.ts";
import { hasSizes, pointsOf, queryText } from "./search/search-query.ts";

/** Matches are counted up to one more than all pages show: a million products are not counted for a page. */
export const COUNTED_MAX = SHOP_PAGES_MAX * SHOP_PAGE_SIZE + 1;

export type ListFilter = {
  values: FilterValues;
  /** All that are not optional must be met: by facts or, where no product does, by prose as well. One at least is not. */
  terms: readonly Term[];
  /** Whether all that the words find is to be counted. */
  isCounted: boolean;
};

export type Matches = {
  /** The first of them in order. */
  products: ProductSummary[];
  /** At most COUNTED_MAX. */
  count: number;
  /** Whether the words find anything, whatever the filters leave of it. */
  isFound: boolean;
  /** All that the words find, without the filters, if that was asked for. */
  counted: Counted | null;
};

/** The first products in order, and how many there are; null: none. */
type Row = { cards: SummaryRow[]; matches: number | null };

/**
 * The first `limit` matches in order, and how many there are. One statement if all are counted, and one more if there are
 * any; otherwise one, and two where words are in more products than all pages show.
 */
export async function listMatching(
  db: Db,
  filter: ListFilter,
  sort: Sort,
  limit: number,
  { rareMax = RARE_MAX } = {},
): Promise<Matches> {
  const facts = queryText(filter.terms, { inProse: false });
  const prose = queryText(filter.terms, { inProse: true });
  const common = async (inProse: boolean) => {
    const words = inProse ? { facts: "", prose } : { facts, prose: null };
    const isRare = counted !== null && counted.products <= rareMax;
    return matchesOf(await listCommon(db, { ...filter, words, isRare }, sort, limit));
  };
  const counted = filter.isCounted ? await countFound(db, { facts, prose }) : null;
  if (counted?.products === 0) return { products: [], count: 0, isFound: false, counted };
  if (counted && counted.products >= COUNTED_MAX)
    return { ...(await common(counted.inProse)), isFound: true, counted };
  const { rows } = await sql<Row & { found: number; in_prose: boolean }>`
    with found as materialized (select * from found_products(${facts}::tsquery, ${prose}::tsquery, ${COUNTED_MAX})),
      counted as materialized (select count(*)::integer as found, bool_or(in_prose) as in_prose from found),
      ranked as materialized (select m.*, c.found, c.in_prose from counted c left join lateral (
        ${ranked(filter, sort, limit, sql`p.id in (select id from found where c.found < ${COUNTED_MAX}) and ${filtered(filter)}`)}) m on true)
    select ${cardsOfRanked}, max(found) as found, bool_or(in_prose) as in_prose from ranked`.execute(db);
  const row = onlyRow(rows);
  if (row.found >= COUNTED_MAX) return { ...(await common(row.in_prose)), isFound: true, counted };
  return { ...matchesOf(row), isFound: row.found > 0, counted };
}

const cardsOfRanked = sql`${cardsOf(sql`select id from ranked order by place`)} as cards, max(matches) as matches`;

function matchesOf({ cards, matches }: Row): Pick<Matches, "products" | "count"> {
  return { products: cards.map(toSummary), count: matches ?? 0 };
}

/** So many rows are faster found and then put in order than met on the way through a million in their order. */
const RARE_MAX = 25_000;

/** `words.prose`: null where they were found by facts; otherwise `facts` finds nothing. `isRare`: no more than RARE_MAX have them. */
type CommonWords = ListFilter & { words: FoundWords; isRare: boolean };

/**
 * Of words that more products have than all pages show, the first in order are looked at alone; of the best match, the
 * newest.
 */
async function listCommon(db: Db, asked: CommonWords, sort: Sort, limit: number): Promise<Row> {
  const isAnyNewest = sort === "relevance" && activeFilters(asked.values).length === 0;
  const { rows } =
    isAnyNewest && hasSizes(asked.terms) === null
      ? await sql<Row>`with ranked as materialized (${rankedNewest(asked, limit)})
          select ${cardsOfRanked} from ranked`.execute(db)
      : await sql<Row>`
          with candidates as materialized (${isAnyNewest ? newest(asked) : firstOfFiltered(asked, sort)}),
            ranked as materialized (${ranked(asked, sort, limit, sql`p.id in (select product_id from candidates)`)})
          select ${cardsOfRanked} from ranked`.execute(db);
  return onlyRow(rows);
}

function newest({ words }: CommonWords): Condition {
  return sql`select * from newest_found(${words.facts}::tsquery, ${words.prose}::tsquery, ${COUNTED_MAX})`;
}

function firstOfFiltered({ values, words, isRare }: CommonWords, sort: Sort): Condition {
  return sql`select f.product_id from product_facets f
    where ${passes(values)} and ${isRare ? areFound(words) : areMet(words)}
    order by ${facetOrders[sort === "relevance" ? "newest" : sort]} limit ${COUNTED_MAX}`;
}

/** All that have the words are looked for first. */
function areFound({ facts, prose }: FoundWords): Condition {
  return sql`f.product_id in (select id from found_products(${facts}::tsquery, ${prose}::tsquery, null))`;
}

/** One row is looked at after the other, in the order that is asked for. */
function areMet({ facts, prose }: FoundWords): Condition {
  const document =
    prose === null
      ? sql`search_facts w where w.product_id = f.product_id and w.facts @@ ${facts}::tsquery`
      : sql`search_prose w where w.product_id = f.product_id and w.whole @@ ${prose}::tsquery`;
  return sql`exists (select from ${document} and w.is_active offset 0)`;
}

/** As `ranked`, by what their documents say alone: no product is read but those shown. */
function rankedNewest(asked: CommonWords, limit: number): Condition {
  return sql`
    select s.product_id as id, count(*) over ()::integer as matches, row_number() over (order by
        s.in_stock desc, ${pointsOf(asked.terms)} desc, s.created_at desc, s.product_id desc) as place
      from (select s.product_id, s.created_at, s.facts, s.code >> ${sql.lit(IN_STOCK_BIT)} & 1 as in_stock
        from (${newest(asked)}) s) s
      order by place limit ${limit}`;
}

/** Ids of the first of the chosen products `p`, in order by `place`, each with the number of all. */
function ranked(filter: ListFilter, sort: Sort, limit: number, chosen: Condition): Condition {
  const hasSize = hasSizes(filter.terms);
  const fit = [...(hasSize ? [sql`${hasSize} desc`] : []), sql`${pointsOf(filter.terms)} desc`];
  const order = [inStockFirst, ...(sort === "relevance" ? fit : []), orders[sort]];
  return sql`
    select p.id, count(*) over ()::integer as matches, row_number() over (order by ${sql.join(order)}) as place
      from products p join search_facts s on s.product_id = p.id
        ${hasSize ? sql`join product_facets f on f.product_id = p.id` : sql``}
      where ${chosen}
      order by place limit ${limit}`;
}

function filtered({ values }: ListFilter): Condition {
  return activeFilters(values).length === 0
    ? sql`p.status = 'active'`
    : sql`p.id in (select f.product_id from product_facets f where ${passes(values)})`;
}
