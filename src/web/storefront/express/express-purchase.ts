// A purchase by wallet: the sheet has been agreed to, so the server is asked for a payment of just what the sheet
// showed, at the address that the wallet gave, and that payment is confirmed. Nothing is charged unless the server has
// priced and held the same. From the request on, it is the path of the checkout page.
import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { formatMoney } from "#domain/money/money.ts";
import { saveCode } from "../cart/cart-settings.ts";
import { destinationPath, type PaymentReady } from "../checkout/checkout-flow.ts";
import { holdForPay, markPaying, orDeclinedOut, requestPayment, wait } from "../checkout/checkout-run.ts";
import { confirm, submit } from "../checkout/payment/pay.ts";
import { type PaymentOutcome, paymentTexts } from "../checkout/payment/payment-outcome.ts";
import type { StartAnswer } from "../checkout/start-outcome.ts";
import type { Quote } from "./quote.ts";
import { formatAddressErrors, readWallet, type WalletDetails } from "./wallet-address.ts";

export type ExpressOutcome =
  /** Paid, or it may be: the confirmation says it. */
  | { kind: "confirmation"; path: string }
  /** Nothing was charged. `isStale`: what the page shows is no longer true. */
  | { kind: "refused"; said: string; isAddress?: true; isStale?: true };

export type Provider = { stripe: Stripe; elements: StripeElements };

export async function buyByWallet(
  { stripe, elements }: Provider,
  { quote, wallet }: { quote: Quote; wallet: WalletDetails },
): Promise<ExpressOutcome> {
  // The provider wants this before anything else that takes time.
  const invalid = await submit(elements);
  if (invalid) return outcomeOf(invalid, null);
  const address = readWallet(wallet);
  if (!address.ok) return { kind: "refused", said: address.said, isAddress: true };
  const { cart, totals } = quote;
  const answer = await requestPayment({ cart, shipping: address.value, total: totals.total, byWallet: true });
  if (!answer.ok) return refusalOf(answer);
  const { checkout } = answer;
  const unheld = await holdForPay(checkout, () => {});
  if (unheld) return outcomeOf(unheld, checkout);
  markPaying(checkout.totals, cart);
  const paid = await confirm(stripe, elements, {
    clientSecret: checkout.clientSecret,
    returnUrl: location.origin + pathOf(checkout),
    wait,
  });
  return outcomeOf(await orDeclinedOut(paid, checkout), checkout);
}

const pathOf = ({ orderId, paymentIntentId }: { orderId: string | null; paymentIntentId: string | null }) =>
  destinationPath({ page: "confirmation", orderId, paymentIntentId });

function outcomeOf(outcome: PaymentOutcome, checkout: PaymentReady | null): ExpressOutcome {
  switch (outcome.kind) {
    case "failed":
      return { kind: "refused", said: outcome.message };
    case "canceled":
      return {
        kind: "refused",
        said: "Your items are no longer held for you. Nothing was charged. Please try again.",
      };
    case "sold-out":
      return { kind: "refused", said: formatChange(null), isStale: true };
    case "declined-out":
      return {
        kind: "refused",
        said: "This payment was canceled because too many cards were declined. Nothing was charged. Ask your bank why, or use another card.",
      };
    default:
      return checkout
        ? { kind: "confirmation", path: pathOf(checkout) }
        : { kind: "refused", said: paymentTexts.exception };
  }
}

/** Why there is nothing to pay, as a sentence that says what to do. */
export function refusalOf(answer: Extract<StartAnswer, { ok: false }>): ExpressOutcome {
  switch (answer.reason) {
    case "already-paid":
      return { kind: "confirmation", path: pathOf(answer) };
    case "invalid-shipping":
      return { kind: "refused", said: formatAddressErrors(answer.errors), isAddress: true };
    case "cart-changed":
      return { kind: "refused", said: formatChange(answer.total), isStale: true };
    case "code-refused":
      saveCode(null);
      return { kind: "refused", said: answer.said, isStale: true };
    case "key-is-over":
      return { kind: "refused", said: TRY_AGAIN };
    case "failed":
      return { kind: "refused", said: formatFailure(answer.failure) };
  }
}

function formatChange(total: number | null): string {
  return total === null
    ? "Your selection is no longer in stock. Nothing was charged. Please check what's available and try again."
    : `The total is now ${formatMoney(total)}. Nothing was charged. Please check it and try again.`;
}

const TRY_AGAIN = "The payment could not be started. Nothing was charged. Please try again.";

function formatFailure(failure: string): string {
  if (failure === "rate-limited")
    return "There were too many attempts in a short time. Nothing was charged. Please wait a minute and try again.";
  if (failure === "closed")
    return "New customers can't pay right now. Nothing was charged. Please try again in 15 minutes.";
  if (failure === "amount")
    return "A payment must be at least $0.50. Nothing was charged; please add something.";
  return failure === "unreachable"
    ? "The shop can't be reached. Nothing was charged. Check your connection and try again."
    : TRY_AGAIN;
}
