import { Link, useLocation } from "react-router";
import { type Waiting, waitingText } from "#domain/alerts/waiting.ts";
import { type Page, type Place, placeOf } from "./places.ts";

type PlaceLinkProps = { place: Place; waiting: Waiting; replace?: boolean; onClick?: () => void };

/** A place of the navigation, with one number for all that waits on its pages. */
export function PlaceLink({ place, waiting, ...rest }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const { label, Icon, pages } = place;
  return (
    <Link
      to={pages[0].to}
      className="admin-nav-item"
      aria-current={placeOf(pathname) === place ? "page" : undefined}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-5 flex-none" />
      {label}
      <WaitingCount pages={pages} waiting={waiting} />
    </Link>
  );
}

/** How much waits on these pages; nothing when nothing does. */
export function WaitingCount({ pages, waiting }: { pages: readonly Page[]; waiting: Waiting }) {
  const sum = pages.reduce((all, { count }) => all + (count ? waiting[count] : 0), 0);
  if (sum === 0) return null;
  return (
    <span className="admin-nav-count">
      {waitingText(sum)}
      <span className="sr-only"> new</span>
    </span>
  );
}
