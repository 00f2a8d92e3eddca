// A pair is a payment, refund or dispute at the provider next to what the books say of it. A difference is a pair that
// differs, or a rule of the books that is broken. Here: what is said of one, and how it is fixed.
import type { Cents } from "../money/money.ts";

export const pairKinds = { payment: "Payment", refund: "Refund", dispute: "Dispute" } as const;
export type PairKind = keyof typeof pairKinds;

export type DifferenceKind = PairKind | "rule";

type ProblemText = {
  title: string;
  /** What to do when it is not fixed automatically. */
  advice: string;
  /** Whether the shop can bring its books to what the provider says. */
  canTakeOver: boolean;
};

export const problems = {
  broken_rule: {
    title: "The shop's records contradict each other",
    advice:
      "Orders, stock, or money in the shop's database contradict each other. Ask the person who maintains the shop; the line disappears once the rule holds.",
    canTakeOver: false,
  },
  no_order: {
    title: "A payment without an order",
    advice:
      "Accept it: its order is created as if the payment had just arrived. If the shop has no checkout for it, refund it in your Stripe dashboard.",
    canTakeOver: true,
  },
  no_payment: {
    title: "An order without a payment",
    advice:
      "Stripe has no such payment, or it didn't succeed. Don't ship anything until you find it in your Stripe dashboard.",
    canTakeOver: false,
  },
  amount: {
    title: "A different amount was paid",
    advice:
      "Refund the excess on the order page, or ask the customer for the rest. Then note here what you did.",
    canTakeOver: false,
  },
  currency: {
    title: "Paid in a different currency",
    advice:
      "The shop sells in US dollars. Refund it in your Stripe dashboard, or note here why it's correct.",
    canTakeOver: false,
  },
  refund_not_in_books: {
    title: "A refund that's missing in the shop",
    advice: "Accept it, then enter on the order page which items it was for.",
    canTakeOver: true,
  },
  refund_not_there: {
    title: "A refund that's missing at Stripe",
    advice:
      "The customer may not have the money. Check the payment in your Stripe dashboard, and refund it there if the refund is missing.",
    canTakeOver: false,
  },
  refund_amount: {
    title: "A refund of a different amount",
    advice:
      "The customer got Stripe's amount. Refund the rest on the order page, or note here why it's correct.",
    canTakeOver: false,
  },
  refund_state: {
    title: "A refund that ended differently",
    advice: "Accept it: the order then matches Stripe. If it stays here, check it in your Stripe dashboard.",
    canTakeOver: true,
  },
  dispute_not_in_books: {
    title: "A dispute that's missing in the shop",
    advice: "Accept it. The order page then shows the deadline for your response.",
    canTakeOver: true,
  },
  dispute_not_there: {
    title: "A dispute that's missing at Stripe",
    advice: "Check the payment in your Stripe dashboard, then note the outcome here.",
    canTakeOver: false,
  },
  dispute_differs: {
    title: "A dispute with a different status",
    advice: "Accept it: the order then matches Stripe.",
    canTakeOver: true,
  },
} as const satisfies Record<string, ProblemText>;

export type Problem = keyof typeof problems;

export type Difference = {
  /** The kind, a colon, and an id. */
  key: string;
  kind: DifferenceKind;
  problem: Problem;
  /** Of a rule: how it is broken, and by which rows. */
  detail: string | null;
  /** The provider's id; an order's where it names no payment; a rule's. */
  itemId: string;
  orderId: string | null;
  /** "ORD-007" */
  orderName: string | null;
  /** Null: there is none on this side. */
  providerAmount: Cents | null;
  providerStatus: string | null;
  currency: string | null;
  booksAmount: Cents | null;
  booksStatus: string | null;
  /** ISO time at which it was made. */
  at: string;
  isFresh: boolean;
  explained: { at: string; by: string; note: string } | null;
};

/** What the provider has more than the books; minus what it has less. */
export function differenceOf({
  providerAmount,
  booksAmount,
}: Pick<Difference, "providerAmount" | "booksAmount">): Cents {
  return (providerAmount ?? 0) - (booksAmount ?? 0);
}

export const NOTE_LENGTH_MAX = 500;

/** Why a difference is right as it is, or null when that can't be stored. */
export function parseNote(text: string): string | null {
  const note = text.trim();
  return note === "" || note.length > NOTE_LENGTH_MAX ? null : note;
}

export const fixRefusals = {
  gone: "It matches now, or someone has already handled it.",
  unavailable: "We can't reach Stripe right now. Nothing was changed. Try again in a few minutes.",
  bad_note: `Say in 1 to ${NOTE_LENGTH_MAX} characters why it's correct.`,
} as const;

export type FixRefusal = keyof typeof fixRefusals;
