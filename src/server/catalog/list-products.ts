import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type ShopSearch } from "#domain/catalog/shop-search.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import {
  correctedTerm,
  misspelledVocabulary,
  type OwnSynonyms,
  searchTerms,
  type Term,
} from "#domain/search/search-terms.ts";
import { singular } from "#domain/search/search-words.ts";
import { typoOf } from "#domain/search/typos.ts";
import { findSynonyms } from "../settings/queries.ts";
import type { Shop } from "../shop.ts";
import type { ShownList } from "../shown/shown.ts";
import { listMatching, type Matches } from "./list-queries.ts";
import { type CatalogWord, listMeanings, listMet } from "./search/correction-queries.ts";
import { queryText } from "./search/search-query.ts";

export type ProductList = {
  products: ProductSummary[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** All matches; SHOP_PAGES_MAX * SHOP_PAGE_SIZE + 1 stands for that many or more. */
  count: number;
  /**
   * What was likely meant, as a query to offer ("Did you mean cap?"), when what was typed finds nothing or only by this
   * correction; otherwise null.
   */
  correction: string | null;
};

/**
 * The first `search.pages` pages of the active products that match. Words must be met by facts of a product; where no
 * product does, its prose counts; where that has none either, what the words may be misspellings of. A search for
 * punctuation alone finds nothing. Decision 036.
 */
export async function listProducts(shop: Shop, search: ShopSearch): Promise<ProductList> {
  const limit = Math.min(search.pages, SHOP_PAGES_MAX) * SHOP_PAGE_SIZE;
  const { products, count, correction } = await findProducts(shop, search, limit);
  shop.shown?.noteList(listOf(search), products);
  // A size that somebody made up finds nothing; those that products have are few.
  if (shop.shown && (search.query !== "" || products.length === 0)) shop.shown.isOfOwnWords = true;
  return { products, count, hasMore: search.pages < SHOP_PAGES_MAX && count > products.length, correction };
}

export type Found = Matches & Pick<ProductList, "correction">;

/** The first `limit` of them. */
export async function findProducts(
  shop: Shop,
  { category, sale, size, sort, query }: ShopSearch,
  limit: number,
): Promise<Found> {
  const list = (terms: readonly Term[], inProse: boolean, most = limit) =>
    listMatching(shop.db, { category, sale, size: storable(size), terms, inProse }, sort, most);
  if (query.trim() === "") return { ...(await list([], false)), correction: null };
  const own = await findSynonyms(shop.db);
  const terms = searchTerms(query, own);
  if (terms.length === 0) return { products: [], count: 0, correction: null };
  const inFactsOrProse = async (asked: readonly Term[], most = limit) => {
    const inFacts = await list(asked, false, most);
    return inFacts.count > 0 || queryText(asked, { inProse: true }) === null
      ? inFacts
      : list(asked, true, most);
  };
  const asTyped = await inFactsOrProse(terms);
  if (asTyped.count > 0) return { ...asTyped, correction: null };
  const meanings = await listMeanings(shop.db, terms);
  const meant = terms.map((term, index) => {
    const { isMet = true, words = [] } = meanings[index] ?? {};
    return {
      term,
      isMet: isMet || term.isOptional,
      likely: isMet || term.isKnown ? [] : likeliest(term, words, own),
    };
  });
  const corrected = meant.map(({ term, likely }) =>
    likely.length === 0 ? term : correctedTerm(term, likely, own),
  );
  if (meant.some(({ likely }) => likely.length > 0)) {
    const found = await inFactsOrProse(corrected);
    const [first] = found.products;
    if (first) return { ...found, correction: await wordsOf(shop, first.id, meant, own) };
  }
  // What nothing has is left out of what is offered.
  const kept = meant.filter(({ isMet, likely }) => isMet || likely.length > 0);
  const isLess = kept.some(({ term }) => !term.isOptional) && kept.length < meant.length;
  const less = isLess
    ? await inFactsOrProse(
        corrected.filter((_, index) => kept.some((each) => each === meant[index])),
        1,
      )
    : null;
  const [first] = less?.products ?? [];
  return { products: [], count: 0, correction: first ? await wordsOf(shop, first.id, kept, own) : null };
}

type Meant = { term: Term; likely: string[] };

/** At most this many words are tried for one that is misspelled. */
const MEANINGS_MAX = 8;

/** One mistake is likelier than several, and a fact is likelier meant than a word of prose. */
function likeliest(term: Term, words: readonly CatalogWord[], own: OwnSynonyms): string[] {
  const typoIn = (word: string) => typoOf(term.typed, word) ?? typoOf(singular(term.typed), singular(word));
  const near = words.filter(({ how, word }) => how === "near" && typoIn(word) !== null);
  const sold = [
    ...misspelledVocabulary(term.typed, own),
    ...near.filter(({ isFact }) => isFact).map(({ word }) => word),
  ].toSorted((a, b) => (typoIn(a) ?? 0) - (typoIn(b) ?? 0));
  const prose = near.filter(({ isFact }) => !isFact).map(({ word }) => word);
  const parts = words.filter(({ how }) => how === "part").map(({ word }) => word);
  const one = [...new Set([...sold, ...prose, ...parts])];
  const alike = words.filter(({ how }) => how === "alike").map(({ word }) => word);
  return (one.length > 0 ? one : alike).slice(0, MEANINGS_MAX);
}

/** What was typed, each misspelled word by what the product has of what it may have been meant for. */
async function wordsOf(shop: Shop, id: string, meant: readonly Meant[], own: OwnSynonyms): Promise<string> {
  const tried = meant.flatMap(({ term, likely }) => likely.map((word) => ({ term, word })));
  const isMet = await listMet(
    shop.db,
    id,
    tried.map(({ term, word }) => correctedTerm(term, [word], own)),
  );
  const words = meant.map(({ term, likely }) => {
    const met = tried.find((each, index) => each.term === term && isMet[index]);
    return met?.word ?? likely[0] ?? term.typed;
  });
  return words.join(" ");
}

/** Nobody is too old for it: it tells how many there are. */
function listOf({ category, sale, size, sort, query }: ShopSearch): ShownList {
  const by: ShownList["by"][number][] = size === "" ? [] : ["sizes"];
  if (sale || sort !== "newest" || query !== "") by.push("edits");
  // What is sold out comes last, and a size that was asked for first.
  if (query !== "") by.push("stock", "sizes");
  // What a word may be meant for, texts of all categories say.
  return { category: category === "ALL" || query !== "" ? null : category, by, since: null };
}

/** The database refuses text with the character U+0000, so a size with one is a size that no product has. */
function storable(size: string): string {
  return size.replaceAll("\u0000", "\ufffd");
}
