// The answers to the forms of an order. A refusal keeps what was typed, so that nothing is lost when
// another editor or the payment provider was faster.

import { formatMoney } from "#domain/money/money.ts";
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

export type OrderIntent =
  | "sync"
  | "ship"
  | "correct"
  | "deliver"
  | "return"
  | "refund"
  | "assign"
  | "cancel"
  | "address"
  | "email"
  | "swap"
  | "resend-extra-payment"
  | "withdraw-extra-payment"
  | "resend"
  | "resend-shipment"
  | "note"
  | "approve-return"
  | "decline-return"
  | "receive-return"
  | "close-return"
  | "resolve";

export type OrderAnswer = {
  intent: OrderIntent;
  notice: Notice;
  /** A text per field. */
  errors?: Record<string, string>;
  /** What was typed, for a browser without scripts, which loads the whole page again. */
  values?: Record<string, string>;
  /** It was refused, because the order has changed since it was opened. */
  isOld?: true;
};

/** Why a use case refuses an order that exists. */
type Reason<Result> = Exclude<Extract<Result, { ok: false; reason: string }>["reason"], "not_found">;

export const gone = refused(404, "No order found");

const shipmentDone: Record<ShipmentStep, Notice> = {
  shipped: success("Order shipped", "The customer gets a mail about it."),
  delivered: success("Order marked as delivered"),
  returned: success("Order marked as returned"),
};

export function shipmentOutcome(to: ShipmentStep, result: FulfillResult): Outcome {
  if (result.ok && result.left > 0)
    return done(
      "Shipment sent",
      `${result.left === 1 ? "1 item is" : `${result.left} items are`} still to be sent.`,
    );
  if (result.ok) return { notice: shipmentDone[to], status: 200 };
  if (result.reason === "not_found") return gone;
  if (result.reason === "corrected") return changedOutcome("correction");
  if (result.reason === "waiting") return refused(409, "Not shipped", waitsText(result.waitingFor));
  const step = fulfillmentLabels[to].toLowerCase();
  const texts: Record<FulfillmentRefusal | ShipmentRefusal, string> = {
    nothing_to_send: "Nothing of it is left to be sent.",
    no_units: "Choose at least one item for the shipment.",
    too_many_units:
      "Some of these items were sent or refunded meanwhile. Look at the order and send what is left.",
    already_done: `Somebody marked it as ${step} already. Nothing was changed.`,
    not_shipped: "It was not shipped yet.",
    too_late: `It is ${fulfillmentLabels[result.fulfillment].toLowerCase()} by now. Nothing was changed.`,
    not_paid: `An order that is ${statusLabels[result.status].toLowerCase()} can't be shipped: its money is not yours.`,
  };
  return refused(409, `Not marked as ${step}`, texts[result.reason]);
}

const uncorrected: Record<Reason<CorrectResult>, string> = {
  unchanged: "That is what is written down already.",
  not_shipped: "It was not shipped yet.",
};

export function correctOutcome(result: CorrectResult): Outcome {
  if (result.ok) {
    const description = result.isMailed
      ? "The customer gets a mail with the new tracking number."
      : "The customer was not told; the old one stays in the timeline.";
    return done("Shipment corrected", description);
  }
  if (result.reason === "not_found") return gone;
  return refused(409, "Not corrected", uncorrected[result.reason]);
}

export function resendShipmentOutcome(result: ShipmentEmailResend): Outcome {
  if (result.ok) return done("Shipping mail sent again", `It goes to ${result.email}.`);
  if (result.reason === "not_found") return gone;
  const unsent: Record<Reason<ShipmentEmailResend>, string> = {
    not_shipped: "This order has no such shipment.",
    not_paid: "The payment is not in, so nothing was shipped.",
  };
  return refused(409, "Not sent", unsent[result.reason]);
}

