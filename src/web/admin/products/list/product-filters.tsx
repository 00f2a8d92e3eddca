import { href, Link } from "react-router";
import {
  type AdminProductSearch,
  adminProductSearchText,
  productSortLabels,
  productSorts,
  productTabLabels,
  productTabs,
} from "#domain/product/admin-product-search.ts";
import { Select } from "../../../ui/form/select.tsx";
import { X } from "../../../ui/icons.tsx";
import { LinkTabs } from "../../frame/link-tabs.tsx";
import { SearchForm } from "../../lists/search-form.tsx";

const sortChoices = productSorts.map((value) => ({ value, label: productSortLabels[value] }));

/** Tabs, search and order of the list. All are in the URL, so a view can be bookmarked and shared. */
export function ProductFilters({ search }: { search: AdminProductSearch }) {
  const path = href("/admin/products");
  return (
    <div className="mb-3 flex flex-col justify-between gap-3 md:mb-5 md:flex-row md:flex-wrap md:items-center md:gap-4">
      <LinkTabs
        label="Product lists"
        className="tab-row"
        tabs={productTabs.map((tab) => ({
          to: `${path}${adminProductSearchText({ ...search, tab, after: null })}`,
          label: productTabLabels[tab],
          isHere: tab === search.tab,
        }))}
      />
      <SearchForm
        key={search.sort}
        action={path}
        query={search.query}
        what="products"
        by="by name or category"
        keeps={{ tab: search.tab === "all" ? null : search.tab, samples: search.samples ? "1" : null }}
        className="w-full lg:w-auto"
        below={
          search.samples && (
            <p>
              <Link
                to={`${path}${adminProductSearchText({ ...search, samples: false, after: null })}`}
                className="inline-flex min-h-11 items-center gap-2 rounded-full bg-moss pr-3 pl-4 font-medium hover:bg-line"
              >
                <span className="sr-only">Remove filter </span>
                Only samples
                <X aria-hidden="true" className="size-4" />
              </Link>
            </p>
          )
        }
      >
        <Select
          name="sort"
          aria-label="Sort by"
          defaultValue={search.sort}
          choices={sortChoices}
          className="w-auto flex-1 basis-44"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
      </SearchForm>
    </div>
  );
}
