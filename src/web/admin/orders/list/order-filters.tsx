import { Search } from "lucide-react";
import { Form, href, Link } from "react-router";
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
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { LinkTabs } from "../../frame/link-tabs.tsx";
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
const parcelChoices = choicesOf("Any fulfillment", fulfillmentStatuses, fulfillmentLabels);

type TabCounts = Record<OrderTab, number>;

const countText = new Intl.NumberFormat("en-US");

/** Tabs whose orders are counted only up to a limit. */
const limitedTabs: readonly OrderTab[] = ["recent", "to-ship", "attention"];

function TabCount({ tab, count }: { tab: OrderTab; count: number }) {
  const isMore = limitedTabs.includes(tab) && count >= TAB_COUNT_MAX;
  return (
    <span className="numerals text-sm font-normal">
      {countText.format(count)}
      {isMore && "+"}
    </span>
  );
}

/** Tabs, search and filters of the order list. All are in the URL, so a view can be bookmarked and shared. */
export function OrderFilters({ search, counts }: { search: OrderSearch; counts: TabCounts | null }) {
  const path = href("/admin/orders");
  const { from, to, status, fulfillment } = search;
  const hasMore = from !== null || to !== null || status !== null || fulfillment !== null;
  return (
    <div className="mb-5 grid gap-4">
      <LinkTabs
        label="Order lists"
        className="tab-row"
        tabClassName="admin-tab gap-2"
        tabs={orderTabs.map((tab) => ({
          to: `${path}${orderSearchText({ ...search, tab, after: null })}`,
          label: (
            <>
              {orderTabLabels[tab]}
              {counts && <TabCount tab={tab} count={counts[tab]} />}
            </>
          ),
          isHere: tab === search.tab,
        }))}
      />
      <Form key={orderSearchText(search)} method="get" action={path} role="search" className="grid gap-2">
        {search.tab !== "all" && <input type="hidden" name="tab" value={search.tab} />}
        <div className="flex flex-wrap gap-2">
          <input
            type="search"
            name="q"
            defaultValue={search.query}
            aria-label="Search orders by number, id, name, e-mail or payment id"
            placeholder="Search orders"
            maxLength={100}
            className="input min-w-0 flex-1 sm:max-w-96"
          />
          <Button type="submit" look="secondary">
            <Search aria-hidden="true" className="size-4" />
            Search
          </Button>
        </div>
        <details className="disclosure" open={hasMore}>
          <summary>More filters</summary>
          <div className="grid gap-3 pt-1 pb-2 min-[26rem]:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,12rem))_auto_auto] lg:items-end">
            <Field label="From" type="date" name="from" defaultValue={from ?? ""} />
            <Field label="To" type="date" name="to" defaultValue={to ?? ""} />
            <SelectField label="Status" name="status" defaultValue={status ?? ""} choices={statusChoices} />
            <SelectField
              label="Fulfillment"
              name="fulfillment"
              defaultValue={fulfillment ?? ""}
              choices={parcelChoices}
            />
            <Button type="submit">Apply filters</Button>
          </div>
        </details>
        {isFiltered({ ...search, tab: "all" }) && (
          <p>
            <Link to={`${path}${orderSearchText({ ...everyOrder, tab: search.tab })}`} className="text-link">
              Clear search and filters
            </Link>
          </p>
        )}
      </Form>
    </div>
  );
}
