// Which stored pictures no product shows. A picture is recorded as spare when it arrives and when a product drops it;
// saving a product with it removes the record, in the same transaction. Its files stay for a day: pages that caches and
// shoppers have open still show it, and an editor may take it back.
import { sql } from "kysely";
import type { Db, Tx } from "../../db/transaction.ts";

export const SPARE_IMAGE_HOURS = 24;

export async function insertSpareImages(db: Db, urls: string[], now: Date): Promise<void> {
  if (urls.length === 0) return;
  const dueAt = new Date(now.getTime() + SPARE_IMAGE_HOURS * 60 * 60_000);
  await sql`
    insert into spare_images (url, due_at) select distinct unnest(${urls}::text[]), ${dueAt}::timestamptz
    on conflict (url) do update set due_at = excluded.due_at`.execute(db);
}

/** Keeps those of the pictures that are spare from being swept before this transaction ends. */
export async function lockSpareImages(tx: Tx, urls: string[]): Promise<void> {
  if (urls.length === 0) return;
  await sql`select from spare_images where url = any(${urls}::text[]) order by url for update`.execute(tx);
}

/**
 * Takes the pictures out of the spare ones, for what shows them. Answers those that are neither spare nor shown by
 * something else, so that they may be gone; then all of them stay as they are.
 */
export async function takeSpareImages(tx: Tx, urls: string[]): Promise<string[]> {
  if (urls.length === 0) return [];
  const { rows } = await sql<{ url: string }>`
    with found as materialized (
      select url from spare_images where url = any(${urls}::text[]) order by url for update),
    missing as materialized (
      select distinct url from unnest(${urls}::text[]) wanted(url)
        where url not in (select url from found)
          and not is_picture_shown(url)),
    taken as (
      delete from spare_images where url in (select url from found) and not exists (select from missing))
    select url from missing`.execute(tx);
  return rows.map((row) => row.url);
}

/**
 * Forgets up to `limit` spare pictures that are due. Answers those that are shown nowhere: by nothing of the
 * shop, in no past order, in no checkout under way, and in no version of the storefront; their files may go. A picture whose
 * AVIF is being made stays spare until that has come to an end.
 */
export async function takeDueImages(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ url: string; is_shown: boolean }>`
    with found as materialized (
      select url from spare_images where due_at <= ${now}
        order by due_at limit ${limit} for update skip locked),
    drawn as materialized (
      select j.key as url, j.locked_until from jobs j join found on found.url = j.key where j.kind = 'avif'
        order by j.key for update of j),
    due as (
      delete from spare_images where url in (select url from found)
        and url not in (select url from drawn where locked_until > ${now}) returning url)
    select url, is_picture_shown(url) as is_shown from due`.execute(tx);
  const unshown = rows.filter((row) => !row.is_shown).map((row) => row.url);
  if (unshown.length > 0)
    await tx.deleteFrom("jobs").where("kind", "=", "avif").where("key", "in", unshown).execute();
  return unshown;
}
