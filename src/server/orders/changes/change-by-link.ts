// Anyone with the link to an order's page corrects it there, for as long as the owner allows it after the order, and until
// part of it has shipped. It goes the same way as the owner's corrections. Each one is reported to the order's email.
import { CUSTOMER } from "#domain/order/corrections.ts";
import { parseShippingInfo, type ShippingErrors } from "#domain/postal-address/shipping-address.ts";
import type { Shop } from "../../core/shop.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { findOrderIdOfToken } from "../links/find-order-page.ts";
import { type CorrectAddressResult, correctAddress } from "./correct-address.ts";
import { type CorrectEmailResult, correctEmail } from "./correct-email.ts";
import { type SwapResult, swapUnits } from "./swap-units.ts";

/** As it was sent. */
export type LinkCorrection = { seen: number } & (
  | { what: "address"; address: Readonly<Record<string, string>> }
  | { what: "email"; email: string }
  | { what: "swap"; itemId: string; quantity: number; to: { productId: string; variation: string } }
);

export type LinkCorrectionResult =
  | CorrectAddressResult
  | CorrectEmailResult
  | SwapResult
  | { ok: false; reason: "invalid"; errors: ShippingErrors };

export async function correctByLink(
  shop: Shop,
  { token, sent }: { token: string; sent: LinkCorrection },
): Promise<LinkCorrectionResult> {
  const orderId = await findOrderIdOfToken(shop, token);
  if (orderId === null) return { ok: false, reason: "not_found" };
  const { fixMinutes } = (await loadSettings(shop)).shipping;
  const asked = { orderId, actor: CUSTOMER, seen: sent.seen, fixMinutes };
  if (sent.what === "email") return correctEmail(shop, { ...asked, email: sent.email });
  if (sent.what === "swap") {
    const { itemId, quantity, to } = sent;
    return swapUnits(shop, { ...asked, itemId, quantity, to });
  }
  const parsed = parseShippingInfo({ ...sent.address, email: "unread@example.com" });
  return parsed.ok
    ? correctAddress(shop, { ...asked, address: parsed.value })
    : { ok: false, reason: "invalid", errors: parsed.errors };
}
