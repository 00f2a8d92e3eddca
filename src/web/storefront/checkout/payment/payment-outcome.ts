// The outcome of an attempt to pay, in the shop's words. Only this file reads the provider's answers. Two
// answers that look like failures are not. An error about an intent that has already succeeded (a second tab,
// a lost answer) counts as success. An error about a canceled intent means that the hold ran out and nothing
// was charged.

export type PaymentOutcome =
  | { kind: "succeeded"; paymentIntentId: string | null }
  | { kind: "processing"; paymentIntentId: string | null }
  | { kind: "canceled" }
  /** Unheld items were bought by others; `lines` has the changes to the cart. */
  | { kind: "sold-out"; lines: string[] }
  /** Canceled by the shop after too many declines. */
  | { kind: "declined-out" }
  /** The answer was lost and the provider could not be asked: the payment may have been made. */
  | { kind: "unknown" }
  /** `isDeclined`: a card was refused. `isInline`: the card form itself says it, at the field that is wrong. */
  | { kind: "failed"; message: string; isDeclined?: boolean; isInline?: boolean };

export const paymentTexts = {
  unexpected: "An unexpected error occurred",
  cardFailed: "Payment failed",
  notSuccessful: "Payment not successful. Please try again.",
  exception: "An error occurred while processing your payment",
  notConfirmed: "Your bank didn't confirm the payment. Nothing was charged. Try again or use another card.",
  busy: "Another order from your network is being paid for right now. Finish that one, or try again in 30 minutes. Nothing was charged.",
  unreachable: "We could not reach the shop. Nothing was charged. Check your connection and try again.",
  notReady: "Error processing payment. Please try again.",
  succeeded: "Payment successful!",
  processing: "Payment processing. We'll update you when it completes.",
} as const;

type Intent = { id?: string; status?: string };
type ProviderError = { type?: string; code?: string; message?: string; payment_intent?: Intent };

/** 3-D Secure: the bank's question was answered wrongly or not at all. */
const NOT_AUTHENTICATED = "payment_intent_authentication_failure";

/** The payment element refused its own content: its message, which the element shows at the field where it can. */
export function invalidElement(error: { type?: string; message?: string }): PaymentOutcome {
  const isInline = error.type === "validation_error" && Boolean(error.message);
  return { kind: "failed", message: error.message || paymentTexts.unexpected, ...(isInline && { isInline }) };
}

/** What confirmPayment answered, with redirect 'if_required'. */
export function outcomeOf(result: { error?: ProviderError; paymentIntent?: Intent }): PaymentOutcome {
  if (result.error) return outcomeOfError(result.error);
  return outcomeOfIntent(result.paymentIntent) ?? { kind: "failed", message: paymentTexts.notSuccessful };
}

/** Whether an answer leaves open if the payment was made: it got lost, or the provider had a fault. */
export function isUnclear({ error }: { error?: ProviderError }): boolean {
  if (!error || outcomeOfIntent(error.payment_intent)) return false;
  return error.type === "api_connection_error" || error.type === "api_error";
}

function outcomeOfError(error: ProviderError): PaymentOutcome {
  const settled = outcomeOfIntent(error.payment_intent);
  if (settled) return settled;
  if (error.code === NOT_AUTHENTICATED) return { kind: "failed", message: paymentTexts.notConfirmed };
  const isAboutTheCard = error.type === "card_error" || error.type === "validation_error";
  const message = isAboutTheCard ? error.message || paymentTexts.cardFailed : paymentTexts.unexpected;
  return { kind: "failed", message, ...(error.type === "card_error" ? { isDeclined: true } : {}) };
}

/** Null while the payment waits for a card or for the bank's question. */
export function outcomeOfIntent(intent: Intent | undefined): PaymentOutcome | null {
  const paymentIntentId = intent?.id ?? null;
  if (intent?.status === "succeeded") return { kind: "succeeded", paymentIntentId };
  if (intent?.status === "processing") return { kind: "processing", paymentIntentId };
  return intent?.status === "canceled" ? { kind: "canceled" } : null;
}
