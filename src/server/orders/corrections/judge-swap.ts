// Whether pieces of an order can be swapped for others, and what that comes to. Under the order's lock.
import { type CorrectionRefusal, CUSTOMER, refuseCorrection } from "#domain/order/corrections.ts";
import type { RefundableOrder as SoldOrder } from "#domain/order/refund-parts.ts";
import { type SwapRefusal, type SwapSums, sumsOfSwap } from "#domain/order/swap.ts";
import type { Tx } from "../../db/transaction.ts";
import {
  loadRefundableParts,
  lockRefundable,
  type RefundableOrder,
} from "../../payments/refunds/refund-queries.ts";
import type { CorrectableOrder } from "./correction-queries.ts";
import { findOffer, findSwappedItem, type SwapOffer, type SwappedItem } from "./swap-queries.ts";

export type SwapAsked = {
  /** The line of the order, and how many of its pieces. */
  itemId: string;
  pieces: number;
  to: { productId: string; variation: string };
};

type Judging = SwapAsked & {
  order: CorrectableOrder;
  actor: string;
  now: Date;
  isFree?: boolean;
  /** What the new pieces cost more is paid by a top-up. */
  isToppedUp?: boolean;
};

export type SwapJudgment =
  | {
      ok: true;
      money: RefundableOrder;
      item: SwappedItem;
      offer: SwapOffer;
      /** What refunds of the order can be for. */
      sold: SoldOrder;
      sums: SwapSums;
    }
  | { ok: false; reason: CorrectionRefusal | "not_paid" | "disputed" }
  /** same: it is that variant already. */
  | { ok: false; reason: "same" | "unknown_option" | "other_product" }
  | SwapRefusal;

export async function judgeSwap(tx: Tx, judging: Judging): Promise<SwapJudgment> {
  const { order, itemId, pieces, to, actor, now, isFree = false, isToppedUp = false } = judging;
  const orderId = order.id;
  const refusal = refuseCorrection(order);
  if (refusal) return { ok: false, reason: refusal };
  const money = await lockRefundable(tx, orderId);
  if (!money || !["paid", "partially_refunded"].includes(money.status) || money.paymentIntentId === null)
    return { ok: false, reason: "not_paid" };
  if (money.hasChargeback) return { ok: false, reason: "disputed" };
  const item = await findSwappedItem(tx, { orderId, itemId });
  if (!item) return { ok: false, reason: "unknown_line" };
  const offer = await findOffer(tx, { ...to, now });
  const isSameProduct = offer?.productId === item.productId;
  if (!offer || (!isSameProduct && !offer.isActive)) return { ok: false, reason: "unknown_option" };
  if (!isSameProduct && actor === CUSTOMER) return { ok: false, reason: "other_product" };
  if (offer.variantId === item.variantId) return { ok: false, reason: "same" };
  const sold = await loadRefundableParts(tx, orderId);
  const { price } = offer;
  const sums = sumsOfSwap({ order: sold, itemId, pieces, isSameProduct, price, isFree, isToppedUp });
  return sums.ok ? { money, item, offer, sold, sums, ok: true } : sums;
}

/** "Polo (M)" */
export function nameOf({ name, variation }: SwapOffer): string {
  return variation === "" ? name : `${name} (${variation})`;
}
