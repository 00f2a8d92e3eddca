import { href, redirect } from "react-router";
import { privatePage } from "../../page/page-headers.ts";
import { type NoticeName, noticeCookie } from "../frame/notices.ts";
import { parseReturnPath } from "./return-path.ts";

/** To where its visitor came from, with the cookies of the new session and a welcome. */
export function signedIn(from: string | null, cookies: Headers): Response {
  return goTo(parseReturnPath(from) ?? href("/admin/dashboard"), "signed-in", cookies);
}

/** To another page, which shows the notice. */
export function goTo(path: string, notice: NoticeName, cookies = new Headers()): Response {
  const headers = withCookies(cookies);
  headers.append("Set-Cookie", noticeCookie(notice));
  return redirect(path, { headers });
}

/** The headers of an answer of the back office with these Set-Cookie lines. */
export function withCookies(cookies: Headers): Headers {
  const headers = new Headers(privatePage());
  for (const cookie of cookies.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}

/** Status and headers for somebody who tries too often. */
export function throttled({ retryAfterSeconds }: { retryAfterSeconds: number }) {
  return { status: 429, headers: { "Retry-After": String(retryAfterSeconds) } };
}
