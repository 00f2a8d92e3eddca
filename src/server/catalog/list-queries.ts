// The list of the shop in one statement, and a second one when words are misspelled. Text that a shopper types reaches
// the database as parameters only, with the wildcards of LIKE and of regular expressions taken away. What a search may
// cost has a bound whatever is typed and however large the catalog is: every condition is one that an index answers, and
// misspelled words are compared with the words of the catalog, each of them once, instead of with its texts. The embedded
// database shares its thread with the shop, so a slow search there would stop every shopper.
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

/** How alike a word and one of the catalog must be, from 0 to 1, to be taken for a misspelling without a rule for it. */
const ALIKE = "0.6";

/** How many words of the catalog one misspelled word may stand for, the likeliest first. */
const MEANINGS_MAX = 8;

/** Shorter words have no trigram of their own: the index finds them only where a word begins. */
const ANYWHERE_LENGTH_MIN = 3;

export type ListFilter = Pick<ShopSearch, "category" | "sale" | "size"> & {
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
  /** For each word what it may be a misspelling of, when nothing matches. */
  meanings: string[][];
};

/** The first `limit` matches in order, and how many there are. One statement. */
export async function listMatching(db: Db, filter: ListFilter, sort: Sort, limit: number): Promise<Matches> {
  const matching = allOf([...filters(filter), ...filter.words.map(hasWord)]);
  const typed = filter.words.flatMap(([word]) => word ?? []);
  type Row = SummaryRow & { matches: number | null; meanings: string[][] | null };
  const { rows } = await sql<Row>`
    select p.*, case when p.id is null then ${typed.length > 0 ? meaningsOf(typed) : sql`null::jsonb`} end as meanings
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

/** One of its spellings as it stands, by conditions that the trigram indexes and the category's index answer. */
function hasWord(spellings: readonly string[]): Condition {
  return anyOf(spellings.flatMap(waysToHaveWord));
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
 * For each word the words of the catalog that it may be a misspelling of, as one value of JSON. Those with one mistake
 * share a spelling with it, and the pattern says which of them it is; others are alike by their letters, in threes.
 * Operators answered by an index take their threshold from a setting: the uncorrelated subselect runs once, before the
 * first row is looked at, and `true` ends the setting with the statement.
 */
function meaningsOf(words: string[]): Condition {
  const threshold = sql`(select set_config('pg_trgm.word_similarity_threshold', ${ALIKE}, true)) is not null`;
  return sql`(
    select jsonb_agg(array(
      select word from (
        select w.word, true as is_near from catalog_words w
          where w.spellings && spelling_keys(typed.word) and w.word ~* typed.pattern
        union all
        select w.word, false from catalog_words w where ${threshold} and typed.word <% w.word) w
      where word <> typed.word
      group by word order by bool_or(is_near) desc, word_similarity(typed.word, word) desc, word limit ${MEANINGS_MAX})
      order by place)
    from unnest(${words}::text[], ${words.map(misspellingPattern)}::text[]) with ordinality
      as typed (word, pattern, place))`;
}

function allOf(conditions: Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}

function anyOf(conditions: Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
