import { Link, useLocation } from "react-router";
import { type Waiting, waitingText } from "#domain/alerts/waiting.ts";
import { isActivePath } from "../../../page/store-nav.ts";
import type { Place } from "./places.ts";

type PlaceLinkProps = { place: Place; waiting: Waiting; replace?: boolean; onClick?: () => void };

/** A place of the navigation, with the number of what waits there. */
export function PlaceLink({ place: { to, label, Icon, count }, waiting, ...rest }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const waits = count ? waiting[count] : 0;
  return (
    <Link
      to={to}
      className="admin-nav-item"
      aria-current={isActivePath(pathname, to) ? "page" : undefined}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-5 flex-none" />
      {label}
      {waits > 0 && (
        <span className="admin-nav-count">
          {waitingText(waits)}
          <span className="sr-only"> new</span>
        </span>
      )}
    </Link>
  );
}
