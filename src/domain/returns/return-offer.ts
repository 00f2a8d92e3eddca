// Until when a return can be asked for. The owner's setting is a number of days from the day on which the order came.
import type { Order, OrderStatus } from "../order/order.ts";
import type { ReturnDays } from "../settings/return-window.ts";
import { addDays } from "../text/dates.ts";
import type { ReturnableLine } from "./return-request.ts";

/** Paid, and not fully refunded. */
const returnable: readonly OrderStatus[] = ["paid", "partially_refunded", "disputed"];

/** What the order's page offers. Days are days of the shop. */
export type ReturnOffer =
  | { kind: "open"; until: string | null; lines: ReturnableLine[] }
  /** Nothing has left yet. */
  | { kind: "early" }
  | { kind: "late"; until: string }
  /** The owner takes nothing back. */
  | { kind: "never" };

export type Arrived = {
  /** The day on which the order was delivered, or the last one on which it should have been; null: nothing has left. */
  arrivedOn: string | null;
  today: string;
};

/** null: nothing can be returned. */
export function returnOffer(
  { status, fulfillment }: Pick<Order, "status" | "fulfillment">,
  { arrivedOn, today, days, lines }: Arrived & { days: ReturnDays; lines: ReturnableLine[] },
): ReturnOffer | null {
  if (!returnable.includes(status) || fulfillment === "canceled") return null;
  if (days === 0) return { kind: "never" };
  if (arrivedOn === null) return { kind: "early" };
  const until = days === null ? null : addDays(arrivedOn, days);
  if (until !== null && today > until) return { kind: "late", until };
  return lines.length > 0 ? { kind: "open", until, lines } : null;
}
