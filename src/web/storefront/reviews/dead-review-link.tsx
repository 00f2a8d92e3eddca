import { href } from "react-router";
import { Onward } from "../checkout/confirmation/onward.tsx";

/** Shown when a link opens no reviews: mistyped, or cut off by an email client. */
export function DeadReviewLink() {
  return (
    <div className="wrap min-h-[60dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">This link doesn't open an order</h1>
      <p className="mt-4 max-w-[58ch] text-lg text-ink-2">
        Your email app may have cut it off. Open the link in our email again, or copy all of it. Only
        customers can review what they bought.
      </p>
      <Onward
        to={href("/shop")}
        label="Continue Shopping"
        others={[{ to: href("/contact"), label: "Contact us" }]}
      />
    </div>
  );
}
