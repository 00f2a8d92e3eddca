// Units that came back with a return are exchanged: the replacement becomes a line of the same order that is to be
// shipped. If it costs less, the difference is refunded. If it costs more, the customer pays nothing, since it was promised
// when the return was approved.
import { changeKinds, type RefusalOf } from "#domain/order/changes.ts";
import type { Quantities } from "#domain/order/units.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { ReturnRequest } from "#domain/returns/return-request.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { type LockedOrder, lockOrder } from "./change-queries.ts";
import { priceUnits, type ReplaceRefusal, replaceUnits } from "./replace-units.ts";
import { findSwappedItem, findWantedOffer } from "./swap-queries.ts";

export type ExchangeRefusal =
  /** A line of which nothing is wanted instead. */
  | { ok: false; reason: "not_wanted" }
  | { ok: false; reason: RefusalOf<"exchange"> }
  | ReplaceRefusal
  /** Its units were refunded in another way in the meantime. */
  | { ok: false; reason: "units_gone" };

type Exchanging = {
  order: LockedOrder;
  request: ReturnRequest;
  /** Received and not settled. */
  units: Quantities;
  /** Ids of lines whose units are restocked. */
  restock: readonly string[];
  actor: string;
  now: Date;
};

/** Exchanges received units, under the order's lock. Answers the refunds of what they cost less, which are stored. */
export async function exchangeUnits(
  shop: Shop,
  tx: Tx,
  exchanging: Exchanging,
): Promise<{ ok: true; refundIds: string[] } | ExchangeRefusal> {
  const refundIds: string[] = [];
  for (const [itemId, quantity] of Object.entries(exchanging.units)) {
    // What was refunded of it just now counts.
    const order = await lockOrder(tx, exchanging.order.id);
    const reason = order ? changeKinds.exchange.refuse(order) : "not_paid";
    if (!order || reason !== null) return { ok: false, reason: reason ?? "not_paid" };
    const exchanged = await exchangeLine(shop, tx, { ...exchanging, order, itemId, quantity });
    if (!exchanged.ok) return exchanged;
    if (exchanged.refund) refundIds.push(exchanged.refund.id);
  }
  return { ok: true, refundIds };
}

type ExchangingLine = Omit<Exchanging, "units"> & { itemId: string; quantity: number };

async function exchangeLine(shop: Shop, tx: Tx, exchanging: ExchangingLine) {
  const { order, request, itemId, quantity, restock, actor, now } = exchanging;
  const wanted = request.lines.find((line) => line.itemId === itemId)?.wanted ?? null;
  const item = await findSwappedItem(tx, { orderId: order.id, itemId, now });
  if (wanted === null || !item) return { ok: false, reason: "not_wanted" } as const;
  const offer = await findWantedOffer(tx, { returnId: request.id, itemId, now });
  const name = itemName({ ...item, variation: wanted || null });
  if (!offer) return { ok: false, reason: "sold_out", name } as const;
  const replacing = { kind: "exchange", order, itemId, item, quantity, offer, actor, now } as const;
  const judged = await priceUnits(tx, replacing, { returnId: request.id, isFree: true });
  if (!judged.ok) return { ok: false, reason: "units_gone" } as const;
  return replaceUnits(shop, tx, { ...judged.priced, isRestocked: restock.includes(itemId) });
}
