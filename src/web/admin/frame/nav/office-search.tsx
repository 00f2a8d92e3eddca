import { useEffect, useRef } from "react";
import { Form, href, useLocation } from "react-router";
import { Search } from "../../../ui/icons.tsx";
import { asksForSearch, SEARCH_KEY } from "./search-key.ts";

/**
 * The field that looks through orders, products, customers, and tracking numbers. It is in the frame twice, for wide
 * screens and for phones; the key leads to the one that is shown.
 */
export function OfficeSearch() {
  const field = useRef<HTMLInputElement>(null);
  const path = href("/admin/search");
  const { pathname, search } = useLocation();
  const query = pathname === path ? (new URLSearchParams(search).get("q") ?? "") : "";
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!field.current?.checkVisibility() || !asksForSearch(event)) return;
      event.preventDefault();
      field.current.focus();
      field.current.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <Form
      key={query}
      method="get"
      action={path}
      role="search"
      aria-label="Back office"
      className="office-search"
    >
      <button type="submit" aria-label="Find">
        <Search aria-hidden="true" className="size-4" />
      </button>
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={query}
        aria-label="Search the back office"
        aria-keyshortcuts={SEARCH_KEY}
        placeholder="Search"
        maxLength={100}
        autoComplete="off"
        className="input"
      />
      <span aria-hidden="true" className="office-search-key">
        {SEARCH_KEY}
      </span>
    </Form>
  );
}
