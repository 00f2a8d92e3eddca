// Takes the money: confirm → bank says yes, no, "ask the cardholder" or "later". A PaymentIntent makes at most
// one successful charge: every path to `succeeded` goes through `succeed`, and only from a state that is not final.
// A refused attempt is an answer (402), not a rollback: Stripe keeps the failed charge and the last error.
import type Stripe from "stripe";
import { type ErrorBody, invalidRequest, refusedByState } from "../api/api-error.ts";
import type { SandboxContext } from "../context.ts";
import { recordEvent } from "../events.ts";
import { takeFault } from "../faults/faults.ts";
import { schedule, unschedule } from "../scheduled.ts";
import type { CardBehavior, Decline } from "./cards.ts";
import { createCharge } from "./charges.ts";
import { noteIntentResult } from "./checkout-sessions.ts";
import { requireState } from "./payment-intents.ts";
import type { TypedMethod } from "./payment-methods.ts";

/** An HTTP answer of the API before it is sent. */
export type Answer = { status: number; body: object };

/** Data of an intent that the sandbox never shows. */
export type IntentSecrets = {
  behavior?: CardBehavior;
  methodId?: string;
  returnUrl?: string;
  sessionId?: string;
  /** The postal address as a wallet gave it. */
  walletShipping?: Stripe.PaymentIntent.Shipping;
};

export type ConfirmOptions = {
  returnUrl?: string;
  /** The page runs stripe.js, which shows the authentication itself instead of going to another page. */
  usesScript?: boolean;
  /** The URL of the authentication page for pages without script. */
  authenticateUrl?: string;
};

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];
const PROCESSING_SETTLES_AFTER_MS = 60_000;
const DISPUTE_OPENS_AFTER_MS = 5_000;

export const AUTHENTICATION_FAILED = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
} as const;

const PLAIN_DECLINE: Decline = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
};

export function secretsOf(context: SandboxContext, intentId: string): IntentSecrets {
  return context.store.findHidden<IntentSecrets>(intentId) ?? {};
}

export function confirmPayment(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  typed: TypedMethod,
  options: ConfirmOptions,
): Answer {
  requireState(intent, "confirm", CONFIRMABLE);
  if ("refusal" in typed) return refuseTyped(context, intent, typed.refusal);
  const { method } = typed;
  const behavior = bentByFaults(context, typed.behavior);
  const secrets = {
    ...secretsOf(context, intent.id),
    behavior,
    methodId: method.id,
    returnUrl: options.returnUrl,
  };
  context.store.saveHidden(intent.id, secrets);
  intent.payment_method = method.id;
  if (!behavior.authenticates) return charge(context, intent, method, behavior);
  return askForAuthentication(context, intent, options);
}

/** The card's behavior, plus an armed fault. */
function bentByFaults(context: SandboxContext, behavior: CardBehavior): CardBehavior {
  const asks = takeFault(context, ["payment_authenticates"]) !== null;
  const refuses = takeFault(context, ["payment_declined"]) !== null;
  return {
    ...behavior,
    ...(asks ? { authenticates: true } : {}),
    ...(refuses ? { decline: PLAIN_DECLINE } : {}),
  };
}

function askForAuthentication(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  options: ConfirmOptions,
) {
  if (!options.usesScript && !options.returnUrl) {
    throw invalidRequest(
      "A return_url is needed to authenticate this card.",
      "parameter_missing",
      "return_url",
    );
  }
  intent.status = "requires_action";
  intent.last_payment_error = null;
  intent.next_action = options.usesScript
    ? { type: "use_stripe_sdk", use_stripe_sdk: {} }
    : {
        type: "redirect_to_url",
        redirect_to_url: { return_url: options.returnUrl ?? null, url: options.authenticateUrl ?? null },
      };
  context.store.save(intent);
  recordEvent(context, "payment_intent.requires_action", intent);
  return { status: 200, body: intent };
}

/** The cardholder answers the bank's question: only once, and only while it is open. */
export function authenticatePayment(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  passes: boolean,
): Answer {
  requireState(intent, "authenticate", ["requires_action"]);
  const { behavior, methodId } = secretsOf(context, intent.id);
  const method = methodId ? context.store.find("payment_method", methodId) : null;
  if (!method) throw refusedByState("There is nothing to authenticate.", "payment_intent_unexpected_state");
  if (passes) return charge(context, intent, method, behavior ?? {});
  const error: ErrorBody = { ...AUTHENTICATION_FAILED, payment_method: method };
  return fail(context, intent, error, 400);
}

