// Units that came back with a return are exchanged: what was wanted instead becomes a line of the same order that is to be
// shipped. What it costs less is refunded; for what it costs more nobody is asked, since it was promised when the return
// was approved.
import { changeKinds, type RefusalOf } from "#domain/order/changes.ts";
import { namePieces } from "#domain/order/swap.ts";
import type { CamePieces } from "#domain/returns/return-receipt.ts";
import type { ReturnRequest } from "#domain/returns/return-request.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { exchangeHeld } from "../returns/queries.ts";
import { type LockedOrder, lockOrder } from "./change-queries.ts";
import { priceUnits, replaceUnits } from "./replace-units.ts";
import { findSwappedItem, findWantedOffer } from "./swap-queries.ts";

export type ExchangeRefusal =
  /** A line of which nothing is wanted instead. */
  | { ok: false; reason: "not_wanted" }
  | { ok: false; reason: RefusalOf<"exchange"> }
  /** `name`: of what is wanted. */
  | { ok: false; reason: "sold_out"; name: string }
  /** Less of the payment is left than the difference. */
  | { ok: false; reason: "too_little" }
  /** Its pieces were refunded in another way meanwhile. */
  | { ok: false; reason: "pieces_gone" };

type Exchanging = {
  order: LockedOrder;
  request: ReturnRequest;
  /** Received and not settled. */
  pieces: CamePieces;
  /** Ids of lines whose pieces go back on the shelf. */
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
  for (const [itemId, pieces] of Object.entries(exchanging.pieces)) {
    // What was refunded of it just now counts.
    const order = await lockOrder(tx, exchanging.order.id);
    const reason = order ? changeKinds.exchange.refuse(order) : "not_paid";
    if (!order || reason !== null) return { ok: false, reason: reason ?? "not_paid" };
    const exchanged = await exchangeLine(shop, tx, { ...exchanging, order, itemId, pieces });
    if (!exchanged.ok) return exchanged;
    if (exchanged.refund) refundIds.push(exchanged.refund.id);
  }
  return { ok: true, refundIds };
}

type ExchangingLine = Omit<Exchanging, "pieces"> & { itemId: string; pieces: number };

async function exchangeLine(shop: Shop, tx: Tx, exchanging: ExchangingLine) {
  const { order, request, itemId, pieces, restock, actor, now } = exchanging;
  const wanted = request.lines.find((line) => line.itemId === itemId)?.wanted ?? null;
  const item = await findSwappedItem(tx, { orderId: order.id, itemId, now });
  if (wanted === null || !item) return { ok: false, reason: "not_wanted" } as const;
  const name = namePieces({ ...item, variation: wanted || null }, pieces);
  const offer = await findWantedOffer(tx, { returnId: request.id, itemId, now });
  if (!offer) return { ok: false, reason: "sold_out", name } as const;
  const replacing = { kind: "exchange", order, itemId, item, pieces, offer, actor, now } as const;
  const judged = await priceUnits(tx, replacing, { returnId: request.id, isFree: true });
  if (!judged.ok) return { ok: false, reason: "pieces_gone" } as const;
  await exchangeHeld(tx, { returnId: request.id, itemId, pieces });
  const isRestocked = restock.includes(itemId);
  const replaced = await replaceUnits(shop, tx, { ...judged.priced, isRestocked });
  if (!replaced.ok && replaced.reason === "sold_out") return { ok: false, reason: "sold_out", name } as const;
  return replaced.ok ? replaced : ({ ok: false, reason: "too_little" } as const);
}
