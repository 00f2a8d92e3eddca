import type { Cents } from "../money/money.ts";

/** What clearing the rehearsals would take away, and what stands against it. */
export type Rehearsals = {
  /** Orders that would go; counted up to REHEARSALS_COUNT_MAX, and so is the rest. */
  orders: number;
  /** What they came to, less refunds. */
  revenue: Cents;
  /** Units that go back on the shelf. */
  units: number;
  /** Emails that would not go out anymore. */
  mails: number;
  /** Requests to send units back that would end. */
  returns: number;
  /** Reviews that would be gone. */
  reviews: number;
  /** Payments that may still be in progress. */
  openPayments: number;
  /** Orders whose payment or refund is under way, which stay for now. */
  underWay: number;
};

export const REHEARSALS_COUNT_MAX = 1_000;

/** One press of the button clears this many; the page then says how many are left. */
export const CLEARED_AT_ONCE_MAX = 200;
