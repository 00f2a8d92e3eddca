import { href, redirect } from "react-router";
import { privatePage } from "../page-headers.ts";
import { noticeCookie } from "./notices.ts";
import { parseReturnPath } from "./return-path.ts";

/** To where its visitor came from, with the cookies of the new session and a welcome. */
export function signedIn(from: string | null, cookies: Headers): Response {
  const headers = withCookies(cookies);
  headers.append("Set-Cookie", noticeCookie("signed-in"));
  return redirect(parseReturnPath(from) ?? href("/admin/dashboard"), { headers });
}

/** The headers of an answer of the back office with these Set-Cookie lines. */
export function withCookies(cookies: Headers): Headers {
  const headers = new Headers(privatePage());
  for (const cookie of cookies.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}