export function refundOutcome(result: RefundResult): Outcome {
  if (!result.ok) return refusedRefund(result);
  if (result.amount === 0 && result.refused === 0)
    return done(
      "No money goes back",
      "These items are settled: they cost nothing, or their money went back before. The customer gets no mail.",
    );
  const told = [
    ...(result.isSent
      ? []
      : ["Stripe can't be reached right now. The refund is written down and sent as soon as it can be."]),
    ...(result.refused > 0
      ? [`${formatMoney(result.refused)} more did not go back: Stripe refused it. The order is flagged.`]
      : []),
  ];
  return done(`Refund of ${formatMoney(result.amount)} made`, told.join(" ") || undefined);
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
        "A shipment has left meanwhile, so it can't be canceled. Refund what has not left, and the rest when it comes back.",
      );
    case "nothing_left":
      return because("Everything that was received has been refunded already.");
    case "not_paid":
      return because("No payment was received for this order.");
    case "disputed":
      return because("The customer's bank has taken the money back; whoever refunds now pays twice.");
    case "refused_by_provider":
      return because(refusal.message);
    case "unclear":
      return because(
        "Stripe's answer is unclear. The order is flagged; look it up at Stripe before you try again.",
        502,
      );
    case "bad_amount":
      return because("Choose items or shipping, or type an amount such as 12.50.", 422);
    case "too_many_units":
      return because(`${refusal.left} of these items can still be refunded. Somebody was faster.`);
    case "too_much_shipping":
      return because(`Only ${formatMoney(refusal.left)} of the shipping is left to refund.`);
    case "unknown_line":
      return because("It names items of another order.", 422);
    case "bad_reason":
      return because(`Please say why in 1 to ${REFUND_REASON_LENGTH_MAX} characters.`, 422);
    default:
      return unreachable(refusal);
  }
}

export function assignOutcome(result: AssignResult): Outcome {
  if (result.ok) return done("Refund assigned", "Slips, mails and stock count with it from now on.");
  if (result.reason === "answered")
    return refused(409, "Not saved", "Somebody has said it already, or the refund has failed since.");
  if (result.reason === "not_found") return gone;
  const { notice, status } = refusedRefund(result);
  return { notice: { ...notice, title: "Not saved" }, status };
}

/** The result of canceling an order that was paid, with a refund of all that is left. */
export function cancelPaidOutcome(result: CancelPaidResult): Outcome {
  if (result.ok) {
    if (result.refund === null) return done("Order canceled");
    const { notice, status } = refundOutcome(result.refund);
    return { notice: { ...notice, title: `Order canceled. ${notice.title}` }, status };
  }
  if (result.reason === "canceled") return refused(409, "Not canceled", "It is canceled already.");
  const isCanceled = result.reason === "not_refunded";
  const { notice, status } = refusedRefund(isCanceled ? result.refusal : result);
  const title = isCanceled ? "Order canceled, but not refunded" : "Not canceled";
  return { notice: { ...notice, title }, status };
}

const uncanceled: Record<Reason<CancelResult>, string> = {
  paid: "It was paid meanwhile. Refund it instead.",
  underway: "The bank is still deciding about the payment, and nobody can stop it now. Try again later.",
  unavailable: "The payment provider did not answer. Please try again.",
};

export function cancelOutcome(result: CancelResult): Outcome {
  if (result.ok) return done("Order canceled");
  if (result.reason === "not_found") return gone;
  const status = result.reason === "unavailable" ? 503 : 409;
  return refused(status, "Not canceled", uncanceled[result.reason]);
}

const changes = {
  refund: "Somebody refunded a part of it meanwhile.",
  shipment: "Its shipment was moved on meanwhile.",
  correction: "Somebody corrected it meanwhile, you in another window or the customer.",
  status: "Its payment has another status by now.",
};

/** For a form that was opened before the order changed. */
export function changedOutcome(change: keyof typeof changes): Outcome & Pick<OrderAnswer, "isOld"> {
  const description = `${changes[change]} Nothing was done, and what you typed is still here: look at the order and send it again.`;
  return { ...refused(409, "This order changed since you opened it", description), isOld: true };
}
