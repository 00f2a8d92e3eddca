import { href } from "react-router";
import type { Waiting } from "#domain/alerts/waiting.ts";
import { FlagGlyph } from "../../../ui/flag-glyph.tsx";
import { Store } from "../../icons.tsx";
import { OfficeSearch } from "./office-search.tsx";
import { PlaceList } from "./place-list.tsx";
import { SignOutForm } from "./sign-out-form.tsx";
import { ThumbBar } from "./thumb-bar.tsx";

/** The top of the page on a phone: the store, and the search over everything. */
export function AdminBrand({ storeName }: { storeName: string }) {
  return (
    <header className="admin-brand">
      <FlagGlyph className="size-6 flex-none text-fairway" />
      <span className="min-w-0 flex-1 truncate">{storeName}</span>
      <OfficeSearch />
    </header>
  );
}

/**
 * The places of the back office in a column at the side. On phones four of them and "More" are a bar at the
 * bottom, within reach of the thumb, and the two ways out are at the end of the page.
 */
export function AdminNav({ storeName, waiting }: { storeName: string; waiting: Waiting }) {
  return (
    <nav aria-label="Admin" className="admin-nav on-dark">
      <p className="mb-2 hidden items-center gap-2.5 px-3.5 font-semibold md:flex">
        <FlagGlyph className="size-6 flex-none text-sun" />
        <span className="min-w-0 break-words">{storeName}</span>
      </p>
      <div className="mb-1 hidden px-0.5 md:block">
        <OfficeSearch />
      </div>
      <div className="admin-nav-places">
        <PlaceList waiting={waiting} />
      </div>
      <ThumbBar waiting={waiting} />
      <div className="admin-nav-ways-out">
        <a href={href("/")} className="admin-nav-item">
          <Store aria-hidden="true" className="size-5 flex-none" />
          Back to Website
        </a>
        <SignOutForm />
      </div>
    </nav>
  );
}
