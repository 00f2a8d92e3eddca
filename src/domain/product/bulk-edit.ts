// One change to many products at once: what the owner chose and typed, and the price and stock that result for
// one product. A change that would make a product invalid is refused with a reason.
import { type Cents, CHARGE_MAX, formatMoney } from "../money/money.ts";
import { parseDollars, percentOf } from "../money/money-input.ts";
import { heldMessage } from "./options/held-messages.ts";
import { salePriceMessage } from "./product-fields.ts";
import { parseQuantity, QUANTITY_MAX, quantityMessage } from "./product-form.ts";

export const bulkActionLabels = {
  "price-set": "Set price ($)",
  "price-change": "Change price by percent (+ or −)",
  "sale-percent": "Set sale price, percent off",
  "sale-end": "End the sale",
  "stock-set": "Set stock (of each option)",
  "stock-add": "Add to stock (of each option)",
  archive: "Archive",
  activate: "Activate",
};

export type BulkAction = keyof typeof bulkActionLabels;
export const bulkActions = Object.keys(bulkActionLabels) as BulkAction[];

export const BULK_PRODUCTS_MAX = 200;

/** `value` is in cents, percent or units, depending on the action; 0 where the action needs none. */
export type BulkEdit = { action: BulkAction; value: number };

export type BulkParse = { ok: true; edit: BulkEdit } | { ok: false; message: string };

export function parseBulkEdit(actionText: unknown, valueText: unknown): BulkParse {
  const action = bulkActions.find((known) => known === actionText);
  const text = typeof valueText === "string" ? valueText.trim() : "";
  if (!action) return { ok: false, message: "Choose what to change" };
  const value = valueFor(action, text);
  return typeof value === "string" ? { ok: false, message: value } : { ok: true, edit: { action, value } };
}

/** The value, or why it is refused. */
function valueFor(action: BulkAction, text: string): number | string {
  if (action === "price-set") {
    const price = parseDollars(text);
    return price && price <= CHARGE_MAX ? price : "Price must be a positive number";
  }
  if (action === "price-change") {
    const percent = /^[+\-−]?\d{1,3}$/.test(text) ? Number(text.replace("−", "-")) : 0;
    return percent > -100 && percent !== 0 ? percent : "Percent must be a whole number above −100, not 0";
  }
  if (action === "sale-percent") {
    const percent = /^\d{1,2}$/.test(text) ? Number(text) : 0;
    return percent > 0 ? percent : "Percent must be a whole number from 1 to 99";
  }
  if (action === "stock-set" || action === "stock-add") return parseQuantity(text) ?? quantityMessage;
  return 0;
}

type Prices = { price: Cents; salePrice: Cents | null };

/** The prices after the change, or why they are refused. */
export function bulkPrices({ action, value }: BulkEdit, { price, salePrice }: Prices): Prices | string {
  const next: Prices = { price, salePrice };
  if (action === "price-set") next.price = value;
  if (action === "price-change") next.price = percentOf(price, 100 + value);
  if (action === "sale-percent") next.salePrice = percentOf(price, 100 - value);
  if (action === "sale-end") next.salePrice = null;
  if (next.price <= 0) return "Price must be a positive number";
  if (next.price > CHARGE_MAX) return `Price must be at most ${formatMoney(CHARGE_MAX)}`;
  if (next.salePrice !== null && next.salePrice <= 0) return "Sale price must be a positive number";
  const isNewSale = next.salePrice !== salePrice || next.price !== price;
  return isNewSale && next.salePrice !== null && next.salePrice >= next.price ? salePriceMessage : next;
}

/** Units on hand of one option after the change, or why they are refused. */
export function bulkOnHand({ action, value }: BulkEdit, line: { onHand: number; held: number }) {
  const next = action === "stock-set" ? value : action === "stock-add" ? line.onHand + value : line.onHand;
  if (next > QUANTITY_MAX) return `Quantity must be at most ${QUANTITY_MAX.toLocaleString("en-US")}`;
  return next < line.held ? heldMessage(line.held) : next;
}
