import type { RouterContextProvider } from "react-router";
import { errorText } from "#server/core/log.ts";
import { shopOf } from "./shop-context.ts";

type PageError = { error: unknown; url: string; params: Readonly<Record<string, string | undefined>> };

/** Logs that a page broke: where, and the error's message, but no stack and no private link. */
export function logPageError(
  context: Readonly<RouterContextProvider>,
  { error, url, params }: PageError,
): void {
  shopOf(context).log.error("page.failed", { path: patternOf(url, params), error: errorText(error) });
  // In development, the stack is what helps.
  if (import.meta.env.DEV) console.error(error);
}

/** "/orders/3kf…" → "/orders/:token": a parameter may be all that opens a page. */
function patternOf(url: string, params: PageError["params"]): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [value, `:${name}`]));
  const segments = new URL(url).pathname.replace(/\.data$/, "").split("/");
  return segments.map((segment) => names.get(segment) ?? segment).join("/");
}
