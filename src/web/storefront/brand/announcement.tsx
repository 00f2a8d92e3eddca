import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Announcement } from "#domain/brand/shown-brand.ts";

/** The owner's news above the header of every page. */
export function AnnouncementBar({ announcement }: { announcement: Announcement }) {
  const { text, link, until } = announcement;
  if (useIsOver(until)) return null;
  return (
    <p className="wrap-anywhere bg-fairway-deep px-4 py-2 text-center text-[0.9375rem] text-white print:hidden">
      <span>{text}</span>
      {link && (
        <>
          {" "}
          <Link to={link.to} className="inline-block py-1 font-semibold underline underline-offset-4">
            {link.label}
          </Link>
        </>
      )}
    </p>
  );
}

/** The server sends no announcement that is over, but a page may be open for longer. */
function useIsOver(until: number | null): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => setOver(until !== null && Date.now() >= until), [until]);
  return isOver;
}
