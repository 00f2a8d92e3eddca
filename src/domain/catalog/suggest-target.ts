import { parseShopSearch } from "./parse-shop-search.ts";
import { shopQuery } from "./shop-search.ts";

/** Words of addresses that say which room they were in, and nothing of what was there. */
const rooms = ["all", "product", "products", "collection", "collections", "pages", "blogs", "html", "htm"];

/**
 * Where a missing page may lead: to what has its last word as its slug, or else to the shop's list that its words find.
 * `known`: the paths of the shop's pages by their slugs.
 */
export function suggestTarget(path: string, known: ReadonlyMap<string, string>): string {
  const [slug = ""] = path
    .replace(/\.html?$/, "")
    .split("/")
    .slice(-1);
  const words = slug
    .split(/[-_]/)
    .filter((word) => !rooms.includes(word) && !/^[0-9a-f]*\d[0-9a-f]*$/.test(word));
  return known.get(slug) ?? `/shop${shopQuery(parseShopSearch(new URLSearchParams({ q: words.join(" ") })))}`;
}
