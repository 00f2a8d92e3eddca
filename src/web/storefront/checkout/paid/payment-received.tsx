import { useEffect, useRef } from "react";
import { useRootData } from "../../../page/root-data.ts";

/** From the moment that the card is charged until the confirmation is drawn: a ball rolls to the flag. */
export function PaymentReceived({ isProcessing }: { isProcessing: boolean }) {
  const { hasDrawings } = useRootData().brand;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <section aria-labelledby="received-heading" className="payment-received on-dark">
      {hasDrawings && <RollingBall />}
      <div>
        <h2 ref={heading} id="received-heading" tabIndex={-1} className="display text-heading outline-none">
          {isProcessing ? "Payment in progress." : "Payment received."}
        </h2>
        <p>Preparing your confirmation...</p>
      </div>
    </section>
  );
}

function RollingBall() {
  return (
    <svg viewBox="0 0 320 72" aria-hidden="true">
      <path d="M0 60h320" className="received-green" />
      <ellipse cx="264" cy="60" rx="11" ry="3.5" className="received-hole" />
      <path d="M264 60V8" className="received-pole" />
      <path d="M265 9c9-4 14 2 25-1l-5 9 5 9c-10 3-16-3-25 1z" className="received-flag" />
      <circle cx="264" cy="53" r="7" className="received-ball" />
    </svg>
  );
}
