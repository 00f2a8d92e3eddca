import { useId } from "react";
import type { Waiting } from "#domain/alerts/waiting.ts";
import { PlaceLink } from "./place-link.tsx";
import { type PlaceGroup, placeGroups } from "./places.ts";

type PlaceGroupsProps = { waiting: Waiting; replace?: boolean; onClick?: () => void };

/** All places of the navigation, by group. `replace` and `onClick` are for a layer over the page. */
export function PlaceGroups(props: PlaceGroupsProps) {
  return placeGroups.map((group) => <Group key={group.label} group={group} {...props} />);
}

function Group({ group, ...link }: PlaceGroupsProps & { group: PlaceGroup }) {
  const labelId = useId();
  return (
    <>
      <p id={labelId} className="admin-nav-group">
        {group.label}
      </p>
      <ul aria-labelledby={labelId}>
        {group.places.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} {...link} />
          </li>
        ))}
      </ul>
    </>
  );
}
