// A kind of apparel has dozens of words, most of which no product of a shop has. Each of them costs a comparison for every
// product that has any other: with the words that nobody uses, "hat" takes three times as long to find.
import type { Term, Way } from "#domain/search/search-terms.ts";
import type { Db } from "../../db/transaction.ts";

/** With fewer words, looking them up saves nothing. */
const WORDS_MIN = 8;

/** What catalog_words keeps (db/functions/words-of-document.sql), so that what is not there is in no document. */
const isKept = (word: string) =>
  word.length >= 3 && word.length <= 40 && !word.includes(":") && /\p{L}/u.test(word);

/** The words that decide whether a way is of any use. */
function decisive({ words, isBegun }: Way): string[] {
  return words.filter((word, index) => isKept(word) && !(isBegun && index === words.length - 1));
}

/**
 * The terms without the ways to meet them that no product knows; a term that would lose all stays as it is. No statement
 * for few words, otherwise one.
 */
export async function withKnownWords(db: Db, terms: readonly Term[]): Promise<readonly Term[]> {
  const words = new Set(terms.flatMap(({ ways }) => ways.flatMap(decisive)));
  if (words.size < WORDS_MIN) return terms;
  const rows = await db
    .selectFrom("catalog_words")
    .select("word")
    .where("word", "in", [...words])
    .execute();
  const known = new Set(rows.map(({ word }) => word));
  return terms.map((term) => {
    const ways = term.ways.filter((way) => decisive(way).every((word) => known.has(word)));
    return ways.length === 0 ? term : { ...term, ways };
  });
}
