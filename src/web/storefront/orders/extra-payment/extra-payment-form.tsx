import type { Stripe } from "@stripe/stripe-js";
import { type ComponentType, useEffect, useState } from "react";
import type { Cents } from "#domain/money/money.ts";
import type { PaymentKeys } from "../../../page/root-data.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { loadPayments } from "../../checkout/payment/stripe-loader.ts";
import type { ExtraPaymentCard } from "./extra-payment-card.tsx";

type Loaded = { stripe: Stripe; Card: ComponentType<Parameters<typeof ExtraPaymentCard>[0]> };

type ExtraPaymentFormProps = { payments: PaymentKeys; clientSecret: string; amount: Cents };

/** The provider's card form, or why it could not be loaded. */
export function ExtraPaymentForm({ payments, clientSecret, amount }: ExtraPaymentFormProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try.
  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    Promise.all([loadPayments(payments), import("./extra-payment-card.tsx")]).then(
      ([stripe, { ExtraPaymentCard }]) => isCurrent && setLoaded({ stripe, Card: ExtraPaymentCard }),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [payments, attempt]);
  if (isFailed) {
    return (
      <div role="alert" className="mt-6 rounded-field bg-err-tint p-4">
        <p className="font-semibold">The card form could not be loaded. Nothing was charged.</p>
        <Button look="secondary" className="mt-3" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </div>
    );
  }
  const Card = loaded?.Card;
  return (
    <section aria-label="Payment" className="mt-6">
      {loaded && Card ? (
        <Card stripe={loaded.stripe} clientSecret={clientSecret} amount={amount} />
      ) : (
        <p className="py-12 text-center text-ink-2">
          <Spinner label="Loading the card form..." />
        </p>
      )}
      <noscript>
        <p className="rounded-field bg-warn-tint p-4">Please turn on JavaScript to pay by card.</p>
      </noscript>
    </section>
  );
}
