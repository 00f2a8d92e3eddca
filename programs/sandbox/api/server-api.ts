// The API that the shop's server calls with the secret key. Each POST runs in one transaction together with its
// idempotency record, so a killed process has done either the whole call or none of it. Call faults strike here:
// a dropped request never began; a dropped answer did everything but is never sent.
import { timingSafeEqual } from "node:crypto";
import { API_VERSION, type SandboxContext } from "../context.ts";
import { type CallFault, takeFault } from "../faults/faults.ts";
import { ApiError } from "./api-error.ts";
import { type FormTree, parseFormBody } from "./form-body.ts";
import { findKeptAnswer, hashParameters, type KeyedCall, keepAnswer, keyInUse } from "./idempotency.ts";
import { findEndpoint } from "./server-endpoints.ts";

const CALL_FAULTS = ["drop_request", "drop_answer", "server_error", "rate_limited", "slow"] as const;
const SLOW_MS = 3_000;
const BODY_MAX = 1024 * 1024;

/** The connection broke: `fetch` rejects with this, and a listener closes the socket without an answer. */
export class ConnectionDropped extends Error {
  readonly code = "ECONNRESET";
  constructor(when: "request" | "answer") {
    super(`The payment sandbox dropped the ${when}, as it was told to.`);
  }
}

type StoredAnswer = { status: number; text: string; headers?: Record<string, string> };

export async function answerServerCall(
  context: SandboxContext,
  keysInFlight: Set<string>,
  request: Request,
  url: URL,
): Promise<Response> {
  const requestId = context.newId("req_", 14);
  const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
  const fault = takeFault(
    context,
    CALL_FAULTS,
    ({ path, method }) => (!path || url.pathname.startsWith(path)) && (!method || method === request.method),
  );
  if (fault?.kind === "drop_request") throw new ConnectionDropped("request");
  let written: StoredAnswer;
  try {
    checkSecretKey(context, request);
    if (fault?.kind === "rate_limited") throw rateLimited();
    written = await execute(context, keysInFlight, request, url, { requestId, key, fault });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    written = { status: error.status, text: JSON.stringify({ error: error.error }) };
  }
  if (fault?.kind === "drop_answer") throw new ConnectionDropped("answer");
  return new Response(written.text, {
    status: written.status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "request-id": requestId,
      "stripe-version": request.headers.get("stripe-version") ?? API_VERSION,
      ...(key && { "idempotency-key": key }),
      ...written.headers,
    },
  });
}

type Arrived = { requestId: string; key: string | null; fault: CallFault | null };

async function execute(
  context: SandboxContext,
  keysInFlight: Set<string>,
  request: Request,
  url: URL,
  { requestId, key, fault }: Arrived,
): Promise<StoredAnswer> {
  const text = request.method === "POST" ? await request.text() : url.search.slice(1);
  if (text.length > BODY_MAX)
    throw new ApiError(413, { type: "invalid_request_error", message: "Too large." });
  const tree = parseFormBody(text);
  const call = key ? { key, endpoint: url.pathname, paramsHash: hashParameters(tree) } : null;
  if (key && keysInFlight.has(key)) throw keyInUse(key);
  if (key) keysInFlight.add(key);
  try {
    if (fault?.kind === "slow") await sleep(context, fault.delayMs ?? SLOW_MS);
    return perform(context, request.method, url, tree, { requestId, key, fault }, call);
  } finally {
    if (key) keysInFlight.delete(key);
  }
}

function perform(
  context: SandboxContext,
  method: string,
  url: URL,
  tree: FormTree,
  { requestId, key, fault }: Arrived,
  call: KeyedCall | null,
): StoredAnswer {
  const kept = call ? findKeptAnswer(context, call) : null;
  if (kept) {
    const headers = { "idempotent-replayed": "true", "original-request": kept.requestId };
    return {
      status: kept.status,
      text: kept.body,
      headers: { ...headers, ...retryAdvice(kept.status, true) },
    };
  }
  const keep = (status: number, text: string) => {
    if (call) keepAnswer(context, call, { status, body: text, requestId });
    return { status, text, headers: retryAdvice(status, call !== null) };
  };
  context.request = { id: requestId, idempotencyKey: key };
  try {
    return context.store.transaction(() => {
      if (fault?.kind === "server_error" && !fault.executed) return keep(500, SERVER_ERROR);
      const answer = dispatch(context, method, url, tree);
      if (fault?.kind === "server_error") return keep(500, SERVER_ERROR);
      return keep(answer.status, JSON.stringify(answer.body, null, 2));
    });
  } catch (error) {
    if (error instanceof ApiError && error.executed) {
      return keep(error.status, JSON.stringify({ error: error.error }, null, 2));
    }
    throw error;
  } finally {
    context.request = null;
  }
}

function dispatch(context: SandboxContext, method: string, url: URL, tree: FormTree) {
  const found = findEndpoint(method, url.pathname.replace(/\/$/, ""));
  if (!found) {
    throw new ApiError(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${method}: ${url.pathname}). The payment sandbox has the part of the API that a shop of this size needs.`,
    });
  }
  const pageOrigin = context.options.returnOrigin ?? url.origin;
  return found.endpoint.handle(context, { id: found.id, tree, pageOrigin });
}

const SERVER_ERROR = JSON.stringify({
  error: { type: "api_error", message: "An unknown error occurred. The payment sandbox was told to fail." },
});

/** A stored 500 would only be repeated, so Stripe tells its libraries not to retry automatically. */
const retryAdvice = (status: number, isKept: boolean): Record<string, string> =>
  status >= 500 && isKept ? { "stripe-should-retry": "false" } : {};

const rateLimited = () =>
  new ApiError(429, {
    type: "invalid_request_error",
    code: "rate_limit",
    message:
      "Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.",
  });

function sleep(context: SandboxContext, milliseconds: number): Promise<void> {
  return context.options.sleep
    ? context.options.sleep(milliseconds)
    : new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function checkSecretKey(context: SandboxContext, request: Request) {
  const given = request.headers.get("authorization")?.match(/^Bearer (.+)$/)?.[1] ?? "";
  if (isSameSecret(given, context.options.secretKey)) return;
  throw new ApiError(401, {
    type: "invalid_request_error",
    message: given ? `Invalid API Key provided: ${given.slice(0, 8)}****` : "You did not provide an API key.",
  });
}
