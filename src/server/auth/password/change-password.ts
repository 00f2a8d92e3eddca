// Changing the password from inside the back office. The change ends every other session, every sign-in
// that still owes its second step, and forgets every other browser, in the same transaction; this session continues.
import type { WeakPassword } from "#domain/auth/weak-password.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { noteChange } from "../note-change.ts";
import { lockPassword, savePassword } from "../queries.ts";
import { deleteChallengesOf } from "../second-factor/second-factor-queries.ts";
import { endSessions } from "../session-queries.ts";
import { confirmPassword, type PasswordRefusal } from "./own-password.ts";
import { refuseOwnPassword } from "./refuse-password.ts";

export type PasswordChange =
  | { ok: true; sessionsEnded: number }
  | { ok: false; reason: WeakPassword | "same" }
  | PasswordRefusal;

/** Checks the current password and sets the new one. */
export async function changePassword(
  shop: Shop,
  request: Request,
  { current, next }: { current: string; next: string },
): Promise<PasswordChange> {
  const refusal = await refuseOwnPassword(shop, next);
  if (refusal) return { ok: false, reason: refusal };
  const known = await confirmPassword(shop, request, current);
  if (!known.ok) return known;
  const { userId, sessionId } = known.current;
  if (next === current) return { ok: false, reason: "same" };
  const hash = await shop.auth.hashing.hash(next);
  const now = nowOf(shop);
  const sessionsEnded = await inTransaction(shop, async (tx) => {
    // While the passwords were hashed another one may have been set, also to end this very session.
    if (!(await lockPassword(tx, { userId, hash: known.hash }))) return null;
    await savePassword(tx, { id: shop.newId(), userId, hash, now });
    await deleteChallengesOf(tx, userId);
    const ended = await endSessions(tx, { userId, except: sessionId });
    await noteChange(tx, shop, known.current, {
      action: "password.changed",
      after: { sessionsEnded: ended },
    });
    return ended;
  });
  if (sessionsEnded === null) return { ok: false, reason: "wrong_password" };
  shop.log.info("auth.password_changed");
  return { ok: true, sessionsEnded };
}
