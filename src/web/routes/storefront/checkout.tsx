import { purchasePage } from "../../page/page-headers.ts";
import { metaOf } from "../../page/page-meta.ts";
import { CheckoutEntrance } from "../../storefront/checkout/frame/checkout-entrance.tsx";
import { CheckoutFooter } from "../../storefront/checkout/frame/checkout-footer.tsx";
import { CheckoutHeader } from "../../storefront/checkout/frame/checkout-header.tsx";
// Here and not where it is used: a file of styles that comes with a later script costs every page the code for it.
import "../../storefront/checkout/paid/payment-received.css";

const loadExpress = () => import("../../storefront/express/express-ways.tsx");

export const headers = purchasePage;

export const meta = metaOf({
  title: "Checkout",
  description: "Your shipping address and payment.",
  path: "/checkout",
  noindex: true,
});

export const handle = { frame: { Header: CheckoutHeader, Footer: CheckoutFooter } };

export default function Checkout() {
  return <CheckoutEntrance loadExpress={loadExpress} />;
}
