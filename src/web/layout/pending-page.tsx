import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { useDelayed } from "../page/use-delayed.ts";
import { useLoaded } from "../page/use-loaded.ts";

const loadSkeletons = () => import("./failure-page.tsx");

/**
 * While a page loads: a line at the top, and after a moment the shape of that page, if it is a list or a
 * product. The current page stays mounted below, so a canceled navigation loses nothing.
 */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const target = navigation.state === "loading" ? navigation.location.pathname : null;
  const isLate = useDelayed(target !== null);
  const skeletons = useLoaded(loadSkeletons, target !== null);
  const shown = isLate && target !== pathname && hasSkeleton(target) ? skeletons : null;
  return (
    <>
      {isLate && (
        <div
          aria-hidden="true"
          className="fixed inset-x-0 top-0 z-50 h-[3px] origin-left animate-[progress_4s_var(--ease-out)_forwards] bg-flag"
        />
      )}
      {shown && (
        <div role="status" aria-label="Loading">
          <shown.PageSkeleton path={target ?? ""} />
        </div>
      )}
      <div hidden={shown !== null}>{children}</div>
    </>
  );
}

function hasSkeleton(path: string | null): boolean {
  return path === "/shop" || path?.startsWith("/product/") === true;
}