/** Asks the bank: one charge, whether it succeeds or not. */
function charge(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behavior: CardBehavior,
): Answer {
  if (behavior.decline) return decline(context, intent, method, behavior.decline);
  const delay = takeFault(context, ["payment_processing"]);
  if (!delay && !behavior.processes) {
    const made = createCharge(context, intent, method, { status: "succeeded" });
    succeed(context, intent, made, behavior);
    return { status: 200, body: intent };
  }
  const pending = createCharge(context, intent, method, { status: "pending" });
  intent.status = "processing";
  intent.processing = { type: "card" };
  intent.latest_charge = pending.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  context.store.save(intent);
  recordEvent(context, "charge.pending", pending);
  recordEvent(context, "payment_intent.processing", intent);
  const settleAfterMs =
    delay?.settleAfterMs === undefined ? PROCESSING_SETTLES_AFTER_MS : delay.settleAfterMs;
  if (settleAfterMs !== null) {
    schedule(context, settleAfterMs, "settle_payment", intent.id, delay?.outcome ?? "succeeded");
  }
  noteIntentResult(context, intent, secretsOf(context, intent.id).sessionId);
  return { status: 200, body: intent };
}

/** Settles a payment that is processing. Refuses any other. */
export function settlePayment(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  outcome: "succeeded" | "failed",
) {
  requireState(intent, "settle", ["processing"]);
  unschedule(context, "settle_payment", intent.id);
  const pending = context.store.find("charge", String(intent.latest_charge))!;
  const { behavior } = secretsOf(context, intent.id);
  if (outcome === "succeeded") {
    pending.status = "succeeded";
    pending.paid = true;
    pending.captured = true;
    pending.amount_captured = pending.amount;
    context.store.save(pending);
    succeed(context, intent, pending, behavior ?? {});
    return;
  }
  pending.status = "failed";
  pending.failure_code = PLAIN_DECLINE.code;
  pending.failure_message = PLAIN_DECLINE.message;
  context.store.save(pending);
  recordEvent(context, "charge.failed", pending);
  fail(context, intent, cardError(PLAIN_DECLINE, pending.id), 402);
}

function succeed(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  made: Stripe.Charge,
  behavior: CardBehavior,
) {
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  intent.latest_charge = made.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  intent.processing = null;
  context.store.save(intent);
  recordEvent(context, "charge.succeeded", made);
  recordEvent(context, "payment_intent.succeeded", intent);
  const fault = takeFault(context, ["payment_disputed"]);
  const reason = fault ? (fault.reason ?? "fraudulent") : behavior.dispute;
  if (reason) schedule(context, fault?.afterMs ?? DISPUTE_OPENS_AFTER_MS, "open_dispute", intent.id, reason);
  noteIntentResult(context, intent, secretsOf(context, intent.id).sessionId);
}

function decline(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline,
): Answer {
  const failed = createCharge(context, intent, method, { status: "failed", decline: reason });
  intent.latest_charge = failed.id;
  recordEvent(context, "charge.failed", failed);
  const error = { ...cardError(reason, failed.id), payment_method: method };
  return fail(context, intent, error, 402);
}

/** The typed card is refused before the bank is asked: no charge, and the intent stays payable. */
function refuseTyped(context: SandboxContext, intent: Stripe.PaymentIntent, refusal: Decline): Answer {
  const error = cardError(refusal);
  return {
    status: 402,
    body: { error: { ...error, payment_intent: context.store.find("payment_intent", intent.id)! } },
  };
}

const PARAMS: Record<string, string> = {
  incorrect_number: "number",
  expired_card: "exp_month",
  invalid_expiry_month: "exp_month",
  invalid_expiry_year: "exp_year",
  incorrect_cvc: "cvc",
  invalid_cvc: "cvc",
};

function cardError(reason: Decline, chargeId?: string): ErrorBody {
  return {
    type: "card_error",
    code: reason.code,
    message: reason.message,
    doc_url: `https://stripe.com/docs/error-codes/${reason.code.replaceAll("_", "-")}`,
    ...(reason.declineCode && { decline_code: reason.declineCode }),
    ...(PARAMS[reason.code] && { param: PARAMS[reason.code] }),
    ...(chargeId && { charge: chargeId }),
  };
}

function fail(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  error: ErrorBody,
  status: number,
): Answer {
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.next_action = null;
  intent.processing = null;
  intent.last_payment_error = error as Stripe.PaymentIntent.LastPaymentError;
  context.store.save(intent);
  recordEvent(context, "payment_intent.payment_failed", intent);
  noteIntentResult(context, intent, secretsOf(context, intent.id).sessionId);
  return { status, body: { error: { ...error, payment_intent: intent } } };
}
