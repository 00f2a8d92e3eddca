import { data } from "react-router";
import { paidBeforeCookie } from "#server/card-testing/paid-before.ts";
import { clientIpOf } from "#server/client-ip.ts";
import { askForReturn } from "#server/orders/links/ask-for-return.ts";
import { findOrderPage } from "#server/orders/links/find-order-page.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { secretPage } from "../../page/page-headers.ts";
import { metaOf } from "../../page/page-meta.ts";
import { DeadLink } from "../../storefront/orders/dead-link.tsx";
import { OrderStatusPage } from "../../storefront/orders/order-status-page.tsx";
import type { Route } from "./+types/order-status";
import { textOf } from "./answered-form.ts";

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await findOrderPage(shopOf(context), { token: params.token });
  const headers = new Headers(secretPage());
  // Whoever has the link from the mail has bought here: a wave of fraud elsewhere must not lock them out.
  if (order) headers.append("Set-Cookie", paidBeforeCookie(shopOf(context), order.id));
  return data(order, { status: order ? 200 : 404, headers });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const shop = shopOf(context);
  const form = await request.formData();
  const lines = form.getAll("line").filter((line) => typeof line === "string");
  const sent = {
    lines,
    wish: textOf(form, "wish"),
    reason: textOf(form, "reason"),
    note: textOf(form, "note"),
  };
  const outcome = await askForReturn(shop, { token: params.token, sent, ip: clientIpOf(request) });
  return data(outcome, { status: outcome.ok ? 200 : statuses[outcome.reason], headers: secretPage() });
}

const statuses = { invalid: 422, not_found: 404, not_returnable: 409, rate_limited: 429, unavailable: 503 };

// The path without the token: a link preview or a bookmark service must not carry it on.
export const meta = metaOf({
  title: "Your order",
  description: "What you bought, where it goes and how it is doing.",
  path: "/orders",
  noindex: true,
});

export default function OrderStatus({ loaderData: order }: Route.ComponentProps) {
  return order ? <OrderStatusPage order={order} /> : <DeadLink />;
}
