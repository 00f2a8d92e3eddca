import { href, Link } from "react-router";
import { orderNumber } from "#domain/order/order.ts";

type OrderLinkProps = { order: { id: string; number: number }; className?: string };

/** The form of the order's page that is opened by its address. */
export const CORRECT_EMAIL = "correct-email";

/** The order's page with the form that corrects the email open and in view. */
export function correctEmailPath({ id }: { id: string }): string {
  return `${href("/admin/orders/:id", { id })}?open=${CORRECT_EMAIL}#${CORRECT_EMAIL}`;
}

/** An order's number as a link to its page. */
export function OrderLink({ order: { id, number }, className = "" }: OrderLinkProps) {
  return (
    <Link to={href("/admin/orders/:id", { id })} className={`text-link ${className}`}>
      {orderNumber(number)}
    </Link>
  );
}
