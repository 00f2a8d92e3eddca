// What the search shows while a shopper types. It is JSON and not a page, but the same for everyone: it is cached, bounded, and
// drawn again as pages are.
import { SUGGESTIONS_MAX, suggestionText } from "#domain/catalog/suggestions.ts";
import { queryText } from "#domain/text/query-text.ts";
import { suggestProducts } from "#server/catalog/search/suggest-products.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page/page-headers.ts";
import type { Route } from "./+types/search-suggestions";

export const headers = cachedPage;

const textOf = (params: URLSearchParams) => suggestionText(params.get("q"));

export const handle = { search: (params: URLSearchParams) => queryText({ q: textOf(params) }) };

export async function loader({ context, url }: Route.LoaderArgs) {
  const suggestions = await suggestProducts(shopOf(context), textOf(url.searchParams), SUGGESTIONS_MAX);
  return Response.json(suggestions, { headers: { ...cachedPage(), "X-Robots-Tag": "noindex" } });
}
