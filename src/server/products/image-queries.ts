// Which stored pictures belong to nobody. A picture is written down as spare when it arrives and when a
// product lets go of it; saving a product takes it out again, in the same transaction.
import { sql } from "kysely";
import type { Tx } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";

export async function insertSpareImages(db: Shop["db"] | Tx, urls: string[], dueAt: Date): Promise<void> {
  if (urls.length === 0) return;
  await sql`
    insert into spare_images (url, due_at) select distinct unnest(${urls}::text[]), ${dueAt}::timestamptz
    on conflict (url) do update set due_at = excluded.due_at`.execute(db);
}

/** Takes the pictures out of the spare ones, for a product that shows them; answers those it got. */
export async function takeSpareImages(tx: Tx, urls: string[]): Promise<string[]> {
  if (urls.length === 0) return [];
  const { rows } = await sql<{ url: string }>`
    delete from spare_images where url = any(${urls}::text[]) returning url`.execute(tx);
  return rows.map((row) => row.url);
}

/**
 * Forgets up to `limit` spare pictures that are due. Answers those that are shown nowhere: by no product, in
 * no past order and in no checkout under way; their files may go.
 */
export async function takeDueImages(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ url: string; is_shown: boolean }>`
    with due as (
      delete from spare_images where url in (select url from spare_images where due_at <= ${now}
        order by due_at limit ${limit} for update skip locked) returning url)
    select url,
      exists (select from products where image_url = due.url)
      or exists (select from product_images where image_url = due.url)
      or exists (select from order_items where image_url = due.url)
      or exists (select from checkout_items where image_url = due.url) as is_shown
    from due`.execute(tx);
  return rows.filter((row) => !row.is_shown).map((row) => row.url);
}
