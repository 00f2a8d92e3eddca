import { href, redirect } from "react-router";
import { orderIdsOf } from "../../checkout/confirmation-flow.ts";
import { ConfirmationPage } from "../../checkout/confirmation-page.tsx";
import { metaOf } from "../../layout/page-meta.ts";
import { privatePage } from "../../page-headers.ts";
import type { Route } from "./+types/confirmation";

export const headers = privatePage;

/** Only takes the ids out of the address. The order itself is asked for by the page, which can wait for it. */
export function loader({ request }: Route.LoaderArgs) {
  const ids = orderIdsOf(new URL(request.url).searchParams);
  if (!ids) throw redirect(href("/checkout"));
  return ids;
}

export const meta = metaOf({
  title: "Order confirmation",
  description: "Your order and how it was paid.",
  path: "/checkout/confirmation",
  noindex: true,
});

export default function Confirmation({ loaderData }: Route.ComponentProps) {
  return <ConfirmationPage ids={loaderData} />;
}
