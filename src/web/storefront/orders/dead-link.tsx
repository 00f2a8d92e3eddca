import { href } from "react-router";
import { Onward } from "../checkout/confirmation/onward.tsx";

/** Shown when an order link opens no order: mistyped, cut off by an email client, or not yet an order. */
export function DeadLink() {
  return (
    <div className="wrap min-h-[60dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">This link doesn't open an order</h1>
      <p className="mt-4 max-w-[58ch] text-lg text-ink-2">
        Your email app may have cut it off. Enter your order number and email, and we'll send you the link
        again.
      </p>
      <Onward
        to={href("/orders")}
        label="Find your order"
        others={[{ to: href("/contact"), label: "Contact us" }]}
      />
    </div>
  );
}
