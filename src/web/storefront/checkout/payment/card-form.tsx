// The only component that imports the provider's React package. It is loaded shortly before the payment step.
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeExpressCheckoutElementConfirmEvent } from "@stripe/stripe-js";
import { type FormEvent, useRef, useState } from "react";
import { formatMoney } from "#domain/money/money.ts";
import { Button } from "../../../ui/form/button.tsx";
import { CircleAlert } from "../../../ui/icons.tsx";
import { type CheckoutEvent, destinationPath, type PaymentReady } from "../checkout-flow.ts";
import { Lock } from "../checkout-icons.ts";
import { holdForPay, markPaying, orDeclinedOut, wait } from "../checkout-run.ts";
import { loadShippingInfo } from "../checkout-storage.ts";
import { loadOpenCheckout } from "../kept-checkout.ts";
import { ExpressWallets } from "./express-wallets.tsx";
import { pay } from "./pay.ts";
import { paymentAppearance } from "./payment-appearance.ts";
import { type PaymentOutcome, paymentTexts } from "./payment-outcome.ts";

/** Another card does not help against these. */
const NOT_OF_THE_CARD: string[] = [paymentTexts.notConfirmed, paymentTexts.busy, paymentTexts.unreachable];

type CardFormProps = {
  stripe: Stripe;
  checkout: PaymentReady;
  step: "payment" | "paying";
  notice: string | null;
  report: (event: CheckoutEvent) => void;
  /** Whether the provider's form can be filled in; false when it could not be loaded. */
  onLoad: (isReady: boolean) => void;
};

export function CardForm({ stripe, ...rest }: CardFormProps) {
  const { clientSecret } = rest.checkout;
  return (
    // A client secret can't be exchanged inside mounted elements: another one is another form.
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance: paymentAppearance() }}>
      <PayForm {...rest} />
    </Elements>
  );
}

function PayForm({ checkout, step, notice, report, onLoad }: Omit<CardFormProps, "stripe">) {
  const [isReady, setReady] = useState(false);
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const [billingDetails] = useState(billingDetailsOf);
  const isBusy = step !== "payment";
  const payOnce = usePay({ checkout, isBusy, report });
  const message = isBusy ? null : (loadFailure ?? notice);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await payOnce();
  }

  /** The wallet's own sheet stays open until it hears how it went. */
  async function payByWallet({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) {
    const outcome = await payOnce();
    if (outcome?.kind !== "succeeded" && outcome?.kind !== "processing") paymentFailed();
  }

  return (
    <form onSubmit={submit} aria-labelledby="payment-heading" className="grid gap-5">
      <ExpressWallets isBusy={isBusy} onConfirm={payByWallet} />
      <div className="min-h-60">
        <PaymentElement
          options={{
            defaultValues: { billingDetails },
            // They have their own buttons above.
            wallets: { applePay: "never", googlePay: "never" },
          }}
          onReady={() => {
            setReady(true);
            onLoad(true);
          }}
          onChange={() => {
            setLoadFailure(null);
            report({ type: "card-changed" });
          }}
          onLoadError={() => {
            setLoadFailure(paymentTexts.notReady);
            onLoad(false);
          }}
        />
      </div>
      <PayMessage message={message} isOfCard={!loadFailure} />
      <Button
        type="submit"
        size="large"
        pending={isBusy}
        disabled={!isReady}
        aria-describedby="payment-message"
        className="w-full"
      >
        {isBusy ? "Processing..." : `Pay Now ${formatMoney(checkout.totals.total)}`}
      </Button>
      <PayNote isBusy={isBusy} />
    </form>
  );
}

type PayOptions = Pick<CardFormProps, "checkout" | "report"> & { isBusy: boolean };

/** Pays with the chosen method; null when a payment is already under way. */
function usePay({ checkout, isBusy, report }: PayOptions): () => Promise<PaymentOutcome | null> {
  const stripe = useStripe();
  const elements = useElements();
  // A second press can come before this one is drawn; state alone would let it through.
  const isPaying = useRef(false);

  return async () => {
    if (isBusy || isPaying.current) return null;
    isPaying.current = true;
    report({ type: "pay" });
    markPaying(checkout.totals);
    const outcome: PaymentOutcome =
      stripe && elements
        ? await pay(stripe, elements, {
            clientSecret: checkout.clientSecret,
            returnUrl: returnUrlOf(checkout),
            wait,
            hold: () => holdForPay(checkout, report),
          })
        : { kind: "failed", message: paymentTexts.notReady };
    const settled = await orDeclinedOut(outcome, checkout);
    isPaying.current = false;
    report({ type: "paid-outcome", outcome: settled, record: loadOpenCheckout() });
    return settled;
  };
}

function PayMessage({ message, isOfCard }: { message: string | null; isOfCard: boolean }) {
  return (
    <div role="alert" id="payment-message">
      {message && (
        <p className="flex gap-2 rounded-field bg-err-tint p-3 font-medium text-err">
          <CircleAlert className="mt-0.5 size-5 flex-none" />
          <span>
            <span>{message}</span>
            {isOfCard && !NOT_OF_THE_CARD.includes(message) && (
              <span className="block font-normal text-ink">Check the details or try another card.</span>
            )}
          </span>
        </p>
      )}
    </div>
  );
}

function PayNote({ isBusy }: { isBusy: boolean }) {
  return (
    <p role="status" className="flex min-h-6 items-start justify-center gap-2 text-[0.9375rem] text-ink-2">
      {isBusy ? (
        <span>Processing payment via Stripe...</span>
      ) : (
        <>
          <Lock className="mt-1 size-4 flex-none" />
          <span>Your card details go to Stripe, encrypted. We never see or store them.</span>
        </>
      )}
    </p>
  );
}

/** The card form starts with the postal address that was already typed. */
function billingDetailsOf() {
  const { name, email, postalCode } = loadShippingInfo();
  return { name, email, address: { postal_code: postalCode, country: "US" } };
}

function returnUrlOf({ orderId, paymentIntentId }: PaymentReady): string {
  return location.origin + destinationPath({ page: "confirmation", orderId, paymentIntentId });
}
