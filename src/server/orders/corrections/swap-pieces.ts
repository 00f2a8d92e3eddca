// Swaps pieces of an order that are to be sent for another size or product, in one transaction with stock and money: the
// old ones go back on the shelf, the new ones leave it, and what they cost less is stored as a refund, which is made after
// the transaction. Pieces that cost more are refused, unless the owner asks for nothing more.
import type { Cents } from "#domain/money/money.ts";
import { type CorrectionRefusal, CUSTOMER, refuseCorrection } from "#domain/order/corrections.ts";
import { refundParts } from "#domain/order/refund-parts.ts";
import { namePieces, type SwapRefusal, sumsOfSwap } from "#domain/order/swap.ts";
import type { Tx } from "../../db/transaction.ts";
import { sendStored } from "../../refunds/refund-order.ts";
import { insertRefund, loadRefundableParts, lockRefundable } from "../../refunds/refund-queries.ts";
import type { Shop } from "../../shop.ts";
import {
  type Correcting,
  type CorrectingRefusal,
  changeBeforeShipping,
  tellCustomer,
} from "./change-before-shipping.ts";
import type { CorrectableOrder } from "./correction-queries.ts";
import { findOffer, findSwappedItem, insertSwap, type SwapOffer } from "./swap-queries.ts";

export type SwapRequest = Correcting & {
  /** The line of the order, and how many of its pieces. */
  itemId: string;
  pieces: number;
  to: { productId: string; variation: string };
  /** The customer pays nothing more for pieces that cost more. */
  isFree?: boolean;
};

export type SwapResult =
  /** refund null: no difference. isSent false: it is written down and made as soon as the provider can be reached. */
  | { ok: true; refund: { amount: Cents; isSent: boolean } | null }
  | CorrectingRefusal
  | { ok: false; reason: CorrectionRefusal | "not_paid" | "disputed" }
  /** same: it is that option already. too_little: less of the payment is left than the difference. */
  | { ok: false; reason: "same" | "unknown_option" | "other_product" | "too_little" }
  | { ok: false; reason: "sold_out"; name: string }
  | SwapRefusal;

type Decided = { result: SwapResult; refundId?: string };

export async function swapPieces(shop: Shop, request: SwapRequest): Promise<SwapResult> {
  const { orderId, actor, seen, fixMinutes = 0 } = request;
  let refundId: string | undefined;
  const result = await changeBeforeShipping<SwapResult>(
    shop,
    { orderId, actor, seen, fixMinutes },
    async (tx, order, now) => {
      const decided = await decide(shop, tx, { request, order, now });
      refundId = decided.refundId;
      return decided;
    },
  );
  if (!result.ok || refundId === undefined || result.refund === null) return result;
  // Whatever the provider says, the pieces are swapped; a refund that fails is flagged as any other.
  const sent = await sendStored(shop, refundId);
  return { ok: true, refund: { amount: result.refund.amount, isSent: sent.ok && sent.isSent } };
}

type Deciding = { request: SwapRequest; order: CorrectableOrder; now: Date };

async function decide(shop: Shop, tx: Tx, { request, order, now }: Deciding) {
  const { itemId, pieces, to, actor } = request;
  const orderId = order.id;
  const refused = (refusal: Extract<SwapResult, { ok: false }>): Decided => ({ result: refusal });
  const refusal = refuseCorrection(order);
  if (refusal) return refused({ ok: false, reason: refusal });
  const money = await lockRefundable(tx, orderId);
  if (!money || !["paid", "partially_refunded"].includes(money.status) || money.paymentIntentId === null)
    return refused({ ok: false, reason: "not_paid" });
  if (money.hasChargeback) return refused({ ok: false, reason: "disputed" });
  const item = await findSwappedItem(tx, { orderId, itemId });
  if (!item) return refused({ ok: false, reason: "unknown_line" });
  const offer = await findOffer(tx, { ...to, now });
  const isSameProduct = offer?.productId === item.productId;
  if (!offer || (!isSameProduct && !offer.isActive)) return refused({ ok: false, reason: "unknown_option" });
  if (!isSameProduct && actor === CUSTOMER) return refused({ ok: false, reason: "other_product" });
  if (isSameProduct && offer.variation === item.variationNow) return refused({ ok: false, reason: "same" });
  const sold = await loadRefundableParts(tx, orderId);
  const isFree = request.isFree ?? false;
  const sums = sumsOfSwap({ order: sold, itemId, pieces, isSameProduct, price: offer.price, isFree });
  if (!sums.ok) return refused(sums);
  const amount = sums.difference;
  if (amount > money.received - money.spoken) return refused({ ok: false, reason: "too_little" });
  const refundId = amount > 0 ? shop.newId() : null;
  const isSwapped = await insertSwap(tx, {
    ...{ id: shop.newId(), orderId, fromItemId: itemId, toItemId: shop.newId(), pieces },
    ...{ sums, refundId, offer, actor, now },
  });
  const after = namePieces({ name: offer.name, variation: offer.variation || null }, pieces);
  if (!isSwapped) return refused({ ok: false, reason: "sold_out", name: nameOf(offer) });
  if (refundId !== null) {
    const none = refundParts(sold, { pieces: {}, shipping: 0 });
    if (!none.ok) throw new Error(`no pieces of ${orderId} can't be refunded: ${none.reason}`);
    await insertRefund(tx, {
      operationId: shop.newId(),
      params: { intentId: money.paymentIntentId, amount, refundId, orderId },
      reason: `Swapped for ${after}`,
      parts: { ...none, goods: sums.goodsBack - sums.goods, tax: sums.taxBack - sums.tax },
      restock: false,
      ...{ actor, now },
    });
  }
  const before = namePieces(item, pieces);
  await tellCustomer(tx, order, { to: null, payload: { what: "swap", before, after }, now });
  return {
    result: { ok: true, refund: refundId === null ? null : { amount, isSent: false } },
    change: { kind: "swap", before: { pieces: before }, after: { pieces: after, refunded: amount } },
    ...(refundId === null ? {} : { refundId }),
  } as const;
}

function nameOf({ name, variation }: SwapOffer): string {
  return variation === "" ? name : `${name} (${variation})`;
}
