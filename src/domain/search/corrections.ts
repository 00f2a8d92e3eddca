// What the words of a search may have been meant for that no product has: words of the trade, and facts of the catalog, each
// compared once. A word that only a description has is never offered: "blck" is black rather than "back".

import { colorWords } from "../product/color.ts";
import { typoOf } from "../text/typed/typos.ts";
import { emptyWords, kinds, peopleWords } from "./kinds.ts";
import { likenessTo } from "./likeness.ts";
import { isMet, meets } from "./match-terms.ts";
import type { OwnSynonyms } from "./own-synonyms.ts";
import { isRealWord } from "./real-words.ts";
import { FACTS } from "./search-document.ts";
import { correctedTerm, type Term } from "./search-terms.ts";
import { compact, singular } from "./search-words.ts";
import { traitVocabulary } from "./traits.ts";
import { kindOf } from "./ways.ts";
import type { WordIndex } from "./word-index.ts";

/** A term, and the words that it may be a misspelling of, the likeliest first; none where it is none. */
export type Meaning = { term: Term; likely: string[] };

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
    const isMeant = term.isOptional || term.isKnown || isRealWord(term.typed) || isMet(index, term);
    return { term, near: isMeant ? null : likelyWords(index, term.typed, own) };
  });
  const read = (how: "mistaken" | "alike") =>
    all.map(({ term, near }) => ({ term, likely: near ? near[how] : [] }));
  return { mistaken: read("mistaken"), alike: read("alike") };
}

/** The term as what it may have been meant for. */
export function corrected({ term, likely }: Meaning, own: OwnSynonyms): Term {
  return correctedTerm(term, likely, own);
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
    return writtenAs(met ?? likely[0] ?? term.typed);
  });
  return words.join(" ");
}

/** "buckethat", as products have it to be found, is written "bucket hat". */
function writtenAs(word: string): string {
  const name = kindOf(word);
  return name !== undefined && compact(name) === word ? name : word;
}

/** One mistake is likelier than several. */
function likelyWords(
  index: WordIndex,
  typed: string,
  own: OwnSynonyms,
): Record<"mistaken" | "alike", string[]> {
  const typoIn = (word: string) => typoOf(typed, word) ?? typoOf(singular(typed), singular(word));
  const { near, parts, alike } = catalogWords(index, typed, (word) => typoIn(word) !== null);
  const byOne = [...misspelledVocabulary(typed, own), ...near];
  const mistaken = [...byOne.toSorted((a, b) => (typoIn(a) ?? 0) - (typoIn(b) ?? 0)), ...parts];
  const first = (words: string[]) => [...new Set(words)].slice(0, MEANINGS_MAX);
  const all = first([...mistaken, ...alike]);
  return { mistaken: mistaken.length > 0 ? first(mistaken) : all, alike: all };
}

const vocabulary = [
  ...[...kinds.values()].flatMap(({ same }) => same),
  ...colorWords,
  ...Object.values(peopleWords).flat(),
  ...traitVocabulary,
  ...["small", "medium", "large"],
];

/** Words of the vocabulary that the word may be a misspelling of, the likeliest first. */
function misspelledVocabulary(typed: string, own: OwnSynonyms): string[] {
  const likely = [...vocabulary, ...own.flat()].flatMap((word) => {
    const typo = word.includes(" ") ? null : (typoOf(typed, word) ?? typoOf(singular(typed), word));
    return typo === null ? [] : [{ word, typo }];
  });
  // A short one is near to too many others, unless its letters are all there.
  const fillers = [...emptyWords].filter((word) => typoOf(typed, word) === 0);
  return [...new Set([...likely.toSorted((a, b) => a.typo - b.typo).map(({ word }) => word), ...fillers])];
}

/** Facts of the catalog that are near to what was typed by one mistake, that contain it, and that are alike by their letters. */
function catalogWords(index: WordIndex, typed: string, isNear: (word: string) => boolean) {
  const found: Record<"near" | "parts" | "alike", Ranked[]> = { near: [], parts: [], alike: [] };
  if (typed.length >= NEAR_LENGTH_MIN && !typed.includes(" ")) {
    const isLong = typed.length >= ALIKE_LENGTH_MIN;
    const likeness = likenessTo(typed);
    const last = lastLetter(typed);
    for (const word of index.words()) {
      if (!isWord(word) || !index.has(word, FACTS)) continue;
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
