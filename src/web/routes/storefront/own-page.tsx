import { data } from "react-router";
import { pagePath } from "#domain/brand/own-page.ts";
import { findOwnPage } from "#server/settings/brand/find-own-page.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page/page-headers.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { OwnPageView } from "../../storefront/pages/own-page.tsx";
import type { Route } from "./+types/own-page";
import { leadToMoved } from "./links/lead-to-moved.ts";
import NotFound, { meta as notFoundMeta } from "./not-found.tsx";

export const headers = cachedPage;

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = await findOwnPage(shop, url.pathname);
  if (!page) await leadToMoved(shop, url.pathname);
  return data(page, { status: page ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches, loaderData: page }) => {
  if (!page) return notFoundMeta({ matches });
  const { title, description } = page;
  return pageMeta(matches, { title, description, path: pagePath(page), image: page.cardImage });
};

export default function OwnPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <OwnPageView page={loaderData} /> : <NotFound />;
}
