// In the browser one request carries the data of a whole page. When it is not answered, the router takes down all that
// it had to load: the page, the back office around it, and the form that was being sent. Here each failure stays where
// it belongs. A page that can't be loaded says so inside the frame; a form that got no answer stays as it is.
import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { failure } from "../notices.ts";
import { showNotice } from "../tell-answer.ts";
import { keepEntries } from "./returned-form.ts";

type Step = MiddlewareFunction<Record<string, DataStrategyResult>>;

/** The data of the last complete page, by route: of what is around each page. */
let frame: Readonly<Record<string, unknown>> = {};

export function rememberFrame(loaded: Readonly<Record<string, unknown>>): void {
  frame = loaded;
}

/** What is around the page keeps the data that it has. */
export const keepFrame: Step = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "GET") return results;
  for (const [id, known] of Object.entries(frame)) {
    const found = results[id];
    if (found?.type === "error" && !(found.result instanceof Response) && known !== undefined) {
      results[id] = { type: "data", result: known };
    }
  }
  return results;
};

/** A form without an answer stays, with all that was typed. Where the session has ended, its entries are kept. */
export const keepPage: Step = async ({ request }, next) => {
  if (request.method === "GET") return next();
  const copy = request.clone();
  const results = await next().catch(async (thrown: unknown) => {
    if (isToSignIn(thrown)) await keepEntries(copy);
    throw thrown;
  });
  for (const [id, { type, result: wrapped }] of Object.entries(results)) {
    const result = unwrapped(wrapped);
    if (isToSignIn(result)) await keepEntries(copy);
    if (type !== "error" || result instanceof Response || isMissing(result)) continue;
    showNotice(unansweredNotice(result));
    // With such a status the router loads nothing anew, which would fail, too.
    results[id] = { type: "data", result: data(undefined, { status: 503 }) };
  }
  return results;
};

const kept = "What you typed is still here.";

function unansweredNotice(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 413) {
    return failure("That is more than the shop takes at once", kept);
  }
  return error instanceof TypeError
    ? failure("The shop can't be reached", `${kept} Check the connection, then try again.`)
    : failure("An unexpected error occurred. Please try again.", kept);
}

/** The router wraps what an action has thrown, together with its status. */
function unwrapped(result: unknown): unknown {
  const { type, data: thrown } = Object(result) as { type?: unknown; data?: unknown };
  return type === "DataWithResponseInit" ? thrown : result;
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

function isToSignIn(result: unknown): boolean {
  return result instanceof Response && /^\/admin\/login\b/.test(result.headers.get("Location") ?? "");
}
