import { useLoaded } from "../../page/use-loaded.ts";

const loadBand = () => import("./recently-viewed-band.tsx");

/** What this browser has looked at before, at the foot of a page; fetched at the first sign of a shopper. */
export function RecentlyViewed({ exceptId = "" }: { exceptId?: string }) {
  const band = useLoaded(loadBand, false);
  return band && <band.RecentlyViewedBand exceptId={exceptId} />;
}
