// What misspelled words may have been meant for. They are compared with the words of the catalog, each of them once,
// instead of with its texts.
import { sql } from "kysely";
import type { Term } from "#domain/search/search-terms.ts";
import type { Db } from "../../db/transaction.ts";
import { proseText, termText } from "./search-query.ts";

/** How alike a word and one of the catalog must be, from 0 to 1, to be taken for a misspelling without a rule for it. */
const ALIKE = "0.6";

/** How many words of the catalog are looked at for one misspelled word, the likeliest of each sort. */
const NEAR_MAX = 16;
const ALIKE_MAX = 8;

/** Nobody knows what else a shorter word may have been meant for. */
const ALIKE_LENGTH_MIN = 4;
const NEAR_LENGTH_MIN = 3;

export type CatalogWord = {
  word: string;
  /** Whether a fact of a product has it, or prose alone. */
  isFact: boolean;
  /** near: they may differ by one mistake. part: it contains what was typed. alike: by their letters, in threes. */
  how: "near" | "part" | "alike";
};

/** For each term whether any product that is sold meets it, and if not, words of such products that it may stand for. */
export async function listMeanings(
  db: Db,
  terms: readonly Term[],
): Promise<{ isMet: boolean; words: CatalogWord[] }[]> {
  const facts = terms.map((term) => termText(term, { inProse: false }));
  const prose = terms.map(proseText);
  const typed = terms.map((term) => (term.isKnown || term.typed.includes(" ") ? "" : term.typed));
  const { rows } = await sql<{ is_met: boolean; words: CatalogWord[] }>`
    with typed as materialized (
      select word, place, exists (select from found_products(facts, prose, 1)) as is_met
      from unnest(${typed}::text[], ${facts}::tsquery[], ${prose}::tsquery[]) with ordinality as typed (word, facts, prose, place)
    ), missing as materialized (
      select * from typed where not is_met and char_length(word) >= ${NEAR_LENGTH_MIN}
    ), found as (
      select m.place, w.word, w.how, min(w.rank) as rank from missing m cross join lateral (
        (select c.word, 'near' as how, row_number() over (order by word_similarity(m.word, c.word) desc, c.word) as rank
          from catalog_words c where c.spellings && spelling_keys(m.word) and c.word <> m.word
          order by rank limit ${NEAR_MAX})
        union all
        (select c.word, 'part', 100 + char_length(c.word) from catalog_words c
          where char_length(m.word) >= ${ALIKE_LENGTH_MIN}
            and c.word like '%' || replace(replace(replace(m.word, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
          order by char_length(c.word), c.word limit ${ALIKE_MAX})
        union all
        (select c.word, 'alike', 200 + row_number() over (order by word_similarity(m.word, c.word) desc, c.word)
          from catalog_words c where ${threshold} and char_length(m.word) >= ${ALIKE_LENGTH_MIN}
            and m.word <% c.word and c.word <> m.word
          limit ${ALIKE_MAX})) w
      group by m.place, w.word, w.how
    ), sold as (
      select f.*, exists (select from found_products(q.query, null, 1)) as is_fact
      from found f, lateral (select ('''' || replace(replace(f.word, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query) q
      where exists (select from found_products(null, q.query, 1)))
    select t.is_met, coalesce((
      select jsonb_agg(jsonb_build_object('word', word, 'isFact', is_fact, 'how', how) order by rank, word)
      from sold s where s.place = t.place), '[]') as words
    from typed t order by t.place`.execute(db);
  return rows.map(({ is_met, words }) => ({ isMet: is_met, words }));
}

/**
 * Operators answered by an index take their threshold from a setting: the uncorrelated subselect runs once, before the
 * first row is looked at, and `true` ends the setting with the statement.
 */
const threshold = sql`(select set_config('pg_trgm.word_similarity_threshold', ${ALIKE}, true)) is not null`;

/** Which of the terms the product meets, in their order. `id` must be a UUID. */
export async function listMet(db: Db, id: string, terms: readonly Term[]): Promise<boolean[]> {
  const texts = terms.map((term) => termText(term, { inProse: true }));
  const { rows } = await sql<{ is_met: boolean }>`
    select s.whole @@ query as is_met
    from search_prose s, unnest(${texts}::tsquery[]) with ordinality as asked (query, place)
    where s.product_id = ${id} order by place`.execute(db);
  return rows.map((row) => row.is_met);
}
