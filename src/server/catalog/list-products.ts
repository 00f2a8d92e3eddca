import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type ShopSearch } from "#domain/catalog/shop-search.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import { sameValues } from "#domain/text/same-values.ts";
import type { Shop } from "../shop.ts";
import type { ShownList } from "../shown/shown.ts";
import { listMatching, type Matches } from "./list-queries.ts";
import { searchWords } from "./search-words.ts";

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

/** What was typed, the likeliest meanings of it, and all. */
const TRIES_MAX = 3;

/**
 * The first `search.pages` pages of the active products that match. A search by words that finds nothing is repeated
 * with the words of the catalog that they may be misspellings of; a search for punctuation alone finds nothing. One
 * statement, two when there are such words, three when the likeliest of them are of no product that is sold.
 */
export async function listProducts(shop: Shop, search: ShopSearch): Promise<ProductList> {
  const words = searchWords(search.query);
  // A size that somebody made up finds nothing; those that products have are few.
  const noteOwnWords = (found: readonly unknown[]) => {
    if (shop.shown && (search.query !== "" || found.length === 0)) shop.shown.isOfOwnWords = true;
  };
  if (words.length === 0 && search.query.trim() !== "") {
    noteOwnWords([]);
    return { products: [], hasMore: false, count: 0, correction: null };
  }
  const { products, count, correction } = await listMeant(shop, search, words);
  shop.shown?.noteList(listOf(search), products);
  noteOwnWords(products);
  return { products, count, hasMore: search.pages < SHOP_PAGES_MAX && count > products.length, correction };
}

async function listMeant(
  shop: Shop,
  { category, sale, size, sort, pages }: ShopSearch,
  words: string[],
): Promise<Matches & Pick<ProductList, "correction">> {
  const shown = Math.min(pages, SHOP_PAGES_MAX) * SHOP_PAGE_SIZE;
  const list = (spellings: string[][]) =>
    listMatching(shop.db, { category, sale, size: storable(size), words: spellings }, sort, shown);
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
  return { ...matches, correction: sameValues(likeliest, words) ? null : likeliest.join(" ") };
}

/** Nobody is too old for it: it tells how many there are. */
function listOf({ category, sale, size, sort, query }: ShopSearch): ShownList {
  const by: ShownList["by"][number][] = size === "" ? [] : ["sizes"];
  if (sale || sort !== "newest" || query !== "") by.push("edits");
  // What a word may be meant for, texts of all categories say.
  return { category: category === "ALL" || query !== "" ? null : category, by, since: null };
}

/** The database refuses text with the character U+0000, so a size with one is a size that no product has. */
function storable(size: string): string {
  return size.replaceAll("\u0000", "\ufffd");
}
