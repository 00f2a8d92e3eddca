import { pagePath } from "#domain/brand/own-page.ts";
import { findOwnPage } from "#server/settings/brand/find-own-page.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page/page-headers.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { OwnPageView } from "../../storefront/pages/own-page.tsx";
import type { Route } from "./+types/own-page";

export const headers = cachedPage;

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await findOwnPage(shopOf(context), url.pathname);
  if (!page) throw new Response(null, { status: 404 });
  return page;
}

export const meta: Route.MetaFunction = ({ matches, loaderData: page }) => {
  if (!page) return [];
  const { title, description } = page;
  return pageMeta(matches, { title, description, path: pagePath(page), image: page.cardImage });
};

export default function OwnPage({ loaderData }: Route.ComponentProps) {
  return <OwnPageView page={loaderData} />;
}
