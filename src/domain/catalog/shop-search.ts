// The state of the shop page is its query string. parseShopSearch (parse-shop-search.ts) reads any query string and
// never refuses (an unknown value counts as the default); shopQuery writes it back and omits defaults, so that one list has
// exactly one URL. The page cache uses the same canonical text as its key.
import { queryText } from "../text/query-text.ts";

/** The value in an address that means the whole shop. */
export const EVERY_CATEGORY = "ALL";

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
  /** The slug of a category, of today or a former one; or "ALL". */
  category: string;
  sale: boolean;
  sort: Sort;
  /** Words to find in name and description; empty for none. */
  query: string;
  /** Only what can be bought now. */
  inStock: boolean;
  /** Each of the following: one of these values; none for all. As their keys (facet-keys.ts), sorted, each once. */
  types: readonly string[];
  colors: readonly string[];
  sizes: readonly string[];
  /** Of priceBands. */
  prices: readonly string[];
  /** For whom, in which size, and what it does: names of traits.ts. All of them. */
  traits: readonly string[];
  /** Whole dollars; null for any price. A price of exactly `under` is not too much. */
  under: number | null;
  over: number | null;
  /** How many pages of the list are shown, from 1. */
  pages: number;
};

export const defaultShopSearch: ShopSearch = {
  category: EVERY_CATEGORY,
  sale: false,
  sort: "newest",
  query: "",
  inStock: false,
  types: [],
  colors: [],
  sizes: [],
  prices: [],
  traits: [],
  under: null,
  over: null,
  pages: 1,
};

export const SHOP_PAGE_SIZE = 24;
export const SHOP_PAGES_MAX = 50;

/** The query string of a list, e.g. "?category=HATS&sort=price-low"; "" for the whole shop, newest first. */
export function shopQuery(search: Partial<ShopSearch>): string {
  const sorted = { sort: defaultSort(search.query ?? ""), ...search };
  const { category, sale, sort, query, inStock, types, colors, sizes, prices, traits, under, over, pages } = {
    ...defaultShopSearch,
    ...sorted,
  };
  return queryText({
    category: category !== EVERY_CATEGORY && category,
    sale: sale && "true",
    sort: sort !== defaultSort(query) && sortsFor(query).includes(sort) && sort,
    q: query,
    type: types,
    color: colors,
    size: sizes,
    price: prices,
    trait: traits,
    under: under !== null && String(under),
    over: over !== null && String(over),
    instock: inStock && "true",
    pages: pages > 1 && String(pages),
  });
}
