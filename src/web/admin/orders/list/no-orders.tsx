import { href } from "react-router";
import { isFiltered as hasFilters, type OrderSearch } from "#domain/order/order-search.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { EmptyList } from "../../lists/empty-list.tsx";

/** Says why the list is empty: no orders at all, or none that match. */
export function NoOrders({ search }: { search: OrderSearch }) {
  const isFiltered = hasFilters(search) || search.after !== null;
  return (
    <EmptyList title={isFiltered ? "No orders found" : "No orders yet"}>
      <p className="text-ink-2">
        {isFiltered
          ? "No order matches this list and search."
          : "Orders appear here as soon as a shopper has paid."}
      </p>
      {isFiltered && (
        <LinkButton to={href("/admin/orders")} look="secondary">
          Show all orders
        </LinkButton>
      )}
    </EmptyList>
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
