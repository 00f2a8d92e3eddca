// Corrects where an order goes, as long as not all of it has left. Its tax stays as it was charged.
import {
  type CorrectionRefusal,
  CUSTOMER,
  isSameAddress,
  postalPart,
  refuseCorrection,
} from "#domain/order/corrections.ts";
import { addressRestsUntil } from "#domain/order/links/email-undo.ts";
import { type ShippingInfo, toOrderAddress } from "#domain/postal-address/shipping-address.ts";
import type { Shop } from "../../core/shop.ts";
import {
  type Correcting,
  type CorrectingRefusal,
  changeBeforeShipping,
  tellCustomer,
} from "./change-before-shipping.ts";
import { insertChange, saveAddress } from "./correction-queries.ts";

export type CorrectAddressResult =
  | { ok: true }
  | CorrectingRefusal
  | { ok: false; reason: CorrectionRefusal | "unchanged" }
  /** Its customer asks the shop, since other taxes may apply there. */
  | { ok: false; reason: "other_state" }
  /** Its email was changed by its link a moment ago: perhaps not by its customer. */
  | { ok: false; reason: "email_changed" };

/** `address`: as parsed; its email is not used. */
export function correctAddress(
  shop: Shop,
  { address, ...asked }: Correcting & { address: ShippingInfo },
): Promise<CorrectAddressResult> {
  return changeBeforeShipping<CorrectAddressResult>(
    shop,
    { ...asked, kind: "address" },
    async (tx, order, now) => {
      const refusal = refuseCorrection(order);
      if (refusal) return { result: { ok: false, reason: refusal } };
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
      await tellCustomer(tx, order, { id, to: null, payload: { what: "address" }, now });
      return { result: { ok: true }, audit: { before, after } };
    },
  );
}
