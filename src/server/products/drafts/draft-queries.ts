// The SQL of drafts that photos start. Products themselves are written by queries.ts of this room.
import { sql } from "kysely";
import { isUuid } from "#domain/text/uuid.ts";
import type { Db, Tx } from "../../db/transaction.ts";

export type KnownPhoto = { id: string; name: string; isDraft: boolean };

/** The product that shows the photo with these bytes; null if there is none, or no longer. */
export async function findKnownPhoto(db: Db, hash: string): Promise<KnownPhoto | null> {
  const { rows } = await sql<KnownPhoto>`
    select p.id, p.name, p.status = 'draft' as "isDraft" from dropped_photos d join products p on p.id = d.product_id
    where d.hash = ${hash} and (p.image_url = d.url
      or exists (select from product_images e where e.product_id = p.id and e.image_url = d.url))`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Only one transaction at a time checks and records whether a photo is known. */
export async function lockPhoto(tx: Tx, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7403, hashtext(${hash}))`.execute(tx);
}

export async function keepPhoto(
  tx: Tx,
  photo: { hash: string; productId: string; url: string },
): Promise<void> {
  const row = { hash: photo.hash, product_id: photo.productId, url: photo.url };
  await tx
    .insertInto("dropped_photos")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("hash").doUpdateSet({ product_id: row.product_id, url: row.url }),
    )
    .execute();
}

/** The draft with this id (any text), if it still is one. */
export async function findDraft(tx: Tx, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const found = tx.selectFrom("products").select("id").where("id", "=", id).where("status", "=", "draft");
  return (await found.executeTakeFirst())?.id ?? null;
}

/** If there are more drafts without a picture, only the newest are searched. */
const BARE_DRAFTS_MAX = 20_000;

/**
 * The newest draft without a picture whose name equals this one by `photoKey`: an imported file made it, and its photos
 * arrive now. null: none.
 */
export async function findBareDraft(tx: Tx, key: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, name, image_url, created_at from products where status = 'draft'
      order by created_at desc, id desc limit ${BARE_DRAFTS_MAX}) newest
    where image_url is null
      and btrim(regexp_replace(regexp_replace(lower(name), '[''’]', '', 'g'), '[^[:alnum:]]+', '-', 'g'), '-') = ${key}
    order by created_at desc, id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
