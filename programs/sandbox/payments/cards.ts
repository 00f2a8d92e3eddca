// The test cards. Only the numbers of this table are accepted. Any other number is refused as
// `incorrect_number`, so no real card is ever accepted here. A number is turned into its behavior at once and
// discarded; only the brand and the last four digits are kept.

export type DisputeReason = "fraudulent" | "product_not_received" | "inquiry" | "early_fraud_warning";
export type RefundCourse = "succeeds" | "pending" | "fails_later";

/** How a bank answers a card. */
export type CardBehavior = {
  decline?: Decline;
  /** 3-D Secure is asked for first; `decline` then applies after it. */
  authenticates?: boolean;
  dispute?: DisputeReason;
  refund?: RefundCourse;
  /** A slow payment, like a bank debit. No card number has it; see the fault controls. */
  processes?: boolean;
};

export type Decline = { code: string; declineCode?: string; message: string; blocked?: boolean };

export type Card = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  postalCode: string | null;
  behavior: CardBehavior;
};

const DECLINED = "Your card was declined.";
const declined = (declineCode: string, message = DECLINED): Decline => ({
  code: "card_declined",
  declineCode,
  message,
});
const INSUFFICIENT = declined("insufficient_funds", "Your card has insufficient funds.");

export const TEST_CARDS: Readonly<Record<string, { brand: string; does: string; behavior: CardBehavior }>> = {
  "4242424242424242": { brand: "visa", does: "Succeeds", behavior: {} },
  "5555555555554444": { brand: "mastercard", does: "Succeeds", behavior: {} },
  "378282246310005": { brand: "amex", does: "Succeeds", behavior: {} },
  "6011111111111117": { brand: "discover", does: "Succeeds", behavior: {} },
  "4000056655665556": { brand: "visa", does: "Succeeds (debit)", behavior: {} },
  "4000000000000002": { brand: "visa", does: "Declined", behavior: { decline: declined("generic_decline") } },
  "4000000000009995": { brand: "visa", does: "Insufficient funds", behavior: { decline: INSUFFICIENT } },
  "4000000000009987": {
    brand: "visa",
    does: "Declined: lost card",
    behavior: { decline: declined("lost_card") },
  },
  "4000000000009979": {
    brand: "visa",
    does: "Declined: stolen card",
    behavior: { decline: declined("stolen_card") },
  },
  "4000000000006975": {
    brand: "visa",
    does: "Declined: used too often",
    behavior: {
      decline: declined(
        "card_velocity_exceeded",
        "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
      ),
    },
  },
  "4000000000000069": {
    brand: "visa",
    does: "Expired card",
    behavior: { decline: { code: "expired_card", message: "Your card has expired." } },
  },
  "4000000000000127": {
    brand: "visa",
    does: "Wrong security code",
    behavior: { decline: { code: "incorrect_cvc", message: "Your card's security code is incorrect." } },
  },
  "4000000000000119": {
    brand: "visa",
    does: "Processing error",
    behavior: {
      decline: {
        code: "processing_error",
        message: "An error occurred while processing your card. Try again in a little bit.",
      },
    },
  },
  "4100000000000019": {
    brand: "visa",
    does: "Blocked as fraud",
    behavior: { decline: { ...declined("fraudulent"), blocked: true } },
  },
  "4000002500003155": { brand: "visa", does: "Asks for authentication", behavior: { authenticates: true } },
  "4000002760003184": {
    brand: "visa",
    does: "Always asks for authentication",
    behavior: { authenticates: true },
  },
  "4000000000003220": {
    brand: "visa",
    does: "Asks for authentication (3DS 2)",
    behavior: { authenticates: true },
  },
  "4000008260003178": {
    brand: "visa",
    does: "Authentication, then insufficient funds",
    behavior: { authenticates: true, decline: INSUFFICIENT },
  },
  "4000008400001629": {
    brand: "visa",
    does: "Authentication, then declined",
    behavior: { authenticates: true, decline: declined("generic_decline") },
  },
  "4000000000000259": {
    brand: "visa",
    does: "Succeeds, later disputed as fraud",
    behavior: { dispute: "fraudulent" },
  },
  "4000000000002685": {
    brand: "visa",
    does: "Succeeds, later disputed as not received",
    behavior: { dispute: "product_not_received" },
  },
  "4000000000001976": { brand: "visa", does: "Succeeds, later an inquiry", behavior: { dispute: "inquiry" } },
  "4000000000005423": {
    brand: "visa",
    does: "Succeeds, later a fraud warning",
    behavior: { dispute: "early_fraud_warning" },
  },
  "4000000000007726": {
    brand: "visa",
    does: "Succeeds; a refund is pending first",
    behavior: { refund: "pending" },
  },
  "4000000000005126": {
    brand: "visa",
    does: "Succeeds; a refund fails later",
    behavior: { refund: "fails_later" },
  },
};

/** Stripe's ready-made payment methods of test mode, with their cards. */
const TEST_TOKENS: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_discover: "6011111111111117",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_createDispute: "4000000000000259",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_refundFail: "4000000000005126",
};

const TOKEN_LIFE_YEARS = 5;

export const INCORRECT_NUMBER: Decline = {
  code: "incorrect_number",
  message: "Your card number is incorrect. This is a payment sandbox: it takes test cards only.",
};

export type TypedCard = {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
  postalCode?: string;
};

/**
 * Turns what was typed into a card, or into the refusal that the shopper reads. An expired card is refused before
 * the bank is asked.
 */
export function readCard(
  typed: TypedCard,
  nowMs: number,
): { card: Card } | { refusal: Decline; last4: string } {
  const number = typed.number.replace(/[\s-]/g, "");
  const known = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number] : undefined;
  if (!known) return { refusal: INCORRECT_NUMBER, last4: "" };
  const last4 = number.slice(-4);
  const year = typed.expYear < 100 ? 2000 + typed.expYear : typed.expYear;
  const refuse = (code: string, message: string) => ({ refusal: { code, message }, last4 });
  if (!(typed.expMonth >= 1 && typed.expMonth <= 12)) {
    return refuse("invalid_expiry_month", "Your card's expiration month is invalid.");
  }
  const today = new Date(nowMs);
  const monthsAway = (year - today.getUTCFullYear()) * 12 + typed.expMonth - (today.getUTCMonth() + 1);
  if (!(monthsAway >= 0 && monthsAway < 50 * 12)) {
    return refuse("invalid_expiry_year", "Your card's expiration year is invalid.");
  }
  if (!new RegExp(`^\\d{${known.brand === "amex" ? "3,4" : "3"}}$`).test(typed.cvc)) {
    return refuse("invalid_cvc", "Your card's security code is invalid.");
  }
  const postalCode = typed.postalCode?.trim() || null;
  const { brand, behavior } = known;
  return { card: { brand, last4, expMonth: typed.expMonth, expYear: year, postalCode, behavior } };
}

/** The card behind a ready-made payment method such as `pm_card_visa`, or null. */
export function cardOfToken(token: string, nowMs: number): Card | null {
  const year = new Date(nowMs).getUTCFullYear() + TOKEN_LIFE_YEARS;
  if (token === "pm_usBankAccount_processing") {
    const behavior = { processes: true };
    return { brand: "visa", last4: "6789", expMonth: 12, expYear: year, postalCode: null, behavior };
  }
  const number = Object.hasOwn(TEST_TOKENS, token) ? TEST_TOKENS[token]! : null;
  if (!number) return null;
  const { brand, behavior } = TEST_CARDS[number]!;
  return { brand, last4: number.slice(-4), expMonth: 12, expYear: year, postalCode: null, behavior };
}
