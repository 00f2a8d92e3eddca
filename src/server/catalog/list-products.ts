import { type Facets, noFacets } from "#domain/catalog/facets.ts";
import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type ShopSearch, type Sort } from "#domain/catalog/shop-search.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import { type OwnSynonyms, searchTerms, type Term } from "#domain/search/search-terms.ts";
import { findSynonyms } from "../settings/queries.ts";
import type { Shop } from "../shop.ts";
import { countAlike } from "./filters/count-alike.ts";
import { countFacets } from "./filters/count-facets.ts";
import { type FilterValues, filterValuesOf } from "./filters/filter-values.ts";
import { countFiltered, isInOrder, listAndCountAlike, listFiltered } from "./filters/list-filtered.ts";
import { COUNTED_MAX, listMatching, type Matches } from "./list-queries.ts";
import { listMeanings } from "./search/correction-queries.ts";
import { corrected, likeliest, type Meant, wordsOf } from "./search/corrections.ts";
import { withKnownWords } from "./search/known-words.ts";

export type ProductList = {
  products: ProductSummary[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** All matches; SHOP_PAGES_MAX * SHOP_PAGE_SIZE + 1 stands for that many or more. */
  count: number;
  /**
   * Words to offer instead, when nothing was found or only by taking the words for misspellings, which is then this
   * correction; otherwise null.
   */
  correction: string | null;
  /** Of all that is found, also where a search finds more than all pages show. */
  facets: Facets;
};

/**
 * The first `search.pages` pages of the active products that match, and to how many each filter would narrow them. Words
 * must be met by facts of a product; where no product does, its prose counts; where that has none either, what the words
 * may be misspellings of. A search for punctuation alone finds nothing. Decisions 036 and 037. One statement where an index
 * has the list in its order, two with other filters; one more to know what the values of filters stand for, one for the words
 * of a kind of apparel, and those that findByWords needs.
 */
export async function listProducts(shop: Shop, search: ShopSearch): Promise<ProductList> {
  const values = await filterValuesOf(shop.db, search);
  const limit = Math.min(search.pages, SHOP_PAGES_MAX) * SHOP_PAGE_SIZE;
  const found =
    search.query.trim() === ""
      ? await listAndCount(shop, search, { values, limit })
      : await listAndCountFound(shop, search, { values, limit });
  return { ...found, hasMore: search.pages < SHOP_PAGES_MAX && found.count > found.products.length };
}

type Within = { values: FilterValues; limit: number };
type Listed = Omit<ProductList, "hasMore">;

async function listAndCount(shop: Shop, search: ShopSearch, { values, limit }: Within): Promise<Listed> {
  const asked = { values, sort: listSort(search), limit };
  const found = isInOrder(values) ? await listAndCountAlike(shop.db, asked) : null;
  const counted = found?.counted ?? (await countAlike(shop.db));
  const { facets, count } = await countFacets(shop.db, { search, counted });
  const products = found?.products ?? (await listFiltered(shop.db, { ...asked, count }));
  return { products, count, facets, correction: null };
}

/** Nothing fits better than something else where no words say what is asked for. */
function listSort({ sort }: ShopSearch): Exclude<Sort, "relevance"> {
  return sort === "relevance" ? "newest" : sort;
}

async function listAndCountFound(shop: Shop, search: ShopSearch, within: Within): Promise<Listed> {
  const own = await findSynonyms(shop.db);
  const asked = searchTerms(search.query, own);
  if (asked.length === 0) return { ...NOTHING, facets: noFacets };
  if (restrictNothing(asked)) return listAndCount(shop, search, within);
  const { counted, ...listed } = await findByWords(shop, search, within, {
    terms: asked,
    own,
    isCounted: true,
  });
  const { facets } = await countFacets(shop.db, { search, counted });
  return { ...listed, facets };
}

/** "golf": all of the shop is that. */
function restrictNothing(terms: readonly Term[]): boolean {
  return terms.every(({ isOptional }) => isOptional);
}

export type Found = Pick<ProductList, "products" | "count" | "correction">;

/** The first `limit` of them, without facets: where nobody filters. */
export async function findProducts(shop: Shop, search: ShopSearch, limit: number): Promise<Found> {
  const within = { values: await filterValuesOf(shop.db, search), limit };
  const own = await findSynonyms(shop.db);
  const terms = searchTerms(search.query, own);
  const found = restrictNothing(terms)
    ? await listFirst(shop, search, within, terms)
    : await findByWords(shop, search, within, { terms, own, isCounted: false });
  return { products: found.products, count: found.count, correction: found.correction };
}

/** Of words that restrict nothing; none of no words. */
async function listFirst(
  shop: Shop,
  search: ShopSearch,
  { values, limit }: Within,
  terms: readonly Term[],
): Promise<Found> {
  if (terms.length === 0) return NOTHING;
  const count = await countFiltered(shop.db, values, COUNTED_MAX);
  const products = await listFiltered(shop.db, { values, sort: listSort(search), limit, count });
  return { products, count, correction: null };
}

type Asked = { terms: readonly Term[]; own: OwnSynonyms; isCounted: boolean };

/** Words are misspelled where nothing has them, whatever the filters leave of it. */
async function findByWords(
  shop: Shop,
  search: ShopSearch,
  within: Within,
  { terms, own, isCounted }: Asked,
): Promise<Found & Pick<Matches, "counted">> {
  const { values, limit } = within;
  const list = (asked: readonly Term[], most = limit) =>
    listMatching(shop.db, { values, terms: asked, isCounted }, search.sort, most);
  const listAny = async (asked: readonly Term[]) => ({
    ...(await listFirst(shop, search, within, asked)),
    isFound: true,
    counted: isCounted ? await countAlike(shop.db) : null,
  });
  const asTyped = await list(await withKnownWords(shop.db, terms));
  if (asTyped.isFound) return { ...asTyped, correction: null };
  const meanings = await listMeanings(shop.db, terms);
  const isMet = terms.map(({ isOptional }, index) => isOptional || meanings[index]?.isMet === true);
  let meant: Meant[] = [];
  for (const how of ["mistaken", "alike"] as const) {
    meant = terms.map((term, index) => {
      const isMisspelled = !isMet[index] && !term.isKnown;
      return { term, likely: isMisspelled ? likeliest(term, meanings[index]?.words ?? [], own, how) : [] };
    });
    if (meant.every(({ likely }) => likely.length === 0)) continue;
    const tried = meant.map((each) => corrected(each, own));
    const matches = restrictNothing(tried) ? await listAny(tried) : await list(tried);
    const [first] = matches.products;
    if (matches.isFound) {
      return { ...matches, correction: first ? await wordsOf(shop.db, first.id, meant, own) : null };
    }
  }
  // What nothing has is left out of what is offered.
  const kept = meant.filter(({ likely }, index) => isMet[index] || likely.length > 0);
  const remaining = kept.map((each) => corrected(each, own));
  if (kept.length === meant.length || restrictNothing(remaining)) return { ...NOTHING, counted: null };
  const { products } = await list(remaining, 1);
  const [first] = products;
  return {
    ...NOTHING,
    counted: null,
    correction: first ? await wordsOf(shop.db, first.id, kept, own) : null,
  };
}

const NOTHING: Found = { products: [], count: 0, correction: null };
