import { useLocation } from "react-router";
import { withoutServer } from "../page/failures/without-server.ts";
import { WithoutServer } from "../page/root-data.ts";
import { ErrorPage } from "./error-page.tsx";
import { StorefrontFrame } from "./storefront-frame.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";

// In one file with what shows while a page loads: all of it is fetched at the first sign of a shopper, so it is there when
// the line is not.
export { PageSkeleton } from "../storefront/catalog/page-skeletons.tsx";
export { ProductFailure } from "../storefront/product/product-failure.tsx";
export { ShopFailure } from "../storefront/shop/shop-failure.tsx";

type FailurePageProps = {
  status: number;
  /** Without root data the shop was not reached; with it, something inside the page broke. */
  isReached: boolean;
};

/** Replaces a page that could not be rendered. A storefront page keeps its header and cart. */
export default function FailurePage({ status, isReached }: FailurePageProps) {
  const isStorefront = !useLocation().pathname.startsWith("/admin");
  if (!isStorefront) return <ErrorPage status={status} />;
  return (
    <WithoutServer value={withoutServer}>
      {status >= 500 && !isReached ? (
        <UnreachablePage />
      ) : (
        <StorefrontFrame>
          <ErrorPage status={status} isFramed />
        </StorefrontFrame>
      )}
    </WithoutServer>
  );
}
