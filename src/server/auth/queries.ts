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

/**
 * Whether this is still the hash of the user's password; then it stays so until the transaction ends. A change of it
 * ends all sessions in the same transaction, so a session that is opened under it is ended, too.
 */
export async function holdPassword(
  tx: Tx,
  { userId, hash }: { userId: string; hash: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom("account")
    .select("id")
    .where("userId", "=", userId)
    .where("providerId", "=", PASSWORD_PROVIDER)
    .where("password", "=", hash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the user's password until the transaction ends, after waiting for any other lock on it. Whether the user
 * has one, and with `hash` whether it still is that one.
 */
export async function lockPassword(
  tx: Tx,
  { userId, hash }: { userId: string; hash?: string },
): Promise<boolean> {
  let query = tx
    .selectFrom("account")
    .select("id")
    .where("userId", "=", userId)
    .where("providerId", "=", PASSWORD_PROVIDER);
  if (hash !== undefined) query = query.where("password", "=", hash);
  return (await query.forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/** The user with this email and the stored hash of the password, or null. */
export async function findCredential(
  db: Db,
  email: string,
): Promise<{ userId: string; email: string; hash: string } | null> {
  const row = await db
    .selectFrom("account")
    .innerJoin("user", "user.id", "account.userId")
    .select(["user.id as userId", "user.email as email", "account.password as hash"])
    .where("user.email", "=", email)
    .where("account.providerId", "=", PASSWORD_PROVIDER)
    .executeTakeFirst();
  return row?.hash ? { userId: row.userId, email: row.email, hash: row.hash } : null;
}
