// What a swap of units comes to: the old ones are worth what a refund of them would give, the new ones what they cost,
// less the discount that the old ones had. A variant of the same product costs what was paid, and what its price differs by
// now: so even if the product's price has changed, a size that costs the same is swapped for free.
import type { Cents } from "../money/money.ts";
import { percentOf } from "../money/money-input.ts";
import { itemName } from "../product/item-name.ts";
import type { OrderItem } from "./order.ts";
import type { PartsRefusal, RefundableOrder } from "./refund-parts.ts";
import { unitsToSend } from "./units.ts";

export type SwapSums = {
  /** The old units. */
  units: number[];
  /** What the old units were worth. */
  goodsBack: Cents;
  taxBack: Cents;
  /** What the new ones are: their price less a discount, and its tax. Dearer ones for nothing have the old ones' price. */
  price: Cents;
  /** What each of them would cost more, and nobody pays. */
  gift: Cents;
  discount: Cents;
  goods: Cents;
  tax: Cents;
  /** The refund to the customer: goods and tax. Below zero: what an extra payment brings in. */
  difference: Cents;
};

export type SwapRefusal =
  | PartsRefusal
  | { ok: false; reason: "no_units" }
  /** The new units cost so much more. */
  | { ok: false; reason: "costs_more"; more: Cents };

export type SwapPrice = {
  price: Cents;
  gift: Cents;
};

type PricedUnits = {
  /** The price at which one of the old units was sold, and what it would have cost more. */
  paid: Cents;
  gift: Cents;
  /** What one costs now; null: it is not sold anymore. */
  oldPrice: Cents | null;
  newPrice: Cents;
  isSameProduct: boolean;
};

/**
 * What one new unit costs in place of an old one. What was sent dearer for nothing is never paid out: sizes that are
 * cheaper take it off that first.
 */
export function swapPrice({ paid, gift, oldPrice, newPrice, isSameProduct }: PricedUnits): SwapPrice {
  if (!isSameProduct) return { price: newPrice, gift: 0 };
  const difference = oldPrice === null ? 0 : newPrice - oldPrice;
  const whole = Math.max(0, paid + gift + difference);
  const price = difference > 0 ? whole - gift : Math.min(paid, whole);
  return { price, gift: whole - price };
}

type SwapRequest = {
  order: RefundableOrder;
  itemId: string;
  quantity: number;
  /** They had left, and came back with this return: an exchange. */
  returnId?: string;
  /** What one of the new units costs. */
  offer: SwapPrice;
  /** The customer pays nothing more for units that cost more. */
  isFree: boolean;
  /** The customer pays what they cost more: the difference is below nothing. */
  isExtraPaid?: boolean;
};

export function sumsOfSwap(asked: SwapRequest): ({ ok: true } & SwapSums) | SwapRefusal {
  const { order, itemId, quantity, returnId } = asked;
  if (!Number.isSafeInteger(quantity) || quantity < 1) return { ok: false, reason: "no_units" };
  const line = order.lines.find(({ id }) => id === itemId);
  if (!line) return { ok: false, reason: "unknown_line" };
  const units = line.units.filter((unit) =>
    returnId === undefined ? !unit.isSent : unit.isSent && unit.returnId === returnId,
  );
  const left = units.length;
  if (quantity > left) return { ok: false, reason: "too_many_units", itemId, left };
  const chosen = units.slice(0, quantity);
  const goodsBack = chosen.reduce((sum, unit) => sum + unit.goods, 0);
  const taxBack = chosen.reduce((sum, unit) => sum + unit.tax, 0);
  const was = line.price * quantity;
  const { offer } = asked;
  const wanted = worthOfNew({
    ...{ full: offer.price * quantity, goodsBack, taxBack, was, taxRate: order.taxRate ?? null },
  });
  const more = wanted.goods + wanted.tax - goodsBack - taxBack;
  const isMore = wanted.goods > goodsBack || wanted.tax > taxBack;
  const isExtraPaid = asked.isExtraPaid ?? false;
  if (isMore && !asked.isFree && !isExtraPaid) return { ok: false, reason: "costs_more", more };
  const isGift = isMore && !isExtraPaid;
  const { goods, tax } = isGift ? { goods: goodsBack, tax: taxBack } : wanted;
  const difference = goodsBack + taxBack - goods - tax;
  // What is given away is no discount: a later swap would take it for a part of the price, and pay it out.
  const price = isGift ? line.price : offer.price;
  const gift = offer.gift + offer.price - price;
  const discount = Math.max(0, price * quantity - goods);
  const replaced = chosen.map(({ id }) => id);
  return { ok: true, units: replaced, goodsBack, taxBack, price, gift, discount, goods, tax, difference };
}

type Worth = { full: Cents; was: Cents; goodsBack: Cents; taxBack: Cents; taxRate: number | null };

/** The discount stays the same part of the price, and never becomes more cents than it was; the tax keeps its rate. */
function worthOfNew({ full, was, goodsBack, taxBack, taxRate }: Worth): { goods: Cents; tax: Cents } {
  const discount = was - goodsBack;
  const part = was === 0 ? 0 : portion(discount, full, was);
  const goods = full - Math.min(discount, part, full);
  // From what cost nothing, or a few cents, no rate can be read.
  if (goods > goodsBack && taxRate !== null)
    return { goods, tax: taxBack + percentOf(goods - goodsBack, taxRate) };
  return { goods, tax: goodsBack === 0 ? 0 : portion(taxBack, goods, goodsBack) };
}

/** `amount` × `part` / `whole`, rounded down; in whole numbers, since a product may outgrow a float. */
function portion(amount: Cents, part: Cents, whole: Cents): Cents {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

/** The lines of which units can still be swapped. */
export function swappableLines(items: readonly OrderItem[]): OrderItem[] {
  return items.filter((item) => item.productId !== null && swappable(item) > 0);
}

/** How many units of a line can still be swapped: those that are to be sent. */
export function swappable(item: OrderItem): number {
  return Math.min(unitsToSend(item), item.quantity - item.refunded);
}

/** "2 × Polo (M)" */
export function nameUnits(line: { name: string; variation: string | null }, quantity: number): string {
  return `${quantity} × ${itemName(line)}`;
}

/** An option of a product of the order, and how many of it are free. */
export type Shelf = { productId: string; variation: string; free: number };

/** The value of a choice that names no option of the same product. */
export const OTHER_PRODUCT = "other";

/** The other options of a line's product, as choices; those that are sold out can't be chosen, so they are left out. */
export function offersFor(
  shelves: readonly Shelf[],
  line: Pick<OrderItem, "productId" | "variation" | "name">,
): { value: string; variation: string; label: string }[] {
  const others = shelves.filter(
    ({ productId, variation, free }) =>
      productId === line.productId && variation !== (line.variation ?? "") && free > 0,
  );
  return others.map(({ productId, variation, free }) => ({
    value: offerValue({ productId, variation }),
    variation,
    label: `${itemName({ name: line.name, variation: variation || null })}, ${free} in stock`,
  }));
}

/** A variant as the value of a choice. */
export function offerValue({ productId, variation }: Pick<Shelf, "productId" | "variation">): string {
  return `${productId} ${variation}`;
}

/** The variant that such a value stands for; null for any other text. */
export function parseOffer(value: string): { productId: string; variation: string } | null {
  const at = value.indexOf(" ");
  return at < 0 ? null : { productId: value.slice(0, at), variation: value.slice(at + 1) };
}
