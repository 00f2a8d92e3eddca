import { useLocation } from "react-router";
import { ErrorPage } from "./error-page.tsx";
import { StorefrontFrame } from "./storefront-frame.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";

// In one file with what shows while a page loads: both are fetched at the first sign of a shopper.
export { PageSkeleton } from "../storefront/catalog/page-skeletons.tsx";

type FailurePageProps = {
  status: number;
  /** Without root data the shop was not reached; with it, something inside the page broke. */
  isReached: boolean;
};

/** Replaces a page that could not be rendered. A storefront page keeps its header and cart. */
export default function FailurePage({ status, isReached }: FailurePageProps) {
  const isStorefront = !useLocation().pathname.startsWith("/admin");
  if (!isStorefront) return <ErrorPage status={status} />;
  if (status >= 500 && !isReached) return <UnreachablePage />;
  return (
    <StorefrontFrame>
      <ErrorPage status={status} isFramed />
    </StorefrontFrame>
  );
}
