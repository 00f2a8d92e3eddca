// The API that stripe.js calls in the shopper's browser. It takes a publishable key and a client secret instead of
// the secret key, and shows only the fields that a shopper may see. A browser can pay and authenticate, no more.
import type Stripe from "stripe";
import type { SandboxContext } from "../context.ts";
import { takeFault } from "../faults/faults.ts";
import { type Answer, authenticatePayment, confirmPayment } from "../payments/payment-attempts.ts";
import { loadPaymentIntent, SHIPPING } from "../payments/payment-intents.ts";
import { makePaymentMethod, PAYMENT_METHOD_DATA } from "../payments/payment-methods.ts";
import { takeWalletShipping } from "../payments/wallet-shipping.ts";
import { ApiError, invalidRequest } from "./api-error.ts";
import { parseFormBody } from "./form-body.ts";
import { readParameters } from "./parameters.ts";
import { isSameSecret } from "./server-api.ts";

const BASE = /^\/sandbox\/api\/v1\/payment_intents\/([^/]+)(?:\/(confirm|authenticate))?$/;
const BODY_MAX = 64 * 1024;

const CREDENTIALS = { key: "text", client_secret: "text" } as const;
const CONFIRM = {
  ...CREDENTIALS,
  payment_method_data: PAYMENT_METHOD_DATA,
  return_url: "text",
  shipping: SHIPPING,
} as const;
const AUTHENTICATE = { ...CREDENTIALS, outcome: "text" } as const;

/** The fields of a PaymentIntent that Stripe shows to a browser. */
const PUBLIC_FIELDS = [
  "id",
  "object",
  "amount",
  "canceled_at",
  "cancellation_reason",
  "capture_method",
  "client_secret",
  "confirmation_method",
  "created",
  "currency",
  "description",
  "last_payment_error",
  "livemode",
  "next_action",
  "payment_method",
  "payment_method_types",
  "receipt_email",
  "setup_future_usage",
  "shipping",
  "status",
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

export function publicPaymentIntent(intent: Stripe.PaymentIntent) {
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]));
}

export async function answerBrowserCall(
  context: SandboxContext,
  request: Request,
  url: URL,
): Promise<Response> {
  let answer: Answer;
  try {
    const text = request.method === "POST" ? await request.text() : url.search.slice(1);
    if (text.length > BODY_MAX)
      throw new ApiError(413, { type: "invalid_request_error", message: "Too large." });
    answer = context.store.transaction(() => perform(context, request.method, url.pathname, text));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    answer = { status: error.status, body: { error: error.error } };
  }
  return Response.json(forBrowser(answer.body), {
    status: answer.status,
    headers: { "cache-control": "no-store" },
  });
}

function perform(context: SandboxContext, method: string, path: string, text: string): Answer {
  const [, id, action] = BASE.exec(path) ?? [];
  const isKnown = id !== undefined && method === (action ? "POST" : "GET");
  if (!isKnown)
    throw new ApiError(404, { type: "invalid_request_error", message: `Unrecognized request URL: ${path}` });
  const tree = parseFormBody(text);
  if (action === "confirm") {
    const params = readParameters(tree, CONFIRM);
    const intent = open(context, id, params);
    if (params.shipping) takeWalletShipping(context, intent, params.shipping);
    const typed = makePaymentMethod(context, params.payment_method_data ?? {});
    const options = { usesScript: true, returnUrl: params.return_url };
    return unlessTabCloses(context, confirmPayment(context, intent, typed, options));
  }
  if (action === "authenticate") {
    const params = readParameters(tree, AUTHENTICATE);
    const intent = open(context, id, params);
    return unlessTabCloses(context, authenticatePayment(context, intent, params.outcome === "succeed"));
  }
  return { status: 200, body: open(context, id, readParameters(tree, CREDENTIALS)) };
}

/** The answer to a payment, or the command to leave the page before it learns the result. */
function unlessTabCloses(context: SandboxContext, answer: Answer): Answer {
  const { status } = answer.body as Partial<Stripe.PaymentIntent>;
  const isMade = status === "succeeded" || status === "processing";
  if (!isMade || !takeFault(context, ["tab_closed"])) return answer;
  return { status: 200, body: { sandbox_leaves_for: "/sandbox/tab-closed" } };
}

/** The intent, for a caller with its client secret. */
function open(context: SandboxContext, id: string, params: { key?: string; client_secret?: string }) {
  if (!isSameSecret(params.key ?? "", context.options.publishableKey)) {
    throw new ApiError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
  }
  const intent = loadPaymentIntent(context, id);
  if (!isSameSecret(params.client_secret ?? "", intent.client_secret ?? "")) {
    throw invalidRequest(
      "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
      undefined,
      "client_secret",
    );
  }
  return intent;
}

function forBrowser(body: object): object {
  if ("sandbox_leaves_for" in body) return body;
  if ("error" in body) {
    const error = body.error as { payment_intent?: Stripe.PaymentIntent };
    if (!error.payment_intent) return body;
    return { error: { ...error, payment_intent: publicPaymentIntent(error.payment_intent) } };
  }
  return publicPaymentIntent(body as Stripe.PaymentIntent);
}
