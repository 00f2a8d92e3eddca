// The outcomes of the forms of an order, in words.
import type { FormErrors } from "#domain/form/form-saved.ts";
import { type Cents, formatMoney } from "#domain/money/money.ts";
import type { FulfillmentRefusal, ShipmentStep } from "#domain/order/fulfillment.ts";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import type { ShipmentRefusal } from "#domain/order/shipments.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { AssignResult } from "#server/orders/changes/assign-refund.ts";
import type { CancelResult } from "#server/orders/changes/cancel-order.ts";
import type { CancelPaidResult } from "#server/orders/changes/cancel-paid-order.ts";
import type { RefundRefusal, RefundResult } from "#server/orders/changes/refund-order.ts";
import type { CorrectResult } from "#server/orders/shipments/correct-shipment.ts";
import type { FulfillResult } from "#server/orders/shipments/fulfill-order.ts";
import type { ShipmentEmailResend } from "#server/orders/shipments/resend-shipment-email.ts";
import { done, type Notice, type Outcome, refused, success } from "../../frame/notices.ts";
import { fulfillmentLabels, statusLabels, waitsText } from "../order-texts.ts";

/** `errors`: what is wrong with its fields; without them its message stands above all. */
export type FormOutcome = Outcome & {
  errors?: FormErrors;
  /** The order has changed since the form was opened. */
  isOld?: true;
  /** What a swap costs more, and the customer can be asked for. */
  more?: Cents;
};

/** Why a use case refuses an order that exists. */
type Reason<Result> = Exclude<Extract<Result, { ok: false; reason: string }>["reason"], "not_found">;

export const gone = refused(404, "No order found");

const shipmentDone: Record<ShipmentStep, Notice> = {
  shipped: success("Order shipped", "We emailed the customer."),
  delivered: success("Order marked as delivered"),
  returned: success("Order marked as returned"),
};

export function shipmentOutcome(to: ShipmentStep, result: FulfillResult): FormOutcome {
  if (result.ok && result.left > 0)
    return done(
      "Shipment sent",
      `${result.left === 1 ? "1 item is" : `${result.left} items are`} still to ship.`,
    );
  if (result.ok) return { notice: shipmentDone[to], status: 200 };
  if (result.reason === "not_found") return gone;
  if (result.reason === "corrected") return changedOutcome("correction");
  if (result.reason === "waiting") return refused(409, "Not shipped", waitsText(result.waitingFor));
  const step = fulfillmentLabels[to].toLowerCase();
  const texts: Record<FulfillmentRefusal | ShipmentRefusal, string> = {
    nothing_to_send: "Everything in this order has shipped.",
    no_units: "Choose at least one item for the shipment.",
    too_many_units:
      "Some of these items shipped or were refunded while you were editing. Review the order and ship what is left.",
    already_done: `This order is already marked as ${step}.`,
    not_shipped: "This order hasn't shipped yet.",
    too_late: `This order is now ${fulfillmentLabels[result.fulfillment].toLowerCase()}. Nothing was changed.`,
    not_paid: `An order that is ${statusLabels[result.status].toLowerCase()} can't be shipped.`,
  };
  return refused(409, `Not marked as ${step}`, texts[result.reason]);
}

const uncorrected: Record<Reason<CorrectResult>, string> = {
  unchanged: "Nothing is different from what is saved.",
  not_shipped: "This order hasn't shipped yet.",
};

export function correctOutcome(result: CorrectResult): Outcome {
  if (result.ok) {
    const description = result.isMailed
      ? "We emailed the new tracking number to the customer."
      : "We didn't email the customer. The old number stays in the timeline.";
    return done("Shipment corrected", description);
  }
  if (result.reason === "not_found") return gone;
  return refused(409, "Not corrected", uncorrected[result.reason]);
}

export function resendShipmentOutcome(result: ShipmentEmailResend): Outcome {
  if (result.ok) return done("Shipping email sent again", `It goes to ${result.email}.`);
  if (result.reason === "not_found") return gone;
  const unsent: Record<Reason<ShipmentEmailResend>, string> = {
    not_shipped: "This order has no such shipment.",
    not_paid: "This order is not paid, so nothing has shipped.",
  };
  return refused(409, "Not sent", unsent[result.reason]);
}

