// Stripe's own payment page, for browsers in which the card form can't load. A session is a price list with two return
// URLs. Its payment is created when the shopper first tries to pay there, and has the checkout's id like any other
// payment of the shop.
import type Stripe from "stripe";
import { CURRENCY } from "#domain/money/money.ts";
import type {
  CreateSessionParams,
  PaymentProvider,
  PaymentSession,
  ProviderFailure,
} from "../payment-provider.ts";
import { type Attempt, listParams, pageOf } from "./stripe-refunds.ts";

const SESSION_ID = /^cs_[A-Za-z0-9_]{6,120}$/;

type Shipping = Stripe.Checkout.SessionCreateParams.PaymentIntentData.Shipping;

export function isSessionId(id: unknown): id is string {
  return typeof id === "string" && SESSION_ID.test(id);
}

const notFound: ProviderFailure = { ok: false, reason: "not_found", message: "No such payment page" };

/** `shippingOf` converts a postal address to Stripe's form. */
export function sessionCalls(
  stripe: Stripe,
  attempt: Attempt,
  shippingOf: (address: CreateSessionParams["shipping"]) => Shipping,
): Pick<PaymentProvider, "createSession" | "retrieveSession" | "listSessions" | "expireSession"> {
  const { sessions } = stripe.checkout;
  const retrieveSession: PaymentProvider["retrieveSession"] = async (id) =>
    isSessionId(id) ? attempt(() => sessions.retrieve(id), toSession) : notFound;
  return {
    createSession: (key, params) => {
      const body = sessionParams(params, shippingOf(params.shipping));
      return attempt(() => sessions.create(body, { idempotencyKey: key }), toSession);
    },
    retrieveSession,
    listSessions: (query) => attempt(() => sessions.list(listParams(query)), pageOf(toSession)),
    expireSession: async (key, id) => {
      if (!isSessionId(id)) return notFound;
      const expire = (options: Stripe.RequestOptions) =>
        attempt(() => sessions.expire(id, {}, options), toSession);
      let expired = await expire({ idempotencyKey: key });
      // The stored response of a call at which the provider had an error. Expiring twice does no harm.
      if (!expired.ok && expired.isReplay) expired = await expire({});
      // Too late: it is complete or already expired. Its current state decides.
      return expired.ok || expired.reason !== "refused" ? expired : retrieveSession(id);
    },
  };
}

function sessionParams(params: CreateSessionParams, shipping: Shipping): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    // The shop sells in US dollars; a page in another currency would charge a different amount than the order's.
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ["card"],
    line_items: params.lines.map(({ name, unitPrice, quantity }) => ({
      price_data: { currency: CURRENCY, unit_amount: unitPrice, product_data: { name } },
      quantity,
    })),
    customer_email: params.receiptEmail,
    client_reference_id: params.checkoutId,
    payment_intent_data: {
      description: params.description,
      receipt_email: params.receiptEmail,
      metadata: { checkout_id: params.checkoutId, order_id: params.orderId },
      shipping,
    },
    metadata: { checkout_id: params.checkoutId, order_id: params.orderId },
    success_url: params.successUrl,
    cancel_url: params.cancelUrl,
    expires_at: Math.floor(params.expiresAt / 1000),
  };
}

function toSession(session: Stripe.Checkout.Session): PaymentSession {
  const { payment_intent: intent } = session;
  return {
    id: session.id,
    status: session.status ?? "unknown",
    url: session.url,
    intentId: typeof intent === "string" ? intent : (intent?.id ?? null),
    checkoutId: session.metadata?.checkout_id ?? null,
    expiresAt: session.expires_at * 1000,
  };
}
