import { Suspense } from "react";
import { useLoadFailure } from "../../page/failures/use-load-failure.ts";
import { lazyPart } from "../../page/use-loaded.ts";
import { Button } from "../../ui/form/button.tsx";
import type { ProductList } from "./last-good-list.ts";
import type { ShopPage } from "./shop-page.tsx";

// Hardly anybody ever sees them.
const SampleProducts = lazyPart(() => import("./sample-products.tsx"));

const FAILURE = "Failed to load products. Please try again later.";

type ShopFailureProps = {
  /** The last one that loaded; null: none. */
  list: ProductList | null;
  /** What draws a list: it is the page's own, which has it already. */
  List: typeof ShopPage;
};

/**
 * The list could not be loaded. The shopper keeps the last one. If there never was one, four samples stand in, marked as such, and none can be bought.
 */
export function ShopFailure({ list, List }: ShopFailureProps) {
  const { isFirst, isRetrying, retry } = useLoadFailure(FAILURE);
  if (isFirst) return <div aria-busy="true" className="wrap min-h-dvh" />;
  return (
    <>
      <div className="wrap pt-6">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-field bg-err-tint px-4 py-3">
          <p className="flex-1">{list ? `${FAILURE} You're seeing the last list that loaded.` : FAILURE}</p>
          <Button size="small" pending={isRetrying} onClick={retry}>
            Retry
          </Button>
        </div>
      </div>
      {list ? (
        <List list={list} isLoading={false} isLoadingMore={false} />
      ) : (
        <Suspense>
          <SampleProducts />
        </Suspense>
      )}
    </>
  );
}
