import { useLocation } from "react-router";
import type { Waiting } from "#domain/alerts/waiting.ts";
import { LinkTabs } from "../link-tabs.tsx";
import { WaitingCount } from "./place-link.tsx";
import { pageAt, placeOf } from "./places.ts";

/** The pages of a place as tabs above the one that is shown. A page below them has a way back instead. */
export function PlaceTabs({ waiting }: { waiting: Waiting }) {
  const location = useLocation();
  const place = placeOf(location.pathname);
  if (!place || place.pages.length === 1 || place.hasOwnTabs) return null;
  const here = pageAt(place.pages, location);
  if (!here) return null;
  const tabs = place.pages.map((page) => ({
    to: page.to,
    label: (
      <>
        {page.label}
        <WaitingCount pages={[page]} waiting={waiting} />
      </>
    ),
    isHere: page === here,
  }));
  return <LinkTabs label={place.label} className="page-tabs" tabClassName="page-tab" tabs={tabs} />;
}
