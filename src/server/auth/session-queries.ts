import { sql } from "kysely";
import { defaultSessionRules, type SessionRules } from "#domain/auth/session-rules.ts";
import type { Db, Tx } from "../db/transaction.ts";

export type SessionState = { openedAt: Date; lastUsedAt: Date; passwordAt: Date; rules: SessionRules };

/** The times of a session and the rules that it lasts by; null for one that was never opened completely. */
export async function findSessionState(db: Db, id: string): Promise<SessionState | null> {
  const row = await db
    .selectFrom("session")
    .leftJoin("session_rules", (join) => join.on("session_rules.id", "=", 1))
    .select(["opened_at", "last_used_at", "password_at", "idle_minutes", "absolute_minutes"])
    .where("session.id", "=", id)
    .executeTakeFirst();
  if (!row?.opened_at || !row.password_at) return null;
  return {
    openedAt: row.opened_at,
    lastUsedAt: row.last_used_at ?? row.opened_at,
    passwordAt: row.password_at,
    rules: rulesOf(row),
  };
}

type RulesRow = { idle_minutes: number | null; absolute_minutes: number | null };

function rulesOf(row: RulesRow | undefined): SessionRules {
  const { idleMinutes, absoluteMinutes } = defaultSessionRules;
  return {
    idleMinutes: row?.idle_minutes ?? idleMinutes,
    absoluteMinutes: row?.absolute_minutes ?? absoluteMinutes,
  };
}

/** Starts the life of a session that the library has just made, for a password that was given just now. */
export async function startSession(
  db: Db,
  { id, device, now }: { id: string; device: string; now: Date },
): Promise<void> {
  await db
    .updateTable("session")
    .set({ opened_at: now, last_used_at: now, password_at: now, device })
    .where("id", "=", id)
    .execute();
}

/** Notes that a session is in use. */
export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("session").set({ last_used_at: now }).where("id", "=", id).execute();
}

export async function notePassword(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("session").set({ password_at: now }).where("id", "=", id).execute();
}

export type SessionRow = {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  openedAt: Date;
  lastUsedAt: Date;
};

/** The sessions of a user, the one used last first; some may have ended by the rules. */
export async function listSessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom("session")
    .select(["id", "userAgent", "ipAddress", "opened_at", "last_used_at"])
    .where("userId", "=", userId)
    .execute();
  return rows
    .flatMap(({ id, userAgent, ipAddress, opened_at, last_used_at }) =>
      opened_at
        ? [{ id, userAgent, ipAddress, openedAt: opened_at, lastUsedAt: last_used_at ?? opened_at }]
        : [],
    )
    .sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime());
}

/**
 * Ends sessions of a user: the one with this id, all but that one, or all. Their browsers are no longer known, and
 * neither is any other of the user's, unless one session alone is ended. Answers how many were ended.
 */
export async function endSessions(
  tx: Tx,
  { userId, only, except }: { userId: string; only?: string; except?: string },
): Promise<number> {
  const isOf = (id: string) =>
    sql<boolean>`exists (select 1 from "session" s where s.id = ${id} and s.device = sign_in_devices.id_hash)`;
  let known = tx.deleteFrom("sign_in_devices").where("user_id", "=", userId);
  if (only !== undefined) known = known.where(isOf(only));
  if (except !== undefined) known = known.where((where) => where.not(isOf(except)));
  await known.execute();
  let query = tx.deleteFrom("session").where("userId", "=", userId);
  if (only !== undefined) query = query.where("id", "=", only);
  if (except !== undefined) query = query.where("id", "<>", except);
  const ended = await query.executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/**
 * Removes the sessions of a user that the rules have ended, and what was never opened completely; a sign-in that is just
 * opening one has a minute. The library dates its rows by the system's clock, as the database does.
 */
export async function deleteEndedSessions(
  db: Db,
  { userId, rules, now }: { userId: string; rules: SessionRules; now: Date },
): Promise<void> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  await sql`delete from "session" where "userId" = ${userId} and (
    (opened_at is null and "createdAt" < now() - interval '1 minute')
    or opened_at <= ${before(rules.absoluteMinutes)}
    or coalesce(last_used_at, opened_at) <= ${before(rules.idleMinutes)})`.execute(db);
}

export async function findSessionRules(db: Db): Promise<SessionRules> {
  return rulesOf(await db.selectFrom("session_rules").selectAll().executeTakeFirst());
}

/** Answers the rules before; they stay locked until the transaction ends. */
export async function replaceSessionRules(tx: Tx, rules: SessionRules): Promise<SessionRules> {
  const before = await tx
    .insertInto("session_rules")
    .values(rowOf(defaultSessionRules))
    // Before the first change there is no row to lock.
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ id: 1 }))
    .returning(["idle_minutes", "absolute_minutes"])
    .executeTakeFirstOrThrow();
  await tx.updateTable("session_rules").set(rowOf(rules)).where("id", "=", 1).execute();
  return rulesOf(before);
}

const rowOf = ({ idleMinutes, absoluteMinutes }: SessionRules) => ({
  id: 1,
  idle_minutes: idleMinutes,
  absolute_minutes: absoluteMinutes,
});
