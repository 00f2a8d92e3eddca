import { href } from "react-router";
import { inventorySearchText, type OrderWeeks, orderWeeks } from "#domain/inventory/inventory.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { LinkTabs } from "../frame/link-tabs.tsx";
import { Download } from "../icons.tsx";

/** For how long what is ordered shall last, and the order as a file for the maker. */
export function OrderBar({ weeks, query }: { weeks: OrderWeeks; query: string }) {
  const textOf = (each: OrderWeeks) => inventorySearchText({ tab: "order", weeks: each, query, after: null });
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <LinkTabs
        label="Enough for"
        className="tab-row"
        tabs={orderWeeks.map((each) => ({
          to: `${href("/admin/inventory")}${textOf(each)}`,
          label: `For ${each} weeks`,
          isHere: each === weeks,
        }))}
      />
      <LinkButton to={`${href("/admin/inventory/order")}?weeks=${weeks}`} look="secondary" reloadDocument>
        <Download aria-hidden="true" className="size-4" />
        Purchase List (CSV)
      </LinkButton>
    </div>
  );
}
