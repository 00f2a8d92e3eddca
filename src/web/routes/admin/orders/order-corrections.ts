// Passes the forms that correct an order to their use cases.
import { OTHER_PRODUCT, parseOffer } from "#domain/order/swap.ts";
import { parseShippingInfo } from "#domain/postal-address/shipping-address.ts";
import { correctAddress } from "#server/orders/changes/correct-address.ts";
import { correctEmail } from "#server/orders/changes/correct-email.ts";
import { swapUnits } from "#server/orders/changes/swap-units.ts";
import { askExtraPayment } from "#server/orders/extra-payments/ask-extra-payment.ts";
import { resendConfirmation } from "#server/orders/links/resend-confirmation.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import {
  addressOutcome,
  emailOutcome,
  resendOutcome,
  swapOutcome,
} from "../../../admin/orders/detail/correction-answer.ts";
import { askExtraPaymentOutcome } from "../../../admin/orders/detail/extra-payments/extra-payment-answer.ts";
import { type Answered, invalid, type OrderAsked, refuseOld } from "./order-asked.ts";

const addressFields = ["name", "address1", "address2", "city", "state", "postalCode", "phone"] as const;

export async function correctAddressOf(asked: OrderAsked): Promise<Answered> {
  const { shop, form, order, orderId, actor } = asked;
  const values = Object.fromEntries(addressFields.map((field) => [field, textOf(form, field)]));
  // The email has its own form, so it is not checked here.
  const parsed = parseShippingInfo({ ...values, email: "unread@example.com" });
  if (!parsed.ok) return invalid(parsed.errors, values);
  const old = refuseOld(asked, values);
  if (old) return old;
  const seen = order.corrections.length;
  const result = await correctAddress(shop, { orderId, actor, seen, address: parsed.value });
  return { ...addressOutcome(result), ...(result.ok ? {} : { values }) };
}

export async function correctEmailOf(asked: OrderAsked): Promise<Answered> {
  const { shop, form, order, orderId, actor } = asked;
  const values = { email: textOf(form, "email").trim() };
  const old = refuseOld(asked, values);
  if (old) return old;
  const seen = order.corrections.length;
  const result = await correctEmail(shop, { orderId, actor, seen, email: values.email });
  if (!result.ok && result.reason === "bad_email") return invalid({ email: "Invalid email address" }, values);
  return { ...emailOutcome(result), ...(result.ok ? {} : { values }) };
}

export async function resendOf({ shop, orderId, actor }: OrderAsked): Promise<Answered> {
  return resendOutcome(await resendConfirmation(shop, { orderId, actor }));
}

export async function swapOf(asked: OrderAsked): Promise<Answered> {
  const { shop, form, order, orderId, actor } = asked;
  const fields = ["itemId", "to", "other", "free", "quantity"] as const;
  const values = Object.fromEntries(fields.map((field) => [field, textOf(form, field)]));
  const { itemId = "", to = "", other = "" } = values;
  if (to === "") return invalid({ to: "Choose what to send instead" }, values);
  const isOther = to === OTHER_PRODUCT;
  const target = parseOffer(isOther ? other : to);
  if (!target && isOther) return invalid({ other: "Choose a product" }, values);
  if (!target) return invalid({ to: "Choose what to send instead" }, values);
  const old = refuseOld(asked, values);
  if (old) return old;
  const seen = order.corrections.length;
  const amountSeen = Number(textOf(form, "ask"));
  if (textOf(form, "ask") !== "") {
    const swap = { orderId, actor, seen, itemId, to: target, quantity: Number(values.quantity), amountSeen };
    const asked = await askExtraPayment(shop, swap);
    const more: Record<string, string> =
      !asked.ok && asked.reason === "amount_changed" ? { more: String(asked.more) } : {};
    return { ...askExtraPaymentOutcome(asked), ...(asked.ok ? {} : { values: { ...values, ...more } }) };
  }
  const result = await swapUnits(shop, {
    ...{ orderId, actor, seen, itemId, to: target },
    ...{ quantity: Number(values.quantity), isFree: values.free !== "" },
  });
  const more: Record<string, string> =
    !result.ok && result.reason === "costs_more" ? { more: String(result.more) } : {};
  return { ...swapOutcome(result), ...(result.ok ? {} : { values: { ...values, ...more } }) };
}
