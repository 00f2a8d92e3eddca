import { type Facets, noFacets } from "#domain/catalog/facets.ts";
import { filterCount, SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type ShopSearch } from "#domain/catalog/shop-search.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import { sameValues } from "#domain/text/same-values.ts";
import type { Shop } from "../shop.ts";
import type { ShownList } from "../shown/shown.ts";
import { countFacets } from "./filters/count-facets.ts";
import { type FilterValues, filterValuesOf } from "./filters/filter-values.ts";
import { listFiltered } from "./filters/list-filtered.ts";
import { hasWords, listMatching, type Matches } from "./list-queries.ts";
import { searchWords } from "./search-words.ts";

export type FoundProducts = {
  products: ProductSummary[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** All matches; of a search, SHOP_PAGES_MAX * SHOP_PAGE_SIZE + 1 stands for that many or more. */
  count: number;
  /**
   * What was likely meant, as a query to offer ("Did you mean cap?"), when what was typed finds nothing or only by this
   * correction; otherwise null.
   */
  correction: string | null;
};

export type ProductList = FoundProducts & {
  /** Of a search that finds more than all pages show, counts are of that many of them. */
  facets: Facets;
};

/** What was typed, the likeliest meanings of it, and all. */
const TRIES_MAX = 3;

/**
 * The first `search.pages` pages of the active products that match, and to how many each filter would narrow them. A search
 * by words that finds nothing is repeated with the words of the catalog that they may be misspellings of; a search for
 * punctuation alone finds nothing. Two statements; one more to know what the values of filters stand for, and as many as
 * findProducts needs for words.
 */
export async function listProducts(shop: Shop, search: ShopSearch): Promise<ProductList> {
  const values = await filterValuesOf(shop.db, search);
  if (search.query.trim() !== "") {
    const { found, tried } = await findByWords(shop, search, values);
    const { facets } =
      tried.length === 0
        ? { facets: noFacets }
        : await countFacets(shop.db, { values, search, found: hasWords(tried) });
    return { ...found, facets };
  }
  const { sort } = search;
  const limit = shownOf(search);
  const { facets, count } = await countFacets(shop.db, { values, search });
  const order = sort === "relevance" ? "newest" : sort;
  const products = await listFiltered(shop.db, { values, sort: order, limit, count });
  noteShown(shop, search, products);
  return { products, count, hasMore: hasMore(search, products, count), correction: null, facets };
}

/** The same without facets, where nobody filters. */
export async function findProducts(shop: Shop, search: ShopSearch): Promise<FoundProducts> {
  const values = await filterValuesOf(shop.db, search);
  return (await findByWords(shop, search, values)).found;
}

async function findByWords(
  shop: Shop,
  search: ShopSearch,
  values: FilterValues,
): Promise<{ found: FoundProducts; tried: string[][] }> {
  const words = searchWords(search.query);
  if (words.length === 0 && search.query.trim() !== "") {
    noteShown(shop, search, []);
    return { found: { products: [], hasMore: false, count: 0, correction: null }, tried: [] };
  }
  const { products, count, correction, tried } = await listMeant(shop, search, { values, words });
  noteShown(shop, search, products);
  return { found: { products, count, hasMore: hasMore(search, products, count), correction }, tried };
}

const shownOf = ({ pages }: ShopSearch) => Math.min(pages, SHOP_PAGES_MAX) * SHOP_PAGE_SIZE;

const hasMore = ({ pages }: ShopSearch, products: readonly unknown[], count: number) =>
  pages < SHOP_PAGES_MAX && count > products.length;

async function listMeant(
  shop: Shop,
  search: ShopSearch,
  { values, words }: { values: FilterValues; words: string[] },
): Promise<Matches & Pick<ProductList, "correction"> & { tried: string[][] }> {
  const list = (spellings: string[][]) =>
    listMatching(shop.db, { values, words: spellings }, search.sort, shownOf(search));
  let tried = words.map((word) => [word]);
  let matches = await list(tried);
  for (let tries = 1; tries < TRIES_MAX && matches.count === 0; tries += 1) {
    const { meanings } = matches;
    const wider = words.map((word, index) => [word, ...(meanings[index] ?? [])]);
    if (sameValues(wider, tried)) break;
    tried = wider;
    matches = await list(tried);
  }
  const likeliest = tried.map(([word = "", meant]) => (matches.count > 0 ? (meant ?? word) : word));
  return { ...matches, tried, correction: sameValues(likeliest, words) ? null : likeliest.join(" ") };
}

/** Beside a list stands what every other product would add to it, so each that sells out, is back or is edited changes it. */
const ANY_LIST: ShownList = { category: null, by: ["edits", "stock", "sizes"], since: null };

/** There is no end of words and of combinations of filters; lists of one category, type, color, size or price are few. */
function noteShown(shop: Shop, search: ShopSearch, products: ProductSummary[]): void {
  shop.shown?.noteList(ANY_LIST, products);
  const isOwn = search.query !== "" || filterCount(search) > 1 || products.length === 0;
  if (shop.shown && isOwn) shop.shown.isOfOwnWords = true;
}
