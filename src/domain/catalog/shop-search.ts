// The state of the shop page is its query string. parseShopSearch reads any query string and never refuses (an
// unknown value counts as the default); shopQuery writes it back and omits defaults, so that one list has
// exactly one URL. The page cache uses the same canonical text as its key.
import { type Category, categories } from "../product/product.ts";
import { oneLine, withoutControls } from "../text/one-line.ts";
import { queryText } from "../text/query-text.ts";

export const sortLabels = {
  relevance: "Best match",
  newest: "Newest",
  "price-low": "Price: Low to High",
  "price-high": "Price: High to Low",
};

export type Sort = keyof typeof sortLabels;
export const sorts = Object.keys(sortLabels) as Sort[];

/** Words are answered by what fits best; a list without words begins with the newest. */
export function defaultSort(query: string): Sort {
  return query === "" ? "newest" : "relevance";
}

/** What a shopper may choose from: without words nothing fits better than something else. */
export function sortsFor(query: string): Sort[] {
  return query === "" ? sorts.filter((sort) => sort !== "relevance") : sorts;
}

export type ShopSearch = {
  category: Category | "ALL";
  sale: boolean;
  sort: Sort;
  /** Words to find in name and description; empty for none. */
  query: string;
  /** One option such as "M"; empty for all. */
  size: string;
  /** How many pages of the list are shown, from 1. */
  pages: number;
};

export const defaultShopSearch: ShopSearch = {
  category: "ALL",
  sale: false,
  sort: "newest",
  query: "",
  size: "",
  pages: 1,
};

export const SHOP_PAGE_SIZE = 24;
export const SHOP_PAGES_MAX = 50;
export const QUERY_LENGTH_MAX = 80;
const SIZE_LENGTH_MAX = 24;

export function parseShopSearch(params: URLSearchParams): ShopSearch {
  const category = params.get("category");
  const sort = params.get("sort");
  const query = oneLine(params.get("q"), QUERY_LENGTH_MAX);
  return {
    category: categories.find((known) => known === category) ?? "ALL",
    sale: params.get("sale") === "true",
    sort: sortsFor(query).find((known) => known === sort) ?? defaultSort(query),
    query,
    size: parseSize(params.get("size") ?? ""),
    pages: parsePages(params.get("pages")),
  };
}

/** The same list with something changed, from its first page. An order that nobody chose is not kept for other words. */
export function changedSearch(search: ShopSearch, change: Partial<ShopSearch>): ShopSearch {
  const changed = { ...search, pages: 1, ...change };
  const isChosen = change.sort !== undefined || search.sort !== defaultSort(search.query);
  const isOffered = sortsFor(changed.query).includes(changed.sort);
  return isChosen && isOffered ? changed : { ...changed, sort: defaultSort(changed.query) };
}

/** The query string of a list, e.g. "?category=HATS&sort=price-low"; "" for the whole shop, newest first. */
export function shopQuery(search: Partial<ShopSearch>): string {
  const sorted = { sort: defaultSort(search.query ?? ""), ...search };
  const { category, sale, sort, query, size, pages } = { ...defaultShopSearch, ...sorted };
  return queryText({
    category: category !== "ALL" && category,
    sale: sale && "true",
    sort: sort !== defaultSort(query) && sortsFor(query).includes(sort) && sort,
    q: query,
    size,
    pages: pages > 1 && String(pages),
  });
}

/** It is compared with stored options, so it keeps their format characters. */
function parseSize(text: string): string {
  const clean = withoutControls(text).replace(/\s+/g, " ").trim();
  return [...clean].slice(0, SIZE_LENGTH_MAX).join("").trim();
}

function parsePages(value: string | null): number {
  return value !== null && /^[1-9]\d?$/.test(value) ? Math.min(Number(value), SHOP_PAGES_MAX) : 1;
}
