// The SQL of redirects and of missing pages. Every write keeps the rule that no target is the path of another redirect:
// so an answer leads straight to the end, without a circle.
import { sql } from "kysely";
import type { Redirect } from "#domain/redirects/redirect.ts";
import type { Db, Tx } from "../../db/transaction.ts";

export type RedirectSource = "owner" | "import";
export type StoredRedirect = Redirect & { source: RedirectSource };

/** The path of a target, as redirects are looked up. */
const targetPath = sql`lower(split_part(split_part(r.target, '?', 1), '#', 1))`;

export async function findTarget(db: Db, path: string): Promise<string | null> {
  const row = await db.selectFrom("redirects").select("target").where("path", "=", path).executeTakeFirst();
  return row?.target ?? null;
}

/** Until the end of the transaction nobody else writes redirects. */
export async function lockRedirects(tx: Tx): Promise<void> {
  await sql`lock table redirects in share row exclusive mode`.execute(tx);
}

/**
 * Writes redirects whose targets are no redirects' paths, under the lock. Those that led to one of their paths lead on to
 * its target.
 */
export async function upsertRedirects(
  tx: Tx,
  rows: readonly Redirect[],
  { source, now }: { source: RedirectSource; now: Date },
): Promise<void> {
  await sql`
    insert into redirects as kept (path, target, source, created_at)
    select path, target, ${source}, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(path text, target text)
    on conflict (path) do update set target = excluded.target, source = excluded.source, created_at = excluded.created_at
      where kept.source = 'import' or excluded.source = 'owner'`.execute(tx);
  await sql`update redirects r set target = next.target from redirects next where next.path = ${targetPath}`.execute(
    tx,
  );
}

/** Answers where it led; null when there was none. */
export async function deleteRedirectRow(tx: Tx, path: string): Promise<string | null> {
  const row = await tx
    .deleteFrom("redirects")
    .where("path", "=", path)
    .returning("target")
    .executeTakeFirst();
  return row?.target ?? null;
}

/** In the order of their paths; `query`: only those with this text in either address. */
export async function listRedirectRows(
  db: Db,
  { query, after, limit }: { query: string; after: string | null; limit: number },
): Promise<StoredRedirect[]> {
  const { rows } = await sql<StoredRedirect>`
    select path, target, source from redirects
    where (${after}::text is null or path > ${after}) and strpos(path || ' ' || lower(target), ${query.toLowerCase()}) > 0
    order by path limit ${limit}`.execute(db);
  return rows;
}

export type MissingPage = { path: string; hits: number; seenAt: string };

type Note = { path: string; now: Date; rowsMax: number };

/** Counts one more request. Of more than `rowsMax` addresses the list keeps those that were asked for most, then newest. */
export async function noteMissingPage(db: Db, { path, now, rowsMax }: Note): Promise<void> {
  await sql`
    with dropped as (
      delete from missing_pages where path in (
        select path from missing_pages where path <> ${path} order by hits desc, seen_at desc offset ${rowsMax - 1}))
    insert into missing_pages as seen (path, hits, seen_at) values (${path}, 1, ${now})
    on conflict (path) do update set hits = least(seen.hits + 1, 1000000), seen_at = excluded.seen_at`.execute(
    db,
  );
}

export async function listMissingPages(db: Db, since: Date, limit: number): Promise<MissingPage[]> {
  const rows = await db
    .selectFrom("missing_pages")
    .selectAll()
    .where("seen_at", ">=", since)
    .orderBy("hits", "desc")
    .orderBy("seen_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ path, hits, seen_at }) => ({ path, hits, seenAt: seen_at.toISOString() }));
}

export async function deleteMissingPage(db: Db, path: string): Promise<void> {
  await db.deleteFrom("missing_pages").where("path", "=", path).execute();
}
