// The state of the shop page is its query string. parseShopSearch reads any query string and never refuses (an
// unknown value counts as the default); shopQuery writes it back and omits defaults, so that one list has
// exactly one URL. The page cache uses the same canonical text as its key.
import { type Category, categories } from "../product/product.ts";
import { oneLine, withoutControls } from "../text/one-line.ts";
import { queryText } from "../text/query-text.ts";

export const sortLabels = {
  newest: "Newest",
  "price-low": "Price: Low to High",
  "price-high": "Price: High to Low",
};

export type Sort = keyof typeof sortLabels;
export const sorts = Object.keys(sortLabels) as Sort[];

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
const QUERY_LENGTH_MAX = 80;
const SIZE_LENGTH_MAX = 24;

export function parseShopSearch(params: URLSearchParams): ShopSearch {
  const category = params.get("category");
  const sort = params.get("sort");
  return {
    category: categories.find((known) => known === category) ?? "ALL",
    sale: params.get("sale") === "true",
    sort: sorts.find((known) => known === sort) ?? "newest",
    query: oneLine(params.get("q"), QUERY_LENGTH_MAX),
    size: parseSize(params.get("size") ?? ""),
    pages: parsePages(params.get("pages")),
  };
}

/** The query string of a list, e.g. "?category=HATS&sort=price-low"; "" for the whole shop, newest first. */
export function shopQuery(search: Partial<ShopSearch>): string {
  const { category, sale, sort, query, size, pages } = { ...defaultShopSearch, ...search };
  return queryText({
    category: category !== "ALL" && category,
    sale: sale && "true",
    sort: sort !== "newest" && sort,
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
