// What misspelled words of a search were likely meant for.
import {
  correctedTerm,
  misspelledVocabulary,
  type OwnSynonyms,
  type Term,
} from "#domain/search/search-terms.ts";
import { singular } from "#domain/search/search-words.ts";
import { typoOf } from "#domain/search/typos.ts";
import type { Db } from "../../db/transaction.ts";
import { type CatalogWord, listMet } from "./correction-queries.ts";

/** A term, and the words that it may be a misspelling of, the likeliest first; none where it is none. */
export type Meant = { term: Term; likely: string[] };

/** The term as what it may have been meant for. */
export function corrected({ term, likely }: Meant, own: OwnSynonyms): Term {
  return likely.length === 0 ? term : correctedTerm(term, likely, own);
}

/** At most this many words are tried for one that is misspelled. */
const MEANINGS_MAX = 8;

/** One mistake is likelier than several, and a fact is likelier meant than a word of prose. */
export function likeliest(
  { typed }: Term,
  words: readonly CatalogWord[],
  own: OwnSynonyms,
  how: "mistaken" | "alike",
): string[] {
  const typoIn = (word: string) => typoOf(typed, word) ?? typoOf(singular(typed), singular(word));
  const near = words.filter(({ word, ...each }) => each.how === "near" && typoIn(word) !== null);
  const facts = [
    ...misspelledVocabulary(typed, own),
    ...near.filter(({ isFact }) => isFact).map(({ word }) => word),
  ];
  const all = [
    ...facts.toSorted((a, b) => (typoIn(a) ?? 0) - (typoIn(b) ?? 0)),
    ...near.map(({ word }) => word),
    ...words.filter((each) => each.how === "part").map(({ word }) => word),
  ];
  if (how === "alike" || all.length === 0) {
    all.push(...words.filter((each) => each.how === "alike").map(({ word }) => word));
  }
  return [...new Set(all)].slice(0, MEANINGS_MAX);
}

/** What was typed, each misspelled word by what the product has of what it may have been meant for. */
export async function wordsOf(
  db: Db,
  id: string,
  meant: readonly Meant[],
  own: OwnSynonyms,
): Promise<string> {
  const tried = meant.flatMap(({ term, likely }) => likely.map((word) => ({ term, word })));
  const isMet = await listMet(
    db,
    id,
    tried.map(({ term, word }) => correctedTerm(term, [word], own)),
  );
  const words = meant.map(({ term, likely }) => {
    const met = tried.find((each, index) => each.term === term && isMet[index]);
    return met?.word ?? likely[0] ?? term.typed;
  });
  return words.join(" ");
}
