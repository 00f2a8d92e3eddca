// A cookie that scripts may read and that opens nothing: with it the shop's header knows that asking the
// server "am I the administrator?" is worth a request. The session cookie alone carries authority.
import type { Environment } from "../core/env.ts";
import { isHttps } from "./auth.ts";

const HINT_COOKIE = "shop_admin";

export function clearHint(env: Pick<Environment, "publicUrl">): string {
  return hint(env, "", 0);
}

/** These Set-Cookie lines as headers, with the hint when they open a session of the administrator. */
export function sessionHeaders(
  env: Pick<Environment, "publicUrl" | "adminEmail">,
  lines: string[],
  { email, maxAgeSeconds }: { email: string; maxAgeSeconds: number },
): Headers {
  const isAdmin = email.trim().toLowerCase() === env.adminEmail;
  return cookieHeaders(isAdmin ? [...lines, hint(env, "1", maxAgeSeconds)] : lines);
}

export function cookieHeaders(lines: string[]): Headers {
  return new Headers(lines.map((line) => ["Set-Cookie", line]));
}

function hint(env: Pick<Environment, "publicUrl">, value: string, maxAgeSeconds: number): string {
  const secure = isHttps(env) ? "; Secure" : "";
  return `${HINT_COOKIE}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
