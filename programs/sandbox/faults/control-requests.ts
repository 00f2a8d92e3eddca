// The HTTP side of the controls: one URL path per control, for forms of the owner's page and for tests (JSON).
//
//   GET  /sandbox/state                       everything there is: payments, events, deliveries, faults …
//   GET  /sandbox/payments                    id, status and amount of every payment
//   POST /sandbox/faults                      { kind, times?, … } as in faults.ts; the page sends { offered }
//   POST /sandbox/faults/clear                { id? }
//   POST /sandbox/payments/{pi_…}/settle      { outcome: "succeeded" | "failed" }
//   POST /sandbox/payments/{pi_…}/dispute     { reason? }
//   POST /sandbox/payments/{pi_…}/refund      { amount? }: in cents, all that is left when it is missing
//   POST /sandbox/clock                       { advanceMs }
//
// JSON is answered with JSON, a form with 303 back to the page. Only pages of our own origin may post: a browser
// sends the origin of every form, and JSON across origins needs a preflight request, which is not answered.
import { ApiError, invalidRequest } from "../api/api-error.ts";
import { parseFormBody } from "../api/form-body.ts";
import type { SandboxContext } from "../context.ts";
import { findOffered } from "../pages/owner-page.ts";
import type { SandboxControls } from "./controls.ts";
import { FAULT_KINDS, type Fault, type FaultKind } from "./faults.ts";

type Fields = Record<string, unknown>;

const BODY_MAX = 64 * 1024;
const NUMBER_FIELDS = ["times", "delayMs", "settleAfterMs", "afterMs"];
const TEXT_FIELDS = ["path", "method", "eventType", "outcome", "reason"];

export function isOwnOrigin(context: SandboxContext, request: Request, url: URL): boolean {
  const origin = request.headers.get("origin");
  if (origin === url.origin || (origin && origin === context.options.returnOrigin)) return true;
  if (request.headers.get("sec-fetch-site") === "same-origin") return true;
  return origin === null && isJson(request);
}

const isJson = (request: Request) =>
  (request.headers.get("content-type") ?? "").startsWith("application/json");

export async function answerControl(
  { context, controls }: { context: SandboxContext; controls: SandboxControls },
  request: Request,
  url: URL,
): Promise<Response> {
  if (!isOwnOrigin(context, request, url)) return new Response("Posted from elsewhere.", { status: 403 });
  const asJson = isJson(request);
  try {
    const fields = await readFields(request, asJson);
    const result = obey(controls, url.pathname, fields);
    if (asJson) return Response.json({ ok: true, result: result ?? null });
    return new Response(null, { status: 303, headers: { location: `/sandbox${anchorOf(url.pathname)}` } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (asJson) return Response.json({ error: error.error }, { status: error.status });
    return new Response(error.message, { status: error.status, headers: { "content-type": "text/plain" } });
  }
}

const anchorOf = (path: string) => (path.startsWith("/sandbox/payments") ? "#payments" : "#faults");

async function readFields(request: Request, asJson: boolean): Promise<Fields> {
  const text = await request.text();
  if (text.length > BODY_MAX)
    throw new ApiError(413, { type: "invalid_request_error", message: "Too large." });
  if (!asJson) return parseFormBody(text);
  try {
    const value: unknown = text === "" ? {} : JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // Falls through to the refusal below, which is also for JSON that is not an object.
  }
  throw invalidRequest("The body has to be a JSON object.");
}

const CONTROL = /^\/sandbox\/payments\/([A-Za-z0-9_]+)\/(settle|dispute|refund)$/;

function obey(controls: SandboxControls, path: string, fields: Fields): unknown {
  if (path === "/sandbox/faults") return controls.arm(readFault(fields));
  if (path === "/sandbox/faults/clear")
    return controls.clearFaults(fields.id ? Number(fields.id) : undefined);
  if (path === "/sandbox/clock") return controls.letTimePass(readDuration(fields.advanceMs));
  const [, id = "", action] = CONTROL.exec(path) ?? [];
  switch (action) {
    case "settle":
      return controls.settlePayment(id, oneOf(fields.outcome, ["succeeded", "failed"] as const));
    case "dispute":
      return controls.openDispute(id, fields.reason ? String(fields.reason) : undefined);
    case "refund":
      return controls.refund(id, fields.amount === undefined ? undefined : readCents(fields.amount));
    default:
      throw new ApiError(404, { type: "invalid_request_error", message: `There is no control ${path}.` });
  }
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (!found)
    throw invalidRequest(`The outcome has to be one of ${allowed.join(", ")}.`, undefined, "outcome");
  return found;
}

function readCents(value: unknown): number {
  const cents = Number(value);
  if (Number.isSafeInteger(cents) && cents > 0) return cents;
  throw invalidRequest("amount has to be a whole number of cents.", undefined, "amount");
}

function readDuration(value: unknown): number {
  const milliseconds = Number(value);
  if (Number.isSafeInteger(milliseconds) && milliseconds >= 0) return milliseconds;
  throw invalidRequest("advanceMs has to be a whole number of milliseconds.", undefined, "advanceMs");
}

/** A fault from outside: a known kind, numbers that are numbers, nothing else. */
function readFault(fields: Fields): Fault {
  if (fields.offered !== undefined) {
    const fault = findOffered(String(fields.offered));
    if (!fault)
      throw invalidRequest(`The page does not offer ${String(fields.offered)}.`, undefined, "offered");
    const { eventType } = fields;
    return { ...fault, ...(eventType ? { eventType: String(eventType) } : {}) } as Fault;
  }
  if (!FAULT_KINDS.includes(fields.kind as FaultKind)) {
    throw invalidRequest(`The kind has to be one of ${FAULT_KINDS.join(", ")}.`, undefined, "kind");
  }
  const fault: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === "kind" || TEXT_FIELDS.includes(name)) fault[name] = String(value);
    else if (name === "executed") fault[name] = value === true || value === "true";
    else if (!NUMBER_FIELDS.includes(name))
      throw invalidRequest(`Unknown field ${name}.`, "parameter_unknown", name);
    else if (name === "settleAfterMs" && (value === null || value === "")) fault[name] = null;
    else fault[name] = readDuration(value);
  }
  return fault as Fault;
}
