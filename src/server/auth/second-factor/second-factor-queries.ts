// The SQL of the second step of signing in.
import { sql } from "kysely";
import type { Db, Tx } from "../../db/transaction.ts";

type StoredFactor = { userId: string; secret: string; lastStep: number };

/** The user's second factor, or null. With `lock` no one else can use or remove it until the end. */
export async function findFactor(
  db: Db,
  userId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredFactor | null> {
  const query = db
    .selectFrom("second_factors")
    .select(["user_id", "secret", "last_step"])
    .where("user_id", "=", userId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? { userId: row.user_id, secret: row.secret, lastStep: Number(row.last_step) } : null;
}

/** The user with this email, if a second factor guards them. */
export async function findGuardedUser(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("second_factors")
    .innerJoin("user", "user.id", "second_factors.user_id")
    .select("user_id")
    .where("user.email", "=", email)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** False where the user has a second factor already. */
export async function insertFactor(tx: Tx, factor: StoredFactor, now: Date): Promise<boolean> {
  const { userId, secret, lastStep } = factor;
  const row = await tx
    .insertInto("second_factors")
    .values({ user_id: userId, secret, last_step: lastStep, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Its recovery codes and open challenges go with it. False where there was none. */
export async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  await deleteChallengesOf(tx, userId);
  const deleted = await tx.deleteFrom("second_factors").where("user_id", "=", userId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Every second factor, with whose it is. */
export function listFactors(db: Db): Promise<{ userId: string; email: string; secret: string }[]> {
  return db
    .selectFrom("second_factors")
    .innerJoin("user", "user.id", "second_factors.user_id")
    .select(["user_id as userId", "user.email as email", "secret"])
    .execute();
}

/** Puts the same secret under another seal, unless the row has changed since it was read. */
export async function replaceSeal(
  db: Db,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  const query = db.updateTable("second_factors").set({ secret: to }).where("user_id", "=", userId);
  await query.where("secret", "=", from).execute();
}

export async function setLastStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx.updateTable("second_factors").set({ last_step: step }).where("user_id", "=", userId).execute();
}

/** Replaces all codes of the user with these. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }));
  await tx.insertInto("recovery_codes").values(rows).execute();
}

/** `hashes`: of one code. False for a code that is not the user's or was used before. */
export async function spendRecoveryCode(
  tx: Tx,
  { userId, hashes, now }: { userId: string; hashes: string[]; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "in", hashes)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** How many recovery codes have not been used. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom("recovery_codes")
    .select(sql<number>`count(*)::integer`.as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.left;
}

export async function insertChallenge(
  tx: Tx,
  challenge: { tokenHash: string; userId: string; expiresAt: Date; now: Date },
): Promise<void> {
  const { tokenHash, userId, expiresAt, now } = challenge;
  await tx.deleteFrom("sign_in_challenges").where("expires_at", "<=", now).execute();
  await tx
    .insertInto("sign_in_challenges")
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute();
}

/** Whose challenge this is while it lasts, or null. */
export async function findChallenge(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ userId: string; email: string } | null> {
  const row = await db
    .selectFrom("sign_in_challenges")
    .innerJoin("user", "user.id", "sign_in_challenges.user_id")
    .select(["user.id as userId", "user.email as email"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ?? null;
}

/** False if it was answered in the meantime. */
export async function deleteChallenge(tx: Tx, tokenHash: string): Promise<boolean> {
  const query = tx.deleteFrom("sign_in_challenges").where("token_hash", "=", tokenHash);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
}

export async function deleteChallengesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("sign_in_challenges").where("user_id", "=", userId).execute();
}
