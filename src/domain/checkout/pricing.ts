// The one function that knows what a cart costs. The browser calls it to show a total and the server to decide
// one, so both agree whenever they use the same prices, settings and discounts.
// Order of steps: lines → subtotal → discount → tax → shipping → total. All amounts are cents. Tax is on what the goods
// cost after the discount, and in some states on the shipping, too; the threshold of free shipping is about the goods. An order has one discount: the one with the lowest
// total, and none that makes the order dearer or leaves less than a card can pay. Decision 051.
import type { AppliedDiscount, Discount } from "../discount/discount.ts";
import type { CodeUnused } from "../discount/format-code.ts";
import { spreadDiscount } from "../discount/spread-discount.ts";
import { type Cents, CHARGE_MIN } from "../money/money.ts";
import { percentOf } from "../money/money-input.ts";
import type { ShippingSettings, StoreSettings } from "../settings/settings.ts";
import { isShippingTaxed, taxRateFor } from "./tax-rate.ts";

/** `productId`: needed where a discount is for chosen products. */
export type PricedLine = { unitPrice: Cents; quantity: number; productId?: string };

/** `discount`: left out or null where there is none. */
export type Totals = {
  subtotal: Cents;
  discount?: AppliedDiscount | null;
  tax: Cents;
  shipping: Cents;
  total: Cents;
  /** What was paid later for dearer swaps; only an order has it. */
  extraPaid?: Cents | null;
};

/**
 * `discounts`: those that apply now; pricing decides which of them this cart gets. `shipTo`: the two letters of the
 * state that the shipment goes to. Where the tax depends on it and it is not known, the total is the one before tax.
 */
export type PriceRules = Pick<StoreSettings, "tax" | "shipping"> & {
  discounts?: readonly Discount[];
  shipTo?: string | null;
};

export type PricedCart = {
  totals: Totals;
  /** The one that the cart gets. */
  chosen: Discount | null;
  /** In percent; null while it is not known. */
  taxRate: number | null;
  /** Of the tax, what is on the shipping. */
  shippingTax: Cents;
  /** What each line costs less, all its units together, in the order of the lines. */
  lineDiscounts: Cents[];
};

export function priceCart(lines: readonly PricedLine[], rules: PriceRules): Totals {
  return priceLines(lines, rules).totals;
}

/** The totals of a cart with what each line has of the discount. */
export function priceLines(lines: readonly PricedLine[], rules: PriceRules): PricedCart {
  // Of equal ones the code counts, since the shopper has asked for it.
  const byCode = [...(rules.discounts ?? [])].sort(
    (a, b) => Number(a.code === null) - Number(b.code === null),
  );
  return byCode.reduce<PricedCart>(
    (best, discount) => {
      const priced = isFor(discount, lines) ? priceWith(lines, rules, discount) : best;
      return priced.totals.total < best.totals.total && priced.totals.total >= CHARGE_MIN ? priced : best;
    },
    priceWith(lines, rules, null),
  );
}

/** Whether it is for any of the lines, and they reach its minimum. */
function isFor(discount: Discount, lines: readonly PricedLine[]): boolean {
  return (
    eligibleAmounts(discount, lines).some((amount) => amount > 0) && subtotalOf(lines) >= discount.subtotalMin
  );
}

function priceWith(lines: readonly PricedLine[], rules: PriceRules, chosen: Discount | null): PricedCart {
  const subtotal = subtotalOf(lines);
  const amounts = chosen ? eligibleAmounts(chosen, lines) : lines.map(() => 0);
  const amount = chosen
    ? amountOff(
        chosen,
        amounts.reduce((sum, line) => sum + line, 0),
      )
    : 0;
  const goods = subtotal - amount;
  const taxRate = taxRateFor(rules.tax, rules.shipTo);
  const isFree = lines.length === 0 || chosen?.kind === "shipping";
  const shipping = isFree ? 0 : shippingFor(goods, rules.shipping);
  const shippingTax = isShippingTaxed(rules.tax, rules.shipTo) ? percentOf(shipping, taxRate ?? 0) : 0;
  const tax = percentOf(goods, taxRate ?? 0) + shippingTax;
  const total = goods + tax + shipping;
  const discount = chosen && { name: chosen.code ?? chosen.name, amount };
  return {
    totals: discount ? { subtotal, discount, tax, shipping, total } : { subtotal, tax, shipping, total },
    chosen,
    taxRate,
    shippingTax,
    lineDiscounts: spreadDiscount(amount, amounts),
  };
}

function subtotalOf(lines: readonly PricedLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
}

/** What each line costs, 0 where the discount is not for its product. */
function eligibleAmounts({ productIds }: Discount, lines: readonly PricedLine[]): Cents[] {
  return lines.map(({ productId, unitPrice, quantity }) => {
    const isIn = productIds === null || (productId !== undefined && productIds.includes(productId));
    return isIn ? unitPrice * quantity : 0;
  });
}

/** Never more than the goods that it is for. */
function amountOff({ kind, value }: Discount, eligible: Cents): Cents {
  if (kind === "shipping") return 0;
  return kind === "percent" ? percentOf(eligible, value) : Math.min(value, eligible);
}

/** Why a code that applies now is not the discount of this cart. Null when the code is the cart's discount, or the rules have none. */
export function whyUnused(lines: readonly PricedLine[], rules: PriceRules): CodeUnused | null {
  const coded = rules.discounts?.find(({ code }) => code !== null);
  if (!coded || lines.length === 0) return null;
  const { chosen, totals } = priceLines(lines, rules);
  if (chosen?.id === coded.id) return null;
  const missing = coded.subtotalMin - subtotalOf(lines);
  if (eligibleAmounts(coded, lines).every((amount) => amount === 0)) return { why: "other_products" };
  if (missing > 0) return { why: "minimum", missing };
  if (priceWith(lines, rules, coded).totals.total < CHARGE_MIN) return { why: "too_little_left" };
  return chosen && totals.discount ? { why: "beaten", by: totals.discount.name } : { why: "no_gain" };
}

export function shippingFor(goods: Cents, shipping: ShippingSettings): Cents {
  if (!shipping.enableFlatRateShipping) return 0;
  return isShippingFree(goods, shipping) ? 0 : shipping.flatRateShippingCost;
}

/** Free shipping is on, has a threshold, and what the goods cost reaches it. */
function isShippingFree(goods: Cents, shipping: ShippingSettings): boolean {
  const { enableFreeShipping, freeShippingThreshold } = shipping;
  return enableFreeShipping && freeShippingThreshold !== null && goods >= freeShippingThreshold;
}
