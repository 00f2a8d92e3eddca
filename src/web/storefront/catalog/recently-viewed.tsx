import { useLoaded } from "../../page/use-loaded.ts";

const loadBand = () => import("./recently-viewed-band.tsx");

/** The products viewed before, at the foot of a page. Fetched at the first sign of a shopper, which makes this one viewed. */
export function RecentlyViewed({ shownId = "" }: { shownId?: string }) {
  const band = useLoaded(loadBand, false);
  return band && <band.RecentlyViewedBand shownId={shownId} />;
}
