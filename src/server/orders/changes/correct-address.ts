// Corrects where an order goes, as long as not all of it has left. Its tax stays as it was charged.
import { CUSTOMER, isSameAddress, postalPart } from "#domain/order/corrections.ts";
import { addressRestsUntil } from "#domain/order/links/email-undo.ts";
import { type ShippingInfo, toOrderAddress } from "#domain/postal-address/shipping-address.ts";
import type { Shop } from "../../core/shop.ts";
import { type ChangeRefused, type Changing, changeOrderAs, notifyCustomer } from "./change-order.ts";
import { insertChange, saveAddress } from "./change-queries.ts";

export type CorrectAddressResult =
  | { ok: true }
  | ChangeRefused<"address">
  /** other_state: its customer asks the shop, since other taxes may apply there. */
  | { ok: false; reason: "unchanged" | "other_state" }
  /** Its email was changed by its link a moment ago: perhaps not by its customer. */
  | { ok: false; reason: "email_changed" };

/** `address`: as parsed; its email is not used. */
export function correctAddress(
  shop: Shop,
  { address, ...asked }: Changing & { address: ShippingInfo },
): Promise<CorrectAddressResult> {
  const change = { ...asked, kind: "address", action: "order.address_corrected" } as const;
  return changeOrderAs<"address", CorrectAddressResult>(shop, change, async (tx, order, now) => {
    const next = { ...toOrderAddress(address), customer_email: order.address.customer_email };
    const [before, after] = [postalPart(order.address), postalPart(next)];
    if (isSameAddress(before, after)) return { result: { ok: false, reason: "unchanged" } };
    const isByLink = asked.actor === CUSTOMER;
    if (isByLink && addressRestsUntil(order.emailChanges.at(-1), now.getTime()) !== null)
      return { result: { ok: false, reason: "email_changed" } };
    if (isByLink && next.state !== order.address.state)
      return { result: { ok: false, reason: "other_state" } };
    await saveAddress(tx, { orderId: order.id, address: next, now });
    const id = shop.newId();
    await insertChange(tx, {
      id,
      orderId: order.id,
      kind: "address",
      before,
      after,
      actor: asked.actor,
      now,
    });
    await notifyCustomer(tx, order.id, { id, to: null, payload: { what: "address" }, now });
    return { result: { ok: true }, entry: { before, after } };
  });
}
