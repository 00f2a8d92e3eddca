// What a picker of products lists while the owner types. It has no page; the guard of the layout protects it.
import { pickProducts } from "#server/products/pick-products.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { privatePage } from "../../../page/page-headers.ts";
import type { Route } from "./+types/products-picks";

export async function loader({ url, context }: Route.LoaderArgs) {
  const found = await pickProducts(adminOf(context).shop, { words: url.searchParams.get("q") ?? "" });
  return Response.json(found, { headers: privatePage() });
}
