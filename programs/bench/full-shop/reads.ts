// What is read of the full shop, with a budget for each. Shoppers' reads name another page in each round, so that no cache
// answers them. The back office's pages are those of the table of routes.
import { returnLists } from "#domain/returns/return-search.ts";
import { reviewStates } from "#domain/reviews/review.ts";
import { listRoutes } from "#test/pages/page-handler.ts";

/** Ids of products, orders and messages, and words of products. */
export type Sample = Record<"products" | "orders" | "messages" | "words", string[]>;

export type Read = { name: string; path: (sample: Sample, round: number) => string };

const at = <Item>(list: readonly Item[], round: number) => list[round % list.length] as Item;
const DAY_MS = 86_400_000;
/** Days ago → "2026-06-01". */
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const sorts = ["newest", "price-low", "price-high"];
/** Of one to three pages in each order: nine lists, and as many times more as there are `others`. */
const lengthOf = (round: number, others: readonly unknown[]) => {
  const left = Math.floor(round / others.length);
  return `sort=${at(sorts, left)}&pages=${1 + (Math.floor(left / sorts.length) % 3)}`;
};
const categories = ["ALL", "HATS", "SHIRTS"];
const types = ["polo", "rope cap", "visor", "t-shirt", "hoodie", "bucket hat"];
const colors = ["navy", "green", "white", "black", "gray"];
const sizes = ["S", "M", "L", "XL", "XXL", "S/M"];
const beginnings = ["co", "gr", "qu", "ma", "s", "wo", "b"];
const reportKinds = ["day", "state", "discount", "product", "option"];

/** What a browser asks for when a shopper goes on within the shop. */
export const pageData: readonly Read[] = [
  {
    name: "data of a list",
    path: (_, n) => `/shop.data?category=${at(categories, n)}&${lengthOf(n, categories)}`,
  },
  { name: "data of a product", path: ({ products }, n) => `/product/${at(products, n)}.data` },
];

export const searches: readonly Read[] = [
  { name: "list with a filter", path: (_, n) => `/shop?color=${at(colors, n)}&${lengthOf(n, colors)}` },
  {
    name: "list with all filters",
    path: (_, n) =>
      `/shop?type=${at(types, n)}&color=${at(colors, n)}&size=${at(sizes, n)}&price=25-100&instock=true`,
  },
  { name: "counts of a list", path: (_, n) => `/shop-counts?type=${at(types, n)}&size=${at(sizes, n)}` },
  { name: "search for a word", path: ({ words }, n) => `/shop?q=${at(words, n)}` },
  { name: "search for a misspelled word", path: ({ words }, n) => `/shop?q=${misspelled(at(words, n))}` },
  {
    name: "search for a beginning",
    path: (_, n) => `/shop?q=${at(beginnings, n)}&${lengthOf(n, beginnings)}`,
  },
  { name: "suggestions", path: ({ words }, n) => `/search-suggestions?q=${at(words, n).slice(0, 5)}` },
];

export const reports: readonly Read[] = [
  ["a month", 60, 31],
  ["all years", 3_000, 0],
].map(([period, from, to]) => ({
  name: `report of ${period}`,
  path: (_, n) =>
    `/admin/reports?by=${at(reportKinds, n)}&from=${dayAgo(Number(from))}&to=${dayAgo(Number(to))}`,
}));

/** Pages of the back office with one address that are no files, no forms of signing in, and no reports. */
const plain = [...new Set(listRoutes().map(({ pattern }) => pattern))].filter(
  (pattern) =>
    /^\/admin\//.test(pattern) &&
    !/[:.*]|\/(login|sign-out|export|images|photos|bulk|slips|sync|password|reports|order|labels)\b/.test(
      pattern,
    ),
);

export const office: readonly Read[] = [
  ...plain.map((pattern) => ({ name: pattern, path: () => pattern })),
  { name: "a product", path: ({ products }, n) => `/admin/products/${at(products, n)}` },
  { name: "an order", path: ({ orders }, n) => `/admin/orders/${at(orders, n)}` },
  { name: "a customer", path: ({ orders }, n) => `/admin/customers/${at(orders, n)}` },
  { name: "a thread", path: ({ messages }, n) => `/admin/messages/${at(messages, n)}` },
  { name: "products, a word", path: ({ words }, n) => `/admin/products?q=${at(words, n)}` },
  { name: "orders, a month", path: (_, n) => `/admin/orders?from=${dayAgo(60 + n)}&to=${dayAgo(30 + n)}` },
  { name: "orders, an email", path: (_, n) => `/admin/orders?q=customer${n}@example.com` },
  { name: "orders, a name", path: (_, n) => `/admin/orders?q=Customer+${n}` },
  { name: "search, a name", path: (_, n) => `/admin/search?q=Customer+${n}` },
  { name: "search, a number", path: (_, n) => `/admin/search?q=${1_000 + n}` },
  { name: "customers, a word", path: (_, n) => `/admin/customers?q=Customer+${n}` },
  { name: "messages, a word", path: (_, n) => `/admin/messages?q=order+${1_000 + n}` },
  { name: "returns, each list", path: (_, n) => `/admin/returns?show=${at(returnLists, n)}` },
  { name: "reviews, each list", path: (_, n) => `/admin/reviews?show=${at(reviewStates, n)}` },
];

/** The second and third letter change places. */
function misspelled(word: string): string {
  return word.slice(0, 1) + word.slice(2, 3) + word.slice(1, 2) + word.slice(3);
}
