import type { Stripe } from "@stripe/stripe-js";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import type { PaymentKeys } from "../../../page/root-data.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import {
  type CheckoutEvent,
  type CheckoutState,
  destinationPath,
  type PaymentReady,
  RESERVED_AT_PAY,
} from "../checkout-flow.ts";
import type { CardForm } from "./card-form.tsx";
import { HoldCountdown } from "./hold-countdown.tsx";
import { paymentTexts } from "./payment-outcome.ts";
import { PaymentPageOffer } from "./payment-page-offer.tsx";
import { loadPayments } from "./stripe-loader.ts";
import { Troubleshooting } from "./troubleshooting.tsx";

// They are above this step or seldom needed before it, and load with it.
export { emailHint } from "#domain/text/typed/email-hint.ts";
export { CheckoutProblem } from "../checkout-problem.tsx";
export { ShippingReview } from "../shipping/shipping-review.tsx";
export { Troubleshooting };

type Payments = { stripe: Stripe; Form: ComponentType<Parameters<typeof CardForm>[0]> };

/** Fetches the provider's script and the card form; called early, so that the step opens right away. */
export async function preparePayments(keys: PaymentKeys): Promise<Payments> {
  const [stripe, { CardForm }] = await Promise.all([loadPayments(keys), import("./card-form.tsx")]);
  return { stripe, Form: CardForm };
}

/** After this long without a card form the shopper is offered another way to pay. */
const FORM_WAIT_MS = 8_000;

type PaymentStepProps = {
  state: Extract<CheckoutState, { step: "payment" | "paying" | "expired" }>;
  payments: PaymentKeys;
  report: (event: CheckoutEvent) => void;
};

/** 'Payment Information': the card form, why it could not be loaded, or that the hold ran out. */
export function PaymentStep({ state, payments, report }: PaymentStepProps) {
  const { orderId, paymentIntentId } = state.checkout;
  const heading = useRef<HTMLHeadingElement>(null);
  const { loaded, failure, retry } = usePayments(payments);
  const [isReady, setReady] = useState(false);
  const [isLate, setLate] = useState(false);

  useEffect(() => heading.current?.focus(), []);

  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(() => setLate(true), FORM_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isReady]);

  function noteLoad(ready: boolean) {
    setReady(ready);
    setLate(!ready);
  }

  const Form = loaded?.Form;
  const isStuck = state.step === "payment" && failure === null && isLate && !isReady;
  return (
    <section aria-labelledby="payment-heading">
      <PrefetchPageLinks page={destinationPath({ page: "confirmation", orderId, paymentIntentId })} />
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 ref={heading} id="payment-heading" tabIndex={-1} className="display text-2xl outline-none">
          Payment Information
        </h2>
        {state.step === "payment" && <HoldCountdown checkout={state.checkout} report={report} />}
        {state.step === "payment" && !state.checkout.isHeld && (
          <p className="text-[0.9375rem] text-ink-2 lg:hidden">{RESERVED_AT_PAY}</p>
        )}
      </div>
      {state.step === "expired" && <Ended {...state} onContinue={() => report({ type: "submitted" })} />}
      {state.step !== "expired" && loaded && Form && (
        <Form
          stripe={loaded.stripe}
          checkout={state.checkout}
          step={state.step}
          notice={state.step === "payment" ? state.notice : null}
          report={report}
          onLoad={noteLoad}
        />
      )}
      {state.step !== "expired" && !loaded && failure === null && (
        <p className="py-12 text-center text-ink-2">
          <Spinner label="Processing your request..." />
        </p>
      )}
      {state.step !== "expired" && failure !== null && (
        <LoadFailure
          checkout={state.checkout}
          mode={payments.mode}
          detail={failure}
          report={report}
          onRetry={retry}
        />
      )}
      {isStuck && <LateForm checkout={state.checkout} report={report} />}
    </section>
  );
}

function usePayments(payments: PaymentKeys) {
  const [loaded, setLoaded] = useState<Payments | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try.
  useEffect(() => {
    let isCurrent = true;
    setFailure(null);
    preparePayments(payments).then(
      (ready) => isCurrent && setLoaded(ready),
      (reason: unknown) => isCurrent && setFailure(reason instanceof Error ? reason.message : String(reason)),
    );
    return () => {
      isCurrent = false;
    };
  }, [payments, attempt]);
  return { loaded, failure, retry: () => setAttempt(attempt + 1) };
}

type LoadFailureProps = {
  checkout: PaymentReady;
  mode: PaymentKeys["mode"];
  detail: string;
  report: (event: CheckoutEvent) => void;
  onRetry: () => void;
};

function LoadFailure({ checkout, mode, detail, report, onRetry }: LoadFailureProps) {
  return (
    <div role="alert" className="rounded-field bg-err-tint p-4">
      <p className="font-semibold">{paymentTexts.notReady}</p>
      <p>The card form could not be loaded. Nothing was charged.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <PaymentPageOffer checkout={checkout} report={report} />
        <Button look="secondary" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <Troubleshooting mode={mode} failure="not-configured" detail={detail} />
    </div>
  );
}

/** The card form has neither loaded nor failed: a blocked script often just never answers. */
function LateForm({ checkout, report }: { checkout: PaymentReady; report: (event: CheckoutEvent) => void }) {
  return (
    <div role="status" className="mt-5 rounded-field bg-warn-tint p-4">
      <p className="font-semibold">The card form hasn't loaded in this browser.</p>
      <p>You can pay for this order on a separate page. Nothing was charged.</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <PaymentPageOffer checkout={checkout} report={report} />
      </div>
    </div>
  );
}

type EndedProps = { checkout: PaymentReady; isDeclined: boolean; onContinue: () => void };

function Ended({ checkout, isDeclined, onContinue }: EndedProps) {
  return isDeclined ? (
    <div role="alert" className="rounded-field bg-warn-tint p-5">
      <p className="font-semibold">This payment was canceled because too many cards were declined.</p>
      <p className="mt-1">
        Nothing was charged, and your cart and address are saved. Ask your bank why, or get another card
        ready, then start a new payment.
      </p>
      <Button className="mt-4" onClick={onContinue}>
        Start a new payment
      </Button>
    </div>
  ) : (
    <div role="alert" className="rounded-field bg-warn-tint p-5">
      <p className="font-semibold">
        {checkout.isHeld ? "Your items are no longer held for you." : "This payment has timed out."}
      </p>
      <p className="mt-1">
        {checkout.isHeld
          ? "Nothing was charged. If they're still in stock, we'll hold them again and you can pay right away."
          : "Nothing was charged. If your items are still in stock, you can pay right away."}
      </p>
      <Button className="mt-4" onClick={onContinue}>
        {checkout.isHeld ? "Hold my items again" : "Start a new payment"}
      </Button>
    </div>
  );
}
