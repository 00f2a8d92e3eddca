// The browser's own memory of a checkout. The address lives in sessionStorage and dies with the tab. The
// record of the open checkout lives in localStorage, beside the cart that it belongs to: all tabs of the
// browser share that cart, so they must share the checkout too, or two tabs would pay for one cart twice.
// Storage can be full, blocked or edited by hand; nothing here throws, and what cannot be read is nothing.
import { emptyShippingInfo, type ShippingField, type ShippingInfo } from "#domain/shipping-address.ts";
import { type OpenCheckout, parseOpenCheckout } from "./open-checkout.ts";

export type ShippingForm = Record<ShippingField, string>;

const SHIPPING_KEY = "checkoutShippingInfo";
const SHIPPING_DRAFT_KEY = "checkoutShippingDraft";
const ORDERED_CART_KEY = "confirmedOrderCart";
const CHECKOUT_KEY = "openCheckout";
const PROCESSED_KEY = "processedOrders";
const PROCESSED_MAX = 50;

/** The address of the last submitted form; blank fields where there is none. */
export function loadShippingInfo(): ShippingForm {
  return formOf(read(() => sessionStorage, SHIPPING_KEY)) ?? { ...emptyShippingInfo };
}

export function saveShippingInfo(info: ShippingInfo): void {
  write(() => sessionStorage, SHIPPING_KEY, info);
  remove(() => sessionStorage, SHIPPING_DRAFT_KEY);
}

/** What was typed so far, newer than what was submitted: a reload must not lose it. */
export function loadShippingDraft(): ShippingForm {
  return formOf(read(() => sessionStorage, SHIPPING_DRAFT_KEY)) ?? loadShippingInfo();
}

export function saveShippingDraft(form: unknown): void {
  write(() => sessionStorage, SHIPPING_DRAFT_KEY, form);
}

function formOf(stored: unknown): ShippingForm | null {
  if (typeof stored !== "object" || stored === null) return null;
  const form: ShippingForm = { ...emptyShippingInfo };
  for (const field of Object.keys(form) as ShippingField[]) {
    const value = (stored as Record<string, unknown>)[field];
    if (typeof value === "string") form[field] = value;
  }
  return form;
}

export function loadOpenCheckout(): OpenCheckout | null {
  return parseOpenCheckout(
    read(() => localStorage, CHECKOUT_KEY),
    Date.now(),
  );
}

export function saveOpenCheckout(record: OpenCheckout | null): void {
  if (record) write(() => localStorage, CHECKOUT_KEY, record);
  else remove(() => localStorage, CHECKOUT_KEY);
}

/** What is being paid, so that the confirmation page can show it while the payment is still processing. */
export function saveOrderedCart(ordered: unknown): void {
  write(() => sessionStorage, ORDERED_CART_KEY, ordered);
}

export function loadOrderedCart(): unknown {
  return read(() => sessionStorage, ORDERED_CART_KEY);
}

/** After an order is confirmed the tab forgets address and cart. */
export function clearCheckoutSession(): void {
  remove(() => sessionStorage, SHIPPING_KEY);
  remove(() => sessionStorage, SHIPPING_DRAFT_KEY);
  remove(() => sessionStorage, ORDERED_CART_KEY);
}

/** True the first time an order id is seen in this browser. It only keeps a reload from repeating toasts. */
export function markProcessed(orderId: string): boolean {
  const stored = read(() => localStorage, PROCESSED_KEY);
  const seen = Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  if (seen.includes(orderId)) return false;
  write(() => localStorage, PROCESSED_KEY, [...seen, orderId].slice(-PROCESSED_MAX));
  return true;
}

/** A new UUID; crypto.randomUUID exists on https and localhost only, a shop tried out on a LAN has neither. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function read(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Full or blocked storage: the checkout goes on, only a reload will not find it again.
  }
}

function remove(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Blocked storage holds nothing to remove.
  }
}
