// What a shopper typed → what a product must have, and what makes one fit better than another. A query is cut into terms
// (a word, or a few that belong together: "1/4 zip", "extra large"). Every term must be met by some fact of a product: its
// type, color, name, design, material, options, whom it is for. Each way to meet it has points, which decide the order.
// Decision 186.
import { colorWords, plainColorOf } from "../product/color.ts";
import { emptyWords } from "./kinds.ts";
import type { OwnSynonyms } from "./own-synonyms.ts";
import { searchWords } from "./search-words.ts";
import { begunWays, kindOf, POINTS, sensesOf, toneWays, typedWays, type Way } from "./ways.ts";

export type Term = {
  /** What was typed, as searchWords gives it. */
  typed: string;
  /** Any of them meets the term; the one with most points counts. */
  ways: readonly Way[];
  /** As they are written in options, by writtenSizes; those that have one in stock come first. */
  sizes: readonly string[];
  /** A product without it is found, too. */
  isOptional: boolean;
  /** Whether it is a word of golf apparel, of a color, of a size, or of the owner. */
  isKnown: boolean;
  /** What it names, if it does. */
  names: "kind" | "color" | null;
};

const PHRASE_WORDS_MAX = 3;

export function searchTerms(query: string, own: OwnSynonyms = []): Term[] {
  const words = searchWords(query).flatMap(splitColors);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const { term, length } = firstTerm(words.slice(at), own);
    at += length;
    if (!terms.some(({ typed }) => typed === term.typed)) terms.push(term);
  }
  // Nothing else is asked for: then it is what is asked for.
  const isAll = terms.every(({ isOptional }) => isOptional);
  return isAll ? terms.map((term) => ({ ...term, isOptional: term.ways.length === 0 })) : terms;
}

/** The words that name a kind of apparel, as they were typed. */
export function kindsIn(text: string): string[] {
  return searchTerms(text).flatMap(({ typed, names }) => (names === "kind" ? [typed] : []));
}

/** "skyblue" → "sky", "blue". */
function splitColors(word: string): string[] {
  const first = colorWords.find(
    (color) => word.startsWith(color) && colorWords.includes(word.slice(color.length)),
  );
  return first === undefined ? [word] : [first, word.slice(first.length)];
}

/** The term with what its word may have been meant for instead, the likeliest first; that may be a word that says nothing. */
export function correctedTerm(term: Term, meanings: readonly string[], own: OwnSynonyms): Term {
  const [likeliest, ...others] = meanings.flatMap((word) => searchTerms(word, own).slice(0, 1));
  if (!likeliest) return term;
  const ways = others.flatMap((each) =>
    each.ways.map((way) => ({ ...way, points: Math.min(way.points, POINTS.close) })),
  );
  const isOptional = term.isOptional || likeliest.ways.length === 0;
  return { ...likeliest, ways: [...likeliest.ways, ...ways], isOptional };
}

function firstTerm(words: string[], own: OwnSynonyms): { term: Term; length: number } {
  for (let length = Math.min(PHRASE_WORDS_MAX, words.length); length > 0; length -= 1) {
    const typed = words.slice(0, length).join(" ");
    const term = knownTerm(typed, own);
    if (term) return { term, length };
  }
  const [word = ""] = words;
  return { term: plainTerm(word), length: 1 };
}

/** A term of the vocabulary, or null. */
function knownTerm(typed: string, own: OwnSynonyms): Term | null {
  const isKind = kindOf(typed) !== undefined;
  const names = isKind ? "kind" : plainColorOf(typed) === null ? null : "color";
  const term: Term = { typed, ways: [], sizes: [], isOptional: false, isKnown: true, names };
  const tone = toneWays(typed);
  if (emptyWords.has(typed) || tone !== null) return { ...term, ways: tone ?? [], isOptional: true };
  const senses = sensesOf(typed, own);
  if (senses.length === 0) return null;
  return {
    ...term,
    ways: [...senses.flatMap(({ ways }) => ways), ...typedWays(typed, { isBegun: false, inProse: !isKind })],
    sizes: senses.flatMap(({ sizes = [] }) => sizes),
  };
}

/** A word of no vocabulary: of a name, a material, an option, or the beginning of one. */
function plainTerm(typed: string): Term {
  return {
    typed,
    ways: [...typedWays(typed, { isBegun: true, inProse: true }), ...begunWays(typed)],
    sizes: [],
    isOptional: false,
    isKnown: false,
    names: null,
  };
}
