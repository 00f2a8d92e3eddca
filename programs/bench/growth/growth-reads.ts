// What is read of a grown shop: every page of the shop that reads more than a row by its key. Each request of a read asks
// for another page, word, or row where there are others, so that no cache answers it. A test compares them with the table of
// pages (growth-reads.unit.test.ts).
import { returnLists } from "#domain/returns/return-search.ts";
import { reviewStates } from "#domain/reviews/review.ts";
import { cursorText } from "#domain/text/cursor.ts";

/**
 * What requests name: ids of products, of those with the most reviews, of orders and messages, words of products,
 * beginnings of sitemap parts.
 */
export type Sample = {
  products: string[];
  reviewed: string[];
  orders: string[];
  messages: string[];
  words: string[];
  parts: string[];
};

/** `path`: of the request of a round, from 0. `isOwners`: it needs the owner's session. `firstRows`: only so many lines are read. */
export type Read = {
  name: string;
  path: (sample: Sample, round: number) => string;
  isOwners?: true;
  firstRows?: number;
};

const at = <Item>(list: readonly Item[], round: number) => list[round % list.length];
const idOf = (ids: string[], round: number) => at(ids, round) ?? "";
/** The second and third letter change places. */
const misspelled = (word: string) => word.slice(0, 1) + word.slice(2, 3) + word.slice(1, 2) + word.slice(3);
const sorts = ["newest", "price-low", "price-high"];

const kinds = ["hat", "tee shirt", "1/4 zip", "jacket", "toque", "cap", "polos", "sweater"];
const hatWords = ["beanie", "visor", "bucket hat", "cap", "snapback"];
const colors = ["green", "dark green", "grey", "navy", "red", "light blue", "pine"];
const searchedSizes = ["XXL", "m", "one size"];
const types = ["polo", "rope cap", "visor", "t-shirt", "hoodie", "bucket hat"];
const filterColors = ["navy", "green", "white", "black", "gray"];
const sizes = ["S", "M", "L", "XL", "XXL", "S/M"];
const prices = ["0-25", "25-50", "50-75", "75-100", "100-150"];
const beginnings = ["co", "gr", "qu", "ma", "s", "wo", "b"];
/** Lists are drawn in several lengths, so that there are more of them than rounds. */
const pagesOf = (round: number, others: readonly unknown[]) => 1 + Math.floor(round / others.length);

/** One of 54 lists, more than there are rounds. */
function listPath(round: number): string {
  const kind = at(["ALL", "HATS", "SHIRTS"], Math.floor(round / 6));
  const isSale = Math.floor(round / 3) % 2 === 1;
  return `/shop?category=${kind}&sale=${isSale}&sort=${at(sorts, round)}&pages=${1 + (Math.floor(round / 18) % 3)}`;
}

const DAY_MS = 86_400_000;
/** Days ago → "2026-06-01". */
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const reportKinds = ["day", "state", "discount", "product", "option"];
const EXPORT_ROWS = 20_000;

