// Returns as they are read: what the order's page offers and shows, what the owner sees with an order, and the owner's list.
import type { Order } from "#domain/order/order.ts";
import { type ReturnOffer, returnOffer } from "#domain/returns/return-offer.ts";
import { type ReturnRequest, returnableLines } from "#domain/returns/return-request.ts";
import type { OwnersReturn, ReturnSearch } from "#domain/returns/return-search.ts";
import type { ReturnDays } from "#domain/settings/return-window.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import type { Db } from "../../db/transaction.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { findOfferFacts, listReturnsAfter } from "./queries.ts";

const RETURNS_LISTED = 20;

type AboutOrder = Pick<Order, "id" | "status" | "fulfillment">;

export type OrderReturns = { offer: ReturnOffer | null; requests: ReturnRequest[] };

/** What the customer of an order may return now, and the requests so far. */
export async function readOrderReturns(
  db: Db,
  order: AboutOrder,
  { days, now }: { days: ReturnDays; now: Date },
): Promise<OrderReturns> {
  const { items, requests, options, arrivedOn, today } = await findOfferFacts(db, order.id, now);
  const lines = returnableLines(items, requests, ({ id }) => options[id] ?? []);
  return { offer: returnOffer(order, { arrivedOn, today, days, lines }), requests };
}

/** For the order's page. */
export async function findReturnsOfPage(shop: Shop, { order }: { order: AboutOrder }): Promise<OrderReturns> {
  const { shipping } = await loadSettings(shop);
  return readOrderReturns(shop.db, order, { days: shipping.returnDays, now: nowOf(shop) });
}

/** One page of the owner's list, newest first. */
export async function listReturns(
  shop: Shop,
  search: ReturnSearch,
): Promise<{ requests: OwnersReturn[]; next: Cursor | null }> {
  const found = await listReturnsAfter(shop.db, search, RETURNS_LISTED + 1);
  const shown = found.slice(0, RETURNS_LISTED);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { requests: shown.map(({ request }) => request), next };
}