/** `isErased`: nobody is left to email. */
export function refundOutcome(result: RefundResult, { isErased = false } = {}): Outcome {
  if (!result.ok) return refusedRefund(result);
  if (result.amount === 0 && result.refused === 0)
    return done(
      "No money to refund",
      "These items cost nothing or were refunded before. We didn't email the customer.",
    );
  const told = [
    ...(result.isSent
      ? [isErased ? "The customer was erased, so no email was sent." : "We emailed the customer."]
      : ["Stripe can't be reached right now. We saved the refund and will send it as soon as possible."]),
    ...(result.refused > 0
      ? [
          `${formatMoney(result.refused)} more was not refunded because Stripe refused it. See the alert on the order.`,
        ]
      : []),
  ];
  return done(`Refund of ${formatMoney(result.amount)} made`, told.join(" "));
}

function refusedRefund(refusal: RefundRefusal): Outcome {
  const because = (text: string, status = 409) => refused(status, "Not refunded", text);
  switch (refusal.reason) {
    case "not_found":
      return gone;
    case "too_much":
      return because(`Only ${formatMoney(refusal.left)} of this order is left to refund.`);
    case "shipped":
      return because(
        "Part of this order shipped while you were editing, so it can't be canceled. Refund the items that haven't shipped now and the rest when they come back.",
      );
    case "nothing_left":
      return because("This order is already fully refunded.");
    case "not_paid":
      return because("No payment was received for this order.");
    case "disputed":
      return because(
        "The payment is disputed, and the customer's bank has the money. A refund now would pay twice.",
      );
    case "refused_by_provider":
      return because(refusal.message);
    case "unclear":
      return because("Stripe's answer is unclear. Look up the refund at Stripe before you try again.", 502);
    case "bad_amount":
      return because("Choose items or shipping, or type an amount such as 12.50.", 422);
    case "too_many_units":
      return because(
        `${refusal.left} of these items can still be refunded. The others were refunded while you were editing.`,
      );
    case "too_much_shipping":
      return because(`Only ${formatMoney(refusal.left)} of the shipping is left to refund.`);
    case "unknown_line":
      return because("These items are from another order.", 422);
    case "bad_reason":
      return because(`Enter a reason of 1 to ${REFUND_REASON_LENGTH_MAX} characters.`, 422);
    default:
      return unreachable(refusal);
  }
}

export function assignOutcome(result: AssignResult): Outcome {
  if (result.ok) return done("Refund assigned", "Packing slips, emails, and stock now take it into account.");
  if (result.reason === "answered")
    return refused(409, "Not saved", "This refund was already assigned or has failed.");
  if (result.reason === "not_found") return gone;
  const { notice, status } = refusedRefund(result);
  return { notice: { ...notice, title: "Not saved" }, status };
}

/** The result of canceling an order that was paid, with a refund of all that is left. */
export function cancelPaidOutcome(result: CancelPaidResult, whose: { isErased: boolean }): Outcome {
  if (result.ok) {
    if (result.refund === null) return done("Order canceled");
    const { notice, status } = refundOutcome(result.refund, whose);
    return { notice: { ...notice, title: `Order canceled. ${notice.title}` }, status };
  }
  if (result.reason === "canceled") return refused(409, "Not canceled", "This order is already canceled.");
  const isCanceled = result.reason === "not_refunded";
  const { notice, status } = refusedRefund(isCanceled ? result.refusal : result);
  const title = isCanceled ? "Order canceled, but not refunded" : "Not canceled";
  return { notice: { ...notice, title }, status };
}

const uncanceled: Record<Reason<CancelResult>, string> = {
  paid: "This order was paid while you were editing. Refund it instead.",
  underway: "The bank is still processing the payment, so it can't be stopped now. Try again later.",
  unavailable: "The payment provider did not answer. Try again.",
};

export function cancelOutcome(result: CancelResult): Outcome {
  if (result.ok) return done("Order canceled");
  if (result.reason === "not_found") return gone;
  const status = result.reason === "unavailable" ? 503 : 409;
  return refused(status, "Not canceled", uncanceled[result.reason]);
}

const changes = {
  refund: "Part of this order was refunded.",
  shipment: "The shipping status of this order changed.",
  correction: "This order was edited by the customer or in another window.",
  status: "The payment status of this order changed.",
  return: "Items were marked as received.",
};

/** For a form that was opened before the order changed. */
export function changedOutcome(change: keyof typeof changes): FormOutcome {
  const description = `${changes[change]} Nothing was saved, and your entries are still here. Review the order and try again.`;
  return { ...refused(409, "This order changed since you opened it", description), isOld: true };
}
