// Reads the address of a list. Any query string is read and none is refused: an unknown value counts as the default, and
// two spellings of one value are one. Which categories there are, the list itself knows (list-catalog.ts). What the address looks like and means: shop-search.ts. It stands apart because pages
// that only link to lists do not need its vocabulary of colors and sizes.

import { isCategorySlug } from "../category/category.ts";
import { askedOption } from "../product/options/option-names.ts";
import { compareSizes, sizeKey } from "../product/size.ts";
import { isTrait } from "../search/traits.ts";
import { oneLine } from "../text/one-line.ts";
import { colorKeys, typeKey } from "./filters/facet-keys.ts";
import { priceBands } from "./filters/price-bands.ts";
import { readWords } from "./read-words.ts";
import { defaultSort, EVERY_CATEGORY, SHOP_PAGES_MAX, type ShopSearch, sortsFor } from "./shop-search.ts";

export const QUERY_LENGTH_MAX = 80;
/** Values of one filter. */
export const VALUES_MAX = 12;
/** Values that are looked at, before those that say the same are put together. */
const GIVEN_MAX = 50;

export function parseShopSearch(params: URLSearchParams): ShopSearch {
  const category = params.get("category");
  const sort = params.get("sort");
  const { query, traits, ...read } = readWords(oneLine(params.get("q"), QUERY_LENGTH_MAX));
  return {
    category: category !== null && isCategorySlug(category) ? category : (read.category ?? EVERY_CATEGORY),
    sale: params.get("sale") === "true" || read.sale === true,
    sort: sortsFor(query).find((known) => known === sort) ?? read.sort ?? defaultSort(query),
    query,
    inStock: params.get("instock") === "true",
    types: valuesOf(params.getAll("type"), (text) => [typeKey(text)]),
    colors: valuesOf(params.getAll("color"), colorKeys),
    sizes: valuesOf(params.getAll("size"), (text) => [sizeKey(askedOption(text))]).sort(compareSizes),
    prices: knownPrices(params.getAll("price")),
    traits: valuesOf([...params.getAll("trait"), ...traits], (text) => (isTrait(text) ? [text] : [])),
    under: parseDollars(params.get("under")) ?? read.under ?? null,
    over: parseDollars(params.get("over")) ?? read.over ?? null,
    pages: parsePages(params.get("pages")),
  };
}

/** Each once and in order. Beyond the most a shopper would choose, the first ones. */
function valuesOf(given: readonly string[], keysOf: (text: string) => string[]): string[] {
  const keys = given.slice(0, GIVEN_MAX).flatMap(keysOf).filter(Boolean);
  return [...new Set(keys)].sort().slice(0, VALUES_MAX);
}

function knownPrices(given: readonly string[]): string[] {
  return priceBands.map(({ value }) => value).filter((value) => given.includes(value));
}

function parseDollars(value: string | null): number | null {
  return value !== null && /^[1-9]\d{0,4}$/.test(value) ? Number(value) : null;
}

function parsePages(value: string | null): number {
  return value !== null && /^[1-9]\d?$/.test(value) ? Math.min(Number(value), SHOP_PAGES_MAX) : 1;
}
