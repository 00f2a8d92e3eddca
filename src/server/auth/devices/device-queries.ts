import { sql } from "kysely";
import type { Db } from "../../db/transaction.ts";

/** Known browsers of one user; beyond it the one used longest ago is forgotten. */
const DEVICES_MAX = 20;

export async function findDevice(
  db: Db,
  { idHash, email }: { idHash: string; email: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("sign_in_devices")
    .innerJoin("user", "user.id", "sign_in_devices.user_id")
    .select("id_hash")
    .where("id_hash", "=", idHash)
    .where("user.email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDevice(
  db: Db,
  { idHash, userId, now }: { idHash: string; userId: string; now: Date },
): Promise<void> {
  await db
    .insertInto("sign_in_devices")
    .values({ id_hash: idHash, user_id: userId, created_at: now, last_used_at: now })
    .execute();
  await sql`delete from sign_in_devices where id_hash in (select id_hash from sign_in_devices
    where user_id = ${userId} order by last_used_at desc, id_hash offset ${DEVICES_MAX})`.execute(db);
}

/** False if it was revoked in the meantime. */
export async function touchDevice(db: Db, idHash: string, now: Date): Promise<boolean> {
  const query = db.updateTable("sign_in_devices").set({ last_used_at: now }).where("id_hash", "=", idHash);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
