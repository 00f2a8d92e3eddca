// In the browser one request carries the data of a whole page. When it is not answered, the router takes down all that
// it had to load: the page and the back office around it. Here each failure stays where it belongs: a page that can't be
// loaded says so inside the frame. Forms are handled in page/keep-form.ts.
import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { unwrapped } from "../../../page/keep-form.ts";
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

/** Where the session has ended, the entries of the form that was being sent are kept. */
export const keepEnded: Step = async ({ request }, next) => {
  if (request.method === "GET") return next();
  const copy = request.clone();
  const results = await next().catch(async (thrown: unknown) => {
    if (isToSignIn(thrown)) await keepEntries(copy);
    throw thrown;
  });
  if (Object.values(results).some(({ result }) => isToSignIn(unwrapped(result)))) await keepEntries(copy);
  return results;
};

/** Whether the session has ended. */
export function isToSignIn(result: unknown): boolean {
  return result instanceof Response && /^\/admin\/login\b/.test(result.headers.get("Location") ?? "");
}
