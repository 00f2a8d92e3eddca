import { CheckoutPage } from "../../checkout/checkout-page.tsx";
import { pageMeta } from "../../layout/page-meta.ts";
import { privatePage } from "../../page-headers.ts";
import type { Route } from "./+types/checkout";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Checkout",
    description: "Where your order goes and how it is paid.",
    path: "/checkout",
    noindex: true,
  });

export default function Checkout() {
  return <CheckoutPage />;
}
