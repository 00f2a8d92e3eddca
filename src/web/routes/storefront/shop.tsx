import { useEffect } from "react";
import { data, useLocation, useNavigation } from "react-router";
import { whatIsSold } from "#domain/brand/what-is-sold.ts";
import { filterCount } from "#domain/catalog/change-search.ts";
import { noFacets } from "#domain/catalog/filters/facets.ts";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { EVERY_CATEGORY, type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { listBestSellers } from "#server/catalog/list-best-sellers.ts";
import { recallProducts } from "#server/catalog/list-products.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { breadcrumbJsonLd } from "../../page/breadcrumb-json-ld.ts";
import { JsonLd } from "../../page/json-ld.tsx";
import { freshPage, uncachedPage } from "../../page/page-headers.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { rootDataOf, useRootData } from "../../page/root-data.ts";
import { useDelayed } from "../../page/use-delayed.ts";
import { helpLinkFor } from "../../storefront/search/help-link.ts";
import { FailedList } from "../../storefront/shop/failed-list.tsx";
import { rememberList, type ShownCategory } from "../../storefront/shop/last-good-list.ts";
import { listCrumbs } from "../../storefront/shop/list-crumbs.ts";
import { ShopPage } from "../../storefront/shop/shop-page.tsx";
import type { Route } from "./+types/shop";

export const headers = freshPage;

/** The key in the page cache: a list has one name, for any order of its parameters (server/http/pages/page-path.ts). */
export const handle = {
  search: import.meta.env.SSR ? (params: URLSearchParams) => shopQuery(parseShopSearch(params)) : null,
};

/** Products below a list that is empty: one row of the widest grid. */
const INSTEAD_MAX = 4;

const NOTHING = {
  category: null,
  products: [],
  hasMore: false,
  count: 0,
  correction: null,
  letGo: null,
  facets: noFacets,
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = parseShopSearch(new URL(request.url).searchParams);
  const shop = shopOf(context);
  const { isFresh, list } = await recallProducts(shop, asked);
  // By its address of today; one that no category has is the whole shop.
  const search = { ...asked, category: list?.category?.slug ?? EVERY_CATEGORY };
  const isEmpty = isFresh && list.products.length === 0;
  const instead = isEmpty ? await listBestSellers(shop, { limit: INSTEAD_MAX }) : undefined;
  const help = helpLinkFor(search.query);
  const answer = { search, isFresh, isSample: list === null, instead, help, ...(list ?? NOTHING) };
  return isFresh ? data(answer) : data(answer, { status: list ? 200 : 503, headers: uncachedPage() });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const search = loaderData?.search;
  const { category = EVERY_CATEGORY, sale = false } = search ?? {};
  const root = rootDataOf(matches);
  if (!root) return [];
  const { brand, businessDays } = root;
  const { trade, range } = brand.words;
  const only = loaderData?.category;
  const what = only?.name ?? range;
  const ofTrade = trade ? `${trade} ${what}` : what;
  return pageMeta(matches, {
    title: sale ? `${what} on Sale` : only ? ofTrade : `Shop ${ofTrade}`,
    description: import.meta.env.SSR
      ? only?.text ||
        `${whatIsSold({ trade, range: what })}${sale ? " on sale" : ""}, delivered in ${businessDays}.`
      : "",
    path: `/shop${shopQuery({ category, sale })}`,
    image: only?.picture ?? loaderData?.products[0]?.images[0],
    noindex: search !== undefined && (search.query !== "" || filterCount(search) > 0),
  });
};

export default function Shop({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    if (loaderData.isFresh) rememberList(loaderData);
  }, [loaderData]);
  const { isReplaced, isGrowing } = usePendingList(loaderData.search);
  const isLate = useDelayed(isReplaced);
  if (!loaderData.isFresh) return <FailedList recalled={loaderData.isSample ? null : loaderData} />;
  return (
    <>
      <ListJsonLd category={loaderData.category} search={loaderData.search} />
      <ShopPage list={loaderData} isLoading={isLate} isLoadingMore={isGrowing} />
    </>
  );
}

function ListJsonLd({ category, search }: { category: ShownCategory | null; search: ShopSearch }) {
  const { publicUrl } = useRootData();
  if (!category && !search.sale) return null;
  return (
    <JsonLd data={import.meta.env.SSR ? [breadcrumbJsonLd(listCrumbs(category, search), publicUrl)] : []} />
  );
}

/** Whether another list is loading (tiles take its place) or only more of this one (it stays). */
function usePendingList(shown: ShopSearch): { isReplaced: boolean; isGrowing: boolean } {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  if (navigation.state === "idle" || navigation.location.pathname !== pathname) {
    return { isReplaced: false, isGrowing: false };
  }
  const wanted = new URLSearchParams(navigation.location.search);
  wanted.delete("pages");
  const isGrowing = wanted.toString() === shopQuery({ ...shown, pages: 1 }).slice(1);
  return { isReplaced: !isGrowing, isGrowing };
}

export function ErrorBoundary() {
  return <FailedList />;
}
