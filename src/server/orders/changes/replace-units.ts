// Units are replaced by those of another variant, before they ship (a swap) or after they came back (an exchange), in one
// transaction with stock and money: the new ones leave the shelf, the old ones return to it, and what the new ones cost
// less is stored as a refund, which is made after the transaction.
import type { Cents } from "#domain/money/money.ts";
import { nameUnits, type SwapRefusal, type SwapSums, sumsOfSwap, swapPrice } from "#domain/order/swap.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import { insertRefund, loadRefundableParts, NO_PARTS } from "../../payments/refunds/refund-queries.ts";
import { notifyCustomer } from "./change-order.ts";
import type { LockedOrder } from "./change-queries.ts";
import { insertSwap, type SwapOffer, type SwappedItem } from "./swap-queries.ts";

export type Replacing = {
  kind: "swap" | "exchange";
  order: LockedOrder;
  itemId: string;
  item: SwappedItem;
  quantity: number;
  offer: SwapOffer;
  actor: string;
  now: Date;
};

export type PricedReplacement = Replacing & {
  sums: SwapSums;
  /** "2 × Polo (M)" */
  before: string;
  after: string;
};

type Pricing = {
  /** The return that the old units came back with. */
  returnId?: string;
  isFree?: boolean;
  /** What they cost more is paid by an extra payment. */
  isExtraPaid?: boolean;
};

/** What replacing them comes to. */
export async function priceUnits(
  tx: Tx,
  replacing: Replacing,
  { returnId, isFree = false, isExtraPaid = false }: Pricing,
): Promise<{ ok: true; priced: PricedReplacement } | SwapRefusal> {
  const { order, itemId, item, quantity, offer } = replacing;
  const sold = await loadRefundableParts(tx, order.id);
  const line = sold.lines.find(({ id }) => id === itemId);
  if (!line) return { ok: false, reason: "unknown_line" };
  const price = swapPrice({
    ...{ paid: line.price, gift: line.gift, oldPrice: item.priceNow, newPrice: offer.price },
    isSameProduct: offer.productId === item.productId,
  });
  const which = returnId === undefined ? {} : { returnId };
  const sums = sumsOfSwap({ order: sold, itemId, quantity, offer: price, isFree, isExtraPaid, ...which });
  if (!sums.ok) return sums;
  const before = nameUnits(item, quantity);
  const after = nameUnits({ name: offer.name, variation: offer.variation || null }, quantity);
  return { ok: true, priced: { ...replacing, sums, before, after } };
}

export type Replaced = { ok: true; refund: { id: string; amount: Cents } | null };

export type ReplaceRefusal =
  /** `name`: of the new ones. */
  | { ok: false; reason: "sold_out"; name: string }
  /** Less of the payment is left than the difference. */
  | { ok: false; reason: "too_little" };

/** Replaces them, under the order's lock. `isRestocked`: the old ones are restocked. */
export async function replaceUnits(
  shop: Shop,
  tx: Tx,
  { isRestocked, ...priced }: PricedReplacement & { isRestocked: boolean },
): Promise<Replaced | ReplaceRefusal> {
  const { kind, order, sums, before, after, now } = priced;
  const amount = sums.difference;
  if (amount > order.received - order.spoken) return { ok: false, reason: "too_little" };
  const refundId = amount > 0 ? shop.newId() : null;
  const id = shop.newId();
  const isSwapped = await insertSwap(tx, { ...priced, id, orderId: order.id, isRestocked, refundId });
  if (!isSwapped) return { ok: false, reason: "sold_out", name: itemName(priced.offer) };
  if (refundId !== null) await refundDifference(shop, tx, { ...priced, refundId });
  await notifyCustomer(tx, order.id, { id, to: null, payload: { what: kind, before, after }, now });
  return { ok: true, refund: refundId === null ? null : { id: refundId, amount } };
}

async function refundDifference(
  shop: Shop,
  tx: Tx,
  { order, sums, after, actor, now, refundId }: PricedReplacement & { refundId: string },
): Promise<void> {
  const parts = { ...NO_PARTS, goods: sums.goodsBack - sums.goods, tax: sums.taxBack - sums.tax };
  await insertRefund(tx, {
    ...{ shop, orderId: order.id, refundId, amount: sums.difference, payments: order.payments },
    ...{ reason: `Swapped for ${after}`, parts, restock: {}, actor, now },
  });
}
