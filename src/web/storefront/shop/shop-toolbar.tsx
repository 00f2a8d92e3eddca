import { useEffect, useState } from "react";
import { href, Link } from "react-router";
import type { Facets } from "#domain/catalog/filters/facets.ts";
import {
  defaultSort,
  type ShopSearch,
  type Sort,
  shopQuery,
  sortLabels,
  sortsFor,
} from "#domain/catalog/shop-search.ts";
import { EVERY_CATEGORY } from "#domain/category/category-path.ts";
import { Select } from "../../ui/form/select.tsx";
import { FilterButton } from "./filters/filter-button.tsx";
import { FilterDrops } from "./filters/filter-drops.tsx";
import { SearchBox } from "./search-box.tsx";
import { useShopSearch } from "./use-shop-search.ts";

const FORM = "list-form";

const everyCategory = { value: EVERY_CATEGORY, label: "All" };

const PILL = "min-h-11 w-auto min-w-0 rounded-full py-1.5 pl-4.5 font-medium";

/** The default sends no name: without JavaScript the form is sent with words for which another order is the default. */
const sortValue = (sort: Sort, query: string) => (sort === defaultSort(query) ? "" : sort);

const sortChoices = (query: string) =>
  sortsFor(query).map((sort) => ({ value: sortValue(sort, query), label: sortLabels[sort] }));

type ShopToolbarProps = { search: ShopSearch; facets: Facets; count: number };

/**
 * Filters, search and sort: links and one GET form, so they work without JavaScript. With it, every change
 * goes to the list's canonical URL right away.
 */
export function ShopToolbar({ search, facets, count }: ShopToolbarProps) {
  const { wanted, change } = useShopSearch(search);
  const isAway = useScrolledDown();
  return (
    <>
      <div className="mt-4 mb-1.5 flex flex-wrap items-center gap-x-4 gap-y-2.5 md:mb-0">
        <CategoryPills wanted={wanted} facets={facets} />
        <SearchBox query={search.query} form={FORM} />
      </div>
      <div className="shop-strip" data-away={isAway || undefined}>
        <form
          id={FORM}
          method="get"
          action={href("/shop")}
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            const words = new FormData(event.currentTarget).get("q");
            change({ query: String(words ?? "").trim() });
          }}
        >
          {wanted.category !== EVERY_CATEGORY && (
            <input type="hidden" name="category" value={wanted.category} />
          )}
          {wanted.traits.map((trait) => (
            <input key={trait} type="hidden" name="trait" value={trait} />
          ))}
          {wanted.under !== null && <input type="hidden" name="under" value={wanted.under} />}
          {wanted.over !== null && <input type="hidden" name="over" value={wanted.over} />}
          <FilterDrops search={wanted} facets={facets} onChange={change} />
          <Tick name="sale" label="On Sale" isOn={wanted.sale} onChange={(sale) => change({ sale })} />
          <Tick
            name="instock"
            label="In stock only"
            isOn={wanted.inStock}
            onChange={(inStock) => change({ inStock })}
          />
          <FilterButton search={wanted} facets={facets} count={count} onApply={change} />
          <Select
            name="sort"
            aria-label="Sort"
            className={`${PILL} ml-auto`}
            choices={sortChoices(wanted.query)}
            value={sortValue(wanted.sort, wanted.query)}
            onChange={(event) =>
              change({ sort: (event.target.value as Sort | "") || defaultSort(wanted.query) })
            }
          />
          <noscript>
            <button type="submit" className="button" data-look="primary">
              Apply
            </button>
          </noscript>
        </form>
      </div>
    </>
  );
}

function CategoryPills({ wanted, facets }: { wanted: ShopSearch; facets: Facets }) {
  return (
    <nav aria-label="Category" className="hidden flex-wrap gap-2 md:flex noscript:flex">
      {[everyCategory, ...facets.categories].map(({ value, label }) => (
        <Link
          key={value}
          to={`/shop${shopQuery({ ...wanted, category: value, pages: 1 })}`}
          preventScrollReset
          className="pill"
          aria-current={wanted.category === value ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

type TickProps = { name: string; label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Tick({ name, label, isOn, onChange }: TickProps) {
  return (
    <label className="hidden min-h-11 items-center gap-2.5 px-1 font-medium md:flex noscript:flex">
      <input
        type="checkbox"
        name={name}
        value="true"
        className="check"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

/** A thumb's tremble is no scroll. */
const STEP_PX = 8;
/** Near the top nothing is in the way. */
const TOP_PX = 240;

/** Whether the shopper last scrolled down. */
function useScrolledDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const scroll = () => {
      const { scrollY } = window;
      if (Math.abs(scrollY - last) < STEP_PX) return;
      setDown(scrollY > last && scrollY > TOP_PX);
      last = scrollY;
    };
    window.addEventListener("scroll", scroll, { passive: true });
    return () => window.removeEventListener("scroll", scroll);
  }, []);
  return isDown;
}
