import { href, redirect } from "react-router";
import { purchasePage } from "../../page/page-headers.ts";
import { metaOf } from "../../page/page-meta.ts";
import { orderIdsOf } from "../../storefront/checkout/confirmation/confirmation-flow.ts";
import { ConfirmationPage } from "../../storefront/checkout/confirmation/confirmation-page.tsx";
import type { Route } from "./+types/confirmation";
import "../../storefront/checkout/confirmation/confirmation.css";

export const headers = purchasePage;

/** Only reads the ids from the URL. The page asks for the order itself, because it can wait for it. */
export function loader({ request }: Route.LoaderArgs) {
  const ids = orderIdsOf(new URL(request.url).searchParams);
  if (!ids) throw redirect(href("/checkout"));
  return ids;
}

export const meta = metaOf({
  title: "Order confirmation",
  description: "Your order and payment.",
  path: "/checkout/confirmation",
  noindex: true,
});

export default function Confirmation({ loaderData }: Route.ComponentProps) {
  return <ConfirmationPage ids={loaderData} />;
}
