import { href } from "react-router";
import { isFiltered as hasFilters, type OrderSearch } from "#domain/order-search.ts";
import { LinkButton } from "../ui/button.tsx";
import { FlagGlyph } from "../ui/flag-glyph.tsx";

/** Says why there is nothing to see: no orders at all, or none that match. */
export function NoOrders({ search }: { search: OrderSearch }) {
  const isFiltered = hasFilters(search) || search.after !== null;
  return (
    <div className="admin-card grid justify-items-center gap-3 px-6 py-14 text-center">
      <FlagGlyph className="size-14 text-fairway" />
      <p className="text-lg font-semibold">{isFiltered ? "No orders found" : "No orders yet"}</p>
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
    </div>
  );
}
