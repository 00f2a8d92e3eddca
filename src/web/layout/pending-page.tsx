import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { ProductPageSkeleton } from "../catalog/product-page-skeleton.tsx";
import { ShopPageSkeleton } from "../catalog/shop-page-skeleton.tsx";
import { useDelayed } from "./use-delayed.ts";

/**
 * While a catalogue page is on its way: a line at the top, and after a moment the shape of that page.
 * The page that is being left stays mounted beneath, so a canceled navigation loses nothing.
 */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const target = navigation.state === "loading" ? navigation.location.pathname : null;
  const isLate = useDelayed(target !== null);
  const skeleton = isLate && target !== null && target !== pathname ? skeletonFor(target) : null;
  return (
    <>
      {isLate && <div aria-hidden="true" className="progress-line" />}
      {skeleton && (
        <div role="status" aria-label="Loading">
          {skeleton}
        </div>
      )}
      <div hidden={skeleton !== null}>{children}</div>
    </>
  );
}

function skeletonFor(path: string): ReactNode {
  if (path === "/shop") return <ShopPageSkeleton />;
  return path.startsWith("/product/") ? <ProductPageSkeleton /> : null;
}
