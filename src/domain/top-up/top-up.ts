// A top-up: what a customer pays more for a swap for something dearer.
import type { Cents } from "../money/money.ts";

/** For how long the new pieces are kept for whom the owner asks. */
export const TOP_UP_DAYS = 3;

export type TopUpState =
  /** Its link can be paid. */
  | "asked"
  /** It can't be paid any more, and its payment is being ended. */
  | "ending"
  /** Paid, and the pieces were swapped. */
  | "swapped"
  /** Paid when the swap was no longer possible, so the money goes back. */
  | "returned"
  | "expired"
  | "withdrawn"
  /** The pieces that were to be swapped were sent, refunded or swapped otherwise. */
  | "changed"
  /** The order was canceled or refunded. */
  | "canceled";

/** Times are ISO. */
export type TopUp = {
  id: string;
  amount: Cents;
  /** "2 × Polo (M)": the pieces of the order, and what is sent instead. */
  before: string;
  after: string;
  state: TopUpState;
  /** The owner's email, or "customer". */
  actor: string;
  at: string;
  /** Until when it can be paid. */
  until: string;
  /** When it was paid or ended; null while neither has happened. */
  endedAt: string | null;
};

/** What the customer is asked for, on the order's page. `until`: an ISO time. */
export type OpenTopUp = Pick<TopUp, "amount" | "before" | "after" | "until">;

/** The top-up that the order waits for. */
export function openTopUp(topUps: readonly TopUp[]): TopUp | null {
  return topUps.find(({ state }) => state === "asked" || state === "ending") ?? null;
}

/** What its customer is told before it is paid; null: nothing is open. */
export type TopUpEnd = "swapped" | "returned" | "processing" | "over";
