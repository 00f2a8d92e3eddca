import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { paidBeforeCookie } from "#server/checkout/visitors/paid-before.ts";
import { clientIpOf } from "#server/core/client-ip.ts";
import { findOrderFix } from "#server/orders/changes/find-order-fix.ts";
import { findOrderPage } from "#server/orders/links/find-order-page.ts";
import { writeAboutOrder } from "#server/orders/links/write-about-order.ts";
import { askForReturn, takeReturnBack } from "#server/orders/returns/ask-for-return.ts";
import { findReturnsOfPage } from "#server/orders/returns/find-returns.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { secretFormPage } from "../../../page/page-headers.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { DeadLink } from "../../../storefront/orders/dead-link.tsx";
import { OrderStatusPage } from "../../../storefront/orders/order-status-page.tsx";
import { textOf } from "../form-page.ts";
import type { Route } from "./+types/order-status";
import { fixOrder } from "./order-fix.ts";

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const order = await findOrderPage(shop, { token: params.token });
  const headers = new Headers(secretFormPage());
  if (!order) return data(null, { status: 404, headers });
  // A customer with the link from the email has bought here: a wave of fraud elsewhere must not lock them out.
  headers.append("Set-Cookie", paidBeforeCookie(shop, order.id));
  const returns = await findReturnsOfPage(shop, { order });
  const fix = await findOrderFix(shop, { order });
  return data({ order, fix, returns, returnId: shop.newId() }, { headers });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const shop = shopOf(context);
  const { token } = params;
  const form = await request.formData();
  const ip = clientIpOf(request);
  const returnId = textOf(form, "returnId");
  const fixed = await fixOrder(shop, { token, form });
  if (fixed) return data(fixed, { status: fixed.ok ? 200 : 409, headers: secretFormPage() });
  switch (textOf(form, "intent")) {
    case "write":
      return answer("write", await writeAboutOrder(shop, { token, message: textOf(form, "message"), ip }), {
        message: textOf(form, "message"),
      });
    case "take-back":
      return answer("take-back", await takeReturnBack(shop, { token, returnId }));
    default: {
      const typed = Object.fromEntries([...form.keys()].map((name) => [name, textOf(form, name)]));
      return answer("return", await askForReturn(shop, { token, returnId, typed, ip }), typed);
    }
  }
}

const statuses = {
  ...{ invalid: 422, not_found: 404, not_returnable: 409, too_late: 409, too_many: 409 },
  ...{ rate_limited: 429, unavailable: 503 },
};

type About = "write" | "take-back" | "return";

/** `typed` comes back for a browser without scripts, whose page is rendered again. */
function answer<
  Name extends About,
  Outcome extends { ok: true } | { ok: false; reason?: keyof typeof statuses },
>(about: Name, outcome: Outcome, typed: Readonly<Record<string, string>> = {}) {
  const status = outcome.ok ? 200 : outcome.reason ? statuses[outcome.reason] : 409;
  return data({ ...outcome, about, typed }, { status, headers: secretFormPage() });
}

// Also after a refusal: it says that the order is another one by now, or that the time for a form is over. Not when the
// page goes on to another link, since this one opens nothing anymore.
export const shouldRevalidate = (asked: ShouldRevalidateFunctionArgs) =>
  isAnswered(asked) && !(asked.actionResult as { page?: string } | undefined)?.page;

// The path without the token: a link preview or a bookmark service must not carry it on.
export const meta = metaOf({
  title: "Your order",
  description: "Your items, shipping address, and order status.",
  path: "/orders",
  noindex: true,
});

export default function OrderStatus({ loaderData, actionData }: Route.ComponentProps) {
  const answered = actionData && "about" in actionData ? actionData : undefined;
  return loaderData ? <OrderStatusPage {...loaderData} answered={answered} /> : <DeadLink />;
}
