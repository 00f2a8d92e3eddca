import type Stripe from "stripe";
import type { SandboxContext } from "../context.ts";
import { closeDispute, type DisputeOutcome, openDispute } from "../payments/disputes.ts";
import {
  type Answer,
  authenticatePayment,
  confirmPayment,
  settlePayment,
} from "../payments/payment-attempts.ts";
import { loadPaymentIntent } from "../payments/payment-intents.ts";
import { makePaymentMethod } from "../payments/payment-methods.ts";
import { createRefund, settleRefund } from "../payments/refunds.ts";
import { takeWalletShipping, type WalletShipping } from "../payments/wallet-shipping.ts";
import { type Delivery, listDeliveries } from "../webhooks.ts";
import { type ArmedFault, armFault, clearFaults, type Fault, listFaults } from "./faults.ts";

const LIST_MAX = 1000;
const SECURITY_CODE_DIGITS = 3;

export type SandboxControls = ReturnType<typeof createControls>;

/**
 * What tests, the simulation and the owner's page can do to the sandbox. Each call is one transaction. Refusals
 * (unknown id, wrong state) are thrown as `ApiError`.
 */
export function createControls(context: SandboxContext) {
  const { store } = context;
  const inTransaction =
    <A extends unknown[], T>(work: (...given: A) => T) =>
    (...given: A): T =>
      store.transaction(() => work(...given));

  return {
    /** Arms a fault, which strikes the next `times` calls or events that it fits. */
    arm: inTransaction((fault: Fault): void => armFault(context, fault)),
    faults: (): ArmedFault[] => listFaults(context),
    clearFaults: (id?: number): void => clearFaults(context, id),

    /** Newest first. */
    payments: (limit = LIST_MAX): Stripe.PaymentIntent[] => store.list("payment_intent", { limit }).data,
    charges: (intentId?: string): Stripe.Charge[] =>
      store.list("charge", { limit: LIST_MAX, parent: intentId }).data,
    refunds: (intentId?: string): Stripe.Refund[] =>
      store.list("refund", { limit: LIST_MAX, parent: intentId }).data,
    disputes: (intentId?: string): Stripe.Dispute[] =>
      store.list("dispute", { limit: LIST_MAX, parent: intentId }).data,
    sessions: (): Stripe.Checkout.Session[] => store.list("checkout.session", { limit: LIST_MAX }).data,
    events: (limit = LIST_MAX): Stripe.Event[] => store.list("event", { limit }).data,
    deliveries: (limit = LIST_MAX): Delivery[] => listDeliveries(context, limit),

    /**
     * Pays as the shopper's browser does, with `walletShipping` as a wallet does. The answer is that to stripe.js (200,
     * or 402 with the error).
     */
    pay: inTransaction((intentId: string, cardNumber: string, walletShipping?: WalletShipping): Answer => {
      const nextYear = new Date(context.now()).getUTCFullYear() + 1;
      const digits = /^3[47]/.test(cardNumber) ? SECURITY_CODE_DIGITS + 1 : SECURITY_CODE_DIGITS;
      const card = { number: cardNumber, exp_month: 12, exp_year: nextYear, cvc: "1".repeat(digits) };
      const typed = makePaymentMethod(context, { type: "card", card });
      const intent = loadPaymentIntent(context, intentId);
      if (walletShipping) takeWalletShipping(context, intent, walletShipping);
      return confirmPayment(context, intent, typed, { usesScript: true });
    }),
    /** Answers a payment's request for authentication. */
    authenticate: inTransaction(
      (intentId: string, passes: boolean): Answer =>
        authenticatePayment(context, loadPaymentIntent(context, intentId), passes),
    ),
    settlePayment: inTransaction((intentId: string, outcome: "succeeded" | "failed"): void =>
      settlePayment(context, loadPaymentIntent(context, intentId), outcome),
    ),
    /** All that is left of a payment, or `amount` cents of it, as the owner does in the provider's own dashboard. */
    refund: inTransaction(
      (intentId: string, amount?: number): Stripe.Refund =>
        createRefund(context, { payment_intent: intentId, ...(amount === undefined ? {} : { amount }) }),
    ),
    settleRefund: inTransaction(
      (refundId: string, outcome: "succeeded" | "failed"): Stripe.Refund =>
        settleRefund(context, refundId, outcome),
    ),
    openDispute: inTransaction(
      (intentId: string, reason?: string): Stripe.Dispute =>
        openDispute(context, loadPaymentIntent(context, intentId), reason ?? "fraudulent"),
    ),
    closeDispute: inTransaction(
      (disputeId: string, outcome: DisputeOutcome): Stripe.Dispute =>
        closeDispute(context, disputeId, outcome),
    ),
    /** Makes everything that waits (webhooks, keys to be forgotten, payments to settle) this much older. */
    letTimePass: inTransaction((milliseconds: number): void => letTimePass(context, milliseconds)),
  };
}

/**
 * The clock itself does not change, so new objects and signatures have the true time. Due times move instead.
 */
function letTimePass({ store }: SandboxContext, milliseconds: number) {
  store.run("UPDATE deliveries SET due_ms = due_ms - ? WHERE state IN ('waiting', 'held')", milliseconds);
  store.run("UPDATE idempotency_keys SET created_ms = created_ms - ?", milliseconds);
  store.run("UPDATE scheduled SET due_ms = due_ms - ?", milliseconds);
}
