// Stripe's test cards, one or a few for each thing that they do, as docs.stripe.com/testing has them, with the settings of
// a new account: what the fraud check may block "depending on your settings" passes, except for the highest risk and a
// wrong code. Those that only differ by country or by the reason of a decline are left out.
import type { CardBehavior, Decline, Funding } from "./cards.ts";

export type TestCard = {
  brand: string;
  /** Two letters. */
  country: string;
  funding: Funding;
  does: string;
  behavior: CardBehavior;
};

const declined = (declineCode: string, message = "Your card was declined."): CardBehavior => ({
  decline: { code: "card_declined", declineCode, message },
});
const refused = (code: string, message: string, isBlocked = false): CardBehavior => ({
  decline: { code, message, ...(isBlocked && { blocked: true }) },
});
const TOO_RISKY: Decline = {
  code: "card_declined",
  declineCode: "fraudulent",
  message: "Your card was declined.",
  blocked: true,
};
const WRONG_CVC = "Your card's security code is incorrect.";
const INSUFFICIENT = declined("insufficient_funds", "Your card has insufficient funds.");
const ASKS: CardBehavior = { authenticates: true };

const rows: [number: string, does: string, behavior: CardBehavior, brand?: string, funding?: Funding][] = [
  ["4242424242424242", "Succeeds", {}],
  ["5555555555554444", "Succeeds", {}, "mastercard"],
  ["378282246310005", "Succeeds", {}, "amex"],
  ["6011111111111117", "Succeeds", {}, "discover"],
  ["4000056655665556", "Succeeds (debit)", {}, "visa", "debit"],
  ["4000000000000002", "Declined", declined("generic_decline")],
  ["4000000000009995", "Insufficient funds", INSUFFICIENT],
  ["4000000000009987", "Declined: lost card", declined("lost_card")],
  [
    "4000000000006975",
    "Declined: used too often",
    declined(
      "card_velocity_exceeded",
      "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
    ),
  ],
  ["4000000000000069", "Expired card", refused("expired_card", "Your card has expired.")],
  ["4000000000000127", "Wrong security code", refused("incorrect_cvc", WRONG_CVC)],
  [
    "4000000000000119",
    "Processing error",
    refused("processing_error", "An error occurred while processing your card. Try again in a little bit."),
  ],
  ["4100000000000019", "Blocked as fraud", { decline: TOO_RISKY }],
  ["4000000000001208", "Asks whether you are a person", ASKS],
  ["4000002500003155", "Asks for authentication", ASKS],
  ["4000002760003184", "Always asks for authentication", ASKS],
  ["4000000000003220", "Asks for authentication (3DS 2)", ASKS],
  ["4000008260003178", "Authentication, then insufficient funds", { ...ASKS, ...INSUFFICIENT }],
  ["4000008400001629", "Authentication, then declined", { ...ASKS, ...declined("generic_decline") }],
  ["4000000000000259", "Succeeds, later disputed as fraud", { dispute: "fraudulent" }],
  ["4000000000002685", "Succeeds, later disputed as not received", { dispute: "product_not_received" }],
  ["4000000000001976", "Succeeds, later an inquiry", { dispute: "inquiry" }],
  ["4000000000007726", "Succeeds; a refund is pending first", { refund: "pending" }],
  ["4000000000005126", "Succeeds; a refund fails later", { refund: "fails_later" }],
  ["5200828282828210", "Succeeds (debit)", {}, "mastercard", "debit"],
  ["36227206271667", "Succeeds (14 digits)", {}, "diners"],
  ["3566002020360505", "Succeeds", {}, "jcb"],
  ["6200000000000005", "Succeeds", {}, "unionpay"],
  ["6205500000000000004", "Succeeds (19 digits)", {}, "unionpay"],
];

/** By number. The owner's page shows them in this order. */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = Object.fromEntries(
  rows.map(([number, does, behavior, brand = "visa", funding = "credit"]) => [
    number,
    { brand, country: "US", funding, does, behavior },
  ]),
);

/** Stripe's ready-made payment methods of test mode, with their cards. */
export const TEST_TOKENS: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_authenticationRequired: "4000002760003184",
};
