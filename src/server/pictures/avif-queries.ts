// The SQL of pictures that wait for their AVIF. A try holds its picture for a while and is known by its
// number: a try that was slower than its lease, or that another one has overtaken, changes nothing.
import { sql } from "kysely";
import type { Db, Tx } from "../db/transaction.ts";

export type ClaimedPicture = { url: string; attempt: number };

/** The picture that has been due the longest, held until `lockedUntil`; null when none is due. */
export async function claimPicture(
  db: Db,
  { now, lockedUntil }: { now: Date; lockedUntil: Date },
): Promise<ClaimedPicture | null> {
  const { rows } = await sql<ClaimedPicture>`
    with due as materialized (
      select url from avif_pictures
        where state = 'waiting' and next_at <= ${now} and (locked_until is null or locked_until < ${now})
        order by next_at, url limit 1 for update skip locked)
    update avif_pictures a set attempts = a.attempts + 1, locked_until = ${lockedUntil}
      from due where a.url = due.url returning a.url, a.attempts as attempt`.execute(db);
  return rows[0] ?? null;
}

/** From now on pages offer the AVIF. `gone`: the picture was deleted; `overtaken`: another try has it. */
export async function markAvifReady(
  db: Db,
  { url, attempt }: ClaimedPicture,
): Promise<"ready" | "gone" | "overtaken"> {
  const { rows } = await sql`
    update avif_pictures set state = 'ready', locked_until = null, last_error = null
    where url = ${url} and attempts = ${attempt} and state = 'waiting' returning url`.execute(db);
  if (rows.length > 0) return "ready";
  const row = await db.selectFrom("avif_pictures").select("url").where("url", "=", url).executeTakeFirst();
  return row ? "overtaken" : "gone";
}

/** Lets go of a picture that could not be drawn. `retryAt` null: for good. */
export async function markAvifFailed(
  db: Db,
  { url, attempt }: ClaimedPicture,
  { error, retryAt }: { error: string; retryAt: Date | null },
): Promise<void> {
  await sql`
    update avif_pictures set locked_until = null, last_error = ${error},
      state = case when ${retryAt}::timestamptz is null then 'given_up' else 'waiting' end,
      next_at = coalesce(${retryAt}::timestamptz, next_at)
    where url = ${url} and attempts = ${attempt} and state = 'waiting'`.execute(db);
}

/** Lets go of a picture as if it had not been tried. */
export async function unclaimPicture(db: Db, { url, attempt }: ClaimedPicture): Promise<void> {
  await sql`
    update avif_pictures set locked_until = null, attempts = attempts - 1
    where url = ${url} and attempts = ${attempt} and state = 'waiting'`.execute(db);
}

export async function forgetAvif(tx: Tx, urls: string[]): Promise<void> {
  if (urls.length > 0) await tx.deleteFrom("avif_pictures").where("url", "in", urls).execute();
}
