// What each call of the shop's server does: one line per endpoint of Stripe's API that the sandbox has.
import type Stripe from "stripe";
import type { SandboxContext } from "../context.ts";
import {
  createSession,
  expireSession,
  loadSession,
  SESSION_PARAMETERS,
  sessionSecrets,
} from "../payments/checkout-sessions.ts";
import { loadDispute } from "../payments/disputes.ts";
import { type Answer, confirmPayment } from "../payments/payment-attempts.ts";
import {
  CANCEL_PARAMETERS,
  CREATE_PARAMETERS,
  cancelPaymentIntent,
  createPaymentIntent,
  loadPaymentIntent,
  UPDATE_PARAMETERS,
  updatePaymentIntent,
} from "../payments/payment-intents.ts";
import { findPaymentMethod, makePaymentMethod, PAYMENT_METHOD_DATA } from "../payments/payment-methods.ts";
import {
  createRefund,
  loadRefund,
  REFUND_PARAMETERS,
  REFUND_UPDATE_PARAMETERS,
  updateRefund,
} from "../payments/refunds.ts";
import type { Kind, StoredObjects } from "../store.ts";
import { pendingWebhooks } from "../webhooks.ts";
import { invalidRequest, resourceMissing } from "./api-error.ts";
import { expand } from "./expand.ts";
import type { FormTree } from "./form-body.ts";
import { type Parameters, readParameters, type Shape, type ShapeFor } from "./parameters.ts";

export type Call = { id: string; tree: FormTree; pageOrigin: string };
export type Endpoint = {
  method: "GET" | "POST";
  /** `:id` stands for one path segment. */
  path: string;
  handle: (context: SandboxContext, call: Call) => Answer;
};

const RETRIEVE = { expand: "texts" } as const satisfies ShapeFor<Stripe.PaymentIntentRetrieveParams>;
const LIST = {
  limit: "integer",
  starting_after: "text",
  ending_before: "text",
  created: "range",
  expand: "texts",
} as const satisfies ShapeFor<Stripe.PaymentIntentListParams>;
const CONFIRM_PARAMETERS = {
  payment_method: "text",
  payment_method_data: PAYMENT_METHOD_DATA,
  return_url: "text",
  use_stripe_sdk: "boolean",
  expand: "texts",
} as const satisfies ShapeFor<Omit<Stripe.PaymentIntentConfirmParams, "payment_method_data">> & {
  // Only browsers send card numbers, so the server's types have none; see makePaymentMethod.
  payment_method_data: Shape;
};
const EVENT_LIST = {
  ...LIST,
  type: "text",
  types: "texts",
  delivery_success: "boolean",
} as const satisfies ShapeFor<Stripe.EventListParams>;
const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;

/** An endpoint that reads its parameters by `shape` and answers 200 with an object, expanded as asked. */
function endpoint<S extends Shape & { expand: "texts" }>(
  method: Endpoint["method"],
  path: string,
  shape: S,
  work: (context: SandboxContext, id: string, params: Parameters<S>, call: Call) => object,
): Endpoint {
  return {
    method,
    path,
    handle(context, call) {
      const params = readParameters(call.tree, shape);
      const { expand: paths } = params as { expand?: string[] };
      return { status: 200, body: expand(context, work(context, call.id, params, call), paths) };
    },
  };
}

type ListParameters = Parameters<typeof LIST>;

/** A page of objects, newest first, with Stripe's cursors and limits. */
function listOf<K extends Kind>(
  context: SandboxContext,
  kind: K,
  url: string,
  params: ListParameters,
  narrow: { parent?: string; only?: (object: StoredObjects[K]) => boolean } = {},
): Stripe.ApiList<StoredObjects[K]> {
  const limit = params.limit ?? LIMIT_DEFAULT;
  if (limit < 1 || limit > LIMIT_MAX) {
    throw invalidRequest(`Limit must be between 1 and ${LIMIT_MAX}.`, "parameter_invalid_integer", "limit");
  }
  for (const cursor of ["starting_after", "ending_before"] as const) {
    const id = params[cursor];
    if (id && !context.store.find(kind, id)) throw resourceMissing(kind, id, cursor);
  }
  const { data, hasMore } = context.store.list(kind, {
    limit,
    ...narrow,
    startingAfter: params.starting_after,
    endingBefore: params.ending_before,
    createdFrom: params.created?.from,
    createdTo: params.created?.to,
  });
  return { object: "list", data, has_more: hasMore, url };
}

const PAYMENT_INTENTS: Endpoint[] = [
  endpoint("POST", "/v1/payment_intents", CREATE_PARAMETERS, (context, _id, params) =>
    createPaymentIntent(context, params),
  ),
  endpoint("GET", "/v1/payment_intents", LIST, (context, _id, params) =>
    listOf(context, "payment_intent", "/v1/payment_intents", params),
  ),
  endpoint("GET", "/v1/payment_intents/:id", { ...RETRIEVE, client_secret: "text" }, (context, id) =>
    loadPaymentIntent(context, id),
  ),
  endpoint("POST", "/v1/payment_intents/:id", UPDATE_PARAMETERS, updatePaymentIntent),
  endpoint("POST", "/v1/payment_intents/:id/cancel", CANCEL_PARAMETERS, cancelPaymentIntent),
  { method: "POST", path: "/v1/payment_intents/:id/confirm", handle: confirmFromServer },
];

