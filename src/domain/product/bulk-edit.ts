// One change to many products at once: what the owner chose and typed, and the result for one product by it. A change
// that would make a product invalid is refused with a reason. A percentage off is always of the regular price, and a sale
// that goes deeper stays as it is, so a discount never makes anything dearer.
import { type Cents, CHARGE_MAX, formatMoney } from "../money/money.ts";
import { parseDollars, percentOf } from "../money/money-input.ts";
import { unreachable } from "../text/unreachable.ts";
import { momentOfLocal } from "../text/zone-time.ts";
import { heldMessage } from "./options/held-messages.ts";
import type { OwnPrices } from "./product.ts";
import { attributes, saleEndMessage, salePriceMessage } from "./product-fields.ts";

import {
  type EditableProduct,
  fieldsOf,
  type ProductValues,
  parseQuantity,
  QUANTITY_MAX,
  quantityMessage,
  valuesOf,
} from "./product-form.ts";

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

/** What is typed as the value of a change; null where it has none. */
export const bulkUnits: Record<BulkAction, "$" | "%" | "units" | null> = {
  "price-set": "$",
  "price-change": "%",
  "sale-percent": "%",
  "sale-end": null,
  "stock-set": "units",
  "stock-add": "units",
  archive: null,
  activate: null,
};

/** Whether it changes what shoppers pay. */
export function isPriceAction(action: BulkAction): boolean {
  return action === "price-set" || action === "price-change" || action === "sale-percent";
}

export const BULK_PRODUCTS_MAX = 200;
/** How long a change can be undone. */
export const UNDO_SECONDS = 60;

/**
 * `value` is in cents, percent or units, depending on the action; 0 where the action needs none. `from`, `to`: when a sale
 * begins and ends, on the store's clocks; "" for right away and for no end.
 */
export type BulkEdit = { action: BulkAction; value: number; from: string; to: string; round?: PriceEnding };

/** How prices by percent end: to the cent, at whole dollars, or a cent below. */
export const priceEndings = { cent: "Exact", "00": "Round to .00", "99": "Round to .99" };
export type PriceEnding = keyof typeof priceEndings;

/** "1 product", "10 products" */
export const countText = (count: number) => (count === 1 ? "1 product" : `${count} products`);

/** The change of so many products in a few words: "+5% on 10 products". */
export function bulkText({ action, value, round = "cent" }: BulkEdit, count: number): string {
  const products = countText(count);
  const ending = round === "cent" ? "" : `, rounded to .${round}`;
  const percent = `${Math.abs(value)}%`;
  switch (action) {
    case "price-set":
      return `${formatMoney(value)} for ${products}`;
    case "price-change":
      return `${value < 0 ? "−" : "+"}${percent} on ${products}${ending}`;
    case "sale-percent":
      return `${percent} off ${products}${ending}`;
    case "sale-end":
      return `End the sale of ${products}`;
    case "stock-set":
      return `Stock of ${products} set to ${value}`;
    case "stock-add":
      return `${value} more of each option of ${products}`;
    case "archive":
    case "activate":
      return `${bulkActionLabels[action]} ${products}`;
    default:
      return unreachable(action);
  }
}

/** The nearest amount with this ending; never below the smallest one. */
export function endingWith(ending: PriceEnding | undefined, price: Cents): Cents {
  if (ending === "00") return Math.max(100, Math.round(price / 100) * 100);
  if (ending === "99") return Math.max(99, Math.round((price + 1) / 100) * 100 - 1);
  return price;
}

type TypedEdit = { action: unknown; value: unknown; from?: unknown; to?: unknown; round?: unknown };

/** `field`: where the mistake is. */
export type BulkParse = { ok: true; edit: BulkEdit } | { ok: false; field: keyof TypedEdit; message: string };

