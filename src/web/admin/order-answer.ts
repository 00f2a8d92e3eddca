// What the forms of an order are answered with. A refusal keeps what was typed, so that nothing is lost when
// somebody else, or the payment provider, was faster.
import type { FulfillmentRefusal, ParcelStep } from "#domain/fulfillment.ts";
import { formatMoney } from "#domain/money.ts";
import type { FulfillmentStatus, OrderStatus } from "#domain/order.ts";
import type { Notice } from "./notices.ts";
import { fulfillmentLabels, statusLabels } from "./order-texts.ts";

export const orderIntents = [
  "sync",
  "ship",
  "correct",
  "deliver",
  "return",
  "refund",
  "cancel",
  "note",
  "resolve",
] as const;
export type OrderIntent = (typeof orderIntents)[number];

export type OrderAnswer = {
  intent: OrderIntent;
  notice: Notice;
  /** A text per field. */
  errors?: Record<string, string>;
  /** What was typed, for a browser without scripts, whose page is drawn anew. */
  values?: Record<string, string>;
};

type Outcome = { notice: Notice; status: number };

const gone: Outcome = { notice: { tone: "error", title: "No order found" }, status: 404 };

const parcelDone: Record<ParcelStep, Notice> = {
  shipped: {
    tone: "success",
    title: "Order shipped",
    description: "The customer gets a mail with the tracking number.",
  },
  delivered: { tone: "success", title: "Order marked as delivered" },
  returned: { tone: "success", title: "Order marked as returned" },
};

type FulfillResult =
  | { ok: true }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: FulfillmentRefusal; status: OrderStatus; fulfillment: FulfillmentStatus };

/** The result of a step of the parcel → words and HTTP status. */
export function parcelOutcome(to: ParcelStep, result: FulfillResult): Outcome {
  if (result.ok) return { notice: parcelDone[to], status: 200 };
  if (result.reason === "not_found") return gone;
  const texts: Record<FulfillmentRefusal, string> = {
    already_done: `Somebody marked it as ${fulfillmentLabels[to].toLowerCase()} already. Nothing was changed.`,
    not_shipped: "It was not shipped yet.",
    too_late: `It is ${fulfillmentLabels[result.fulfillment].toLowerCase()} by now. Nothing was changed.`,
    not_paid: `An order that is ${statusLabels[result.status].toLowerCase()} can't be shipped: its money is not yours.`,
  };
  return {
    notice: {
      tone: "error",
      title: `Not marked as ${fulfillmentLabels[to].toLowerCase()}`,
      description: texts[result.reason],
    },
    status: 409,
  };
}

type CorrectResult =
  | { ok: true; isMailed: boolean }
  | { ok: false; reason: "not_found" | "not_shipped" | "unchanged" };

/** The result of correcting a shipment → words and HTTP status. */
export function correctOutcome(result: CorrectResult): Outcome {
  if (result.ok) {
    const description = result.isMailed
      ? "The customer gets a mail with the new tracking number."
      : "The customer was not told; the old one stays in the timeline.";
    return { notice: { tone: "success", title: "Shipment corrected", description }, status: 200 };
  }
  if (result.reason === "not_found") return gone;
  const description =
    result.reason === "unchanged" ? "That is what is written down already." : "It was not shipped yet.";
  return { notice: { tone: "error", title: "Not corrected", description }, status: 409 };
}

type RefundResult =
  | { ok: true; amount: number; isSent: boolean }
  | { ok: false; reason: "too_much"; left: number }
  | { ok: false; reason: "refused_by_provider"; message: string }
  | {
      ok: false;
      reason:
        | "shipped"
        | "not_found"
        | "not_paid"
        | "nothing_left"
        | "bad_amount"
        | "bad_reason"
        | "disputed"
        | "unclear";
    };

/** The result of a refund → words and HTTP status. */
export function refundOutcome(result: RefundResult): Outcome {
  if (result.ok) {
    const title = `Refund of ${formatMoney(result.amount)} made`;
    if (result.isSent) return { notice: { tone: "success", title }, status: 200 };
    const description =
      "Stripe can't be reached right now. The refund is written down and sent as soon as it can be.";
    return { notice: { tone: "success", title, description }, status: 200 };
  }
  const refused = (description: string, status = 409): Outcome => ({
    notice: { tone: "error", title: "Not refunded", description },
    status,
  });
  switch (result.reason) {
    case "not_found":
      return gone;
    case "too_much":
      return refused(`Only ${formatMoney(result.left)} of this order is left to refund.`);
    case "shipped":
      return refused("Its parcel has left meanwhile, so it can't be canceled. Refund it when it comes back.");
    case "nothing_left":
      return refused("Everything that was received has been refunded already.");
    case "not_paid":
      return refused("No payment was received for this order.");
    case "disputed":
      return refused("The customer's bank has taken the money back; whoever refunds now pays twice.");
    case "refused_by_provider":
      return refused(result.message);
    case "unclear":
      return refused(
        "Stripe's answer is unclear. The order is flagged; look it up at Stripe before you try again.",
        502,
      );
    default:
      return refused("Please check the amount and the reason.", 422);
  }
}

/** The result of canceling an order that was paid: a refund of all that is left. */
export function cancelPaidOutcome(result: RefundResult): Outcome {
  const { notice, status } = refundOutcome(result);
  if (result.ok) return { notice: { ...notice, title: `Order canceled. ${notice.title}` }, status };
  return { notice: { ...notice, title: "Not canceled" }, status };
}

type CancelReason = "not_found" | "paid" | "underway" | "unavailable";

/** The result of canceling → words and HTTP status. */
export function cancelOutcome(result: { ok: true } | { ok: false; reason: CancelReason }): Outcome {
  if (result.ok) return { notice: { tone: "success", title: "Order canceled" }, status: 200 };
  if (result.reason === "not_found") return gone;
  const texts = {
    paid: "It was paid meanwhile. Refund it instead.",
    underway: "The bank is still deciding about the payment, and nobody can stop it now. Try again later.",
    unavailable: "The payment provider did not answer. Please try again.",
  };
  const description = texts[result.reason];
  return {
    notice: { tone: "error", title: "Not canceled", description },
    status: result.reason === "unavailable" ? 503 : 409,
  };
}

const changes = {
  refund: "Somebody refunded a part of it meanwhile.",
  parcel: "Its parcel was moved on meanwhile.",
  status: "Its payment has another status by now.",
};

/** Told to whoever sends a form that was opened before the order changed. */
export function changedOutcome(change: keyof typeof changes): Outcome {
  const description = `${changes[change]} Nothing was done, and what you typed is still here: look at the order and send it again.`;
  return {
    notice: { tone: "error", title: "This order changed since you opened it", description },
    status: 409,
  };
}
