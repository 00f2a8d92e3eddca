import {
  type ListedPick,
  PACKING_PER_PAGE,
  pickList,
  type Urgency,
  urgencyAt,
  WAITING_ORDERS_MAX,
  type WaitingOrder,
} from "#domain/order/packing/packing.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../../core/shop.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { listWaiting } from "./packing-queries.ts";

export type OrderToPack = WaitingOrder & { urgency: Urgency };

export type PackingPage = {
  orders: OrderToPack[];
  /** What to take from the shelf for the orders of this page. */
  picks: ListedPick[];
  /** The carrier that took a shipment last; "" before the first one. */
  lastCarrier: string;
  /** All that wait, at most WAITING_ORDERS_MAX. */
  count: number;
  /** Where the next page begins; null on the last one. */
  next: Cursor | null;
};

/** One page of the orders that wait to be sent, oldest first. */
export async function listToPack(shop: Shop, { after }: { after: Cursor | null }): Promise<PackingPage> {
  const [{ settings, profile }, { found, ...head }] = await Promise.all([
    loadConfiguration(shop),
    listWaiting(shop.db, { after, limit: PACKING_PER_PAGE + 1, max: WAITING_ORDERS_MAX }),
  ]);
  const urgencyOf = urgencyAt(shop.clock(), { ...settings.shipping, timeZone: profile.timeZone });
  const shown = found.slice(0, PACKING_PER_PAGE);
  const orders = shown.map(({ order }) => ({
    ...order,
    urgency: order.hasExchange ? null : urgencyOf(order.arrival),
  }));
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { orders, picks: pickList(orders), ...head, next };
}
