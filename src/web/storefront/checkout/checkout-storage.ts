// What the browser remembers of a checkout. The postal address lives in sessionStorage and goes with the tab.
// The record of the open checkout lives in localStorage, beside the cart that it belongs to: all tabs of the
// browser share that cart, so they must share the checkout too, or two tabs would pay for one cart twice.
// Storage can be full, blocked or edited by hand: nothing here throws, and what cannot be read counts as
// missing.
import {
  emptyShippingInfo,
  type ShippingField,
  type ShippingInfo,
} from "#domain/postal-address/shipping-address.ts";
import { isRecord } from "./json-fields.ts";
import { type OpenCheckout, parseOpenCheckout } from "./open-checkout.ts";

export type ShippingForm = Record<ShippingField, string>;

const shippingInfo = kept(() => sessionStorage, "checkoutShippingInfo");
const shippingDraft = kept(() => sessionStorage, "checkoutShippingDraft");
const orderedCart = kept(() => sessionStorage, "confirmedOrderCart");
const openCheckout = kept(() => localStorage, "openCheckout");
const processedOrders = kept(() => localStorage, "processedOrders");
const PROCESSED_MAX = 50;

/** The postal address of the last submitted form, or blank fields. */
export function loadShippingInfo(): ShippingForm {
  return formOf(shippingInfo.load()) ?? { ...emptyShippingInfo };
}

export function saveShippingInfo(info: ShippingInfo): void {
  shippingInfo.save(info);
  shippingDraft.save(null);
}

/** What was typed since the last submit: a reload must not lose it. */
export function loadShippingDraft(): ShippingForm {
  return formOf(shippingDraft.load()) ?? loadShippingInfo();
}

export const saveShippingDraft = shippingDraft.save;

function formOf(stored: unknown): ShippingForm | null {
  if (!isRecord(stored)) return null;
  const form: ShippingForm = { ...emptyShippingInfo };
  for (const field of Object.keys(form) as ShippingField[]) {
    const value = stored[field];
    if (typeof value === "string") form[field] = value;
  }
  return form;
}

export function loadOpenCheckout(): OpenCheckout | null {
  return parseOpenCheckout(openCheckout.load(), Date.now());
}

export const saveOpenCheckout: (record: OpenCheckout | null) => void = openCheckout.save;

/** What is being paid, so that the confirmation page can show it while the payment is still processing. */
export const { save: saveOrderedCart, load: loadOrderedCart } = orderedCart;

/** Once an order is confirmed, the tab forgets the postal address and what was bought. */
export function clearCheckoutSession(): void {
  for (const value of [shippingInfo, shippingDraft, orderedCart]) value.save(null);
}

/** True the first time an order id is seen in this browser. It only keeps a reload from repeating toasts. */
export function markProcessed(orderId: string): boolean {
  const stored = processedOrders.load();
  const seen = Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  if (seen.includes(orderId)) return false;
  processedOrders.save([...seen, orderId].slice(-PROCESSED_MAX));
  return true;
}

/** crypto.randomUUID exists only on https and localhost; a shop tried out on a LAN has neither. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** One value in a browser storage; null means nothing is stored. */
function kept(storage: () => Storage, key: string) {
  return {
    load(): unknown {
      try {
        return JSON.parse(storage().getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    save(value: unknown): void {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(value));
      } catch {
        // Full or blocked storage: the checkout goes on, but a reload will not find it again.
      }
    },
  };
}
