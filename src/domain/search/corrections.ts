// What the words of a search may have been meant for that no product has. They are compared with the words of the catalog,
// each of them once.

import { typoOf } from "../text/typed/typos.ts";
import { likenessTo } from "./likeness.ts";
import { isMet, meets } from "./match-terms.ts";
import { FACTS } from "./search-document.ts";
import { correctedTerm, misspelledVocabulary, type OwnSynonyms, type Term } from "./search-terms.ts";
import { singular } from "./search-words.ts";
import type { WordIndex } from "./word-index.ts";

/** A term, and the words that it may be a misspelling of, the likeliest first; none where it is none. */
export type Meaning = { term: Term; isMet: boolean; likely: string[] };

/** A shorter word could mean too many other words. */
const NEAR_LENGTH_MIN = 3;
const ALIKE_LENGTH_MIN = 4;
/** How alike a word and one of the catalog must be to be taken for a misspelling without a rule for it. */
const ALIKE_MIN = 0.6;
/** How many words of the catalog are looked at for one misspelled word, the likeliest of each sort. */
const NEAR_MAX = 16;
const OTHERS_MAX = 8;
/** At most this many words are tried for one that is misspelled. */
const MEANINGS_MAX = 8;

/** What each term may be taken for, first by one mistake ("mistaken") and then by its letters ("alike"). */
export function meaningsOf(
  index: WordIndex,
  terms: readonly Term[],
  own: OwnSynonyms,
): Record<"mistaken" | "alike", Meaning[]> {
  const all = terms.map((term) => {
    const met = term.isOptional || isMet(index, term);
    const near = met || term.isKnown ? null : likelyWords(index, term.typed, own);
    return { term, isMet: met, near };
  });
  const read = (how: "mistaken" | "alike") =>
    all.map(({ near, ...each }) => ({ ...each, likely: near ? near[how] : [] }));
  return { mistaken: read("mistaken"), alike: read("alike") };
}

/** The term as what it may have been meant for. */
export function corrected({ term, likely }: Meaning, own: OwnSynonyms): Term {
  return likely.length === 0 ? term : correctedTerm(term, likely, own);
}

/** What was typed, each misspelled word by what the product has of what it may have been meant for. */
export function correctionFor(
  index: WordIndex,
  product: number,
  meanings: readonly Meaning[],
  own: OwnSynonyms,
): string {
  const words = meanings.map(({ term, likely }) => {
    const met = likely.find((word) => meets(index, correctedTerm(term, [word], own), product));
    return met ?? likely[0] ?? term.typed;
  });
  return words.join(" ");
}

/** One mistake is likelier than several, and a fact is likelier meant than a word of prose. */
function likelyWords(
  index: WordIndex,
  typed: string,
  own: OwnSynonyms,
): Record<"mistaken" | "alike", string[]> {
  const typoIn = (word: string) => typoOf(typed, word) ?? typoOf(singular(typed), singular(word));
  const { near, parts, alike } = catalogWords(index, typed, (word) => typoIn(word) !== null);
  const facts = [...misspelledVocabulary(typed, own), ...near.filter((word) => index.has(word, FACTS))];
  const mistaken = [...facts.toSorted((a, b) => (typoIn(a) ?? 0) - (typoIn(b) ?? 0)), ...near, ...parts];
  const first = (words: string[]) => [...new Set(words)].slice(0, MEANINGS_MAX);
  const all = first([...mistaken, ...alike]);
  return { mistaken: mistaken.length > 0 ? first(mistaken) : all, alike: all };
}

/** Words of the catalog that are near to what was typed by one mistake, that contain it, and that are alike by their letters. */
function catalogWords(index: WordIndex, typed: string, isNear: (word: string) => boolean) {
  const found: Record<"near" | "parts" | "alike", Ranked[]> = { near: [], parts: [], alike: [] };
  if (typed.length >= NEAR_LENGTH_MIN && !typed.includes(" ")) {
    const isLong = typed.length >= ALIKE_LENGTH_MIN;
    const likeness = likenessTo(typed);
    const last = lastLetter(typed);
    for (const word of index.words()) {
      if (!isWord(word)) continue;
      if (isLong && word.includes(typed)) found.parts.push({ word, rank: -word.length });
      // One mistake leaves the first letter or the last as it is.
      const mayBeNear = word[0] === typed[0] || lastLetter(word) === last;
      if (mayBeNear && isNear(word)) found.near.push({ word, rank: likeness(word, 0) });
      const rank = isLong ? likeness(word, ALIKE_MIN) : 0;
      if (rank > 0) found.alike.push({ word, rank });
    }
  }
  return {
    near: best(found.near, NEAR_MAX),
    parts: best(found.parts, OTHERS_MAX),
    alike: best(found.alike, OTHERS_MAX),
  };
}

/** Of a word and its plural the same. */
function lastLetter(word: string): string | undefined {
  let end = word.length - 1;
  while (end > 0 && (word[end] === "s" || word[end] === "'")) end -= 1;
  return word[end];
}

type Ranked = { word: string; rank: number };

function best(words: Ranked[], most: number): string[] {
  const ranked = words.toSorted((a, b) => b.rank - a.rank || (a.word < b.word ? -1 : 1));
  return ranked.slice(0, most).map(({ word }) => word);
}

/** Neither a number nor the name of a fact. */
function isWord(word: string): boolean {
  return word.length >= NEAR_LENGTH_MIN && !word.startsWith(":") && /[^0-9\p{P}\p{S}]/u.test(word);
}
