import { Suspense } from "react";
import { lazyPart } from "../../page/use-loaded.ts";
import { lastGoodList, type ProductList } from "./last-good-list.ts";
import { ShopPage } from "./shop-page.tsx";

/** Hardly any list fails to load: what shows that comes at the first sign of a shopper. */
const ShopFailure = import.meta.env.SSR
  ? (await import("./shop-failure.tsx")).ShopFailure
  : lazyPart(async () => ({ default: (await import("../../layout/failure-page.tsx")).ShopFailure }));

/** A list that could not be loaded. In its place stands the one that the shop recalls, or else the last one this tab has seen. */
export function FailedList({ recalled = null }: { recalled?: ProductList | null }) {
  return (
    <Suspense>
      <ShopFailure list={recalled ?? lastGoodList()} List={ShopPage} />
    </Suspense>
  );
}
