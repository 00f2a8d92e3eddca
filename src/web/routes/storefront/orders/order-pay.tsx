import { data } from "react-router";
import { openExtraPayment } from "#server/orders/extra-payments/pay-extra-payment.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { secretFormPage } from "../../../page/page-headers.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { DeadLink } from "../../../storefront/orders/dead-link.tsx";
import {
  ExtraPaymentPage,
  type ExtraPaymentPageData,
} from "../../../storefront/orders/extra-payment/extra-payment-page.tsx";
import type { Route } from "./+types/order-pay";

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const opened = await openExtraPayment(shopOf(context), { token: params.token });
  const headers = secretFormPage();
  if (opened.ok) {
    const { extraPayment, clientSecret } = opened;
    return data<ExtraPaymentPageData>({ state: "open", extraPayment, clientSecret }, { headers });
  }
  if (opened.reason === "not_found") return data(null, { status: 404, headers });
  const status = opened.reason === "unavailable" ? 503 : 200;
  return data<ExtraPaymentPageData>({ state: opened.reason }, { status, headers });
}

// The path without the token: a link preview or a bookmark service must not carry it on.
export const meta = metaOf({
  title: "Pay for an order change",
  description: "The price difference for your order change.",
  path: "/orders",
  noindex: true,
});

export default function OrderPay({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ExtraPaymentPage {...loaderData} /> : <DeadLink />;
}
