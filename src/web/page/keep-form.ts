// In the browser a form is sent by a request of the router's. When it is not answered, the router takes down the page
// that sent it, and with it all that was typed. Here the form stays as it is, and a message says so.
import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { type ToastOptions, toast } from "../ui/toast/toast.ts";

/** With such a status the router reloads nothing, which would fail, too. */
const UNANSWERED = 503;

/** Replaces a missing response: the page stays as it is. */
export const unanswered = () => data(undefined, { status: UNANSWERED });

let told: number | undefined;

/** For what a form sends. What a page says itself, a missing page too, stays its own. */
export const keepForm: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const copy = isSmall(request) ? request.clone() : null;
  const results = await next();
  if (told !== undefined) toast.dismiss(told);
  for (const [id, { type, result: wrapped }] of Object.entries(results)) {
    const result = unwrapped(wrapped);
    if (type !== "error" || result instanceof Response || isMissing(result)) continue;
    const title = await titleOf(request, copy);
    told = title ? toast.error(title, { description: TRY_AGAIN }) : toast.error(...messageOf(result));
    results[id] = { type: "data", result: unanswered() };
  }
  return results;
};

/** Such an answer asks for the password first. Nothing has changed, and a question over a page that loads takes no answer. */
const ASKED_BACK = 403;

/** For the `shouldRevalidate` of a page that also reloads its data after a refusal, which the router does not. */
export const isAnswered = ({ actionStatus }: Pick<ShouldRevalidateFunctionArgs, "actionStatus">): boolean =>
  actionStatus !== UNANSWERED && actionStatus !== ASKED_BACK;

const TRY_AGAIN = "An unexpected error occurred. Please try again.";

/** Fields alone, no files. */
function isSmall({ headers }: Request): boolean {
  return headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded") === true;
}

/** The specification's title for the failure of this form; null if it has none. */
async function titleOf({ url }: Request, copy: Request | null): Promise<string | null> {
  const { pathname } = new URL(url);
  if (pathname.startsWith("/admin/login")) return "Sign in error";
  if (!copy || !pathname.startsWith("/admin/products")) return null;
  const form = await copy.formData();
  return form.get("intent") === "delete" ? "Failed to delete product" : null;
}

const KEPT = "Everything you typed is still here.";

function messageOf(error: unknown): [title: string, more: ToastOptions] {
  const status = isRouteErrorResponse(error) ? error.status : 0;
  if (status === 413) return ["That's too much to send at one time", { description: KEPT }];
  if (status === 429) return ["Too many requests", { description: `${KEPT} Wait a moment, then try again.` }];
  return error instanceof TypeError
    ? ["The shop can't be reached", { description: `${KEPT} Check your connection, then try again.` }]
    : ["An unexpected error occurred. Please try again.", { description: KEPT }];
}

/** The router wraps what an action has thrown, together with its status. */
export function unwrapped(result: unknown): unknown {
  const { type, data: thrown } = Object(result) as { type?: unknown; data?: unknown };
  return type === "DataWithResponseInit" ? thrown : result;
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
