// The one place that decides whether a request comes from the administrator, from another user who is signed in, or
// from nobody. The administrator is the user whose email equals env.adminEmail. Each request is checked against the
// database, so an ended session stops working at once.
import { errorText } from "../log.ts";
import type { Shop } from "../shop.ts";
import { setHint } from "./hint-cookie.ts";
import { touchSession } from "./queries.ts";

const NOTED_EVERY_MS = 60_000;

export type AdminSession = { email: string; setCookies: string[] };
export type NonAdminSession = { nonAdmin: true; setCookies: string[] };

/**
 * The session of a request, or null. A session in use is prolonged once a day: `setCookies` then holds the
 * Set-Cookie lines that must go out with the answer.
 */
export async function findAdminSession(
  shop: Shop,
  request: Request,
): Promise<AdminSession | NonAdminSession | null> {
  const { response: found, headers } = await shop.auth.api.getSession({
    headers: request.headers,
    returnHeaders: true,
  });
  if (!found) return null;
  await noteUse(shop, found.session.id);
  const setCookies = headers.getSetCookie();
  const email = found.user.email.toLowerCase();
  if (email !== shop.env.adminEmail) return { nonAdmin: true, setCookies };
  return { email, setCookies: setCookies.length > 0 ? [...setCookies, setHint(shop.env)] : [] };
}

export function isAdmin(session: AdminSession | NonAdminSession | null): session is AdminSession {
  return session !== null && "email" in session;
}

/** For the owner's list of sessions. The note is not worth refusing a request for. */
async function noteUse(shop: Shop, sessionId: string): Promise<void> {
  const now = shop.clock();
  const times = { now: new Date(now), before: new Date(now - NOTED_EVERY_MS) };
  await touchSession(shop.db, sessionId, times).catch((error: unknown) =>
    shop.log.warn("auth.use_not_noted", { error: errorText(error) }),
  );
}
