import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Announcement } from "#domain/brand/shown-brand.ts";

/** The owner's news above the header of every page, between its first and its last day. */
export function AnnouncementBar({ announcement }: { announcement: Announcement }) {
  const { text, link, from, until } = announcement;
  const isCurrent = useIsCurrent(from, until);
  if (!isCurrent) return null;
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

/** A page may be drawn before the first day, and be open until after the last. */
function useIsCurrent(from: number | null, until: number | null): boolean {
  const isNow = () => (from === null || Date.now() >= from) && (until === null || Date.now() < until);
  const [isCurrent, setCurrent] = useState(isNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isNow` depends on these two alone.
  useEffect(() => setCurrent(isNow()), [from, until]);
  return isCurrent;
}
