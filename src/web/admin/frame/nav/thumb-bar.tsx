import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Waiting } from "#domain/alerts/waiting.ts";
import { DialogBody, Sheet } from "../../../ui/dialog.tsx";
import { Ellipsis } from "../../icons.tsx";
import { PlaceLink } from "./place-link.tsx";
import { PlaceList } from "./place-list.tsx";
import { placeOf, places } from "./places.ts";

/**
 * A phone's bar. Its last place, "More", opens all places, and is the current one where the bar has no other. They are
 * next to the bar: a phone that is turned while they are open hides the bar alone.
 */
export function ThumbBar({ waiting }: { waiting: Waiting }) {
  const [open, setOpen] = useState(false);
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what closes the sheet.
  useEffect(() => setOpen(false), [key]);
  const here = placeOf(pathname);
  const isHere = here !== undefined && !here.thumb;
  return (
    <>
      <div className="admin-nav-thumbs">
        {places.map(
          (place) => place.thumb && <PlaceLink key={place.label} place={place} waiting={waiting} />,
        )}
        <button
          type="button"
          className="admin-nav-item"
          aria-haspopup="dialog"
          aria-expanded={open}
          data-here={isHere || undefined}
          onClick={() => setOpen(true)}
        >
          <Ellipsis aria-hidden="true" className="size-5 flex-none" />
          More
        </button>
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title="All pages">
        <DialogBody>
          <nav aria-label="All pages" className="admin-nav-sheet">
            <PlaceList waiting={waiting} replace onClick={() => setOpen(false)} />
          </nav>
        </DialogBody>
      </Sheet>
    </>
  );
}
