// What the words of a search find, before filters narrow it.
import { corrected, correctionFor, type Meaning, meaningsOf } from "../search/corrections.ts";
import { matchTerms, NOT_FOUND } from "../search/match-terms.ts";
import { searchTerms, type Term } from "../search/search-terms.ts";
import type { Catalog } from "./catalog.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { ListOrder } from "./entry-order.ts";
import type { ShopSearch, Sort } from "./shop-search.ts";

export type Found = {
  /** In the order that is asked for. */
  entries: readonly CatalogEntry[];
  /** Words to offer instead, as a product has them: the first of these that the filters leave. null: none. */
  offer: { entries: readonly CatalogEntry[]; wordsOf: (entry: CatalogEntry) => string } | null;
};

const NOTHING: Found = { entries: [], offer: null };

/**
 * Words must be met by facts of a product; where no product does, its prose counts; where that has none either, what the
 * words may be misspellings of. A search for punctuation alone finds nothing. Decision 036.
 */
export function searchCatalog(catalog: Catalog, { query, sort }: Pick<ShopSearch, "query" | "sort">): Found {
  const own = catalog.settings.synonyms;
  const terms = searchTerms(query, own);
  if (terms.length === 0) return NOTHING;
  const asTyped = listTerms(catalog, terms, sort);
  if (asTyped.length > 0) return { entries: asTyped, offer: null };
  const meanings = meaningsOf(catalog.words, terms, own);
  const termsOf = (meant: readonly Meaning[]) => meant.map((each) => corrected(each, own));
  const offerOf = (meant: readonly Meaning[]) => ({
    entries: listTerms(catalog, termsOf(meant), sort),
    wordsOf: ({ number }: CatalogEntry) => correctionFor(catalog.words, number, meant, own),
  });
  for (const meant of [meanings.mistaken, meanings.alike]) {
    if (meant.every(({ likely }) => likely.length === 0)) continue;
    const offer = offerOf(meant);
    if (offer.entries.length > 0) return { entries: offer.entries, offer };
  }
  // What nothing has is left out of what is offered.
  const kept = meanings.alike.filter(({ isMet, likely }) => isMet || likely.length > 0);
  const isLess = kept.length < terms.length && !restrictNothing(termsOf(kept));
  return { entries: [], offer: isLess ? offerOf(kept) : null };
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
