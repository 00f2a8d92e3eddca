import { href, redirectDocument } from "react-router";
import { privatePage } from "../../page/page-headers.ts";
import { goTo, withCookies } from "../frame/go-to.ts";
import { isDemoTool, parseReturnPath } from "./return-path.ts";

/** Back to where the visitor came from, with the cookies of the new session and a welcome. */
export function signedIn(from: string | null, cookies: Headers): Response {
  const path = parseReturnPath(from) ?? href("/admin/dashboard");
  // The router in the browser knows no page there: the browser has to ask the server.
  if (isDemoTool(path)) return redirectDocument(path, { headers: withCookies(cookies) });
  return goTo(path, "signed-in", cookies);
}

/** Headers of a page of either step: those of the back office, and when to try again. */
export function stepHeaders({ actionHeaders }: { actionHeaders: Headers }): HeadersInit {
  const wait = actionHeaders.get("Retry-After");
  return { ...privatePage(), ...(wait && { "Retry-After": wait }) };
}

/** Status and headers for too many attempts. */
export function throttled({ retryAfterSeconds }: { retryAfterSeconds: number }) {
  return { status: 429, headers: { "Retry-After": String(retryAfterSeconds) } };
}
