// By which settings and discounts this tab shows sums: what the server said last. And the code of a discount, which waits
// in the browser until an order is paid with it, so that no page must know it. And which checkout is open here.
import { useSyncExternalStore } from "react";
import type { PriceRules } from "#domain/checkout/pricing.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { fieldsOf } from "#domain/text/fields-of.ts";
import { kept } from "../../page/kept-value.ts";
import { sharedValue } from "../../ui/shared-value.ts";

export type CartSettings = StoreSettings & Pick<PriceRules, "discounts" | "shipTo">;

/** Null: the server was not asked yet. */
export const freshSettings = sharedValue<CartSettings | null>(null);

/** The server's latest values, else those of the page. */
export function useCartSettings(ofPage: StoreSettings): CartSettings {
  return useSyncExternalStore(freshSettings.subscribe, freshSettings.get, () => null) ?? ofPage;
}

const codeRefusal = sharedValue<string | null>(null);

/** Why the last code doesn't apply to any cart. */
export function useCodeRefusal(): string | null {
  return useSyncExternalStore(codeRefusal.subscribe, codeRefusal.get, () => null);
}

const code = kept(() => localStorage, "discountCode");

/** The saved code, as it was typed. */
export function loadCode(): string | null {
  const stored = code.load();
  return typeof stored === "string" && stored !== "" ? stored : null;
}

export function saveCode(typed: string | null): void {
  code.save(typed);
  codeRefusal.set(null);
}

/**
 * What the shop said of a code, null for one that applies. A refused code goes right away: nothing shown is computed with
 * it, so nothing may be paid with it. One that the shop did not look at stays.
 */
export function noteCodeAnswer(
  asked: string,
  { said, isStopped }: { said: string | null; isStopped?: true },
): void {
  if (loadCode() !== asked) return;
  if (said !== null && !isStopped) code.save(null);
  codeRefusal.set(said);
}

/** The record of this browser's open checkout; its room is ../checkout/kept-checkout.ts. */
export const openCheckout = kept(() => localStorage, "openCheckout");

/** The order that the open checkout may become; null: there is none. What it holds is this shopper's own, not sold out. */
export function heldOrderId(): string | null {
  const { orderId } = fieldsOf(openCheckout.load());
  return typeof orderId === "string" ? orderId : null;
}
