// Which products meet the terms of a search, and how well each fits. A list has a place for each product's number.
import { ANYWHERE, FACTS, PLACES } from "./search-document.ts";
import type { Term } from "./search-terms.ts";
import type { Way } from "./ways.ts";
import type { WordIndex } from "./word-index.ts";

/** The points of each product that was found; NOT_FOUND for the others. */
export type Fits = Int16Array;
export const NOT_FOUND = -1;

/** 1 for the products that are meant. */
type Marks = Uint8Array;

/**
 * The products that meet every term that is not optional: by facts or, where no product does, by what was typed in their
 * prose as well.
 */
export function matchTerms(index: WordIndex, terms: readonly Term[]): Fits {
  const asked = terms.filter(({ isOptional }) => !isOptional);
  const byFacts = all(asked.map((term) => meeting(index, term)));
  const found = byFacts.includes(1) ? byFacts : all(asked.map((term) => meetingWithProse(index, term)));
  const fits = new Int16Array(found.length);
  for (const term of terms) addPoints(index, term, fits);
  return fits.map((points, product) => (found[product] ? points : NOT_FOUND));
}

/** Whether any product meets the term, by facts or by prose. */
export function isMet(index: WordIndex, term: Term): boolean {
  return meetingWithProse(index, term).includes(1);
}

/** Whether this product meets the term, by facts or by prose. */
export function meets(index: WordIndex, term: Term, product: number): boolean {
  return meetingWithProse(index, term)[product] === 1;
}

function meeting(index: WordIndex, { ways }: Term): Marks {
  const found = new Uint8Array(index.size);
  for (const way of ways) forEachOf(index, way, FACTS, (product) => (found[product] = 1));
  return found;
}

function meetingWithProse(index: WordIndex, { ways }: Term): Marks {
  const found = new Uint8Array(index.size);
  for (const way of ways) {
    forEachOf(index, way, way.inProse ? ANYWHERE : FACTS, (product) => (found[product] = 1));
  }
  return found;
}

/** What is in each of them, of one at least. */
function all([first = new Uint8Array(), ...others]: Marks[]): Marks {
  return first.map((mark, product) => (others.every((other) => other[product]) ? mark : 0));
}

/** The points of the best way to meet the term, and one more where the name has the words that were typed. */
function addPoints(index: WordIndex, { typed, ways }: Term, fits: Fits): void {
  if (ways.length === 0) return;
  const best = new Int16Array(index.size);
  for (const way of ways) {
    forEachOf(index, way, placesOf(way), (product) => {
      best[product] = Math.max(best[product] ?? 0, way.points);
    });
  }
  forEachOf(
    index,
    { words: typed.split(" ") },
    PLACES.B,
    (product) => (best[product] = (best[product] ?? 0) + 1),
  );
  for (let product = 0; product < best.length; product += 1) {
    fits[product] = (fits[product] ?? 0) + (best[product] ?? 0);
  }
}

function placesOf(way: Way): number {
  if (way.in === "") return FACTS;
  return way.in === "AB" ? PLACES.A | PLACES.B : PLACES[way.in];
}

/** Calls `see` at least once for each product that has all words of the way, each in one of the places. */
function forEachOf(
  index: WordIndex,
  { words, isBegun = false }: Pick<Way, "words" | "isBegun">,
  places: number,
  see: (product: number) => void,
): void {
  const [first = "", ...others] = words;
  if (others.length === 0) {
    forEachOfWord(index, first, isBegun, places, see);
    return;
  }
  let found: Set<number> | null = null;
  for (const [place, word] of words.entries()) {
    const before: Set<number> | null = found;
    const now = new Set<number>();
    forEachOfWord(index, word, isBegun && place === words.length - 1, places, (product) => {
      if (before === null || before.has(product)) now.add(product);
    });
    if (now.size === 0) return;
    found = now;
  }
  for (const product of found ?? []) see(product);
}

function forEachOfWord(
  index: WordIndex,
  word: string,
  isBegun: boolean,
  places: number,
  see: (product: number) => void,
): void {
  if (!isBegun) index.forEach(word, places, see);
  else for (const longer of index.words()) if (longer.startsWith(word)) index.forEach(longer, places, see);
}
