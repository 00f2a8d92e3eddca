import { href } from "react-router";
import { isFiltered as hasFilters, type OrderSearch } from "#domain/order/order-search.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { NoMatch } from "../../lists/empty-list.tsx";

/** Says why the list is empty: no orders at all, or none that match. */
export function NoOrders({ search }: { search: OrderSearch }) {
  const isFiltered = hasFilters(search) || search.after !== null;
  return isFiltered ? (
    <NoMatch
      title="No orders found"
      text="No order matches this list and search."
      all={{ label: "Show all orders", to: href("/admin/orders") }}
    />
  ) : (
    <NoMatch title="No orders yet" text="Orders appear here as soon as a shopper has paid." all={false} />
  );
}

/** For a page of selected orders that was opened without any. */
export function NoneSelected() {
  return (
    <>
      <p>No order was selected. Tick the boxes in front of the orders first.</p>
      <LinkButton to={href("/admin/orders")}>Back to Orders</LinkButton>
    </>
  );
}
