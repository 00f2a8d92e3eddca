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
  const list = (terms: readonly Term[], most = limit) =>
    listMatching(shop.db, { category, sale, size: storable(size), terms }, sort, most);
  if (query.trim() === "") return { ...(await list([])), correction: null };
  const own = await findSynonyms(shop.db);
  const terms = searchTerms(query, own);
  if (terms.length === 0) return NOTHING;
  const asTyped = await list(terms);
  if (asTyped.count > 0) return { ...asTyped, correction: null };
  const meanings = await listMeanings(shop.db, terms);
  const isMet = terms.map(({ isOptional }, index) => isOptional || meanings[index]?.isMet === true);
  let meant: Meant[] = [];
  for (const how of ["mistaken", "alike"] as const) {
    meant = terms.map((term, index) => {
      const isMisspelled = !isMet[index] && !term.isKnown;
      return { term, likely: isMisspelled ? likeliest(term, meanings[index]?.words ?? [], own, how) : [] };
    });
    if (meant.every(({ likely }) => likely.length === 0)) continue;
    const found = await list(meant.map((each) => corrected(each, own)));
    const [first] = found.products;
    if (first) return { ...found, correction: await wordsOf(shop, first.id, meant, own) };
  }
  // What nothing has is left out of what is offered.
  const kept = meant.filter(({ likely }, index) => isMet[index] || likely.length > 0);
  if (kept.length === meant.length || kept.every(({ term }) => term.isOptional)) return NOTHING;
  const { products } = await list(
    kept.map((each) => corrected(each, own)),
    1,
  );
  const [first] = products;
  return { ...NOTHING, correction: first ? await wordsOf(shop, first.id, kept, own) : null };
}

const NOTHING: Found = { products: [], count: 0, correction: null };

function corrected({ term, likely }: Meant, own: OwnSynonyms): Term {
  return likely.length === 0 ? term : correctedTerm(term, likely, own);
}

type Meant = { term: Term; likely: string[] };

/** At most this many words are tried for one that is misspelled. */
const MEANINGS_MAX = 8;

/** One mistake is likelier than several, and a fact is likelier meant than a word of prose. */
function likeliest(
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
