import type Stripe from "stripe";
import { refusedByState, resourceMissing } from "../api/api-error.ts";
import type { SandboxContext } from "../context.ts";
import { recordEvent } from "../events.ts";

export type DisputeOutcome = "won" | "lost" | "prevented" | "warning_closed";

const EVIDENCE_DAYS = 9;
const DAY_S = 24 * 60 * 60;

export function loadDispute(context: SandboxContext, id: string): Stripe.Dispute {
  const dispute = context.store.find("dispute", id);
  if (!dispute) throw resourceMissing("dispute", id, "dispute");
  return dispute;
}

/**
 * The cardholder disputes a payment. `inquiry` asks without taking money; Refuses a payment that has no
 * successful charge or is already disputed.
 */
export function openDispute(context: SandboxContext, intent: Stripe.PaymentIntent, reason: string) {
  const charge = intent.latest_charge ? context.store.find("charge", String(intent.latest_charge)) : null;
  if (charge?.status !== "succeeded") {
    throw refusedByState(
      `PaymentIntent ${intent.id} has no charge to dispute.`,
      "payment_intent_unexpected_state",
    );
  }
  if (context.store.list("dispute", { parent: intent.id, limit: 1 }).data.length > 0) {
    throw refusedByState(`Charge ${charge.id} has already been disputed.`, "charge_disputed");
  }
  const amount = charge.amount - charge.amount_refunded;
  const isInquiry = reason === "inquiry";
  const dispute = buildDispute(context, charge, isInquiry ? "general" : reason, isInquiry, amount);
  if (!isInquiry) dispute.balance_transactions.push(moveMoney(context, dispute, -amount));
  context.store.insert("dispute", dispute, String(charge.payment_intent));
  if (!isInquiry) {
    charge.disputed = true;
    context.store.save(charge);
  }
  recordEvent(context, "charge.dispute.created", dispute);
  if (!isInquiry) recordEvent(context, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/**
 * The bank decides. The money of a won dispute comes back; that of a lost one stays away, and so does that of a prevented
 * one, which the card network has settled by the shop's own rules (Rapid Dispute Resolution). An inquiry can only be closed.
 */
export function closeDispute(context: SandboxContext, id: string, outcome: DisputeOutcome): Stripe.Dispute {
  const dispute = loadDispute(context, id);
  const isInquiry = dispute.status.startsWith("warning_");
  const isOpen = [
    "needs_response",
    "under_review",
    "warning_needs_response",
    "warning_under_review",
  ].includes(dispute.status);
  if (!isOpen || isInquiry !== (outcome === "warning_closed")) {
    throw refusedByState(
      `Dispute ${id} has a status of ${dispute.status} and cannot become ${outcome}.`,
      "dispute_unexpected_state",
    );
  }
  dispute.status = outcome;
  dispute.is_charge_refundable = outcome === "won" || isInquiry;
  if (outcome === "won") dispute.balance_transactions.push(moveMoney(context, dispute, dispute.amount));
  const card = dispute.payment_method_details?.card;
  if (outcome === "prevented" && card) card.case_type = "resolution";
  context.store.save(dispute);
  recordEvent(context, "charge.dispute.closed", dispute);
  if (outcome === "won") recordEvent(context, "charge.dispute.funds_reinstated", dispute);
  return dispute;
}

/** Money that leaves (below 0) or comes back to the balance, in cents. */
function moveMoney(
  context: SandboxContext,
  { id, currency }: Stripe.Dispute,
  amount: number,
): Stripe.BalanceTransaction {
  const now = context.seconds();
  return {
    id: context.newId("txn_"),
    object: "balance_transaction",
    amount,
    available_on: now,
    balance_type: "payments",
    created: now,
    currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
    source: id,
    status: "available",
    type: "adjustment",
  };
}

function buildDispute(
  context: SandboxContext,
  charge: Stripe.Charge,
  reason: string,
  isInquiry: boolean,
  amount: number,
): Stripe.Dispute {
  const brand = charge.payment_method_details?.card?.brand ?? "visa";
  return {
    id: context.newId("du_"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: context.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: context.seconds() + EVIDENCE_DAYS * DAY_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: String(charge.payment_intent),
    payment_method_details: {
      card: {
        brand,
        case_type: isInquiry ? "inquiry" : "chargeback",
        network: brand,
        network_reason_code: "10",
      },
      type: "card",
    },
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
