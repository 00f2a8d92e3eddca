import type Stripe from "stripe";
import type { SandboxContext } from "../context.ts";
import type { Decline } from "./cards.ts";

/** One attempt to take money: it succeeded, failed (with the bank's reason), or is still under way. */
export function createCharge(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: { status: "succeeded" | "pending" } | { status: "failed"; decline: Decline },
): Stripe.Charge {
  const decline = result.status === "failed" ? result.decline : null;
  const charge = {
    id: context.newId("ch_"),
    object: "charge",
    amount: intent.amount,
    amount_captured: result.status === "succeeded" ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor,
    captured: result.status === "succeeded",
    created: context.seconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: buildOutcome(decline),
    paid: result.status === "succeeded",
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: buildCardDetails(intent, method, decline), type: "card" },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: result.status,
    transfer_data: null,
    transfer_group: intent.transfer_group,
  } satisfies Stripe.Charge;
  context.store.insert("charge", charge, intent.id);
  return charge;
}

function buildOutcome(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: decline && !decline.blocked ? "try_again_later" : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline
      ? decline.blocked
        ? "not_sent_to_network"
        : "declined_by_network"
      : "approved_by_network",
    reason: decline
      ? decline.declineCode === "fraudulent"
        ? "highest_risk_level"
        : decline.blocked
          ? "rule"
          : (decline.declineCode ?? decline.code)
      : null,
    risk_level: decline?.declineCode === "fraudulent" ? "highest" : "normal",
    risk_score: decline?.declineCode === "fraudulent" ? 90 : 12,
    seller_message: decline
      ? decline.blocked
        ? "Stripe blocked this payment as too risky."
        : "The bank did not return any further details with this decline."
      : "Payment complete.",
    type: decline ? (decline.blocked ? "blocked" : "issuer_declined") : "authorized",
  };
}

function buildCardDetails(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
) {
  const card = method.card!;
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: { ...card.checks!, cvc_check: decline?.code === "incorrect_cvc" ? "fail" : "pass" },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card;
}