export function parseBulkEdit(typed: TypedEdit): BulkParse {
  const action = bulkActions.find((known) => known === typed.action);
  if (!action) return { ok: false, field: "action", message: "Choose what to change" };
  const value = valueFor(action, textOf(typed.value));
  if (typeof value === "string") return { ok: false, field: "value", message: value };
  const round = roundingOf(action, typed.round);
  if (action !== "sale-percent") return { ok: true, edit: { action, value, from: "", to: "", ...round } };
  const [from, to] = [textOf(typed.from), textOf(typed.to)];
  const isWrong = (time: string) => time !== "" && momentOfLocal(time, "UTC") === null;
  const timeMessage = "Choose a date and a time for the sale, or leave both blank";
  if (isWrong(from)) return { ok: false, field: "from", message: timeMessage };
  if (isWrong(to)) return { ok: false, field: "to", message: timeMessage };
  if (from !== "" && to !== "" && to <= from) return { ok: false, field: "to", message: saleEndMessage };
  return { ok: true, edit: { action, value, from, to, ...round } };
}

function roundingOf(action: BulkAction, typed: unknown): { round?: PriceEnding } {
  if (!isByPercent(action) || (typed !== "00" && typed !== "99")) return {};
  return { round: typed };
}

/** Whether the new price is a part of the old one, and may be rounded. */
export function isByPercent(action: string): boolean {
  return action === "price-change" || action === "sale-percent";
}

