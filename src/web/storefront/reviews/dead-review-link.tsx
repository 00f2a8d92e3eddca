import { href } from "react-router";
import { Onward } from "../checkout/confirmation/onward.tsx";

/** Shown when a link opens no reviews: mistyped, or cut off by a mail program. */
export function DeadReviewLink() {
  return (
    <div className="wrap min-h-[60dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">This link opens no order</h1>
      <p className="mt-4 max-w-[58ch] text-lg text-ink-2">
        A mail program may have cut it off. Open the link in our mail once more, or copy the whole of it. Only
        who bought something here can review it.
      </p>
      <Onward
        to={href("/shop")}
        label="Continue Shopping"
        others={[{ to: href("/contact"), label: "Contact us" }]}
      />
    </div>
  );
}
