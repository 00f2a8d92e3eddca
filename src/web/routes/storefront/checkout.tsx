import { CheckoutPage } from "../../checkout/checkout-page.tsx";
import { metaOf } from "../../layout/page-meta.ts";
import { privatePage } from "../../page-headers.ts";

export const headers = privatePage;

export const meta = metaOf({
  title: "Checkout",
  description: "Where your order goes and how it is paid.",
  path: "/checkout",
  noindex: true,
});

export default function Checkout() {
  return <CheckoutPage />;
}
