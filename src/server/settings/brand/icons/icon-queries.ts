// The owner's icons as rows, so that every copy of the shop and every backup has them.
import { sql } from "kysely";
import { BRAND_VERSIONS_MAX } from "#domain/brand/brand.ts";
import type { Db, Tx } from "../../../db/transaction.ts";
import type { DrawnIcons } from "./draw-icons.ts";

export async function hasIcons(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("brand_icons").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/** Open pages and link previews elsewhere still name former ones, so as many are kept as there are versions. */
export async function insertIcons(tx: Tx, { id, files }: DrawnIcons, now: Date): Promise<void> {
  if (id === null) return;
  if (files.length > 0) {
    const rows = files.map(({ name, bytes }) => ({ id, name, bytes: Buffer.from(bytes), shown_at: now }));
    await tx
      .insertInto("brand_icons")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tx.updateTable("brand_icons").set({ shown_at: now }).where("id", "=", id).execute();
  await sql`
    delete from brand_icons where id not in (
      select id from brand_icons group by id order by max(shown_at) desc, id limit ${BRAND_VERSIONS_MAX})`.execute(
    tx,
  );
}

export async function findIcon(
  db: Db,
  { id, name }: { id: string; name: string },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db
    .selectFrom("brand_icons")
    .select("bytes")
    .where("id", "=", id)
    .where("name", "=", name)
    .executeTakeFirst();
  return row ? new Uint8Array(row.bytes) : null;
}
