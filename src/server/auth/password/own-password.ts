import { nowOf, type Shop } from "../../core/shop.ts";
import { admitInSession, attemptSucceeded, type Throttled } from "../limits/sign-in-throttle.ts";
import { findCredential } from "../queries.ts";
import { notePassword } from "../session-queries.ts";
import { type Current, currentSession } from "../sessions.ts";

export type PasswordRefusal = { ok: false; reason: "wrong_password" } | Throttled;

/**
 * The user of a request and the `hash` of their password, once they have confirmed it; it then counts as given just now.
 * For changes with which a stranger at an unlocked laptop could take over the shop, an open session is not enough.
 * Guesses are slowed down as at sign-in but counted per session, so no one outside of it can block the owner here. The
 * password alone is enough where two-step sign-in is on, too: the session has proven the second factor.
 */
export async function confirmPassword(
  shop: Shop,
  request: Request,
  password: string,
): Promise<{ ok: true; current: Current; hash: string } | PasswordRefusal> {
  const current = await currentSession(shop, request);
  const admission = await admitInSession(shop, "password", current);
  if (!admission.ok) return admission;
  const user = await findCredential(shop.db, current.email);
  if (!user || !(await shop.auth.hashing.verify({ hash: user.hash, password }))) {
    shop.log.warn("auth.own_password_refused");
    return { ok: false, reason: "wrong_password" };
  }
  await attemptSucceeded(shop, admission);
  await notePassword(shop.db, current.sessionId, nowOf(shop));
  return { ok: true, current, hash: user.hash };
}
