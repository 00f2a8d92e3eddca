import { Suspense, useEffect, useRef } from "react";
import { filterCount } from "#domain/catalog/change-search.ts";
import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { EVERY_CATEGORY } from "#domain/category/category-path.ts";
import { useRootData } from "../../page/root-data.ts";
import { lazyPart } from "../../page/use-loaded.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { ProductGrid, ProductGridSkeleton } from "../catalog/product-grid.tsx";
import { DidYouMean } from "./did-you-mean.tsx";
import { HelpLink } from "./help-link.tsx";
import type { ProductList } from "./last-good-list.ts";
import { ShopToolbar } from "./shop-toolbar.tsx";

// Most lists have products and no filter on. What is drawn by the server stays on the screen until these are there.
const AppliedFilters = lazyPart(() => import("./filters/applied-filters.tsx"));
const NothingFound = lazyPart(() => import("./nothing-found.tsx"));

type ShopPageProps = { list: ProductList; isLoading: boolean; isLoadingMore: boolean };

export function ShopPage({ list, isLoading, isLoadingMore }: ShopPageProps) {
  const { search, category, products, count, hasMore, facets, correction, letGo, help } = list;
  const { brand } = useRootData();
  const askForMore = useFocusOnFirstNew(products.length);
  return (
    <div className="wrap pt-6 pb-20 md:pt-10">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
        <h1 className="display text-title">
          {headingOf(category?.name, search.sale, brand.words.shopHeading)}
        </h1>
        <p role="status" className="numerals pb-1 text-ink-2">
          {isLoading
            ? "Loading products"
            : count === 1
              ? "1 product"
              : `${count.toLocaleString("en-US")} products`}
        </p>
      </div>
      {category?.text && <p className="mt-2 max-w-[60ch] text-ink-2">{category.text}</p>}
      <ShopToolbar search={search} facets={facets} count={count} />
      {(search.query !== "" || filterCount(search) > 0) && (
        <Suspense>
          <AppliedFilters search={search} facets={facets} />
        </Suspense>
      )}
      <h2 className="sr-only">Products</h2>
      {isLoading && <ProductGridSkeleton />}
      {!isLoading && products.length === 0 && (
        <Suspense>
          <NothingFound help={help} words={isWordsAlone(search) ? search.query : ""} instead={list.instead} />
        </Suspense>
      )}
      {!isLoading && products.length > 0 && (
        <>
          {help && <HelpLink help={help} />}
          {letGo && <p className="mb-3 font-semibold">{letGo}</p>}
          <DidYouMean correction={correction} />
          <ProductGrid products={products} />
        </>
      )}
      {!isLoading && hasMore && (
        <LoadMore
          search={search}
          shown={products.length}
          count={count}
          isPending={isLoadingMore}
          onAsk={askForMore}
        />
      )}
    </div>
  );
}

const isWordsAlone = (search: ShopSearch) =>
  filterCount(search) === 0 && search.category === EVERY_CATEGORY && !search.sale;

function headingOf(category: string | undefined, isSale: boolean, shopHeading: string): string {
  if (!isSale) return category ?? shopHeading;
  return category === undefined ? "On Sale" : `${category} on Sale`;
}

/**
 * When more products have loaded, the focus moves to the first new one, because the link that asked for them may
 * be gone. Returns what to call when more are requested.
 */
function useFocusOnFirstNew(shown: number): () => void {
  const asked = useRef<number | null>(null);
  useEffect(() => {
    if (asked.current === null || shown <= asked.current) return;
    const links = document.querySelectorAll<HTMLElement>(".product-grid .card-link");
    links[asked.current]?.focus({ preventScroll: true });
    asked.current = null;
  }, [shown]);
  return () => {
    asked.current = shown;
  };
}

type LoadMoreProps = {
  search: ShopSearch;
  shown: number;
  count: number;
  isPending: boolean;
  onAsk: () => void;
};

/** A link to the same list with one more page. */
function LoadMore({ search, shown, count, isPending, onAsk }: LoadMoreProps) {
  return (
    <div className="mt-12 grid justify-items-center gap-3">
      <p className="numerals text-ink-2">{`${shown} of ${count.toLocaleString("en-US")}`}</p>
      <LinkButton
        to={`/shop${shopQuery({ ...search, pages: search.pages + 1 })}`}
        look="secondary"
        size="large"
        preventScrollReset
        aria-busy={isPending || undefined}
        onClick={onAsk}
      >
        {isPending ? "Loading..." : "Load more"}
      </LinkButton>
    </div>
  );
}
