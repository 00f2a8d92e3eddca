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
    title: "The books break a rule of their own",
    advice:
      "Orders, stock or money in the shop's database contradict each other. Ask whoever maintains the shop; the line goes away once the rule holds.",
    canTakeOver: false,
  },
  no_order: {
    title: "A payment without an order",
    advice:
      "Take it over: its order is made as if the payment had just come in. If the shop knows no checkout for it, refund it in Stripe's dashboard.",
    canTakeOver: true,
  },
  no_payment: {
    title: "An order without a payment",
    advice:
      "Stripe has no such payment, or it did not succeed. Send nothing before you have found it in Stripe's dashboard.",
    canTakeOver: false,
  },
  amount: {
    title: "Another amount was paid",
    advice:
      "Refund what is too much on the order's page, or ask the customer for the rest; then say here what you did.",
    canTakeOver: false,
  },
  currency: {
    title: "Paid in another currency",
    advice: "The shop sells in US dollars. Refund it in Stripe's dashboard, or say here why it is right.",
    canTakeOver: false,
  },
  refund_not_in_books: {
    title: "A refund that the shop does not know",
    advice: "Take it over, then say on the order's page which pieces it was for.",
    canTakeOver: true,
  },
  refund_not_there: {
    title: "A refund that Stripe does not know",
    advice:
      "The customer may not have the money. Look at the payment in Stripe's dashboard; refund it there if it is missing.",
    canTakeOver: false,
  },
  refund_amount: {
    title: "A refund of another amount",
    advice:
      "Stripe's amount is what the customer got. Refund the rest on the order's page, or say here why it is right.",
    canTakeOver: false,
  },
  refund_state: {
    title: "A refund that ended differently",
    advice:
      "Take it over: the order then says what Stripe says. If it stays, look at it in Stripe's dashboard.",
    canTakeOver: true,
  },
  dispute_not_in_books: {
    title: "A dispute that the shop does not know",
    advice: "Take it over; the order's page then says until when to answer.",
    canTakeOver: true,
  },
  dispute_not_there: {
    title: "A dispute that Stripe does not know",
    advice: "Look at the payment in Stripe's dashboard, then say here what became of it.",
    canTakeOver: false,
  },
  dispute_differs: {
    title: "A dispute that stands differently",
    advice: "Take it over: the order then says what Stripe says.",
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
  gone: "It matches by now, or somebody took care of it.",
  unavailable: "Stripe can't be asked right now. Nothing was changed; try again in some minutes.",
  bad_note: `Say in 1 to ${NOTE_LENGTH_MAX} characters why it is right as it is.`,
} as const;

export type FixRefusal = keyof typeof fixRefusals;
