import type { Waiting } from "#domain/alerts/waiting.ts";
import { PlaceLink } from "./place-link.tsx";
import { places } from "./places.ts";

type PlaceListProps = { waiting: Waiting; replace?: boolean; onClick?: () => void };

/** All places of the navigation. `replace` and `onClick` are for a layer over the page. */
export function PlaceList(props: PlaceListProps) {
  return (
    <ul>
      {places.map((place) => (
        <li key={place.label}>
          <PlaceLink place={place} {...props} />
        </li>
      ))}
    </ul>
  );
}
