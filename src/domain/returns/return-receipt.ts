// What the owner writes down when units of a return come back, and what is refunded for them.
import type { Cents } from "../money/money.ts";
import type { AskedRefund } from "../order/refund-parts.ts";
import type { Quantities } from "../order/units.ts";
import type { ReturnLine } from "./return-request.ts";

/** How the units of a line are settled. */
export type Settlement = "exchange" | "refund";

/** What a line's field says: an exchange where one is wanted, unless the owner chose otherwise. */
export function settlementOf({ wanted }: Pick<ReturnLine, "wanted">, chosen: string | undefined): Settlement {
  return wanted === null || chosen === "refund" ? "refund" : "exchange";
}

/** How many units of a line have not come back. */
export function unitsAway({ quantity, received }: ReturnLine): number {
  return quantity - received;
}

/** Units that came back, and were neither refunded nor exchanged, with those that come now. */
export function unitsToSettle(lines: readonly ReturnLine[], came: Quantities): Quantities {
  const counts = lines.map((line) => {
    const open = Math.max(0, line.received - line.settled) + (came[line.itemId] ?? 0);
    return [line.itemId, open] as const;
  });
  return Object.fromEntries(counts.filter(([, quantity]) => quantity > 0));
}

/** The refund of these units, all of which had been sent. */
export function refundOfUnits(units: Quantities, shipping: Cents): AskedRefund {
  const sent = Object.entries(units).map(([id, count]) => [id, { unsent: 0, sent: count }] as const);
  return { units: Object.fromEntries(sent), shipping };
}

/** How many units of a request came back so far. A form sends it along, so that an outdated form is detected. */
export function receivedSoFar(lines: readonly Pick<ReturnLine, "received">[]): number {
  return lines.reduce((sum, { received }) => sum + received, 0);
}
