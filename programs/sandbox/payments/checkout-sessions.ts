// Stripe's hosted payment page as a fallback: a session is a price list and two return URLs. As at Stripe, its
// PaymentIntent is created when the shopper first tries to pay, and has the session's metadata.
import type Stripe from "stripe";
import { invalidRequest, refusedByState, resourceMissing } from "../api/api-error.ts";
import type { Parameters, ShapeFor } from "../api/parameters.ts";
import type { SandboxContext } from "../context.ts";
import { recordEvent } from "../events.ts";
import { schedule, unschedule } from "../scheduled.ts";
import { buildLineItem, buildSession, EXPIRES_MAX_S } from "./checkout-session-objects.ts";
import { markCanceled, missing, SHIPPING } from "./payment-intents.ts";

const PRODUCT_DATA = {
  name: "text",
  description: "text",
  images: "texts",
  metadata: "map",
  tax_code: "text",
} as const;

export const SESSION_PARAMETERS = {
  mode: "text",
  ui_mode: "text",
  line_items: [
    {
      price_data: {
        currency: "text",
        unit_amount: "integer",
        product_data: PRODUCT_DATA,
        tax_behavior: "text",
      },
      quantity: "integer",
      metadata: "map",
    },
  ],
  payment_intent_data: {
    metadata: "map",
    description: "text",
    receipt_email: "text",
    statement_descriptor: "text",
    statement_descriptor_suffix: "text",
    shipping: SHIPPING,
  },
  adaptive_pricing: { enabled: "boolean" },
  allowed_payment_method_types: "texts",
  success_url: "text",
  cancel_url: "text",
  expires_at: "integer",
  client_reference_id: "text",
  customer_email: "text",
  customer_creation: "text",
  billing_address_collection: "text",
  submit_type: "text",
  locale: "text",
  metadata: "map",
  expand: "texts",
} as const satisfies ShapeFor<Stripe.Checkout.SessionCreateParams>;

export type SessionParameters = Parameters<typeof SESSION_PARAMETERS>;
/** Data for the page that the API shows elsewhere or not at all. */
export type SessionSecrets = {
  lineItems: Stripe.LineItem[];
  paymentIntentData: NonNullable<SessionParameters["payment_intent_data"]>;
};

const LINE_ITEMS_MAX = 100;
const EXPIRES_MIN_S = 30 * 60;
const CLOCK_TOLERANCE_S = 60;

export function loadSession(context: SandboxContext, id: string): Stripe.Checkout.Session {
  const session = context.store.find("checkout.session", id);
  if (!session) throw resourceMissing("checkout.session", id, "session");
  return session;
}

export const sessionSecrets = (context: SandboxContext, id: string) =>
  context.store.findHidden<SessionSecrets>(id)!;

export function createSession(
  context: SandboxContext,
  params: SessionParameters,
  pageOrigin: string,
): Stripe.Checkout.Session {
  checkSession(context, params);
  const lineItems = params.line_items!.map((item) => buildLineItem(context, item));
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  if (total < 50)
    throw invalidRequest(
      "The Checkout Session's total amount must be at least $0.50 usd.",
      "amount_too_small",
    );
  const session = buildSession(context, params, pageOrigin, total);
  const secrets: SessionSecrets = { lineItems, paymentIntentData: params.payment_intent_data ?? {} };
  context.store.insert("checkout.session", session, null, secrets);
  schedule(context, (session.expires_at - context.seconds()) * 1000, "expire_session", session.id);
  return session;
}

function checkSession(context: SandboxContext, params: SessionParameters) {
  if (params.mode !== "payment") {
    throw invalidRequest("The payment sandbox has sessions of mode payment.", "parameter_invalid", "mode");
  }
  if (params.ui_mode !== undefined && params.ui_mode !== "hosted_page") {
    throw invalidRequest("The payment sandbox has the hosted page only.", "parameter_invalid", "ui_mode");
  }
  if (!params.line_items?.length) throw missing("line_items");
  if (params.line_items.length > LINE_ITEMS_MAX) {
    throw invalidRequest(
      `A session takes up to ${LINE_ITEMS_MAX} line items.`,
      "parameter_invalid",
      "line_items",
    );
  }
  if (!params.success_url) throw missing("success_url");
  for (const name of ["success_url", "cancel_url"] as const) {
    const url = params[name];
    if (url && !/^https?:\/\/[^\s]+$/.test(url)) throw invalidRequest("Not a valid URL", "url_invalid", name);
  }
  const lifetime = (params.expires_at ?? context.seconds() + EXPIRES_MAX_S) - context.seconds();
  if (lifetime < EXPIRES_MIN_S - CLOCK_TOLERANCE_S || lifetime > EXPIRES_MAX_S + CLOCK_TOLERANCE_S) {
    throw invalidRequest(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      "parameter_invalid",
      "expires_at",
    );
  }
}

/** Ends an open session and cancels its PaymentIntent if there is one that did not succeed. */
export function expireSession(context: SandboxContext, id: string): Stripe.Checkout.Session {
  const session = loadSession(context, id);
  if (session.status !== "open") {
    throw refusedByState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      "checkout_session_unexpected_state",
    );
  }
  const intent = session.payment_intent
    ? context.store.find("payment_intent", String(session.payment_intent))
    : null;
  if (intent && ["requires_payment_method", "requires_action"].includes(intent.status)) {
    markCanceled(context, intent, "automatic");
  }
  session.status = "expired";
  session.url = null;
  context.store.save(session);
  unschedule(context, "expire_session", id);
  recordEvent(context, "checkout.session.expired", session);
  return session;
}

/** Passes the outcome of a payment on to the session of its intent. */
export function noteIntentResult(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  sessionId?: string,
): void {
  const session = sessionId ? context.store.find("checkout.session", sessionId) : null;
  if (!session || !["succeeded", "processing", "requires_payment_method"].includes(intent.status)) return;
  const isFirst = session.status === "open";
  const isPaid = intent.status === "succeeded";
  if (intent.status === "requires_payment_method") {
    if (!isFirst) recordEvent(context, "checkout.session.async_payment_failed", session);
    return;
  }
  session.status = "complete";
  session.payment_status = isPaid ? "paid" : "unpaid";
  session.url = null;
  context.store.save(session);
  unschedule(context, "expire_session", session.id);
  if (isFirst) recordEvent(context, "checkout.session.completed", session);
  else if (isPaid) recordEvent(context, "checkout.session.async_payment_succeeded", session);
}
