// What the words of a search find, before filters narrow it.
import { corrected, correctionFor, meaningsOf } from "../search/corrections.ts";
import { helpTopicOf } from "../search/help-topics.ts";
import { ANY_OF } from "../search/let-go.ts";
import { matchTerms, NOT_FOUND } from "../search/match-terms.ts";
import { searchTerms, type Term } from "../search/search-terms.ts";
import { traitWords } from "../search/traits.ts";
import type { Catalog } from "./catalog.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { ListOrder } from "./entry-order.ts";
import type { ShopSearch, Sort } from "./shop-search.ts";

export type Found = {
  /** In the order that is asked for. */
  entries: readonly CatalogEntry[];
  /** The words as a product has them, for which they were taken: the first of these that the filters leave. null: as typed. */
  offer: { entries: readonly CatalogEntry[]; wordsOf: (entry: CatalogEntry) => string } | null;
  /** What was looked for. */
  terms: readonly Term[];
  /** Terms that match nothing together with the others, and were dropped. */
  missing: readonly Term[];
};

type Searched = Pick<ShopSearch, "query" | "traits" | "sort">;

/**
 * Words must be met by facts of a product; where no product does, its prose counts; where that has none either, one of several
 * kinds of apparel or colors is enough; then words may be misspellings; and finally what empties the list is dropped, as
 * it was meant. A search for punctuation alone finds nothing. Decision 186.
 */
export function searchCatalog(catalog: Catalog, { query, traits, sort }: Searched): Found {
  const own = catalog.settings.synonyms;
  const terms = [...searchTerms(query, own), ...traits.flatMap((name) => searchTerms(traitWords(name), own))];
  const found = { offer: null, terms, missing: [] };
  if (terms.length === 0) return { ...found, entries: [] };
  const asTyped = listAny(catalog, terms, sort);
  if (asTyped.length > 0) return { ...found, entries: asTyped };
  const { mistaken, alike } = meaningsOf(catalog.words, terms, own);
  const readings = [mistaken, alike].filter((meant) => meant.some(({ likely }) => likely.length > 0));
  for (const meant of readings) {
    const meantTerms = meant.map((each) => corrected(each, own));
    const entries = listAny(catalog, meantTerms, sort);
    const wordsOf = ({ number }: CatalogEntry) => correctionFor(catalog.words, number, meant, own);
    if (entries.length > 0) return { entries, terms: meantTerms, missing: [], offer: { entries, wordsOf } };
  }
  // A question is answered by its page: no product would be one without the words that none has.
  if (helpTopicOf(query) !== null) return { ...found, entries: [] };
  return letGo(catalog, readings[0]?.map((each) => corrected(each, own)) ?? terms, sort);
}

/** What has all of it; or else any of the kinds that are asked for ("hats and shirts"); or else any of the colors as well. */
function listAny(catalog: Catalog, terms: readonly Term[], sort: Sort): readonly CatalogEntry[] {
  const anyKind = joinTerms(terms, "kind");
  for (const each of new Set([terms, anyKind, joinTerms(anyKind, "color")])) {
    const entries = listTerms(catalog, each, sort);
    if (entries.length > 0) return entries;
  }
  return [];
}

/** Several terms of that sort as one that any of them meets. */
function joinTerms(terms: readonly Term[], sort: "kind" | "color"): readonly Term[] {
  const [first, ...others] = terms.filter(({ names }) => names === sort);
  if (!first || others.length === 0) return terms;
  const same = [first, ...others];
  const typed = same.map((term) => term.typed).join(ANY_OF);
  const joined = { ...first, typed, ways: same.flatMap(({ ways }) => ways) };
  return terms.flatMap((term) => (term === first ? joined : term.names === sort ? [] : term));
}

/**
 * Kinds first, then as typed: a term that leaves no results with those before it is dropped. What is left must be facts that
 * narrow the shop: a word out of a description, or "men's", answers nobody.
 */
function letGo(catalog: Catalog, terms: readonly Term[], sort: Sort): Found {
  const isKind = ({ names }: Term) => names === "kind";
  const areTogether = listTerms(catalog, terms.filter(isKind), sort).length > 0;
  const byFacts = (areTogether ? terms : joinTerms(terms, "kind")).map(withoutChanceProse);
  const kept: Term[] = [];
  const missing: Term[] = [];
  for (const term of byFacts.toSorted((a, b) => Number(isKind(b)) - Number(isKind(a)))) {
    if (term.isOptional || listTerms(catalog, [...kept, term], sort).length > 0) kept.push(term);
    else missing.push(term);
  }
  const inOrder = byFacts.filter((term) => kept.includes(term));
  const entries = listTerms(catalog, inOrder, sort);
  const isAll = entries.length === catalog.in(listOrder(sort)).length;
  return { entries: isAll ? [] : entries, offer: null, terms: inOrder, missing };
}

/** Prose says what a product does ("dries fast"); of any other word it proves nothing. */
function withoutChanceProse(term: Term): Term {
  if (term.isKnown) return term;
  return { ...term, ways: term.ways.map((way) => ({ ...way, inProse: false })) };
}

function listTerms(catalog: Catalog, terms: readonly Term[], sort: Sort): readonly CatalogEntry[] {
  if (restrictNothing(terms)) return catalog.in(listOrder(sort));
  const fits = matchTerms(catalog.words, terms);
  const found = catalog.in(listOrder(sort)).filter(({ number }) => fits[number] !== NOT_FOUND);
  if (sort !== "relevance") return found;
  const sized = terms.filter(({ sizes }) => sizes.length > 0);
  const fitOf = ({ isInStock, writtenSizes, number }: CatalogEntry) => {
    const hasSizes = sized.every(({ sizes }) => sizes.some((size) => writtenSizes.includes(size)));
    return (isInStock ? IN_STOCK : 0) + (hasSizes ? HAS_SIZES : 0) + (fits[number] ?? 0);
  };
  const byFit = [...Map.groupBy(found, fitOf)].sort(([a], [b]) => b - a);
  return byFit.flatMap(([, entries]) => entries);
}

/** What counts more than all points that a product can have. */
const HAS_SIZES = 1_000;
const IN_STOCK = 2_000;

/** "golf": all of the shop is that. */
function restrictNothing(terms: readonly Term[]): boolean {
  return terms.every(({ isOptional }) => isOptional);
}

/** Nothing fits better than something else where no words say what is asked for. */
export function listOrder(sort: Sort): ListOrder {
  return sort === "relevance" ? "newest" : sort;
}
