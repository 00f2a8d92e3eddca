// Refunds. Their sum never exceeds the charge: pending refunds count, failed ones do not. Refusals and states are
// Stripe's; the outcome of a refund depends on the card or on a fault.
import type Stripe from "stripe";
import { invalidRequest, refusedByState, resourceMissing } from "../api/api-error.ts";
import { mergeMetadata, type Parameters, type ShapeFor } from "../api/parameters.ts";
import type { SandboxContext } from "../context.ts";
import { recordEvent } from "../events.ts";
import { takeFault } from "../faults/faults.ts";
import { schedule, unschedule } from "../scheduled.ts";
import type { CardBehavior, RefundCourse } from "./cards.ts";

export const REFUND_PARAMETERS = {
  payment_intent: "text",
  charge: "text",
  amount: "integer",
  currency: "text",
  reason: "text",
  metadata: "map",
  expand: "texts",
} as const satisfies ShapeFor<Stripe.RefundCreateParams>;
export const REFUND_UPDATE_PARAMETERS = {
  metadata: "map",
  expand: "texts",
} as const satisfies ShapeFor<Stripe.RefundUpdateParams>;

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"];
const REFUND_SETTLES_AFTER_MS = 30_000;

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

export function loadRefund(context: SandboxContext, id: string): Stripe.Refund {
  const refund = context.store.find("refund", id);
  if (!refund) throw resourceMissing("refund", id);
  return refund;
}

export function createRefund(
  context: SandboxContext,
  params: Parameters<typeof REFUND_PARAMETERS>,
): Stripe.Refund {
  if (params.reason && !REASONS.includes(params.reason)) {
    throw invalidRequest(
      `Invalid reason: must be one of ${REASONS.join(", ")}`,
      "parameter_invalid",
      "reason",
    );
  }
  if (params.amount !== undefined && params.amount < 1) {
    throw invalidRequest(
      "This value must be greater than or equal to 1.",
      "parameter_invalid_integer",
      "amount",
    );
  }
  const charge = chargeToRefund(context, params);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  const dispute = context.store.list("dispute", { parent: String(charge.payment_intent), limit: 1 }).data[0];
  checkRefundable(charge, amount, left, dispute !== undefined && !dispute.is_charge_refundable);
  const { status, settles } = plannedCourse(context, charge);
  const refund = buildRefund(context, charge, amount, status, params);
  context.store.insert("refund", refund, charge.payment_intent as string);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  context.store.save(charge);
  recordEvent(context, "refund.created", refund);
  recordEvent(context, "charge.refunded", charge);
  if (settles && settles.afterMs !== null) {
    schedule(context, settles.afterMs, "settle_refund", refund.id, settles.outcome);
  }
  return refund;
}

function chargeToRefund(
  context: SandboxContext,
  params: Parameters<typeof REFUND_PARAMETERS>,
): Stripe.Charge {
  if (params.charge) {
    const charge = context.store.find("charge", params.charge);
    if (!charge) throw resourceMissing("charge", params.charge, "charge");
    return charge;
  }
  if (!params.payment_intent) {
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const intent = context.store.find("payment_intent", params.payment_intent);
  if (!intent) throw resourceMissing("payment_intent", params.payment_intent, "payment_intent");
  const charge = intent.latest_charge ? context.store.find("charge", String(intent.latest_charge)) : null;
  if (!charge || intent.status !== "succeeded") {
    throw refusedByState(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      "payment_intent_unexpected_state",
      { payment_intent: intent },
    );
  }
  return charge;
}

function checkRefundable(charge: Stripe.Charge, amount: number, left: number, isChargedBack: boolean) {
  if (charge.status !== "succeeded") {
    throw refusedByState(
      `Charge ${charge.id} did not succeed and cannot be refunded.`,
      "charge_not_refundable",
    );
  }
  if (isChargedBack) {
    throw refusedByState(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      "charge_disputed",
    );
  }
  if (left === 0) {
    throw refusedByState(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  }
  if (amount > left) {
    throw refusedByState(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      "amount_too_large",
      { param: "amount" },
    );
  }
}

type Course = { status: "succeeded" | "pending"; settles?: { outcome: string; afterMs: number | null } };

/** The outcome of this refund: that of a fault, otherwise that of the card. */
function plannedCourse(context: SandboxContext, charge: Stripe.Charge): Course {
  const fault = takeFault(context, ["refund_pending", "refund_fails"]);
  const afterMs = fault?.settleAfterMs === undefined ? REFUND_SETTLES_AFTER_MS : fault.settleAfterMs;
  const behavior = charge.payment_method
    ? context.store.findHidden<CardBehavior>(charge.payment_method)
    : null;
  const byCard: RefundCourse = behavior?.refund ?? "succeeds";
  if (fault?.kind === "refund_pending") {
    return { status: "pending", settles: { outcome: fault.outcome ?? "succeeded", afterMs } };
  }
  if (fault?.kind === "refund_fails" || byCard === "fails_later") {
    return { status: "succeeded", settles: { outcome: "failed", afterMs } };
  }
  if (byCard === "pending") return { status: "pending", settles: { outcome: "succeeded", afterMs } };
  return { status: "succeeded" };
}

function buildRefund(
  context: SandboxContext,
  charge: Stripe.Charge,
  amount: number,
  status: "succeeded" | "pending",
  params: Parameters<typeof REFUND_PARAMETERS>,
) {
  return {
    id: context.newId("re_"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: context.seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent as string,
    payment_method: charge.payment_method,
    ...(status === "pending" && { pending_reason: "processing" as const }),
    reason: params.reason || null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}

/** Settles a pending refund, or reverses one that had seemed to succeed because the bank returned the money. */
export function settleRefund(
  context: SandboxContext,
  id: string,
  outcome: "succeeded" | "failed",
): Stripe.Refund {
  const refund = loadRefund(context, id);
  const isLegal = refund.status === "pending" || (refund.status === "succeeded" && outcome === "failed");
  if (!isLegal)
    throw refusedByState(`Refund ${id} has a status of ${refund.status}.`, "refund_unexpected_state");
  unschedule(context, "settle_refund", id);
  refund.status = outcome;
  delete refund.pending_reason;
  if (outcome === "failed") {
    refund.failure_reason = "expired_or_canceled_card";
    const charge = context.store.find("charge", String(refund.charge))!;
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    context.store.save(charge);
  }
  context.store.save(refund);
  recordEvent(context, "refund.updated", refund);
  recordEvent(context, "charge.refund.updated", refund);
  if (outcome === "failed") recordEvent(context, "refund.failed", refund);
  return refund;
}

export function updateRefund(
  context: SandboxContext,
  id: string,
  params: Parameters<typeof REFUND_UPDATE_PARAMETERS>,
): Stripe.Refund {
  const refund = loadRefund(context, id);
  refund.metadata = mergeMetadata(refund.metadata ?? {}, params.metadata);
  context.store.save(refund);
  recordEvent(context, "refund.updated", refund);
  return refund;
}
