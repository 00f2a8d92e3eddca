import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { invalidElement, outcomeOf, type PaymentOutcome, paymentTexts } from "./payment-outcome.ts";

/** Validates the card form, then confirms the payment; leaves the page only where the bank demands it. */
export async function pay(
  stripe: Stripe,
  elements: StripeElements,
  { clientSecret, returnUrl }: { clientSecret: string; returnUrl: string },
): Promise<PaymentOutcome> {
  try {
    const { error } = await elements.submit();
    if (error) return invalidElement(error);
    const result = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: "if_required",
    });
    return outcomeOf(result);
  } catch {
    return { kind: "failed", message: paymentTexts.exception };
  }
}
