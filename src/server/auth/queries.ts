import { sql } from "kysely";
import type { Db, Tx } from "../db/transaction.ts";

const PASSWORD_PROVIDER = "credential";

/** Whether a user with this email can sign in by password. */
export async function hasPassword(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .innerJoin("user", "user.id", "account.userId")
    .select("account.id")
    .where("user.email", "=", email)
    .where("account.providerId", "=", PASSWORD_PROVIDER)
    .where("account.password", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the user with this email, or null. */
export async function findUserId(db: Db, email: string): Promise<string | null> {
  const row = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirst();
  return row?.id ?? null;
}

/** Creates the user with this email if there is none. Returns its id. */
export async function upsertUser(
  tx: Tx,
  user: { id: string; email: string; name: string; now: Date },
): Promise<string> {
  const { id, email, name, now } = user;
  const row = await tx
    .insertInto("user")
    .values({ id, email, name, emailVerified: true, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column("email").doUpdateSet({ updatedAt: now }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Sets the password of a user. The caller holds the user's row, so two processes can't add two of them. */
export async function savePassword(
  tx: Tx,
  account: { id: string; userId: string; hash: string; now: Date },
): Promise<void> {
  const { id, userId, hash, now } = account;
  const changed = await tx
    .updateTable("account")
    .set({ password: hash, updatedAt: now })
    .where("userId", "=", userId)
    .where("providerId", "=", PASSWORD_PROVIDER)
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  await tx
    .insertInto("account")
    .values({
      id,
      accountId: userId,
      providerId: PASSWORD_PROVIDER,
      userId,
      password: hash,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom("session").where("token", "=", token).execute();
}

/** Notes that a session is in use, unless that was noted after `before`. */
export async function touchSession(db: Db, id: string, times: { now: Date; before: Date }): Promise<void> {
  await db
    .updateTable("session")
    .set({ last_used_at: times.now })
    .where("id", "=", id)
    .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<", times.before)]))
    .execute();
}

export type SessionRow = { id: string; userAgent: string | null; ipAddress: string | null; lastUsedAt: Date };

/** The sessions of a user that are still open, the one used last first. */
export async function listSessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom("session")
    .select(["id", "userAgent", "ipAddress", "updatedAt", "last_used_at"])
    .where("userId", "=", userId)
    // The library keeps the life of a session by the system's clock, as the database's own.
    .where("expiresAt", ">", sql<Date>`now()`)
    .execute();
  return rows
    .map(({ id, userAgent, ipAddress, updatedAt, last_used_at }) => {
      return { id, userAgent, ipAddress, lastUsedAt: last_used_at ?? updatedAt };
    })
    .sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime());
}

/** Ends sessions of a user: the one with this id, all but that one, or all. Answers how many were ended. */
export async function endSessions(
  db: Db,
  { userId, only, except }: { userId: string; only?: string; except?: string },
): Promise<number> {
  let query = db.deleteFrom("session").where("userId", "=", userId);
  if (only !== undefined) query = query.where("id", "=", only);
  if (except !== undefined) query = query.where("id", "<>", except);
  const ended = await query.executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** The stored hash of a user's password, or null. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("account")
    .select("password")
    .where("userId", "=", userId)
    .where("providerId", "=", PASSWORD_PROVIDER)
    .executeTakeFirst();
  return row?.password ?? null;
}