const shoppers: Read[] = [
  // Asked for in part, its data is kept nowhere.
  { name: "data of the home page", path: () => "/_.data?_routes=routes%2Fstorefront%2Fhome" },
  { name: "shop", path: (_, n) => listPath(n) },
  { name: "shop, a word", path: ({ words }, n) => `/shop?q=${at(words, n)}` },
  { name: "shop, a misspelled word", path: ({ words }, n) => `/shop?q=${misspelled(at(words, n) ?? "")}` },
  {
    name: "shop, a kind in other words",
    path: (_, n) => `/shop?q=${at(kinds, n)}&pages=${pagesOf(n, kinds)}`,
  },
  { name: "shop, a color in words", path: (_, n) => `/shop?q=${at(colors, n)}&pages=${pagesOf(n, colors)}` },
  {
    name: "shop, color, kind and size in words",
    path: (_, n) => `/shop?q=${at(colors, n)}+${at(kinds, n)}+${at(searchedSizes, n)}`,
  },
  {
    name: "shop, kinds that exclude each other",
    path: (_, n) => `/shop?q=${at(["polo", "tee", "hoodie"], n)}+${at(hatWords, n)}`,
  },
  {
    name: "shop, the beginning of a word",
    path: (_, n) => `/shop?q=${at(beginnings, n)}&pages=${pagesOf(n, beginnings)}`,
  },
  { name: "shop, a word nobody has", path: (_, n) => `/shop?q=zzq${n}` },
  { name: "shop, a type", path: (_, n) => `/shop?type=${at(types, n)}&pages=${pagesOf(n, types)}` },
  {
    name: "shop, a color",
    path: (_, n) => `/shop?color=${at(filterColors, n)}&pages=${pagesOf(n, filterColors)}`,
  },
  { name: "shop, a size", path: (_, n) => `/shop?size=${at(sizes, n)}&pages=${pagesOf(n, sizes)}` },
  { name: "shop, a price", path: (_, n) => `/shop?price=${at(prices, n)}&pages=${pagesOf(n, prices)}` },
  {
    name: "shop, in stock",
    path: (_, n) => `/shop?instock=true&sort=${at(sorts, n)}&pages=${pagesOf(n, sorts)}`,
  },
  {
    name: "shop, several filters",
    path: (_, n) =>
      `/shop?type=${at(types, n)}&color=${at(filterColors, n)}&size=${at(sizes, n)}&price=${at(prices, n)}&instock=true`,
  },
  {
    name: "shop, a word with filters",
    path: ({ words }, n) => `/shop?q=${at(words, n)}&color=${at(filterColors, n)}&instock=true`,
  },
  { name: "shop, a size nobody has", path: (_, n) => `/shop?size=Z${n}` },
  {
    name: "counts of a list",
    path: (_, n) => `/shop-counts?type=${at(types, n)}&color=${at(filterColors, n)}&size=${at(sizes, n)}`,
  },
  {
    name: "suggestions",
    path: ({ words }, n) => `/search-suggestions?q=${(at(words, n) ?? "").slice(0, 5)}`,
  },
  { name: "product", path: ({ products }, n) => `/product/${idOf(products, n)}` },
  { name: "product with many reviews", path: ({ reviewed }, n) => `/product/${idOf(reviewed, n)}` },
  {
    name: "older reviews of a product",
    path: ({ reviewed }, n) =>
      `/product/${idOf(reviewed, n)}?reviews=${cursorText({ at: `${dayAgo(90 + n)}T00:00:00.000000Z`, id: idOf(reviewed, n) })}`,
  },
  { name: "sitemap", path: () => "/sitemap.xml" },
  { name: "part of the sitemap", path: ({ parts }, n) => `/sitemap.xml?part=${at(parts, n)}` },
  { name: "product feed", path: () => "/feeds/google.xml", firstRows: EXPORT_ROWS },
];

