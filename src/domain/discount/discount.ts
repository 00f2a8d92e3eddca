// A discount as pricing sees it: what an order costs less, by a code that the shopper entered or automatically.
import { type Cents, formatMoney } from "../money/money.ts";
import { plainCode } from "../text/typed/plain-text.ts";

export const discountKinds = ["percent", "amount", "shipping"] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** What pricing must know of a discount, and all that a browser may know. */
export type Discount = {
  id: string;
  /** Null: it applies automatically. */
  code: string | null;
  /** What shoppers read about an automatic discount. */
  name: string;
  kind: DiscountKind;
  /** Percent, cents, or 0 for free shipping. */
  value: number;
  /** What the goods must cost at least, before it. */
  subtotalMin: Cents;
  /** Which of the cart's products it is for; null: all. */
  productIds: string[] | null;
  /** The collection or the categories that it is for, by name; null or left out: everything, or chosen products. */
  appliesTo?: string | null;
};

/** The one discount of an order. `amount`: off the goods, 0 where it makes the shipping free. */
export type AppliedDiscount = { name: string; amount: Cents };

/** "Discount (SUMMER)", as every sum of an order names it. */
export function discountLabel({ name }: Pick<AppliedDiscount, "name">): string {
  return `Discount (${name})`;
}

/** "−$7.20", or "Free shipping" for one that takes nothing off the goods. */
export function discountText({ amount }: Pick<AppliedDiscount, "amount">): string {
  return amount === 0 ? "Free shipping" : `−${formatMoney(amount)}`;
}

/** "10% off", "$5.00 off", "Free shipping". */
export function tellDiscount({ kind, value }: Pick<Discount, "kind" | "value">): string {
  if (kind === "shipping") return "Free shipping";
  return `${kind === "percent" ? `${value}%` : formatMoney(value)} off`;
}

/** A code as it is stored and compared; "" for a text that can't be one. */
export function normalCode(text: unknown): string {
  const code = plainCode(text).toUpperCase();
  return CODE.test(code) ? code : "";
}

export const CODE_LENGTH_MAX = 30;
const CODE = /^[A-Z0-9][A-Z0-9_-]{1,29}$/;
