// Swaps units of an order that are to be shipped for another size or product. Units that cost more are refused, unless the
// owner asks for nothing more, or asks the customer for it (extra-payments/ask-extra-payment.ts).
import type { Cents } from "#domain/money/money.ts";
import { CUSTOMER } from "#domain/order/corrections.ts";
import type { SwapRefusal } from "#domain/order/swap.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { type RefundUnmade, sendStored } from "../../payments/refunds/send-stored.ts";
import { type ChangeRefused, type Changing, changeOrderAs } from "./change-order.ts";
import type { LockedOrder } from "./change-queries.ts";
import {
  type PricedReplacement,
  priceUnits,
  type Replaced,
  type ReplaceRefusal,
  replaceUnits,
} from "./replace-units.ts";
import { findOffer, findSwappedItem } from "./swap-queries.ts";

export type SwapAsked = {
  /** The line of the order, and how many of its units. */
  itemId: string;
  quantity: number;
  to: { productId: string; variation: string };
};

export type SwapRequest = Changing &
  SwapAsked & {
    /** The customer pays nothing more for units that cost more. */
    isFree?: boolean;
  };

export type SwapResult =
  /** refund null: no difference. */
  | { ok: true; refund: SwapRefund | null }
  | ChangeRefused<"swap">
  | TargetRefusal
  | SwapRefusal
  | ReplaceRefusal;

type SwapRefund = {
  amount: Cents;
  /** False: it is stored and made as soon as the provider can be reached. */
  isSent: boolean;
  /** Why it does not go back; the order is flagged for it. */
  refusal: RefundUnmade | null;
};

export function swapUnits(shop: Shop, request: SwapRequest): Promise<SwapResult> {
  const asked = { ...request, kind: "swap", action: "order.units_swapped" } as const;
  return changeOrderAs<"swap", SwapResult>(shop, asked, async (tx, order, now) => {
    const judged = await judgeSwap(tx, { ...request, order, now });
    if (!judged.ok) return { result: judged };
    const { priced } = judged;
    const replaced = await replaceUnits(shop, tx, { ...priced, isRestocked: true });
    if (!replaced.ok) return { result: replaced };
    const entry = {
      before: { items: priced.before },
      after: { items: priced.after, refunded: priced.sums.difference },
    };
    return { entry, send: () => sendDifference(shop, replaced) };
  });
}

/** Whatever the provider says, the units are swapped; a refund that fails is flagged as any other. */
async function sendDifference(shop: Shop, { refund }: Replaced): Promise<SwapResult> {
  if (refund === null) return { ok: true, refund: null };
  const sent = await sendStored(shop, refund.id, { isInformed: false });
  if (!sent.ok) return { ok: true, refund: { amount: refund.amount, isSent: false, refusal: sent } };
  return { ok: true, refund: { amount: sent.amount, isSent: sent.isSent, refusal: null } };
}

/** same: it is that variant already. */
type TargetRefusal = { ok: false; reason: "unknown_line" | "same" | "unknown_option" | "other_product" };

type Judging = SwapAsked & {
  order: LockedOrder;
  actor: string;
  now: Date;
  isFree?: boolean;
  isExtraPaid?: boolean;
};

/** Whether units can be swapped, and what that comes to. Under the order's lock. */
export async function judgeSwap(
  tx: Tx,
  { order, itemId, quantity, to, actor, now, ...pricing }: Judging,
): Promise<{ ok: true; priced: PricedReplacement } | TargetRefusal | SwapRefusal> {
  const item = await findSwappedItem(tx, { orderId: order.id, itemId, now });
  if (!item) return { ok: false, reason: "unknown_line" };
  const offer = await findOffer(tx, { ...to, now });
  const isSameProduct = offer?.productId === item.productId;
  if (!offer || (!isSameProduct && !offer.isActive)) return { ok: false, reason: "unknown_option" };
  if (!isSameProduct && actor === CUSTOMER) return { ok: false, reason: "other_product" };
  if (offer.variantId === item.variantId) return { ok: false, reason: "same" };
  return priceUnits(tx, { kind: "swap", order, itemId, item, quantity, offer, actor, now }, pricing);
}
