// Passes the forms of an order's page to their use cases. A form says which state of the order it saw; when
// the order has changed since, nothing moves money or goods until the owner has looked again.
import { data } from "react-router";
import { parseDollars } from "#domain/money/money-input.ts";
import { NOTE_LENGTH_MAX } from "#domain/order/fulfillment.ts";
import { type OrderDetail, REFUND_REASON_LENGTH_MAX, unpaidStatuses } from "#domain/order/order-detail.ts";
import { parseRefundForm, refundFields, TYPED_FIELD, totalAsked } from "#domain/order/refund-form.ts";
import type { AskedRefund } from "#domain/order/refund-parts.ts";
import { parseQuantities, parseSending, shipmentField } from "#domain/order/shipments.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "#server/core/shop.ts";
import { addNote } from "#server/orders/add-note.ts";
import { assignRefund } from "#server/orders/changes/assign-refund.ts";
import { cancelOrder } from "#server/orders/changes/cancel-order.ts";
import { cancelPaidOrder } from "#server/orders/changes/cancel-paid-order.ts";
import { refundOrder } from "#server/orders/changes/refund-order.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { resolveAttention } from "#server/orders/resolve-attention.ts";
import { correctShipment } from "#server/orders/shipments/correct-shipment.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import { resendShipmentEmail } from "#server/orders/shipments/resend-shipment-email.ts";
import { syncOrder } from "#server/payments/refunds/sync-order.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { done, type Outcome, refused } from "../../../admin/frame/notices.ts";
import {
  assignOutcome,
  cancelOutcome,
  cancelPaidOutcome,
  correctOutcome,
  gone,
  type OrderAnswer,
  type OrderIntent,
  refundOutcome,
  resendShipmentOutcome,
  shipmentOutcome,
} from "../../../admin/orders/detail/order-answer.ts";
import { syncOutcome } from "../../../admin/orders/sync-outcome.ts";
import { type Asked, adminAction, asksPassword, asksPasswordWhen } from "../admin-action.ts";
import { type Answered, invalid, type OrderAsked, refuseOld } from "./order-asked.ts";
import { correctAddressOf, correctEmailOf, resendOf, swapOf } from "./order-corrections.ts";
import { resendExtraPaymentOf, withdrawExtraPaymentOf } from "./order-extra-payments.ts";
import { approveIt, closeIt, declineIt, receiveIt } from "./return-actions.ts";

/** The owner may leave the reason out. */
const NO_REASON = "No reason given";

/** An unknown intent counts as 'Sync with Stripe', the harmless one. */
export const orderAction = adminAction("sync", {
  sync: async ({ shop, params }) => answer("sync", await syncOne(shop, params.id)),
  ship: onOrder("ship", shipIt),
  correct: onOrder("correct", correctIt),
  deliver: onOrder("deliver", (asked) => moveOn(asked, "delivered")),
  return: onOrder("return", (asked) => moveOn(asked, "returned")),
  refund: asksPassword(onOrder("refund", refundIt)),
  assign: onOrder("assign", assignIt),
  cancel: asksPassword(onOrder("cancel", cancelIt)),
  address: asksPasswordWhen(movesToAnotherState, onOrder("address", correctAddressOf)),
  email: asksPassword(onOrder("email", correctEmailOf)),
  resend: onOrder("resend", resendOf),
  "resend-shipment": onOrder("resend-shipment", resendShipmentOf),
  swap: asksPassword(onOrder("swap", swapOf)),
  "resend-extra-payment": onOrder("resend-extra-payment", resendExtraPaymentOf),
  "withdraw-extra-payment": onOrder("withdraw-extra-payment", withdrawExtraPaymentOf),
  note: onOrder("note", noteIt),
  "approve-return": onOrder("approve-return", approveIt),
  "decline-return": onOrder("decline-return", declineIt),
  "receive-return": asksPassword(onOrder("receive-return", receiveIt)),
  "close-return": onOrder("close-return", closeIt),
  resolve: onOrder("resolve", resolveIt),
} satisfies Record<OrderIntent, (asked: Asked) => Promise<unknown>>);

