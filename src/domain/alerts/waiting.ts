/** What needs the owner's attention, by kind: the counts in the navigation of the back office. */
export type Waiting = {
  messages: number;
  reviews: number;
  returns: number;
  /** Orders to send. */
  shipments: number;
};

/** Counting stops here: the navigation shows no more than two digits. */
export const WAITING_COUNT_MAX = 100;

/** The number as the navigation shows it. */
export function waitingText(count: number): string {
  return count < WAITING_COUNT_MAX ? String(count) : "99+";
}
