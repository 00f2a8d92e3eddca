// Which products meet the terms of a search, and how well each fits.
import { ANYWHERE, FACTS, PLACES } from "./search-document.ts";
import type { Term, Way } from "./search-terms.ts";
import type { WordIndex } from "./word-index.ts";

/** The products that were found, each with its points. */
export type Matches = ReadonlyMap<number, number>;

/**
 * The products that meet every term that is not optional: by facts or, where no product does, by what was typed in their
 * prose as well.
 */
export function matchTerms(index: WordIndex, terms: readonly Term[]): Matches {
  const asked = terms.filter(({ isOptional }) => !isOptional);
  const byFacts = meetAll(asked.map((term) => meeting(index, term)));
  const found = byFacts.size > 0 ? byFacts : meetAll(asked.map((term) => meetingWithProse(index, term)));
  const points = new Map([...found].map((product) => [product, 0]));
  for (const term of terms) addPoints(index, term, points);
  return points;
}

/** Whether any product meets the term, by facts or by prose. */
export function isMet(index: WordIndex, term: Term): boolean {
  return meeting(index, term).size > 0 || meetingWithProse(index, term).size > 0;
}

/** Whether this product meets the term, by facts or by prose. */
export function meets(index: WordIndex, term: Term, product: number): boolean {
  return meetingWithProse(index, term).has(product);
}

function meetAll([first, ...others]: Set<number>[]): Set<number> {
  return others.reduce((left, next) => left.intersection(next), first ?? new Set());
}

function meeting(index: WordIndex, { ways }: Term): Set<number> {
  const found = new Set<number>();
  for (const way of ways) forEachOf(index, way, FACTS, (product) => found.add(product));
  return found;
}

function meetingWithProse(index: WordIndex, { ways }: Term): Set<number> {
  const found = new Set<number>();
  for (const way of ways) forEachOf(index, way, way.inProse ? ANYWHERE : FACTS, (product) => found.add(product));
  return found;
}

/** The points of the best way to meet the term, and one more where the name has the words that were typed. */
function addPoints(index: WordIndex, { typed, ways }: Term, points: Map<number, number>): void {
  if (ways.length === 0) return;
  const best = new Map<number, number>();
  for (const way of ways) {
    forEachOf(index, way, placesOf(way), (product) => {
      if (way.points > (best.get(product) ?? 0)) best.set(product, way.points);
    });
  }
  forEachOf(index, { words: typed.split(" ") }, PLACES.B, (product) => {
    best.set(product, (best.get(product) ?? 0) + 1);
  });
  for (const [product, sum] of points) points.set(product, sum + (best.get(product) ?? 0));
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
  const [only] = words;
  if (only !== undefined && words.length === 1) return forEachOfWord(index, only, isBegun, places, see);
  const each = words.map((word, place) => {
    const found = new Set<number>();
    const isLast = place === words.length - 1;
    forEachOfWord(index, word, isBegun && isLast, places, (product) => found.add(product));
    return found;
  });
  for (const product of meetAll(each)) see(product);
}

function forEachOfWord(
  index: WordIndex,
  word: string,
  isBegun: boolean,
  places: number,
  see: (product: number) => void,
): void {
  if (!isBegun) return index.forEach(word, places, see);
  for (const longer of index.words()) if (longer.startsWith(word)) index.forEach(longer, places, see);
}
