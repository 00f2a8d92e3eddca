import { href, Link } from "react-router";
import { orderNumber } from "#domain/order/order.ts";

type OrderLinkProps = { order: { id: string; number: number }; className?: string };

/** An order's number as a link to its page. */
export function OrderLink({ order: { id, number }, className = "" }: OrderLinkProps) {
  return (
    <Link to={href("/admin/orders/:id", { id })} className={`text-link ${className}`}>
      {orderNumber(number)}
    </Link>
  );
}
