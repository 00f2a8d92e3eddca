// One attempt to pay. An answer that was lost on the way says nothing about the money: the card may have been
// charged. So a failed connection is never reported as a failed payment. The provider is asked about the
// payment itself, and when it is unreachable, too, the shopper sees just that.
import type { Stripe, StripeElements } from "@stripe/stripe-js";
import {
  invalidElement,
  isUnclear,
  outcomeOf,
  outcomeOfIntent,
  type PaymentOutcome,
  paymentTexts,
} from "./payment-outcome.ts";

export const PROVIDER_QUESTIONS = 3;
export const PROVIDER_PAUSE_MS = 1_000;

type Attempt = { clientSecret: string; returnUrl: string; wait: (ms: number) => Promise<void> };
/** `hold`: holds the paid items if they aren't held yet; null: they are. */
type HeldAttempt = Attempt & { hold?: () => Promise<PaymentOutcome | null> };

/** Validates the card form, holds the items, then confirms the payment; leaves the page only where the bank demands it. */
export async function pay(
  stripe: Stripe,
  elements: StripeElements,
  attempt: HeldAttempt,
): Promise<PaymentOutcome> {
  return (await submit(elements)) ?? (await attempt.hold?.()) ?? confirm(stripe, elements, attempt);
}

/** The provider's own validation of the form; null when it is valid. */
export async function submit(elements: StripeElements): Promise<PaymentOutcome | null> {
  try {
    const { error } = await elements.submit();
    return error ? invalidElement(error) : null;
  } catch {
    return { kind: "failed", message: paymentTexts.exception };
  }
}

/** Confirms a payment whose elements were submitted. */
export async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  attempt: Attempt,
): Promise<PaymentOutcome> {
  try {
    const result = await stripe.confirmPayment({
      elements,
      clientSecret: attempt.clientSecret,
      confirmParams: { return_url: attempt.returnUrl },
      redirect: "if_required",
    });
    const outcome = outcomeOf(result);
    return isUnclear(result) ? askProvider(stripe, attempt, outcome) : outcome;
  } catch {
    return askProvider(stripe, attempt, { kind: "failed", message: paymentTexts.exception });
  }
}

/** `told`: the outcome to report when the payment was certainly not made. */
async function askProvider(
  stripe: Stripe,
  { clientSecret, wait }: Attempt,
  told: PaymentOutcome,
): Promise<PaymentOutcome> {
  for (let question = 1; question <= PROVIDER_QUESTIONS; question += 1) {
    if (question > 1) await wait(PROVIDER_PAUSE_MS);
    const answer = await stripe.retrievePaymentIntent(clientSecret).catch(() => null);
    if (answer?.paymentIntent) return outcomeOfIntent(answer.paymentIntent) ?? told;
  }
  return { kind: "unknown" };
}
