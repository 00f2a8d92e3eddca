import type { WeakPassword } from "#domain/auth/weak-password.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { forgetAttempts } from "../limits/sign-in-throttle.ts";
import { noteChange } from "../note-change.ts";
import { hasPassword, savePassword, upsertUser } from "../queries.ts";
import { deleteChallengesOf } from "../second-factor/second-factor-queries.ts";
import { endSessions } from "../session-queries.ts";
import { refuseOwnPassword } from "./refuse-password.ts";

const ADMIN_NAME = "Administrator";
/** Who changes something from the command line, in the audit log. */
export const COMMAND_LINE = "command line";

/**
 * Gives the administrator (env.adminEmail) this password, making the user if need be. Ends every session of
 * the administrator, forgets every known browser, and lifts delays after failed attempts, all in one transaction. With `onlyFirst` a
 * password that is there already stays (several processes may start at once). Answers whether it was
 * saved.
 */
export async function saveAdminPassword(
  shop: Shop,
  { password, onlyFirst = false }: { password: string; onlyFirst?: boolean },
): Promise<boolean> {
  const email = shop.env.adminEmail;
  const hash = await shop.auth.hashing.hash(password);
  const now = nowOf(shop);
  return inTransaction(shop, async (tx) => {
    const userId = await upsertUser(tx, { id: shop.newId(), email, name: ADMIN_NAME, now });
    if (onlyFirst && (await hasPassword(tx, email))) return false;
    await savePassword(tx, { id: shop.newId(), userId, hash, now });
    await deleteChallengesOf(tx, userId);
    const sessionsEnded = await endSessions(tx, { userId });
    await forgetAttempts(tx);
    if (onlyFirst) return true;
    const change = { action: "password.changed", after: { sessionsEnded } } as const;
    await noteChange(tx, shop, { userId, email: COMMAND_LINE }, change);
    return true;
  });
}

export type PasswordSet = { ok: true; email: string } | { ok: false; reason: WeakPassword };

/** For the command line: the administrator's new password. It ends every session. */
export async function setAdminPassword(shop: Shop, { password }: { password: string }): Promise<PasswordSet> {
  const refusal = await refuseOwnPassword(shop, password);
  if (refusal) return { ok: false, reason: refusal };
  await saveAdminPassword(shop, { password });
  return { ok: true, email: shop.env.adminEmail };
}
