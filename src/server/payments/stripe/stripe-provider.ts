// The real payment provider: Stripe, with stripe-sessions.ts and stripe-refunds.ts. The same official client talks to
// the payment sandbox; only host, port and protocol differ. Every call that changes something carries the caller's
// idempotency key (the client retries a dropped call automatically). Ids are checked before they become part of a path (an
// empty one would list all payments), and failures come back as data.
import Stripe from "stripe";
import { CURRENCY } from "#domain/money/money.ts";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";
import { assertOutsideTransaction } from "../../db/transaction.ts";
import {
  type CreateIntentParams,
  OWN_EVENT,
  type PaymentEvent,
  type PaymentIntent,
  type PaymentProvider,
  type ProviderFailure,
  type ProviderResult,
} from "../payment-provider.ts";
import { type Attempt, listParams, pageOf, refundCalls } from "./stripe-refunds.ts";
import { isSessionId, sessionCalls } from "./stripe-sessions.ts";

const TIMEOUT_MS = 10_000;
const RETRIES_MAX = 2;
const SIGNATURE_TOLERANCE_SECONDS = 300;
const SIGNED = /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/;
const LIST_MAX = 100;
const INTENT_ID = /^pi_[A-Za-z0-9_]{6,120}$/;

export type StripeAccess = {
  mode: "sandbox" | "live";
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  /** The host of the API; omitted: Stripe itself. */
  host?: { host: string; port: number; protocol: "http" };
  /** For tests that call the sandbox in this process. */
  fetch?: typeof fetch;
  /** How often the client automatically retries a dropped call, with pauses in real time; RETRIES_MAX unless given. */
  retriesMax?: number;
  clock: () => number;
};

export function createStripeProvider(access: StripeAccess): PaymentProvider {
  const stripe = new Stripe(access.secretKey, {
    ...access.host,
    ...(access.fetch ? { httpClient: Stripe.createFetchHttpClient(access.fetch) } : {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: access.retriesMax ?? RETRIES_MAX,
    telemetry: false,
  });
  const { attempt, clockOff } = callsBy(access.clock);
  return {
    mode: access.mode,
    publishableKey: access.publishableKey,
    isIntentId,
    isSessionId,
    createIntent: (key, params) =>
      attempt(() => stripe.paymentIntents.create(intentParams(params), { idempotencyKey: key }), toIntent),
    retrieveIntent: async (id) =>
      isIntentId(id) ? attempt(() => stripe.paymentIntents.retrieve(id), toIntent) : notFound,
    cancelIntent: (key, id) => cancelIntent(stripe, attempt, { key, id }),
    ...sessionCalls(stripe, attempt, shippingOf),
    ...refundCalls(stripe, attempt),
    listDeclines: async (id) =>
      isIntentId(id)
        ? attempt(() => stripe.charges.list({ payment_intent: id, limit: LIST_MAX }), refusedOf)
        : notFound,
    listIntents: (query) => attempt(() => stripe.paymentIntents.list(listParams(query)), pageOf(toIntent)),
    mayBeSigned: (signature) => mayBeSigned(access, signature),
    readEvent: (rawBody, signature) => readEvent(stripe, access, rawBody, signature),
    signOwnEvent: () => signOwnEvent(stripe, access),
    clockOff,
  };
}

function isIntentId(id: unknown): id is string {
  return typeof id === "string" && INTENT_ID.test(id);
}

const notFound: ProviderFailure = { ok: false, reason: "not_found", message: "No such payment" };

function intentParams(params: CreateIntentParams): Stripe.PaymentIntentCreateParams {
  return {
    amount: params.amount,
    currency: CURRENCY,
    // Apple Pay and Google Pay are cards; Link is a separate wallet.
    allowed_payment_method_types: params.shipping ? ["card"] : ["card", "link"],
    description: params.description,
    receipt_email: params.receiptEmail,
    metadata: { checkout_id: params.checkoutId, order_id: params.orderId },
    ...(params.shipping ? { shipping: shippingOf(params.shipping) } : {}),
  };
}

function shippingOf(shipping: OrderAddress): Stripe.Checkout.SessionCreateParams.PaymentIntentData.Shipping {
  return {
    name: shipping.customer_name,
    ...(shipping.phone ? { phone: shipping.phone } : {}),
    address: {
      line1: shipping.line1,
      ...(shipping.line2 ? { line2: shipping.line2 } : {}),
      city: shipping.city,
      state: shipping.state,
      postal_code: shipping.postal_code,
      country: shipping.country,
    },
  };
}

async function cancelIntent(
  stripe: Stripe,
  attempt: Attempt,
  { key, id }: { key: string; id: string },
): Promise<ProviderResult<PaymentIntent>> {
  if (!isIntentId(id)) return notFound;
  const cancel = (options: Stripe.RequestOptions) =>
    attempt(() => stripe.paymentIntents.cancel(id, {}, options), toIntent);
  let canceled = await cancel({ idempotencyKey: key });
  // The stored response of an earlier call, when the bank was still processing or the provider had an error. Canceling
  // twice does no harm, so ask again without the key.
  if (!canceled.ok && canceled.isReplay) canceled = await cancel({});
  if (canceled.ok || canceled.reason !== "refused") return canceled;
  // Too late to cancel: it succeeded, is processing, or was canceled before. Its current state decides.
  return attempt(() => stripe.paymentIntents.retrieve(id), toIntent);
}

function mayBeSigned({ clock }: StripeAccess, signature: string): boolean {
  const stamped = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  const seconds = Math.floor(clock() / 1000);
  // The library refuses only old signatures; one from the future could be replayed forever.
  return Math.abs(seconds - stamped) <= SIGNATURE_TOLERANCE_SECONDS && SIGNED.test(signature);
}

function readEvent(
  stripe: Stripe,
  access: StripeAccess,
  rawBody: string,
  signature: string,
): PaymentEvent | null {
  if (!mayBeSigned(access, signature)) return null;
  try {
    const event = stripe.webhooks.constructEvent(
      rawBody,
      signature,
      access.webhookSecret,
      SIGNATURE_TOLERANCE_SECONDS,
      undefined,
      access.clock(),
    );
    // A test payment must never pass for real money, even where the two modes share settings.
    if ((event.livemode === true) !== access.secretKey.includes("_live_")) return null;
    const object = event.data.object as { id?: unknown; object?: unknown; payment_intent?: unknown };
    const objectId = typeof object.id === "string" ? object.id : null;
    const named = object.object === "payment_intent" ? objectId : object.payment_intent;
    return { id: event.id, type: event.type, objectId, intentId: isIntentId(named) ? named : null };
  } catch {
    return null;
  }
}

function signOwnEvent(stripe: Stripe, { clock, secretKey, webhookSecret }: StripeAccess) {
  const timestamp = Math.floor(clock() / 1000);
  const livemode = secretKey.includes("_live_");
  const event = { id: "evt_own_call", object: "event", type: OWN_EVENT, created: timestamp, livemode };
  const body = JSON.stringify({ ...event, data: { object: {} } });
  const signature = stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: webhookSecret,
    timestamp,
  });
  return { body, signature };
}

function toIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  return {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    clientSecret: intent.client_secret,
    checkoutId: intent.metadata.checkout_id ?? null,
    chargeId: idOf(intent.latest_charge),
    hasTried: intent.last_payment_error !== null || !UNTRIED.includes(intent.status),
    createdAt: intent.created * 1000,
  };
}

const UNTRIED: Stripe.PaymentIntent.Status[] = [
  "requires_payment_method",
  "requires_confirmation",
  "canceled",
];

function idOf(charge: string | Stripe.Charge | null): string | null {
  return typeof charge === "string" ? charge : (charge?.id ?? null);
}

function refusedOf({ data }: Stripe.ApiList<Stripe.Charge>): string[] {
  return data.filter(({ status }) => status === "failed").map(({ id }) => id);
}

/** Machines' clocks get corrected, so a reading is valid only for a while. */
const CLOCK_KNOWN_MS = 3_600_000;

/** Makes calls. The time of each response shows how far off this machine's clock is. */
function callsBy(clock: () => number): { attempt: Attempt } & Pick<PaymentProvider, "clockOff"> {
  let last: { off: number; at: number } | null = null;
  const compare = (headers: Record<string, string> | undefined, began: number) => {
    const answered = Date.parse(headers?.date ?? "");
    if (Number.isNaN(answered)) return;
    const at = clock();
    last = { off: clockOffAt(answered, { began, ended: at }), at };
  };
  const attempt: Attempt = async (call, inWords) => {
    assertOutsideTransaction("a call to the payment provider");
    const began = clock();
    try {
      const answer = await call();
      compare(answer.lastResponse.headers, began);
      return { ok: true, value: inWords(answer) };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      compare(error.headers, began);
      const isReplay = error.headers?.["idempotent-replayed"] === "true";
      return {
        ok: false,
        reason: reasonOf(error),
        message: error.message,
        ...(isReplay ? { isReplay } : {}),
        ...(error.code === "email_invalid" ? { isEmail: true } : {}),
      };
    }
  };
  const clockOff = () => (last === null || Math.abs(clock() - last.at) > CLOCK_KNOWN_MS ? null : last.off);
  return { attempt, clockOff };
}

/** `answered` is a whole second, rounded down, between the start and the end of the call. */
function clockOffAt(answered: number, { began, ended }: { began: number; ended: number }): number {
  return Math.max(0, began - answered - 1000) || Math.min(0, ended - answered);
}

function reasonOf(error: Stripe.errors.StripeError): ProviderFailure["reason"] {
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    return error.statusCode === 409 ? "unavailable" : "idempotency_conflict";
  }
  if (error.statusCode === 404) return "not_found";
  const status = error.statusCode ?? 0;
  // Undecided: no response, busy, an error on the provider's side, or a key in use.
  if (status === 0 || status === 401 || status === 409 || status === 429 || status >= 500)
    return "unavailable";
  return "refused";
}
