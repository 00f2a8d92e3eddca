import { redirect } from "react-router";
import { privatePage } from "../../page/page-headers.ts";
import { type NoticeName, noticeCookie } from "./notices.ts";

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
