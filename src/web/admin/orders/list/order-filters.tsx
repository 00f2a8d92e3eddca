import { useState } from "react";
import { href, Link } from "react-router";
import { fulfillmentStatuses, orderStatuses } from "#domain/order/order.ts";
import {
  everyOrder,
  isFiltered,
  type OrderSearch,
  type OrderTab,
  orderSearchText,
  orderTabLabels,
  orderTabs,
  TAB_COUNT_MAX,
} from "#domain/order/order-search.ts";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { leaveLayer } from "../../../ui/use-history-layer.ts";
import { LinkTabs } from "../../frame/link-tabs.tsx";
import { FilterPanel, useIsPhone } from "../../lists/filter-panel.tsx";
import { SearchForm } from "../../lists/search-form.tsx";
import { fulfillmentLabels, statusLabels } from "../order-texts.ts";

/** The choices of a select that may stay unset. */
function choicesOf<Value extends string>(
  none: string,
  values: readonly Value[],
  labels: Record<Value, string>,
) {
  return [{ value: "", label: none }, ...values.map((value) => ({ value, label: labels[value] }))];
}

const statusChoices = choicesOf("Any status", orderStatuses, statusLabels);
const shipmentChoices = choicesOf("Any fulfillment", fulfillmentStatuses, fulfillmentLabels);

type TabCounts = Record<OrderTab, number>;

const countText = new Intl.NumberFormat("en-US");

function TabCount({ count }: { count: number }) {
  return (
    <span className="numerals text-sm font-normal">
      {countText.format(count)}
      {count >= TAB_COUNT_MAX && "+"}
    </span>
  );
}

/** Tabs, search and filters of the order list. All are in the URL, so a view can be bookmarked and shared. */
export function OrderFilters({ search, counts }: { search: OrderSearch; counts: TabCounts | null }) {
  const path = href("/admin/orders");
  const { from, to, status, fulfillment } = search;
  const filters = { from, to, status, fulfillment };
  const count = Object.values(filters).filter((value) => value !== null).length;
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mb-3 grid gap-3 sm:mb-5 sm:gap-4">
      <LinkTabs
        label="Order lists"
        className="tab-row"
        tabClassName="admin-tab gap-2"
        tabs={orderTabs.map((tab) => ({
          to: `${path}${orderSearchText({ ...search, tab, after: null })}`,
          label: (
            <>
              {orderTabLabels[tab]}
              {counts && <TabCount count={counts[tab]} />}
            </>
          ),
          isHere: tab === search.tab,
        }))}
      />
      <SearchForm
        key={orderSearchText(search)}
        action={path}
        query={search.query}
        what="orders"
        by="by number, ID, name, email, or payment ID"
        keeps={{ tab: search.tab === "all" ? null : search.tab, ...(isPhone && !isOpen ? filters : {}) }}
        replace={isOpen}
        onSubmit={() => {
          if (!isOpen) return;
          // The list takes the place of the sheet in the history.
          leaveLayer();
          setOpen(false);
        }}
        below={
          isFiltered({ ...search, tab: "all" }) && (
            <p>
              <Link
                to={`${path}${orderSearchText({ ...everyOrder, tab: search.tab })}`}
                className="text-link"
              >
                Clear search and filters
              </Link>
            </p>
          )
        }
      >
        <FilterPanel isPhone={isPhone} count={count} isOpen={isOpen} onOpen={setOpen}>
          <Field label="From" type="date" name="from" defaultValue={from ?? ""} />
          <Field label="To" type="date" name="to" defaultValue={to ?? ""} />
          <SelectField label="Status" name="status" defaultValue={status ?? ""} choices={statusChoices} />
          <SelectField
            label="Fulfillment"
            name="fulfillment"
            defaultValue={fulfillment ?? ""}
            choices={shipmentChoices}
          />
        </FilterPanel>
      </SearchForm>
    </div>
  );
}