function confirmFromServer(context: SandboxContext, call: Call): Answer {
  const params = readParameters(call.tree, CONFIRM_PARAMETERS);
  const intent = loadPaymentIntent(context, call.id);
  if (!params.payment_method && !params.payment_method_data) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      "payment_intent_unexpected_state",
    );
  }
  const typed = params.payment_method_data
    ? makePaymentMethod(context, params.payment_method_data)
    : findPaymentMethod(context, params.payment_method!);
  const answer = confirmPayment(context, intent, typed, {
    returnUrl: params.return_url,
    usesScript: params.use_stripe_sdk,
    authenticateUrl: `${call.pageOrigin}/sandbox/authenticate/${intent.id}?payment_intent_client_secret=${intent.client_secret}`,
  });
  return answer.status === 200 ? { status: 200, body: expand(context, answer.body, params.expand) } : answer;
}

const MONEY_BACK: Endpoint[] = [
  endpoint("POST", "/v1/refunds", REFUND_PARAMETERS, (context, _id, params) => createRefund(context, params)),
  endpoint(
    "GET",
    "/v1/refunds",
    { ...LIST, payment_intent: "text", charge: "text" },
    (context, _id, params) => {
      const charge = params.charge ? context.store.find("charge", params.charge) : null;
      const parent = params.payment_intent ?? (params.charge ? String(charge?.payment_intent) : undefined);
      return listOf(context, "refund", "/v1/refunds", params, { parent });
    },
  ),
  endpoint("GET", "/v1/refunds/:id", RETRIEVE, loadRefund),
  endpoint("POST", "/v1/refunds/:id", REFUND_UPDATE_PARAMETERS, updateRefund),
  endpoint("GET", "/v1/charges", { ...LIST, payment_intent: "text" }, (context, _id, params) =>
    listOf(context, "charge", "/v1/charges", params, { parent: params.payment_intent }),
  ),
  endpoint("GET", "/v1/charges/:id", RETRIEVE, (context, id) => {
    const charge = context.store.find("charge", id);
    if (!charge) throw resourceMissing("charge", id);
    return charge;
  }),
  endpoint("GET", "/v1/disputes", { ...LIST, payment_intent: "text" }, (context, _id, params) =>
    listOf(context, "dispute", "/v1/disputes", params, { parent: params.payment_intent }),
  ),
  endpoint("GET", "/v1/disputes/:id", RETRIEVE, loadDispute),
];

const withPendingWebhooks = (context: SandboxContext, event: Stripe.Event) => ({
  ...event,
  pending_webhooks: pendingWebhooks(context, event.id),
});

const EVENTS: Endpoint[] = [
  endpoint("GET", "/v1/events", EVENT_LIST, listEvents),
  endpoint("GET", "/v1/events/:id", RETRIEVE, (context, id) => {
    const event = context.store.find("event", id);
    if (!event) throw resourceMissing("event", id);
    return withPendingWebhooks(context, event);
  }),
];

function listEvents(context: SandboxContext, _id: string, params: Parameters<typeof EVENT_LIST>) {
  const { delivery_success: isDelivered } = params;
  const types = params.types ?? (params.type ? [params.type] : null);
  const only = (event: Stripe.Event) =>
    (!types || types.includes(event.type)) &&
    (isDelivered === undefined || isDelivered === (pendingWebhooks(context, event.id) === 0));
  const page = listOf(context, "event", "/v1/events", params, { only });
  return { ...page, data: page.data.map((event) => withPendingWebhooks(context, event)) };
}

const SESSIONS: Endpoint[] = [
  endpoint("POST", "/v1/checkout/sessions", SESSION_PARAMETERS, (context, _id, params, call) =>
    createSession(context, params, call.pageOrigin),
  ),
  endpoint("GET", "/v1/checkout/sessions", { ...LIST, payment_intent: "text", status: "text" }, listSessions),
  endpoint("GET", "/v1/checkout/sessions/:id", RETRIEVE, loadSession),
  endpoint("POST", "/v1/checkout/sessions/:id/expire", RETRIEVE, expireSession),
  endpoint("GET", "/v1/checkout/sessions/:id/line_items", LIST, (context, id) => ({
    object: "list",
    data: sessionSecrets(context, loadSession(context, id).id).lineItems,
    has_more: false,
    url: `/v1/checkout/sessions/${id}/line_items`,
  })),
];

function listSessions(
  context: SandboxContext,
  _id: string,
  params: ListParameters & { payment_intent?: string; status?: string },
) {
  const { payment_intent: intentId, status } = params;
  return listOf(context, "checkout.session", "/v1/checkout/sessions", params, {
    only: (session) =>
      (!intentId || session.payment_intent === intentId) && (!status || session.status === status),
  });
}

const ACCOUNT: Endpoint[] = [
  endpoint("GET", "/v1/account", RETRIEVE, () => {
    return {
      id: "acct_sandbox",
      object: "account",
      charges_enabled: true,
      country: "US",
      default_currency: "usd",
      details_submitted: true,
      email: null,
      payouts_enabled: false,
      type: "standard",
    } satisfies Stripe.Account;
  }),
];

const ENDPOINTS = [...PAYMENT_INTENTS, ...MONEY_BACK, ...EVENTS, ...SESSIONS, ...ACCOUNT].map((each) => ({
  ...each,
  pattern: new RegExp(`^${each.path.replace(":id", "([^/]+)")}$`),
}));

/** The endpoint for a call and the id that its path names, or null. */
export function findEndpoint(method: string, path: string): { endpoint: Endpoint; id: string } | null {
  for (const each of ENDPOINTS) {
    if (each.method !== method) continue;
    const match = each.pattern.exec(path);
    if (match) return { endpoint: each, id: match[1] ?? "" };
  }
  return null;
}
