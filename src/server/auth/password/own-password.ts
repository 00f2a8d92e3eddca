import { admitAttempt, attemptSucceeded, type Throttled } from "../../limits/sign-in-throttle.ts";
import type { Shop } from "../../shop.ts";
import { findPasswordHash } from "../queries.ts";
import { type Current, currentSession } from "../sessions.ts";

export type PasswordRefusal = { ok: false; reason: "wrong_password" } | Throttled;

/**
 * The user of a request, once they have confirmed their password. For changes with which a stranger at an unlocked
 * laptop could take over the shop, an open session is not enough. Guesses are slowed down as at sign-in but counted
 * separately, so a stranger at the sign-in page can't block the owner here.
 */
export async function confirmPassword(
  shop: Shop,
  request: Request,
  password: string,
): Promise<{ ok: true; current: Current } | PasswordRefusal> {
  const current = await currentSession(shop, request);
  const account = `change-password ${current.email}`;
  const admission = await admitAttempt(shop, account);
  if (!admission.ok) return admission;
  const library = await shop.auth.$context;
  const hash = await findPasswordHash(shop.db, current.userId);
  if (hash === null || !(await library.password.verify({ hash, password }))) {
    shop.log.warn("auth.own_password_refused");
    return { ok: false, reason: "wrong_password" };
  }
  await attemptSucceeded(shop, account);
  return { ok: true, current };
}
