// What the words of a search find, before filters narrow it.
import { corrected, correctionFor, meaningsOf } from "../search/corrections.ts";
import { helpTopicOf } from "../search/help-topics.ts";
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
 * kinds of apparel is enough; then words may be misspellings; and at last what empties the list is let go of. A search for
 * punctuation alone finds nothing. Decision 186.
 */
export function searchCatalog(catalog: Catalog, { query, traits, sort }: Searched): Found {
  const own = catalog.settings.synonyms;
  const terms = [...searchTerms(query, own), ...traits.flatMap((name) => searchTerms(traitWords(name), own))];
  const found = { offer: null, terms, missing: [] };
  if (terms.length === 0) return { ...found, entries: [] };
  const asTyped = listTerms(catalog, terms, sort);
  if (asTyped.length > 0) return { ...found, entries: asTyped };
  const anyKind = listTerms(catalog, joinKinds(terms), sort);
  if (anyKind.length > 0) return { ...found, entries: anyKind };
  const meanings = meaningsOf(catalog.words, terms, own);
  for (const meant of [meanings.mistaken, meanings.alike]) {
    if (meant.every(({ likely }) => likely.length === 0)) continue;
    const correctedTerms = meant.map((each) => corrected(each, own));
    const entries = listTerms(catalog, correctedTerms, sort);
    const wordsOf = ({ number }: CatalogEntry) => correctionFor(catalog.words, number, meant, own);
    if (entries.length > 0) return { ...found, entries, offer: { entries, wordsOf } };
  }
  // A question is answered by its page: no product would be one without the words that none has.
  return helpTopicOf(query) === null ? letGo(catalog, terms, sort) : { ...found, entries: [] };
}

/** Several kinds of apparel are one term that any of them meets: "hats and shirts". */
function joinKinds(terms: readonly Term[]): readonly Term[] {
  const [first, ...others] = terms.filter(({ isKind }) => isKind);
  if (!first || others.length === 0) return terms;
  const joined = { ...first, ways: [first, ...others].flatMap(({ ways }) => ways) };
  return [joined, ...terms.filter(({ isKind }) => !isKind)];
}

/** Kinds first, then as typed: a term that leaves no results with those before it is dropped. */
function letGo(catalog: Catalog, terms: readonly Term[], sort: Sort): Found {
  const kept: Term[] = [];
  const missing: Term[] = [];
  for (const term of terms.toSorted((a, b) => Number(b.isKind) - Number(a.isKind))) {
    if (term.isOptional || listTerms(catalog, [...kept, term], sort).length > 0) kept.push(term);
    else missing.push(term);
  }
  const inOrder = terms.filter((term) => kept.includes(term));
  const entries = restrictNothing(inOrder) ? [] : listTerms(catalog, inOrder, sort);
  return { entries, offer: null, terms: inOrder, missing };
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
