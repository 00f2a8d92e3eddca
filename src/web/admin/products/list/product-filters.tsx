import { Search } from "lucide-react";
import { Form, href } from "react-router";
import {
  type AdminProductSearch,
  adminProductSearchText,
  productSortLabels,
  productSorts,
  productTabLabels,
  productTabs,
} from "#domain/product/admin-product-search.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { LinkTabs } from "../../frame/link-tabs.tsx";

const sortChoices = productSorts.map((value) => ({ value, label: productSortLabels[value] }));

/** Tabs, search and order of the list. All are in the URL, so a view can be bookmarked and shared. */
export function ProductFilters({ search }: { search: AdminProductSearch }) {
  const path = href("/admin/products");
  return (
    <div className="mb-5 flex flex-col justify-between gap-4 md:flex-row md:flex-wrap md:items-center">
      <LinkTabs
        label="Product lists"
        className="tab-row"
        tabs={productTabs.map((tab) => ({
          to: `${path}${adminProductSearchText({ ...search, tab, after: null })}`,
          label: productTabLabels[tab],
          isHere: tab === search.tab,
        }))}
      />
      <Form
        key={`${search.query}/${search.sort}/${search.tab}`}
        method="get"
        action={path}
        role="search"
        className="flex w-full flex-wrap gap-2 lg:w-auto"
      >
        {search.tab !== "all" && <input type="hidden" name="tab" value={search.tab} />}
        <input
          type="search"
          name="q"
          defaultValue={search.query}
          aria-label="Search products by name or category"
          placeholder="Search products"
          maxLength={100}
          className="input w-auto min-w-0 flex-1 basis-44"
        />
        <Select
          name="sort"
          aria-label="Sort by"
          defaultValue={search.sort}
          choices={sortChoices}
          className="w-auto flex-1 basis-44"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
        <Button type="submit" look="secondary">
          <Search aria-hidden="true" className="size-4" />
          Search
        </Button>
      </Form>
    </div>
  );
}
