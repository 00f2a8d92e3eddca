// Changing the password from inside the back office. An open session is not enough: whoever sits at an
// unlocked laptop must know the old password, and guessing it is slowed down as guessing at the sign-in is,
// but counted apart, so that a stranger at the sign-in page can't keep the owner from changing it. The
// change ends every other session in the same transaction; this one goes on.
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./auth.ts";
import { endSessions, findPasswordHash, savePassword } from "./queries.ts";
import { currentSession } from "./sessions.ts";
import { admitAttempt, attemptSucceeded } from "./throttle.ts";

export type PasswordChange =
  | { ok: true; sessionsEnded: number }
  | { ok: false; reason: "wrong_password" | "too_short" | "too_long" | "same" }
  | { ok: false; reason: "throttled"; retryAfterSeconds: number };

/** Checks the old password of whoever asks and sets the new one. */
export async function changePassword(
  shop: Shop,
  request: Request,
  { current, next }: { current: string; next: string },
): Promise<PasswordChange> {
  const { userId, sessionId, email } = await currentSession(shop, request);
  if (next.length < PASSWORD_LENGTH_MIN) return { ok: false, reason: "too_short" };
  if (next.length > PASSWORD_LENGTH_MAX) return { ok: false, reason: "too_long" };
  const account = { email: `change-password ${email}` };
  const admission = await admitAttempt(shop, account);
  if (!admission.ok) return { ...admission, reason: "throttled" };
  const { password } = await shop.auth.$context;
  const known = await findPasswordHash(shop.db, userId);
  if (known === null || !(await password.verify({ hash: known, password: current }))) {
    shop.log.warn("auth.password_change_refused");
    return { ok: false, reason: "wrong_password" };
  }
  await attemptSucceeded(shop, account);
  if (next === current) return { ok: false, reason: "same" };
  const hash = await password.hash(next);
  const now = nowOf(shop);
  const sessionsEnded = await inTransaction(shop, async (tx) => {
    await savePassword(tx, { id: shop.newId(), userId, hash, now });
    const ended = await endSessions(tx, { userId, except: sessionId });
    const after = { sessionsEnded: ended };
    await insertAudit(tx, { actor: email, action: "password.changed", object: `user:${userId}`, after }, now);
    return ended;
  });
  shop.log.info("auth.password_changed");
  return { ok: true, sessionsEnded };
}
