import { data } from "react-router";
import { collectionPath } from "#domain/collection/collection.ts";
import { queryText } from "#domain/text/query-text.ts";
import { listCollection } from "#server/catalog/collections.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { breadcrumbJsonLd } from "../../../page/breadcrumb-json-ld.ts";
import { JsonLd } from "../../../page/json-ld.tsx";
import { cachedPage } from "../../../page/page-headers.ts";
import { pageMeta, shorten } from "../../../page/page-meta.ts";
import { useRootData } from "../../../page/root-data.ts";
import { CollectionPage } from "../../../storefront/collections/collection-page.tsx";
import { FailedList } from "../../../storefront/shop/failed-list.tsx";
import { leadToMoved } from "../links/lead-to-moved.ts";
import NotFound from "../not-found.tsx";
import type { Route } from "./+types/collection";

export const headers = cachedPage;

const PAGES_MAX = 50;

function searchOf(params: URLSearchParams) {
  const pages = /^[1-9]\d?$/.exec(params.get("pages") ?? "")?.[0] ?? "1";
  const sort = /^(?:featured|newest|price-low|price-high)$/.exec(params.get("sort") ?? "")?.[0] ?? null;
  return { sort, pages: Math.min(Number(pages), PAGES_MAX) };
}

/** A list has one name, however it is asked for. */
export const handle = {
  search: import.meta.env.SSR
    ? (params: URLSearchParams) => {
        const { sort, pages } = searchOf(params);
        return queryText({ sort, pages: pages > 1 && String(pages) });
      }
    : null,
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const list = await listCollection(shop, { slug: params.slug, ...searchOf(url.searchParams) });
  if (!list) await leadToMoved(shop, url.pathname);
  return data(list, { status: list ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) {
    const description = "This page does not exist.";
    return pageMeta(matches, { title: "Page not found", description, path: "/", noindex: true });
  }
  const { name, description, image, slug } = loaderData.collection;
  return pageMeta(matches, {
    title: name,
    description: import.meta.env.SSR ? shorten(description || name) : "",
    path: collectionPath({ slug }),
    image: image ?? loaderData.products[0]?.images[0],
  });
};

export default function CollectionRoute({ loaderData: list }: Route.ComponentProps) {
  const { publicUrl } = useRootData();
  if (!list) return <NotFound />;
  const crumbs = [
    { name: "Shop", path: "/shop" },
    { name: list.collection.name, path: collectionPath(list.collection) },
  ];
  return (
    <>
      <JsonLd data={import.meta.env.SSR ? [breadcrumbJsonLd(crumbs, publicUrl)] : []} />
      <CollectionPage list={list} />
    </>
  );
}

export function ErrorBoundary() {
  return <FailedList />;
}
