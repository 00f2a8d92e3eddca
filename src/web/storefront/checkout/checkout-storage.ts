// The browser's data about a shopper. The postal address lives in sessionStorage and ends with the tab.
// Storage can be full, blocked or edited by hand: nothing here throws, and what cannot be read counts as
// missing.
import {
  emptyShippingInfo,
  type ShippingField,
  type ShippingInfo,
} from "#domain/postal-address/shipping-address.ts";
import { kept } from "../../page/kept-value.ts";
import { isRecord } from "./json-fields.ts";

export type ShippingForm = Record<ShippingField, string>;

const shippingInfo = kept(() => sessionStorage, "checkoutShippingInfo");
const shippingDraft = kept(() => sessionStorage, "checkoutShippingDraft");
const orderedCart = kept(() => sessionStorage, "confirmedOrderCart");
const wish = kept(() => sessionStorage, "checkoutWish");
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

/** The values typed since the last submit: a reload must not lose them. */
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

/** `{ remind }` as the box was when the form was sent; nothing where there was no box. */
export const loadWish = () => wish.load() as { remind: boolean } | null;
export const saveWish = wish.save;

/** The order in payment, so that the confirmation page can show it while the payment is still processing. */
export const { save: saveOrderedCart, load: loadOrderedCart } = orderedCart;

/** Once an order is confirmed, the tab drops the postal address and the ordered items. */
export function clearCheckoutSession(): void {
  for (const value of [shippingInfo, shippingDraft, orderedCart, wish]) value.save(null);
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
