import { Link } from "react-router";
import { changedSearch } from "#domain/catalog/change-search.ts";
import { type FacetName, type Facets, facetNames } from "#domain/catalog/filters/facets.ts";
import { formatPriceRange } from "#domain/catalog/filters/price-range.ts";
import { EVERY_CATEGORY, type ShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { traitLabel } from "#domain/search/traits.ts";
import { X } from "../../../ui/icons.tsx";
import { noFilters } from "./filter-names.ts";

type Chip = { label: string; without: Partial<ShopSearch> };
type AppliedFiltersProps = { search: ShopSearch; facets: Facets };

/** What narrows the list, as chips; each is the link to the list without it. Not for a list
 * that nothing narrows. */
export default function AppliedFilters({ search, facets }: AppliedFiltersProps) {
  const chips = chipsOf(search, facets);
  const to = (change: Partial<ShopSearch>) => `/shop${shopQuery(changedSearch(search, change))}`;
  return (
    <ul aria-label="Applied filters" className="mb-6 flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={to(without)}
            preventScrollReset
            className="chip inline-flex min-h-9 max-w-full items-center gap-2 rounded-full bg-moss pr-2.5 pl-3.5 font-medium wrap-anywhere hover:bg-line"
          >
            <span className="sr-only">Remove filter </span>
            {label}
            <X className="size-4" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={to({ ...noFilters, query: "" })} preventScrollReset className="clear-filters text-link">
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

function chipsOf(search: ShopSearch, facets: Facets): Chip[] {
  const chips: Chip[] = [];
  if (search.query) chips.push({ label: `“${search.query}”`, without: { query: "" } });
  const category = facets.categories.find(({ value }) => value === search.category);
  if (category) chips.push({ label: category.label, without: { category: EVERY_CATEGORY } });
  if (search.sale) chips.push({ label: "On sale", without: { sale: false } });
  for (const trait of search.traits) {
    const traits = search.traits.filter((other) => other !== trait);
    chips.push({ label: traitLabel(trait), without: { traits } });
  }
  const price = formatPriceRange(search);
  if (price !== null) chips.push({ label: price, without: { under: null, over: null } });
  for (const name of facetNames) {
    for (const value of search[name]) {
      const without = { [name]: search[name].filter((other) => other !== value) };
      chips.push({ label: labelOf(name, value, facets), without });
    }
  }
  if (search.inStock) chips.push({ label: "In stock only", without: { inStock: false } });
  return chips;
}

function labelOf(name: FacetName, value: string, facets: Facets): string {
  const label = facets[name].find((choice) => choice.value === value)?.label ?? value;
  return name === "sizes" ? `Size ${label}` : label;
}
