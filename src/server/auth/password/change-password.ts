// Changing the password from inside the back office. The change ends every other session, and every sign-in
// that still owes its second step, in the same transaction; this session goes on.
import { inTransaction } from "../../db/transaction.ts";
import { nowOf, type Shop } from "../../shop.ts";
import { refusePassword } from "../auth.ts";
import { noteChange } from "../note-change.ts";
import { endSessions, savePassword } from "../queries.ts";
import { deleteChallengesOf } from "../second-factor/second-factor-queries.ts";
import { confirmPassword, type PasswordRefusal } from "./own-password.ts";

export type PasswordChange =
  | { ok: true; sessionsEnded: number }
  | { ok: false; reason: "too_short" | "too_long" | "same" }
  | PasswordRefusal;

/** Checks the current password and sets the new one. */
export async function changePassword(
  shop: Shop,
  request: Request,
  { current, next }: { current: string; next: string },
): Promise<PasswordChange> {
  const refusal = refusePassword(next);
  if (refusal) return { ok: false, reason: refusal };
  const known = await confirmPassword(shop, request, current);
  if (!known.ok) return known;
  const { userId, sessionId } = known.current;
  if (next === current) return { ok: false, reason: "same" };
  const library = await shop.auth.$context;
  const hash = await library.password.hash(next);
  const now = nowOf(shop);
  const sessionsEnded = await inTransaction(shop, async (tx) => {
    await savePassword(tx, { id: shop.newId(), userId, hash, now });
    await deleteChallengesOf(tx, userId);
    const ended = await endSessions(tx, { userId, except: sessionId });
    await noteChange(tx, shop, known.current, {
      action: "password.changed",
      after: { sessionsEnded: ended },
    });
    return ended;
  });
  shop.log.info("auth.password_changed");
  return { ok: true, sessionsEnded };
}
