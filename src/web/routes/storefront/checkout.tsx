import { purchasePage } from "../../page/page-headers.ts";
import { metaOf } from "../../page/page-meta.ts";
import { CheckoutPage } from "../../storefront/checkout/checkout-page.tsx";

export const headers = purchasePage;

export const meta = metaOf({
  title: "Checkout",
  description: "Where your order goes and how it is paid.",
  path: "/checkout",
  noindex: true,
});

export default function Checkout() {
  return <CheckoutPage />;
}