function onOrder(intent: OrderIntent, handle: (asked: OrderAsked) => Promise<Answered>) {
  return async ({ shop, form, actor, params }: Asked) => {
    const order = await findOrderDetail(shop, { id: params.id ?? "" });
    return answer(intent, order ? await handle({ shop, form, actor, order, orderId: order.id }) : gone);
  };
}

/** An address in another state is where goods would be redirected to; a typo is rarely one. */
async function movesToAnotherState({ shop, form, params }: Asked): Promise<boolean> {
  const order = await findOrderDetail(shop, { id: params.id ?? "" });
  return order !== null && order.address.state !== textOf(form, "state");
}

function answer(intent: OrderIntent, { status, ...told }: Answered) {
  return data<OrderAnswer>({ intent, ...told }, { status });
}

/** Asks the provider about one order. */
export async function syncOne(shop: Shop, orderId: unknown): Promise<Outcome> {
  return syncOutcome(
    isUuid(orderId) ? await syncOrder(shop, { orderId }) : { ok: false, reason: "not_found" },
  );
}

function unconfirmed(values: Record<string, string>): Answered {
  const text = "Please confirm it by ticking the box above the button.";
  return { ...refused(422, "Not confirmed", text), values };
}

async function shipIt(asked: OrderAsked): Promise<Answered> {
  const { shop, form, orderId, actor } = asked;
  const fields = asked.order.items.map(shipmentField).filter((field) => form.has(field));
  const typed = Object.fromEntries(fields.map((field) => [field, textOf(form, field)]));
  const sent = { way: textOf(form, "way"), carrier: textOf(form, "carrier") };
  const values = { ...sent, trackingNumber: textOf(form, "trackingNumber"), ...typed };
  const sending = parseSending(values);
  const chosen = parseQuantities(typed, asked.order.items);
  if (!sending.ok || !chosen.ok)
    return invalid({ ...(sending.ok ? {} : sending.errors), ...(chosen.ok ? {} : chosen.errors) }, values);
  const old = refuseOld(asked, values);
  if (old) return old;
  const seen = asked.order.corrections.length;
  const withdraws = form.has("withdraw");
  const step = { to: "shipped", ...sending.value, units: chosen.units, seen, withdraws } as const;
  const result = await fulfillOrder(shop, { orderId, actor, step });
  return { ...shipmentOutcome("shipped", result), ...(result.ok ? {} : { values }) };
}

async function correctIt({ shop, form, orderId, actor }: OrderAsked): Promise<Answered> {
  const values = {
    carrier: textOf(form, "carrier"),
    trackingNumber: textOf(form, "trackingNumber"),
    mail: textOf(form, "mail"),
  };
  const tracking = parseSending(values);
  if (!tracking.ok) return invalid(tracking.errors, values);
  const mail = values.mail !== "";
  const shipmentId = textOf(form, "shipmentId") || undefined;
  const result = await correctShipment(shop, { orderId, actor, tracking: tracking.value, mail, shipmentId });
  return { ...correctOutcome(result), ...(result.ok ? {} : { values }) };
}

async function resendShipmentOf({ shop, form, orderId, actor }: OrderAsked): Promise<Answered> {
  const shipmentId = textOf(form, "shipmentId");
  return resendShipmentOutcome(await resendShipmentEmail(shop, { orderId, shipmentId, actor }));
}

async function moveOn({ shop, orderId, actor }: OrderAsked, to: "delivered" | "returned"): Promise<Answered> {
  return shipmentOutcome(to, await fulfillOrder(shop, { orderId, actor, step: { to } }));
}

