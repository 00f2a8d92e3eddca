// Changing the password from inside the back office. The change ends every other session, and every sign-in
// that still owes its second step, in the same transaction; this session goes on.
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./auth.ts";
import { checkOwnPassword, type OwnPassword } from "./own-password.ts";
import { endSessions, savePassword } from "./queries.ts";
import { deleteChallengesOf } from "./second-factor-queries.ts";
import { currentSession } from "./sessions.ts";

export type PasswordChange =
  | { ok: true; sessionsEnded: number }
  | { ok: false; reason: "too_short" | "too_long" | "same" }
  | Exclude<OwnPassword, { ok: true }>;

/** Checks the old password of whoever asks and sets the new one. */
export async function changePassword(
  shop: Shop,
  request: Request,
  { current, next }: { current: string; next: string },
): Promise<PasswordChange> {
  const session = await currentSession(shop, request);
  const { userId, sessionId, email } = session;
  if (next.length < PASSWORD_LENGTH_MIN) return { ok: false, reason: "too_short" };
  if (next.length > PASSWORD_LENGTH_MAX) return { ok: false, reason: "too_long" };
  const known = await checkOwnPassword(shop, session, current);
  if (!known.ok) return known;
  if (next === current) return { ok: false, reason: "same" };
  const library = await shop.auth.$context;
  const hash = await library.password.hash(next);
  const now = nowOf(shop);
  const sessionsEnded = await inTransaction(shop, async (tx) => {
    await savePassword(tx, { id: shop.newId(), userId, hash, now });
    await deleteChallengesOf(tx, userId);
    const ended = await endSessions(tx, { userId, except: sessionId });
    const after = { sessionsEnded: ended };
    await insertAudit(tx, { actor: email, action: "password.changed", object: `user:${userId}`, after }, now);
    return ended;
  });
  shop.log.info("auth.password_changed");
  return { ok: true, sessionsEnded };
}
