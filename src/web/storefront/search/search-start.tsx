import { type MouseEvent, useState } from "react";
import { href, Link } from "react-router";
import { shopQuery } from "#domain/catalog/shop-search.ts";
import { useStoreLinks } from "../../page/store-nav.ts";
import { X } from "../../ui/icons.tsx";
import { forgetSearch, recentSearches } from "./recent-searches.ts";

type SearchStartProps = { onFollow: (event: MouseEvent, query?: string) => void };

/** Before anything is typed: the last searches of this browser, and the parts of the shop. */
export function SearchStart({ onFollow }: SearchStartProps) {
  const { range } = useStoreLinks();
  const [recent, setRecent] = useState(() => recentSearches());
  return (
    <>
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <h2 id="recent-searches" className="eyebrow search-note">
            Recent searches
          </h2>
          <ul>
            {recent.map((query) => (
              <li key={query} className="search-recent">
                <Link
                  to={href("/shop") + shopQuery({ query })}
                  replace
                  className="search-row"
                  onClick={(event) => onFollow(event, query)}
                >
                  {query}
                </Link>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Remove "${query}" from recent searches`}
                  onClick={(event) => {
                    setRecent(forgetSearch(query));
                    // The button is removed with its row, so the focus moves.
                    event.currentTarget.closest("dialog")?.querySelector("input")?.focus();
                  }}
                >
                  <X className="size-5" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <nav aria-label="Shop sections" className="search-chips">
        {range.map(({ to, label }) => (
          <Link key={to} to={to} replace className="pill" onClick={(event) => onFollow(event)}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