async function refundIt(asked: OrderAsked): Promise<Answered> {
  const { shop, form, order, orderId, actor } = asked;
  const amount = textOf(form, "amount").trim();
  const reason = textOf(form, "reason").trim();
  const chosen = chosenIn(form, order);
  const typed = textOf(form, TYPED_FIELD);
  const values = { amount, [TYPED_FIELD]: typed, reason, ...chosen };
  const cents = parseDollars(amount || "0");
  const parsed = parseRefundForm(chosen, order.refundable);
  const errors: Record<string, string> = parsed.ok ? {} : parsed.errors;
  if (cents === null) errors.amount = "Please enter an amount such as 12.50";
  if (reason.length > REFUND_REASON_LENGTH_MAX)
    errors.reason = `A reason has at most ${REFUND_REASON_LENGTH_MAX} characters`;
  if (cents === null || !parsed.ok || Object.keys(errors).length > 0) return invalid(errors, values);
  const old = refuseOld(asked, values);
  if (old) return old;
  const result = await refundOrder(shop, {
    ...{ orderId, actor, parts: parsed.parts, restock: parsed.restock },
    reason: reason || NO_REASON,
    amount: totalAsked(cents, typed),
    ...refundIdIn(form),
  });
  return { ...refundOutcome(result), ...(result.ok ? {} : { values }) };
}

/** What was typed in the fields that say what a refund is for. */
function chosenIn(form: FormData, { refundable: known }: OrderDetail): Record<string, string> {
  return Object.fromEntries(refundFields(known).map((field) => [field, textOf(form, field)]));
}

async function assignIt({ shop, form, order, orderId, actor }: OrderAsked): Promise<Answered> {
  const isForNone = form.get("none") !== null;
  const values = chosenIn(form, order);
  const parsed = parseRefundForm(isForNone ? {} : values, order.refundable);
  if (!parsed.ok) return invalid(parsed.errors, values);
  const { parts, restock } = parsed;
  const isNothing = sumOf(parts) === 0;
  if (isNothing && !isForNone) {
    const text = "Choose the items or the shipping, or press 'Not for certain items'.";
    return { ...refused(422, "Nothing is chosen", text), values };
  }
  const refundId = textOf(form, "refundId");
  const result = await assignRefund(shop, { orderId, refundId, parts, restock, actor });
  return { ...assignOutcome(result), ...(result.ok ? {} : { values }) };
}

function sumOf({ units, shipping }: AskedRefund): number {
  return Object.values(units).reduce((sum, { unsent, sent }) => sum + unsent + sent, shipping);
}

async function cancelIt(asked: OrderAsked): Promise<Answered> {
  const { shop, form, order, orderId, actor } = asked;
  const values = { reason: textOf(form, "reason").trim() };
  const old = refuseOld(asked, values);
  if (old) return old;
  if (form.get("confirmed") === null) return unconfirmed(values);
  if (unpaidStatuses.includes(order.status)) {
    return cancelOutcome(await cancelOrder(shop, { orderId, actor }));
  }
  const reason = values.reason || NO_REASON;
  const result = await cancelPaidOrder(shop, { orderId, actor, reason });
  return { ...cancelPaidOutcome(result), ...(result.ok ? {} : { values }) };
}

/** A form that is sent twice makes one refund. */
function refundIdIn(form: FormData): { refundId?: string } {
  const refundId = form.get("refundId");
  return isUuid(refundId) ? { refundId } : {};
}

async function noteIt({ shop, form, orderId, actor }: OrderAsked): Promise<Answered> {
  const note = textOf(form, "note");
  const result = await addNote(shop, { orderId, note, actor });
  if (result.ok) return done("Note added");
  switch (result.reason) {
    case "not_found":
      return gone;
    case "invalid":
      return invalid({ note: `A note has between 1 and ${NOTE_LENGTH_MAX} characters` }, { note });
    default:
      return unreachable(result.reason);
  }
}

async function resolveIt({ shop, form, orderId, actor }: OrderAsked): Promise<Answered> {
  const resolved = await resolveAttention(shop, { orderId, reason: textOf(form, "reason"), actor });
  return done(resolved.ok ? "Marked as resolved" : "It was marked as resolved already");
}
