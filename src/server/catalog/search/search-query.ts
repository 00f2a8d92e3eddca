// The terms of a search as the database compares them: text that a shopper typed reaches it as quoted words of a tsquery
// alone.
import { sql } from "kysely";
import type { Term, Way } from "#domain/search/search-terms.ts";
import type { Condition } from "../queries.ts";

/** Weights of facts; D is prose (db/functions/search-document.sql). */
const FACTS = "ABC";

/** "'rope' & 'cap':*AB" */
function phrase({ words, isBegun }: Pick<Way, "words" | "isBegun">, where: string): string {
  const quoted = words.map((word) => `'${word.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`);
  const last = quoted.length - 1;
  return quoted.map((word, index) => `${word}:${isBegun && index === last ? "*" : ""}${where}`).join(" & ");
}

/** A phrase of several words says nothing new where one of them is enough: "ball cap" where "cap" is asked for. */
function anyOf(phrases: string[]): string {
  const all = new Set(phrases);
  const needed = [...all].filter((each) => {
    const words = each.split(" & ");
    return words.length === 1 || !words.some((word) => all.has(word));
  });
  return `(${needed.map((each) => `(${each})`).join(" | ")})`;
}

/**
 * A text of type tsquery for products that meet every term that is not optional by a fact, or with `inProse` by what was
 * typed in their prose as well. null: all of them do. Prose is asked where no product has all terms by facts, so a single
 * one is looked for in prose alone: an index knows no weights, and would have the document of each candidate read.
 */
export function queryText(terms: readonly Term[], { inProse }: { inProse: boolean }): string | null {
  const asked = terms.filter(({ isOptional }) => !isOptional);
  const [only] = asked;
  if (!only) return null;
  if (inProse && asked.length === 1) return proseText(only);
  return asked.map((term) => termText(term, { inProse })).join(" & ");
}

/**
 * Of facts without weights, which the index does not know: where a word stands makes the order. "" for a word that says
 * nothing ("a"): a query that no product meets.
 */
export function termText({ ways }: Pick<Term, "ways">, { inProse }: { inProse: boolean }): string {
  if (ways.length === 0) return "";
  return anyOf(ways.map((way) => phrase(way, inProse && !way.inProse ? FACTS : "")));
}

/** What finds a term in prose alone, where no product has it by facts. */
export function proseText({ ways }: Term): string {
  return termText({ ways: ways.filter(({ inProse }) => inProse) }, { inProse: true });
}

/** How well a product `p` with its document `s` fits: the points of the best way to meet each term, and one for its name. */
export function pointsOf(terms: readonly Term[]): Condition {
  const parts = terms.filter(({ ways }) => ways.length > 0).map(termPoints);
  return parts.length === 0 ? sql`0` : sql.join(parts, sql` + `);
}

function termPoints({ typed, ways }: Term): Condition {
  const byPoints = Map.groupBy(ways, ({ points }) => points);
  const cases = [...byPoints]
    .toSorted(([a], [b]) => b - a)
    .map(
      ([points, all]) =>
        sql`when s.facts @@ ${anyOf(all.map((way) => phrase(way, way.in)))}::tsquery then ${sql.lit(points)}`,
    );
  const inName = phrase({ words: typed.split(" ") }, "B");
  return sql`(case ${sql.join(cases, sql` `)} else 0 end + (s.facts @@ ${inName}::tsquery)::integer)`;
}

/**
 * Whether each size that was asked for is in stock, of a row of product_facets `f`; null when none was. Of what is in stock
 * but has no options, there is one size.
 */
export function hasSizes(terms: readonly Term[]): Condition | null {
  const sized = terms.filter(({ sizes }) => sizes.length > 0);
  if (sized.length === 0) return null;
  const own = sql`string_to_array(translate(lower(
    case when f.in_stock and f.size_set = '' then 'One size' else f.size_set end), ' ._-', ''), ${"\x1f"})`;
  return sql`(${sql.join(
    sized.map(({ sizes }) => sql`${own} && ${sizes}::text[]`),
    sql` and `,
  )})`;
}