const owners: Read[] = [
  { name: "dashboard", path: (_, n) => `/admin/dashboard?period=${at([7, 30, 90], n)}` },
  { name: "office search, a name", path: (_, n) => `/admin/search?q=Customer+${n}` },
  { name: "office search, an email", path: (_, n) => `/admin/search?q=customer${n}@example.com` },
  { name: "office search, a number", path: (_, n) => `/admin/search?q=${1_000 + n}` },
  { name: "office search, a product", path: ({ words }, n) => `/admin/search?q=${at(words, n)}` },
  {
    name: "products",
    path: (_, n) => `/admin/products?sort=${at([...sorts, "name", "stock-low"], n)}`,
  },
  { name: "products, a word", path: ({ words }, n) => `/admin/products?q=${at(words, n)}` },
  { name: "a product's form", path: ({ products }, n) => `/admin/products/${idOf(products, n)}` },
  { name: "drafts", path: () => "/admin/products/drafts" },
  { name: "products, CSV", path: () => "/admin/products/export.csv", firstRows: EXPORT_ROWS },
  { name: "inventory", path: (_, n) => `/admin/inventory?tab=${at(["all", "low", "order"], n)}` },
  { name: "inventory, CSV of what to order", path: () => "/admin/inventory/order", firstRows: EXPORT_ROWS },
  { name: "orders", path: (_, n) => `/admin/orders?tab=${at(["all", "recent", "to-ship", "attention"], n)}` },
  {
    name: "orders, a status",
    path: (_, n) => `/admin/orders?status=${at(["paid", "partially_refunded", "refunded"], n)}`,
  },
  { name: "orders, a month", path: (_, n) => `/admin/orders?from=${dayAgo(60 + n)}&to=${dayAgo(30 + n)}` },
  { name: "orders, an email", path: (_, n) => `/admin/orders?q=customer${n}@example.com` },
  { name: "orders, a name", path: (_, n) => `/admin/orders?q=Customer+${n}` },
  { name: "orders, CSV", path: () => "/admin/orders/export", firstRows: EXPORT_ROWS },
  { name: "an order", path: ({ orders }, n) => `/admin/orders/${idOf(orders, n)}` },
  {
    name: "packing slips of five orders",
    path: ({ orders }, n) => `/admin/orders/slips?${slips(orders, n)}`,
  },
  { name: "returns", path: (_, n) => `/admin/returns?show=${at(returnLists, n)}` },
  { name: "packing", path: () => "/admin/packing" },
  { name: "labels, CSV", path: () => "/admin/packing/labels" },
  { name: "discounts", path: () => "/admin/discounts" },
  { name: "messages", path: (_, n) => `/admin/messages?show=${at(["all", "unread", "to-answer"], n)}` },
  { name: "messages, a word", path: (_, n) => `/admin/messages?q=order+${1_000 + n}` },
  { name: "a thread", path: ({ messages }, n) => `/admin/messages/${idOf(messages, n)}` },
  { name: "saved answers", path: () => "/admin/messages/answers" },
  { name: "customers", path: () => "/admin/customers" },
  { name: "customers, a word", path: (_, n) => `/admin/customers?q=Customer+${n}` },
  { name: "a customer", path: ({ orders }, n) => `/admin/customers/${idOf(orders, n)}` },
  { name: "a customer's file", path: ({ orders }, n) => `/admin/customers/${idOf(orders, n)}/export` },
  {
    name: "report of a month",
    path: (_, n) => `/admin/reports?by=${at(reportKinds, n)}&from=${dayAgo(60)}&to=${dayAgo(31)}`,
  },
  {
    name: "report of all years",
    path: (_, n) => `/admin/reports?by=${at(reportKinds, n)}&from=${dayAgo(3_000)}&to=${dayAgo(0)}`,
  },
  {
    name: "report, CSV of a year",
    path: (_, n) => `/admin/reports/export?by=${at(reportKinds, n)}&from=${dayAgo(365)}&to=${dayAgo(1)}`,
    firstRows: EXPORT_ROWS,
  },
  { name: "money", path: () => "/admin/money" },
  { name: "reviews", path: (_, n) => `/admin/reviews?show=${at(reviewStates, n)}` },
  { name: "privacy", path: () => "/admin/privacy" },
  { name: "mails", path: () => "/admin/mails" },
  { name: "what needs attention", path: () => "/admin/attention" },
  { name: "first steps", path: () => "/admin/start" },
  { name: "rehearsals", path: () => "/admin/start/rehearsals" },
  { name: "backups", path: () => "/admin/backups" },
  { name: "doctor", path: () => "/admin/doctor" },
  { name: "what was changed", path: () => "/admin/settings/activity" },
];

function slips(orders: string[], round: number): string {
  return [0, 1, 2, 3, 4].map((place) => `id=${idOf(orders, round * 5 + place)}`).join("&");
}

export const reads: readonly Read[] = [
  ...shoppers,
  ...owners.map((read) => ({ ...read, isOwners: true as const })),
];
