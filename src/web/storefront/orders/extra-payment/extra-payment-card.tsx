// Makes an extra payment with the provider's own elements, by the same steps as in the checkout. What came of it is what the page's
// loader says, which settles the payment by the provider's answer.
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { type FormEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { type Cents, formatMoney } from "#domain/money/money.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Refusal } from "../../../ui/form/refusal.tsx";
import { pay } from "../../checkout/payment/pay.ts";
import { paymentAppearance } from "../../checkout/payment/payment-appearance.ts";
import { paymentTexts } from "../../checkout/payment/payment-outcome.ts";

type ExtraPaymentCardProps = { stripe: Stripe; clientSecret: string; amount: Cents };

export function ExtraPaymentCard({ stripe, clientSecret, amount }: ExtraPaymentCardProps) {
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance: paymentAppearance() }}>
      <PayForm clientSecret={clientSecret} amount={amount} />
    </Elements>
  );
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function PayForm({ clientSecret, amount }: Omit<ExtraPaymentCardProps, "stripe">) {
  const stripe = useStripe();
  const elements = useElements();
  const { revalidate } = useRevalidator();
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  // A second press can come before this one is drawn; state alone would let it through.
  const isPaying = useRef(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPaying.current || !stripe || !elements) return;
    isPaying.current = true;
    setBusy(true);
    setMessage(null);
    const outcome = await pay(stripe, elements, { clientSecret, returnUrl: location.href, wait });
    if (outcome.kind === "failed" && !outcome.isInline) setMessage(outcome.message);
    if (outcome.kind === "unknown")
      setMessage("We lost the connection. Please don't pay again: we're checking with your bank.");
    // Whatever the browser heard: the page shows what the shop knows after asking the provider.
    await revalidate();
    isPaying.current = false;
    setBusy(false);
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <div className="min-h-60">
        <PaymentElement
          onReady={() => setReady(true)}
          onChange={() => setMessage(null)}
          onLoadError={() => setMessage(paymentTexts.notReady)}
        />
      </div>
      <Refusal>{message}</Refusal>
      <Button type="submit" size="large" pending={isBusy} disabled={!isReady} className="w-full">
        {isBusy ? "Processing..." : `Pay ${formatMoney(amount)}`}
      </Button>
      <p className="text-center text-[0.9375rem] text-ink-2">
        Your card details go to Stripe, encrypted. We never see or store them.
      </p>
    </form>
  );
}
