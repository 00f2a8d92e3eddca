// The list of the shop in one statement, and a second one when words are misspelled. Text that a shopper types reaches
// the database as parameters only, with the wildcards of LIKE and of regular expressions taken away. What a search may
// cost has a bound whatever is typed and however large the catalog is: every condition is one that an index answers, and
// misspelled words are compared with the words of the catalog, each of them once, instead of with its texts. The embedded
// database shares its thread with the shop, so a slow search there would stop every shopper.
import { sql } from "kysely";
import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type Sort } from "#domain/catalog/shop-search.ts";
import {
  type Category,
  categories,
  categoryLabels,
  type ProductSummary,
  storedCategory,
} from "#domain/product/product.ts";
import type { Db } from "../db/transaction.ts";
import { activeFilters, passes } from "./filters/filter-conditions.ts";
import type { FilterValues } from "./filters/filter-values.ts";
import { type Condition, orders, type SummaryRow, summaryColumns, toSummary } from "./queries.ts";
import {
  containsPattern,
  misspellingPattern,
  spellingsPattern,
  wordStartPattern,
  wordStartPatterns,
} from "./search-words.ts";

/** Matches are counted up to one more than all pages show: a million products are not counted for a page. */
export const COUNTED_MAX = SHOP_PAGES_MAX * SHOP_PAGE_SIZE + 1;

/** How alike a word and one of the catalog must be, from 0 to 1, to be taken for a misspelling without a rule for it. */
const ALIKE = "0.6";

/** How many words of the catalog one misspelled word may stand for, the likeliest first. */
const MEANINGS_MAX = 8;

/**
 * Shorter words have no trigram of their own: the index finds them only where a word begins, and nobody knows what else
 * they may have been meant for.
 */
const ANYWHERE_LENGTH_MIN = 3;

export type ListFilter = {
  values: FilterValues;
  /**
   * Each must be found in the name, the description or the category's name, in one of its spellings: the first is what
   * was typed, the others what it may have been meant for.
   */
  words: readonly (readonly string[])[];
};

export type Matches = {
  /** The first of them in order. */
  products: ProductSummary[];
  /** At most COUNTED_MAX. */
  count: number;
  /**
   * For each word what it may be a misspelling of, when nothing matches: words of the catalog with one mistake or else
   * those that are alike, and both of them when it has been looked for in other spellings already.
   */
  meanings: string[][];
};

/** The first `limit` matches in order, and how many there are. One statement. */
export async function listMatching(db: Db, filter: ListFilter, sort: Sort, limit: number): Promise<Matches> {
  const matching = allOf([...filters(filter.values), ...filter.words.map(hasWord)]);
  const typed = filter.words.map(([word = ""]) => word);
  const isTried = filter.words.map((spellings) => spellings.length > 1);
  type Row = SummaryRow & { matches: number | null; meanings: string[][] | null };
  const { rows } = await sql<Row>`
    with typed as materialized (
      select * from unnest(${typed}::text[], ${typed.map(misspellingPattern)}::text[], ${isTried}::boolean[])
        with ordinality as typed (word, pattern, is_tried, place))
    select p.*, case when p.id is null then ${typed.length > 0 ? meanings : sql`null::jsonb`} end as meanings
    from (select) one left join lateral (
      select ${summaryColumns}, p.effective_price,
        (select count(*)::integer from (select from products p where ${matching} limit ${COUNTED_MAX}) m) as matches
      from products p where ${matching} order by ${orders[sort]} limit ${limit}) p on true
    order by ${orders[sort]}`.execute(db);
  const found = rows.filter(({ matches }) => matches !== null);
  return {
    products: found.map(toSummary),
    count: found[0]?.matches ?? 0,
    meanings: rows[0]?.meanings ?? [],
  };
}

function filters(values: FilterValues): Condition[] {
  const conditions = [sql`p.status = 'active'`];
  if (activeFilters(values).length > 0) {
    conditions.push(sql`p.id in (select f.product_id from product_facets f where ${passes(values)})`);
  }
  return conditions;
}

/** A condition on `f.product_id`: one of the products that have all words, of more than pages show the first that are found. */
export function hasWords(words: ListFilter["words"]): Condition {
  return sql`f.product_id in (select p.id from products p
    where ${allOf([sql`p.status = 'active'`, ...words.map(hasWord)])} limit ${COUNTED_MAX})`;
}

/**
 * One of its spellings, by conditions that the trigram indexes and the category's index answer. What was typed and all
 * that it may have been meant for are one pattern: a common word is compared with many texts.
 */
function hasWord([typed = "", ...meant]: readonly string[]): Condition {
  if (meant.length === 0) return anyOf(waysToHaveWord(typed));
  return anyOf([
    sql`p.name ~* ${spellingsPattern({ anywhere: [typed], atStart: meant })}`,
    sql`p.description ~* ${spellingsPattern({ anywhere: [], atStart: [typed, ...meant] })}`,
    ...categoriesOf([typed, ...meant].flatMap(categoriesNamed)),
  ]);
}

function waysToHaveWord(word: string): Condition[] {
  if (word.length < ANYWHERE_LENGTH_MIN) {
    return wordStartPatterns(word).map((pattern) => sql`p.name ilike ${pattern}`);
  }
  const start = wordStartPattern(word);
  return [
    sql`p.name ilike ${containsPattern(word)}`,
    start ? sql`p.description ~* ${start}` : sql`p.description ilike ${containsPattern(word)}`,
    ...categoriesOf(categoriesNamed(word)),
  ];
}

function categoriesOf(named: Category[]): Condition[] {
  return [...new Set(named)].map((category) => sql`p.category = ${storedCategory(category)}`);
}

/** "shirt" finds every shirt, although few are named so. */
function categoriesNamed(word: string): Category[] {
  return categories.filter((category) => categoryLabels[category].toLowerCase().startsWith(word));
}

/**
 * For each word the words of the catalog that it may be a misspelling of, as one value of JSON. Those with one mistake
 * share a spelling with it, and the pattern says which of them it is; where there are none, others that are alike by their
 * letters, in threes. They count beside those with one mistake when these found nothing: no product that is sold may have
 * them. Operators answered by an index take their threshold from a setting: the uncorrelated subselect runs
 * once, before the first row is looked at, and `true` ends the setting with the statement.
 */
const threshold = sql`(select set_config('pg_trgm.word_similarity_threshold', ${ALIKE}, true)) is not null`;
const meanings = sql`(
    with near as materialized (
      select place, w.word from typed join catalog_words w
        on w.spellings && spelling_keys(typed.word) and w.word ~* typed.pattern and w.word <> typed.word
    ), alike as materialized (
      select place, w.word from typed join catalog_words w on typed.word <% w.word and w.word <> typed.word
        where ${threshold} and char_length(typed.word) >= ${ANYWHERE_LENGTH_MIN}
          and (is_tried or place not in (select place from near)))
    select jsonb_agg(array(
      select m.word from (
        select word, min(rank) as rank from (
          select *, 1 as rank from near union all select *, 2 from alike) all_of_them
        where place = typed.place group by word) m
      order by m.rank, word_similarity(typed.word, m.word) desc, m.word limit ${MEANINGS_MAX})
      order by place) from typed)`;

function allOf(conditions: Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}

function anyOf(conditions: Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
