// Pieces that came back are exchanged: what was wanted instead becomes a line of the same order that is to be sent, by the
// machinery of swaps. Other variants of a product cost what was paid, so no money moves.
import { namePieces, sumsOfSwap } from "#domain/order/swap.ts";
import type { CamePieces } from "#domain/returns/return-receipt.ts";
import type { ReturnRequest } from "#domain/returns/return-request.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { loadRefundableParts, lockRefundable } from "../../payments/refunds/refund-queries.ts";
import { tellCustomer } from "../corrections/change-before-shipping.ts";
import { lockCorrectable } from "../corrections/correction-queries.ts";
import { findSwappedItem, findWantedOffer, insertSwap } from "../corrections/swap-queries.ts";
import { exchangeHeld } from "./queries.ts";

export type ExchangeRefusal =
  /** A line of which nothing is wanted instead. */
  | { ok: false; reason: "not_wanted" }
  /** Nothing is sent for an order whose money is gone or disputed. */
  | { ok: false; reason: "not_paid" }
  | { ok: false; reason: "disputed" }
  /** `name`: of what is wanted. */
  | { ok: false; reason: "sold_out"; name: string }
  /** Its pieces were refunded in another way meanwhile. */
  | { ok: false; reason: "pieces_gone" };

type Exchanging = {
  orderId: string;
  request: ReturnRequest;
  /** Received and not settled. */
  pieces: CamePieces;
  /** Ids of lines whose pieces go back on the shelf. */
  restock: readonly string[];
  actor: string;
  now: Date;
};

/**
 * Exchanges received pieces, under the order's lock. After a refusal the transaction must be rolled back: lines before it
 * are written.
 */
export async function exchangePieces(
  shop: Shop,
  tx: Tx,
  exchanging: Exchanging,
): Promise<ExchangeRefusal | null> {
  const money = await lockRefundable(tx, exchanging.orderId);
  if (!money || !["paid", "partially_refunded"].includes(money.status))
    return { ok: false, reason: "not_paid" };
  if (money.hasChargeback) return { ok: false, reason: "disputed" };
  for (const [itemId, pieces] of Object.entries(exchanging.pieces)) {
    const refusal = await exchangeLine(shop, tx, { ...exchanging, itemId, pieces });
    if (refusal) return refusal;
  }
  return null;
}

type ExchangingLine = Omit<Exchanging, "pieces"> & { itemId: string; pieces: number };

async function exchangeLine(shop: Shop, tx: Tx, exchanging: ExchangingLine): Promise<ExchangeRefusal | null> {
  const { orderId, request, itemId, pieces, restock, actor, now } = exchanging;
  const wanted = request.lines.find((line) => line.itemId === itemId)?.wanted ?? null;
  const order = await lockCorrectable(tx, orderId);
  const item = await findSwappedItem(tx, { orderId, itemId });
  if (wanted === null || !order || !item) return { ok: false, reason: "not_wanted" };
  const soldOut = {
    ok: false,
    reason: "sold_out",
    name: namePieces({ ...item, variation: wanted || null }, pieces),
  } as const;
  const offer = await findWantedOffer(tx, { returnId: request.id, itemId, now });
  if (!offer) return soldOut;
  const sold = await loadRefundableParts(tx, orderId);
  const asked = {
    itemId,
    pieces,
    returnId: request.id,
    isSameProduct: true,
    price: offer.price,
    isFree: false,
  };
  const sums = sumsOfSwap({ order: sold, ...asked });
  if (!sums.ok) return { ok: false, reason: "pieces_gone" };
  await exchangeHeld(tx, { returnId: request.id, itemId, pieces });
  const before = namePieces(item, pieces);
  const after = namePieces({ name: offer.name, variation: offer.variation || null }, pieces);
  const id = shop.newId();
  const isSwapped = await insertSwap(tx, {
    ...{ id, orderId, kind: "exchange", itemId, sums, offer, before, after, actor, now },
    ...{ isRestocked: restock.includes(itemId), refundId: null },
  });
  if (!isSwapped) return soldOut;
  await tellCustomer(tx, order, { id, to: null, payload: { what: "exchange", before, after }, now });
  return null;
}
