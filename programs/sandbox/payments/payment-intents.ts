// PaymentIntents and what the shop's server may do to them, with Stripe's states and refusals. The attempt to
// take the money is in payment-attempts.ts. Amounts are integer cents, 50 to 99,999,999 as for US dollars.
import type Stripe from "stripe";
import { invalidRequest, refusedByState, resourceMissing } from "../api/api-error.ts";
import { mergeMetadata, type Parameters, type ShapeFor } from "../api/parameters.ts";
import type { SandboxContext } from "../context.ts";
import { recordEvent } from "../events.ts";

export const AMOUNT_MIN = 50;
export const AMOUNT_MAX = 99_999_999;

export const SHIPPING = {
  name: "text",
  phone: "text",
  carrier: "text",
  tracking_number: "text",
  address: {
    city: "text",
    country: "text",
    line1: "text",
    line2: "text",
    postal_code: "text",
    state: "text",
  },
} as const satisfies ShapeFor<Stripe.PaymentIntentCreateParams.Shipping>;

/** What create and update share. */
const DETAILS = {
  amount: "integer",
  currency: "text",
  description: "text",
  metadata: "map",
  receipt_email: "text",
  shipping: SHIPPING,
  statement_descriptor: "text",
  statement_descriptor_suffix: "text",
  transfer_group: "text",
  allowed_payment_method_types: "texts",
  expand: "texts",
} as const satisfies ShapeFor<Stripe.PaymentIntentUpdateParams>;

export const UPDATE_PARAMETERS = DETAILS;
export const CREATE_PARAMETERS = {
  ...DETAILS,
  automatic_payment_methods: { enabled: "boolean", allow_redirects: "text" },
  capture_method: "text",
  confirmation_method: "text",
} as const satisfies ShapeFor<Stripe.PaymentIntentCreateParams>;
export const CANCEL_PARAMETERS = {
  cancellation_reason: "text",
  expand: "texts",
} as const satisfies ShapeFor<Stripe.PaymentIntentCancelParams>;

type Details = Parameters<typeof DETAILS>;
type Shipping = Parameters<typeof SHIPPING> | null;

const CANCELLATION_REASONS = ["abandoned", "duplicate", "fraudulent", "requested_by_customer"];

export function loadPaymentIntent(context: SandboxContext, id: string): Stripe.PaymentIntent {
  const intent = context.store.find("payment_intent", id);
  if (!intent) throw resourceMissing("payment_intent", id, "intent");
  return intent;
}

export function createPaymentIntent(
  context: SandboxContext,
  params: Parameters<typeof CREATE_PARAMETERS>,
): Stripe.PaymentIntent {
  if (params.amount === undefined) throw missing("amount");
  if (params.currency === undefined) throw missing("currency");
  checkDetails(params);
  if (params.capture_method && !["automatic", "automatic_async"].includes(params.capture_method)) {
    throw invalidRequest(
      "The payment sandbox captures automatically.",
      "parameter_invalid",
      "capture_method",
    );
  }
  if (params.confirmation_method && params.confirmation_method !== "automatic") {
    throw invalidRequest(
      "The payment sandbox confirms automatically.",
      "parameter_invalid",
      "confirmation_method",
    );
  }
  const intent = buildPaymentIntent(context, params);
  context.store.insert("payment_intent", intent, null);
  recordEvent(context, "payment_intent.created", intent);
  return intent;
}

function buildPaymentIntent(context: SandboxContext, params: Parameters<typeof CREATE_PARAMETERS>) {
  const id = context.newId("pi_");
  const types = params.allowed_payment_method_types;
  const automatic = params.automatic_payment_methods;
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: types ?? null,
    amount: params.amount!,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      automatic || !types
        ? { enabled: automatic?.enabled ?? true, allow_redirects: automatic?.allow_redirects ?? "always" }
        : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? "automatic_async",
    client_secret: `${id}_secret_${context.newId("", 25)}`,
    confirmation_method: "automatic",
    created: context.seconds(),
    currency: params.currency!.toLowerCase(),
    customer: null,
    customer_account: null,
    description: params.description || null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: types?.length ? types : ["card"],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email || null,
    review: null,
    setup_future_usage: null,
    shipping: params.shipping ? buildShipping(params.shipping) : null,
    source: null,
    statement_descriptor: params.statement_descriptor || null,
    statement_descriptor_suffix: params.statement_descriptor_suffix || null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: params.transfer_group || null,
  } satisfies Stripe.PaymentIntent;
}

