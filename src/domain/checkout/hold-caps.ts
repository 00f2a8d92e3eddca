// How much may be held before it is paid. A hold costs nothing, so without limits a visitor without a card could keep the
// whole shelf from others. What one visitor holds does not grow with the shelf, and visitors who never paid hold no more
// than half of a variant and a quarter of the shop together. No one is refused beyond that: the checkout continues without
// a hold, and takes it for PAY_HOLD_MINUTES when Pay is pressed, before the card is confirmed (decision 160).
import { HOLD_MINUTES } from "./checkout.ts";

export type HoldCaps = { unitsPerVisitor: number };

/** Six foursomes' orders of a cap each. */
export const defaultHoldCaps: HoldCaps = { unitsPerVisitor: 24 };

/** Bounds of what the owner may set. */
export const HOLD_CAP_MIN = 1;
export const HOLD_CAP_MAX = 9_999;

export const PAY_HOLD_MINUTES = 2;
/** A hold at Pay for which no card was tried keeps its visitor from another one this long. */
export const PAY_HOLDS_COUNT_MS = 30 * 60_000;

const HOLD_MINUTES_SCARCE = 5;

/** `available`: neither sold nor held. `onHand`: held or not. `heldByStrangers`: by visitors who never paid. */
export type HoldLine = { quantity: number; available: number; onHand: number; heldByStrangers: number };

/** Units in open checkouts: this visitor's, and those of all who never paid. `onHand`: of the shop, or as many as decide. */
export type UnpaidHolds = { byVisitor: number; byStrangers: number; onHand: number };

type HoldRequest = UnpaidHolds & { caps: HoldCaps; hasPaid: boolean };

/** Whether a checkout may hold what it asks for from its start. */
export function mayHold(
  lines: readonly HoldLine[],
  { byVisitor, byStrangers, onHand, caps, hasPaid }: HoldRequest,
): boolean {
  const asked = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (byVisitor + asked > caps.unitsPerVisitor) return false;
  if (hasPaid) return true;
  const fitsEach = lines.every((line) => (line.heldByStrangers + line.quantity) * 2 <= line.onHand);
  return fitsEach && (byStrangers + asked) * 4 <= onHand;
}

/** A hold of much of what is left ends sooner, so that an unpaid cart can't keep the last units from others for long. */
export function holdMinutesFor(lines: readonly Pick<HoldLine, "quantity" | "available">[]): number {
  const isScarce = lines.some(({ quantity, available }) => quantity * 2 >= available);
  return isScarce ? HOLD_MINUTES_SCARCE : HOLD_MINUTES;
}
