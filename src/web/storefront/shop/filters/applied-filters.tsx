import { Link } from "react-router";
import { type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { X } from "../../../ui/icons.tsx";

/** Search words and size as chips; each chip is the link to the list without it. */
export function AppliedFilters({ search }: { search: ShopSearch }) {
  const chips = [
    search.query && { label: `“${search.query}”`, without: { query: "" } },
    search.size && { label: `Size ${search.size}`, without: { size: "" } },
  ].filter((chip) => typeof chip === "object");
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Applied filters" className="mb-6 flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={`/shop${shopQuery({ ...search, ...without, pages: 1 })}`}
            preventScrollReset
            className="chip inline-flex min-h-9 max-w-full items-center gap-2 rounded-full bg-moss pr-2.5 pl-3.5 font-medium wrap-anywhere hover:bg-line"
          >
            <span className="sr-only">Remove filter </span>
            {label}
            <X className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
