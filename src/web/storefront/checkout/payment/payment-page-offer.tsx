import { useEffect, useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { type CheckoutEvent, destinationPath, type PaymentReady } from "../checkout-flow.ts";
import { requestPage } from "../checkout-run.ts";
import { paymentTexts } from "./payment-outcome.ts";

type PaymentPageOfferProps = { checkout: PaymentReady; report: (event: CheckoutEvent) => void };

/**
 * The way to pay when the card form can't be shown: the provider's own page, for the same cart. The button closes the
 * card form's checkout on the server, so it either leaves this page or says why not.
 */
export function PaymentPageOffer({ checkout, report }: PaymentPageOfferProps) {
  const [isOpening, setOpening] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  useEffect(() => {
    // The browser's back button restores this page as it was left.
    const restored = (event: PageTransitionEvent) => event.persisted && setOpening(false);
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);

  async function open() {
    setOpening(true);
    setMessage(null);
    const answer = await requestPage(checkout);
    if (answer.ok) return location.assign(answer.url);
    if (answer.reason === "already-paid") {
      const { orderId, paymentIntentId } = answer;
      return location.assign(destinationPath({ page: "confirmation", orderId, paymentIntentId }));
    }
    setOpening(false);
    if (answer.reason === "over") report({ type: "hold-expired" });
    else setMessage(paymentTexts.notReady);
  }

  return (
    <>
      <Button pending={isOpening} onClick={open}>
        Pay on the payment page instead
      </Button>
      <p role="alert" className="font-medium text-err empty:hidden">
        {message}
      </p>
    </>
  );
}
