// The list of the shop in one statement. Text that a shopper types reaches the database as parameters
// only, with the wildcards of LIKE and of regular expressions taken away. What a search may cost has a
// bound whatever is typed: every condition on the whole catalog is one that an index answers, and what
// no index answers (misspelled words of descriptions) is looked for among the newest products alone. The
// embedded database shares its thread with the shop, so a slow search there would stop every shopper.
import { sql } from "kysely";
import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type ShopSearch, type Sort } from "#domain/catalog/shop-search.ts";
import {
  type Category,
  categories,
  categoryLabels,
  type ProductSummary,
  storedCategory,
} from "#domain/product/product.ts";
import type { Db } from "../db/transaction.ts";
import { type Condition, orders, type SummaryRow, summaryColumns, toSummary } from "./queries.ts";
import { containsPattern, misspellingPattern, wordStartPattern, wordStartPatterns } from "./search-words.ts";

/** Matches are counted up to one more than all pages show: a million products are not counted for a page. */
export const COUNTED_MAX = SHOP_PAGES_MAX * SHOP_PAGE_SIZE + 1;

/** How many of the newest products have their descriptions searched for a misspelled word, too. */
export const TOLERANT_DESCRIPTIONS_MAX = 500;

/**
 * How alike a word and a word of the text must be, from 0 to 1, in a tolerant search: NEAR to be looked at
 * at all, which the index answers, and ALIKE to be taken for a misspelling without one that explains it.
 */
const NEAR = "0.25";
const ALIKE = 0.6;

/** Shorter words have no trigram of their own: the index finds them only where a word begins. */
const ANYWHERE_LENGTH_MIN = 3;

export type ListFilter = Pick<ShopSearch, "category" | "sale" | "size"> & {
  /** Each must be found in the name, the description or the category's name. */
  words: string[];
  /** Whether a word may also be a misspelling of one in the text. */
  tolerant: boolean;
};

/** The first `limit` matches in order, and how many there are, at most COUNTED_MAX. */
export async function listMatching(
  db: Db,
  filter: ListFilter,
  sort: Sort,
  limit: number,
): Promise<{ products: ProductSummary[]; count: number }> {
  const matching = filter.tolerant
    ? sql`p.id in (select id from near)`
    : allOf([...filters(filter), ...filter.words.map(hasWord)]);
  const { rows } = await sql<SummaryRow & { matches: number }>`
    ${filter.tolerant ? sql`with near as materialized (${nearMatches(filter)})` : sql``}
    select ${summaryColumns},
      (select count(*)::integer from (select from products p where ${matching} limit ${COUNTED_MAX}) m) as matches
    from products p where ${matching} order by ${orders[sort]} limit ${limit}`.execute(db);
  return { products: rows.map(toSummary), count: rows[0]?.matches ?? 0 };
}

function filters({ category, sale, size }: ListFilter): Condition[] {
  const conditions = [sql`p.status = 'active'`];
  if (category !== "ALL") conditions.push(sql`p.category = ${storedCategory(category)}`);
  if (sale) conditions.push(sql`p.on_sale`);
  if (size) {
    conditions.push(sql`exists (select from inventory i
      where i.product_id = p.id and i.variation = ${size} and i.on_hand > i.held)`);
  }
  return conditions;
}

/** The word as it stands, by conditions that the trigram indexes and the category's index answer. */
function hasWord(word: string): Condition {
  return anyOf(waysToHaveWord(word));
}

function waysToHaveWord(word: string): Condition[] {
  if (word.length < ANYWHERE_LENGTH_MIN) {
    return wordStartPatterns(word).map((pattern) => sql`p.name ilike ${pattern}`);
  }
  const start = wordStartPattern(word);
  return [
    sql`p.name ilike ${containsPattern(word)}`,
    start ? sql`p.description ~* ${start}` : sql`p.description ilike ${containsPattern(word)}`,
    ...categoriesNamed(word).map((category) => sql`p.category = ${storedCategory(category)}`),
  ];
}

/** "shirt" finds every shirt, although few are named so. */
function categoriesNamed(word: string): Category[] {
  return categories.filter((category) => categoryLabels[category].toLowerCase().startsWith(word));
}

/**
 * Ids of products whose name may be meant by misspelled words, and of the newest whose description may.
 * The operator <% is answered by the index and takes its threshold from a setting: the uncorrelated
 * subselect runs once, before the first row is looked at, and `true` ends the setting with the statement.
 */
function nearMatches(filter: ListFilter): Condition {
  const threshold = sql`(select set_config('pg_trgm.word_similarity_threshold', ${NEAR}, true)) is not null`;
  const inName = filter.words.map((word) => {
    const misspelled = sql`(${word} <% p.name and ${misspells(word, sql`p.name`)})`;
    return anyOf([...waysToHaveWord(word), misspelled]);
  });
  const inText = filter.words.map((word) => {
    return anyOf([
      ...waysToHaveWord(word),
      misspells(word, sql`p.name`),
      misspells(word, sql`p.description`),
    ]);
  });
  return sql`
    select p.id from products p where ${allOf([threshold, ...filters(filter), ...inName])}
    union
    select p.id from (
      select * from products p where ${allOf(filters(filter))} order by ${orders.newest} limit ${TOLERANT_DESCRIPTIONS_MAX}
    ) p where ${allOf(inText)}`;
}

function misspells(word: string, text: Condition): Condition {
  const pattern = misspellingPattern(word);
  const alike = sql`word_similarity(${word}, ${text}) >= ${ALIKE}`;
  return pattern === null ? alike : sql`(${text} ~* ${pattern} or ${alike})`;
}

function allOf(conditions: Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}

function anyOf(conditions: Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
