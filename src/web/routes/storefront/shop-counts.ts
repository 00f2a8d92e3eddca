// What the filter sheet shows while a shopper ticks: to how many products each filter would lead, and how many are left. It is
// JSON and not a page, but the same for everyone: it is cached, bounded, and refreshed like pages.
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { listProducts } from "#server/catalog/list-products.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page/page-headers.ts";
import type { Route } from "./+types/shop-counts";

export const headers = cachedPage;

/** Counts know neither order nor pages. */
const countedOf = (params: URLSearchParams): ShopSearch => ({
  ...parseShopSearch(params),
  sort: "newest",
  pages: 1,
});

export const handle = {
  search: import.meta.env.SSR ? (params: URLSearchParams) => shopQuery(countedOf(params)) : null,
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { facets, count } = await listProducts(shopOf(context), countedOf(url.searchParams));
  return Response.json({ facets, count }, { headers: { ...cachedPage(), "X-Robots-Tag": "noindex" } });
}
