import { useLoaded } from "../../page/use-loaded.ts";

const loadBand = () => import("./recently-viewed-band.tsx");

/** The products viewed before, at the foot of a page. Fetched at the first sign of a shopper. */
export function RecentlyViewed({ exceptId = "" }: { exceptId?: string }) {
  const band = useLoaded(loadBand, false);
  return band && <band.RecentlyViewedBand exceptId={exceptId} />;
}