export function buildShipping(shipping: NonNullable<Shipping>) {
  const { address, name, phone, carrier, tracking_number } = shipping;
  return {
    address: {
      city: address?.city || null,
      country: address?.country || null,
      line1: address?.line1 || null,
      line2: address?.line2 || null,
      postal_code: address?.postal_code || null,
      state: address?.state || null,
    },
    carrier: carrier || null,
    name: name ?? "",
    phone: phone || null,
    tracking_number: tracking_number || null,
  } satisfies Stripe.PaymentIntent.Shipping;
}

export function missing(param: string) {
  return invalidRequest(`Missing required param: ${param}.`, "parameter_missing", param);
}

function checkDetails(params: Details) {
  const { amount, currency, shipping } = params;
  if (amount !== undefined && amount < 1) {
    throw invalidRequest(
      "This value must be greater than or equal to 1.",
      "parameter_invalid_integer",
      "amount",
    );
  }
  if (amount !== undefined && amount < AMOUNT_MIN) {
    throw invalidRequest("Amount must be at least $0.50 usd", "amount_too_small", "amount");
  }
  if (amount !== undefined && amount > AMOUNT_MAX) {
    throw invalidRequest("Amount must be no more than $999,999.99", "amount_too_large", "amount");
  }
  if (currency !== undefined && currency.toLowerCase() !== "usd") {
    throw invalidRequest(
      `Invalid currency: ${currency}. The payment sandbox takes usd.`,
      undefined,
      "currency",
    );
  }
  if (shipping && !shipping.name) throw missing("shipping[name]");
  if (shipping && !shipping.address) throw missing("shipping[address]");
}

const unexpectedState = (verb: string, intent: Stripe.PaymentIntent) =>
  refusedByState(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    "payment_intent_unexpected_state",
    { payment_intent: intent },
  );

/** Refuses with Stripe's words unless the intent is in one of these states. */
export function requireState(intent: Stripe.PaymentIntent, verb: string, states: readonly string[]) {
  if (!states.includes(intent.status)) throw unexpectedState(verb, intent);
}

const CHANGEABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];
const CANCELABLE = [...CHANGEABLE, "requires_capture"];

export function updatePaymentIntent(
  context: SandboxContext,
  id: string,
  params: Details,
): Stripe.PaymentIntent {
  checkDetails(params);
  const intent = loadPaymentIntent(context, id);
  const changesMoney = params.amount !== undefined || params.currency !== undefined;
  if (changesMoney) requireState(intent, "update", CHANGEABLE);
  if (params.amount !== undefined) intent.amount = params.amount;
  if (params.description !== undefined) intent.description = params.description || null;
  if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email || null;
  if (params.statement_descriptor !== undefined)
    intent.statement_descriptor = params.statement_descriptor || null;
  if (params.statement_descriptor_suffix !== undefined) {
    intent.statement_descriptor_suffix = params.statement_descriptor_suffix || null;
  }
  if (params.transfer_group !== undefined) intent.transfer_group = params.transfer_group || null;
  if (params.shipping !== undefined)
    intent.shipping = params.shipping ? buildShipping(params.shipping) : null;
  if (params.allowed_payment_method_types !== undefined) {
    intent.allowed_payment_method_types = params.allowed_payment_method_types;
  }
  intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  context.store.save(intent);
  return intent;
}

export function cancelPaymentIntent(
  context: SandboxContext,
  id: string,
  params: Parameters<typeof CANCEL_PARAMETERS>,
): Stripe.PaymentIntent {
  const reason = params.cancellation_reason || null;
  if (reason && !CANCELLATION_REASONS.includes(reason)) {
    throw invalidRequest(
      `Invalid cancellation_reason: must be one of ${CANCELLATION_REASONS.join(", ")}`,
      "parameter_invalid",
      "cancellation_reason",
    );
  }
  const intent = loadPaymentIntent(context, id);
  requireState(intent, "cancel", CANCELABLE);
  return markCanceled(context, intent, reason);
}

/** Cancels an intent that may be canceled; `automatic` when the sandbox itself ends it. */
export function markCanceled(context: SandboxContext, intent: Stripe.PaymentIntent, reason: string | null) {
  intent.status = "canceled";
  intent.canceled_at = context.seconds();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  context.store.save(intent);
  recordEvent(context, "payment_intent.canceled", intent);
  return intent;
}