function textOf(typed: unknown): string {
  return typeof typed === "string" ? typed.trim() : "";
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

/**
 * The result for one product. `kept`: it stays as it is, and why. `refused`: it can't be changed like this, and why.
 */
export type BulkOutcome = { is: "changed"; values: ProductValues } | { is: "kept" | "refused"; why: string };

/** `now`: what the store's clocks show, "2026-11-27T09:30". */
export function bulkOutcome(edit: BulkEdit, product: EditableProduct, now: string): BulkOutcome {
  const values = valuesOf(product);
  if (edit.action === "archive") return toStatus(values, "archived", "It's already archived");
  if (edit.action === "activate") {
    if (values.images.length === 0) return { is: "refused", why: "At least one image is required" };
    if (values.price === 0) return { is: "refused", why: "Price must be a positive number" };
    const description = attributes.description.parse(values.description, fieldsOf(values));
    if (!description.ok) return { is: "refused", why: description.message };
    return toStatus(values, "active", "It's already active");
  }
  if (edit.action === "stock-set" || edit.action === "stock-add") return withStock(edit, product);
  return withPrices(edit, values, now);
}

function toStatus(values: ProductValues, status: "active" | "archived", why: string): BulkOutcome {
  return values.status === status ? { is: "kept", why } : { is: "changed", values: { ...values, status } };
}

function withStock(edit: BulkEdit, product: EditableProduct): BulkOutcome {
  const stock = [];
  for (const line of product.stock) {
    const onHand = bulkOnHand(edit, line);
    if (typeof onHand === "string") return { is: "refused", why: onHand };
    const { held: _, ...kept } = line;
    stock.push({ ...kept, onHand });
  }
  const isSame = stock.every(({ onHand }, at) => onHand === product.stock[at]?.onHand);
  if (isSame) return { is: "kept", why: "It already has that many" };
  return { is: "changed", values: { ...valuesOf(product), stock } };
}

type PriceFields = Pick<ProductValues, "price" | "salePrice" | "saleStartsAt" | "saleEndsAt">;

function withPrices(edit: BulkEdit, values: ProductValues, now: string): BulkOutcome {
  const next = bulkPrices(edit, values, now);
  if ("is" in next) return next;
  const stock = values.stock.map((line) => ({ ...line, ...bulkOwnPrices(edit, line) }));
  return { is: "changed", values: { ...values, ...next, stock } };
}

/** The prices after the change, or why they stay or are refused. */
export function bulkPrices(edit: BulkEdit, before: PriceFields, now: string): PriceFields | BulkOutcome {
  const { action, value } = edit;
  const { price, salePrice, saleStartsAt, saleEndsAt } = before;
  const next: PriceFields = { price, salePrice, saleStartsAt, saleEndsAt };
  const isOver = saleEndsAt !== "" && saleEndsAt <= now;
  if (action === "price-set") next.price = value;
  if (action === "price-change") next.price = endingWith(edit.round, percentOf(price, 100 + value));
  if (action === "sale-percent") {
    next.salePrice = endingWith(edit.round, percentOf(price, 100 - value));
    [next.saleStartsAt, next.saleEndsAt] = [edit.from, edit.to];
    if (edit.to !== "" && edit.to <= now) return { is: "refused", why: "The sale would already have ended" };
    const hasSale = salePrice !== null && salePrice < price && !isOver;
    if (hasSale && salePrice < next.salePrice)
      return { is: "kept", why: `It keeps its lower sale price of ${formatMoney(salePrice)}` };
    if (hasSale && saleStartsAt <= now && edit.from > now) {
      const why = `It is on sale for ${formatMoney(salePrice)} now, and a product has one sale at a time. End that sale first, or start this one right away`;
      return { is: "kept", why };
    }
  }
  if (action === "sale-end") Object.assign(next, { salePrice: null, saleStartsAt: "", saleEndsAt: "" });
  if (next.price <= 0) return { is: "refused", why: "Price must be a positive number" };
  if (next.price > CHARGE_MAX)
    return { is: "refused", why: `Price must be at most ${formatMoney(CHARGE_MAX)}` };
  if (next.salePrice !== null && next.salePrice <= 0)
    return { is: "refused", why: "Sale price must be a positive number" };
  const isOther = Object.entries(next).some(([name, is]) => is !== before[name as keyof PriceFields]);
  if (!isOther)
    return { is: "kept", why: action === "sale-end" ? "It isn't on sale" : "It already has that price" };
  if (next.salePrice !== null && next.salePrice >= next.price)
    return { is: "refused", why: salePriceMessage };
  return next;
}

/** What an option costs of its own after the change: what is changed by percent keeps its distance; a new sale has one price. */
export function bulkOwnPrices(
  { action, value, round }: BulkEdit,
  { price, salePrice }: OwnPrices,
): OwnPrices {
  const changed = (own: Cents, percent: number) =>
    Math.min(CHARGE_MAX, Math.max(1, endingWith(round, percentOf(own, percent))));
  if (action === "price-change" && price !== null) return { price: changed(price, 100 + value), salePrice };
  if (action === "sale-percent")
    return { price, salePrice: price === null ? null : changed(price, 100 - value) };
  if (action === "sale-end") return { price, salePrice: null };
  return { price, salePrice };
}

/** Units on hand of one option after the change, or why they are refused. */
export function bulkOnHand(
  { action, value }: Pick<BulkEdit, "action" | "value">,
  line: { onHand: number; held: number },
) {
  const next = action === "stock-set" ? value : action === "stock-add" ? line.onHand + value : line.onHand;
  if (next > QUANTITY_MAX) return `Quantity must be at most ${QUANTITY_MAX.toLocaleString("en-US")}`;
  return next < line.held ? heldMessage(line.held) : next;
}

type ProductSummary = Pick<ProductValues, "price" | "salePrice" | "status" | "stock">;

/** The changed value, as the table of the preview shows it before and after: "$84.00", "S 17, M 4", "Draft". */
export function formatBulkValue(
  action: BulkAction,
  values: ProductSummary,
  statusLabels: Record<string, string>,
): string {
  if (action === "archive" || action === "activate") return statusLabels[values.status] ?? values.status;
  if (action === "stock-set" || action === "stock-add") {
    return values.stock
      .map(({ variation, onHand }) => `${variation ? `${variation} ` : ""}${onHand}`)
      .join(", ");
  }
  const { price, salePrice } = values;
  const isSale = salePrice !== null && salePrice < price;
  return isSale ? `${formatMoney(salePrice)} (regular ${formatMoney(price)})` : formatMoney(price as Cents);
}
