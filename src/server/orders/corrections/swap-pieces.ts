// Swaps pieces of an order that are to be sent for another size or product, in one transaction with stock and money: the
// old ones go back on the shelf, the new ones leave it, and what they cost less is stored as a refund, which is made after
// the transaction. Pieces that cost more are refused, unless the owner asks for nothing more.
import type { Cents } from "#domain/money/money.ts";
import { refundParts } from "#domain/order/refund-parts.ts";
import { namePieces } from "#domain/order/swap.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { type RefundRefusal, sendStored } from "../../payments/refunds/refund-order.ts";
import { insertRefund } from "../../payments/refunds/refund-queries.ts";
import {
  type Correcting,
  type CorrectingRefusal,
  changeBeforeShipping,
  tellCustomer,
} from "./change-before-shipping.ts";
import type { CorrectableOrder } from "./correction-queries.ts";
import { judgeSwap, nameOf, type SwapAsked, type SwapJudgment } from "./judge-swap.ts";
import { insertSwap } from "./swap-queries.ts";

export type SwapRequest = Correcting &
  SwapAsked & {
    /** The customer pays nothing more for pieces that cost more. */
    isFree?: boolean;
  };

export type SwapResult =
  /** refund null: no difference. */
  | { ok: true; refund: SwapRefund | null }
  | CorrectingRefusal
  | Extract<SwapJudgment, { ok: false }>
  /** Less of the payment is left than the difference. */
  | { ok: false; reason: "too_little" }
  | { ok: false; reason: "sold_out"; name: string };

type SwapRefund = {
  amount: Cents;
  /** False: it is written down and made as soon as the provider can be reached. */
  isSent: boolean;
  /** Why it does not go back; the order is flagged for it. */
  refusal: RefundRefusal | null;
};

type Decided = { result: SwapResult; refundId?: string };

export async function swapPieces(shop: Shop, request: SwapRequest): Promise<SwapResult> {
  const { orderId, actor, seen, fixMinutes = 0 } = request;
  let refundId: string | undefined;
  const result = await changeBeforeShipping<SwapResult>(
    shop,
    { orderId, actor, seen, fixMinutes, kind: "swap" },
    async (tx, order, now) => {
      const decided = await decide(shop, tx, { request, order, now });
      refundId = decided.refundId;
      return decided;
    },
  );
  if (!result.ok || refundId === undefined || result.refund === null) return result;
  // Whatever the provider says, the pieces are swapped; a refund that fails is flagged as any other.
  const sent = await sendStored(shop, refundId, { isInformed: false });
  const { amount } = result.refund;
  if (!sent.ok) return { ok: true, refund: { amount, isSent: false, refusal: sent } };
  return { ok: true, refund: { amount: sent.amount, isSent: sent.isSent, refusal: null } };
}

type Deciding = { request: SwapRequest; order: CorrectableOrder; now: Date };

async function decide(shop: Shop, tx: Tx, { request, order, now }: Deciding) {
  const { itemId, pieces, actor } = request;
  const orderId = order.id;
  const refused = (refusal: Extract<SwapResult, { ok: false }>): Decided => ({ result: refusal });
  const judged = await judgeSwap(tx, { ...request, order, now });
  if (!judged.ok) return refused(judged);
  const { money, item, offer, sold, sums } = judged;
  const amount = sums.difference;
  if (amount > money.received - money.spoken) return refused({ ok: false, reason: "too_little" });
  const refundId = amount > 0 ? shop.newId() : null;
  const before = namePieces(item, pieces);
  const after = namePieces({ name: offer.name, variation: offer.variation || null }, pieces);
  const id = shop.newId();
  const isSwapped = await insertSwap(tx, {
    ...{ id, orderId, kind: "swap", itemId, sums, offer, before, after, actor, now },
    ...{ isRestocked: true, refundId },
  });
  if (!isSwapped) return refused({ ok: false, reason: "sold_out", name: nameOf(offer) });
  if (refundId !== null) {
    const none = refundParts(sold, { pieces: {}, shipping: 0 });
    if (!none.ok) throw new Error(`no pieces of ${orderId} can't be refunded: ${none.reason}`);
    await insertRefund(tx, {
      ...{ shop, orderId, refundId, amount, payments: money.payments },
      reason: `Swapped for ${after}`,
      parts: { ...none, goods: sums.goodsBack - sums.goods, tax: sums.taxBack - sums.tax },
      restock: {},
      ...{ actor, now },
    });
  }
  await tellCustomer(tx, order, { id, to: null, payload: { what: "swap", before, after }, now });
  return {
    result: { ok: true, refund: refundId === null ? null : { amount, isSent: false, refusal: null } },
    audit: { before: { pieces: before }, after: { pieces: after, refunded: amount } },
    ...(refundId === null ? {} : { refundId }),
  } as const;
}
