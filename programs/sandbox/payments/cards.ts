// Only the numbers of Stripe's test cards are accepted (test-cards.ts). Any other number is refused as
// `incorrect_number`, so no real card is ever accepted here. A number is turned into its behavior right away and
// discarded; only the brand and the last four digits are kept.
import { TEST_CARDS, TEST_TOKENS } from "./test-cards.ts";

export type DisputeReason = "fraudulent" | "product_not_received" | "inquiry";
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

/** `blocked`: by the fraud check, before the bank was asked. */
export type Decline = { code: string; declineCode?: string; message: string; blocked?: boolean };

export type Funding = "credit" | "debit" | "prepaid";

export type Card = {
  brand: string;
  country: string;
  funding: Funding;
  last4: string;
  expMonth: number;
  expYear: number;
  postalCode: string | null;
  behavior: CardBehavior;
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
  const { brand, country, funding, behavior } = known;
  const expiry = { expMonth: typed.expMonth, expYear: year };
  return { card: { brand, country, funding, last4, ...expiry, postalCode, behavior } };
}

/** The card behind a ready-made payment method such as `pm_card_visa`, or null. */
export function cardOfToken(token: string, nowMs: number): Card | null {
  const year = new Date(nowMs).getUTCFullYear() + TOKEN_LIFE_YEARS;
  if (token === "pm_usBankAccount_processing") {
    const card = { brand: "visa", country: "US", funding: "debit", last4: "6789" } as const;
    return { ...card, expMonth: 12, expYear: year, postalCode: null, behavior: { processes: true } };
  }
  const number = Object.hasOwn(TEST_TOKENS, token) ? TEST_TOKENS[token]! : null;
  if (!number) return null;
  const { brand, country, funding, behavior } = TEST_CARDS[number]!;
  const card = { brand, country, funding, last4: number.slice(-4) };
  return { ...card, expMonth: 12, expYear: year, postalCode: null, behavior };
}
