// A stranger may have the link to an order's page: an email was forwarded, a mailbox is shared. So a change of the order's
// email on that page gives its owner two things: a link in the old mailbox that undoes the change, and an hour in which the
// same link can't redirect the goods.
import { CUSTOMER, type OrderCorrection } from "../corrections.ts";

const HOUR_MS = 60 * 60_000;
/** The undo link works until something ships, and for this long at least. */
export const UNDO_HOURS_MIN = 24;
/** After a change of the email by the order's link, its address can't be changed by it for so long. */
const ADDRESS_REST_MS = HOUR_MS;

export type EmailChange = Extract<OrderCorrection, { kind: "email" }> & { id: string };

export type EmailUndoRefusal =
  /** No such change, or it was not made by the order's link. */
  | "not_found"
  | "undone"
  /** The shop has corrected the email since: it knows who the customer is. */
  | "corrected"
  | "too_late";

/** Why a change of the email can't be undone; null: it can. `changes`: all of the order's email, oldest first. */
export function refuseEmailUndo(
  changes: readonly EmailChange[],
  id: string,
  { now, hasShipped }: { now: number; hasShipped: boolean },
): EmailUndoRefusal | null {
  const placeOf = (wanted: string) => changes.findIndex((each) => each.id === wanted);
  const place = placeOf(id);
  const change = changes[place];
  if (!change || change.actor !== CUSTOMER || change.after.undoes !== undefined) return "not_found";
  const since = changes.slice(place + 1);
  // The owner of an earlier mailbox has undone it: what was changed after that no longer counts.
  if (since.some(({ after }) => after.undoes !== undefined && placeOf(after.undoes) <= place))
    return "undone";
  if (since.some(({ actor }) => actor !== CUSTOMER)) return "corrected";
  const isLate = hasShipped && now >= Date.parse(change.at) + UNDO_HOURS_MIN * HOUR_MS;
  return isLate ? "too_late" : null;
}

/** Until when the address rests after the last change of the email, in milliseconds; null: it does not. */
export function addressRestsUntil(last: EmailChange | undefined, now: number): number | null {
  if (!last || last.actor !== CUSTOMER || last.after.undoes !== undefined) return null;
  const until = Date.parse(last.at) + ADDRESS_REST_MS;
  return now < until ? until : null;
}
