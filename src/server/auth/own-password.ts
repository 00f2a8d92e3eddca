import { admitAttempt, attemptSucceeded } from "../limits/sign-in-throttle.ts";
import type { Shop } from "../shop.ts";
import { findPasswordHash } from "./queries.ts";
import type { Current } from "./sessions.ts";

export type OwnPassword =
  | { ok: true }
  | { ok: false; reason: "wrong_password" }
  | { ok: false; reason: "throttled"; retryAfterSeconds: number };

/**
 * Whether whoever is signed in knows the password: an open session is not enough for what would let somebody
 * at an unlocked laptop keep the shop. Guessing is slowed down as at the sign-in, but counted apart, so that
 * a stranger at the sign-in page can't keep the owner from it.
 */
export async function checkOwnPassword(
  shop: Shop,
  { userId, email }: Current,
  password: string,
): Promise<OwnPassword> {
  const account = { email: `change-password ${email}` };
  const admission = await admitAttempt(shop, account);
  if (!admission.ok) return { ...admission, reason: "throttled" };
  const library = await shop.auth.$context;
  const hash = await findPasswordHash(shop.db, userId);
  if (hash === null || !(await library.password.verify({ hash, password }))) {
    shop.log.warn("auth.own_password_refused");
    return { ok: false, reason: "wrong_password" };
  }
  await attemptSucceeded(shop, account);
  return { ok: true };
}
