import { sql } from "kysely";
import {
  type Backup,
  type BackupRules,
  CLOCK_AHEAD_MS,
  type Drill,
  defaultBackupRules,
} from "#domain/backups/backup.ts";
import type { Db, Tx } from "../db/transaction.ts";
import { isoTime } from "../order-rows.ts";
import type { Shop } from "../shop.ts";

/** More than the longest rules keep. */
const LISTED_MAX = 300;
/** A shop that can't make backups fails each hour: its tries must not push the good ones out of sight. */
const FAILURES_LISTED_MAX = 50;
/** A store that can't be reached is tried again after this. */
export const STORE_AGAIN_MS = 10 * 60_000;

export type BackupBooks = {
  /** The newest first, and at the end what was made while the clock was ahead. */
  backups: (Backup & { storeParts: number; storeTriedAt: string | null; token: string | null })[];
  /** In the same order. */
  drills: (Drill & { token: string | null })[];
  rules: BackupRules;
  recoveryKey: string | null;
  /** ISO time since which the shop makes backups. */
  since: string;
};

const backupColumns = sql`id, kind, state, ${isoTime(sql`created_at`)} as "createdAt",
  ${isoTime(sql`ended_at`)} as "endedAt", step, error, file_name as "fileName", host, bytes::float8 as bytes,
  (select count(*)::integer from jsonb_each(rows)) as tables,
  (select sum(value::bigint)::float8 from jsonb_each_text(rows)) as rows, is_weekly as "isWeekly",
  store_state as store, store_error as "storeError", store_parts as "storeParts",
  ${isoTime(sql`store_tried_at`)} as "storeTriedAt", token`;

const drillColumns = sql`id, state, ${isoTime(sql`created_at`)} as "createdAt", ${isoTime(sql`ended_at`)} as "endedAt",
  step, error, ${isoTime(sql`backup_at`)} as "backupAt", tables, rows::float8 as rows, token`;

/** All that is known of backups, in one statement. */
export async function findBooks({ db, clock }: Pick<Shop, "db" | "clock">): Promise<BackupBooks> {
  const ahead = new Date(clock() + CLOCK_AHEAD_MS);
  const inOrder = sql`"createdAt" > ${ahead.toISOString()}, "createdAt" desc, id`;
  const listed = (which: string, max: number) => sql`(select ${backupColumns} from backups
    where ${sql.raw(which)} order by created_at > ${ahead}, created_at desc, id limit ${max})`;
  const { rows } = await sql<BackupBooks>`
    select coalesce((select jsonb_agg(to_jsonb(b) order by ${inOrder}) from
        (${listed("state <> 'failed'", LISTED_MAX)} union all ${listed("state = 'failed'", FAILURES_LISTED_MAX)}) b), '[]') as backups,
      coalesce((select jsonb_agg(to_jsonb(d) order by ${inOrder}) from
        (select ${drillColumns} from backup_drills order by created_at > ${ahead}, created_at desc, id limit ${LISTED_MAX}) d), '[]') as drills,
      jsonb_build_object('days', coalesce(r.days, ${defaultBackupRules.days}),
        'weeks', coalesce(r.weeks, ${defaultBackupRules.weeks})) as rules, r.recovery_key as "recoveryKey",
      ${isoTime(sql`coalesce(r.since, now())`)} as since
    from (select 1) one left join backup_rules r on true`.execute(db);
  const [books] = rows;
  if (!books) throw new Error("the database gave no backups");
  return books;
}

/**
 * Whether a backup or a trial is under way, a copy for the store waits that was not tried a moment ago, or the log has an
 * entry of somebody who was forgotten that is newer than `forgotten`. One short statement.
 */
export async function isWorkDue(
  db: Db,
  { now, forgotten }: { now: number; forgotten: string | null },
): Promise<boolean> {
  const [from, until] = [new Date(now - STORE_AGAIN_MS), new Date(now + STORE_AGAIN_MS)];
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from backups where state in ('waiting', 'running')
        or state = 'done' and store_state = 'waiting'
          and (store_tried_at is null or store_tried_at <= ${from} or store_tried_at >= ${until}))
      or exists (select from backup_drills where state in ('waiting', 'running'))
      or exists (select from admin_audit where action = 'customer.forgotten' and id > ${forgotten}::bigint) as "isDue"`.execute(
    db,
  );
  return rows[0]?.isDue === true;
}

/** In bytes. */
export async function sizeOfDatabase(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

type Request = { id: string; requestedBy: string | null; now: Date };

/** False when one is under way. */
export async function insertBackup(db: Db, { id, requestedBy, now }: Request): Promise<boolean> {
  const kind = requestedBy === null ? "nightly" : "asked";
  const { rows } = await sql`
    insert into backups (id, kind, requested_by, created_at) values (${id}, ${kind}, ${requestedBy}, ${now})
    on conflict ((true)) where state in ('waiting', 'running') do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** False when one is under way. */
export async function insertDrill(db: Db, { id, requestedBy, now }: Request): Promise<boolean> {
  const { rows } = await sql`
    insert into backup_drills (id, requested_by, created_at) values (${id}, ${requestedBy}, ${now})
    on conflict ((true)) where state in ('waiting', 'running') do nothing returning id`.execute(db);
  return rows.length > 0;
}

type Table = "backups" | "backup_drills";
/** One that is under way, and the token of the process that does it. */
export type Claim = { table: Table; id: string; token: string };

/** False when somebody else has it, or it has ended. */
export async function claim(db: Db, { table, id, token }: Claim): Promise<boolean> {
  const { rows } = await sql`update ${sql.table(table)} set state = 'running', token = ${token}, step = null
    where id = ${id} and state = 'waiting' returning id`.execute(db);
  return rows.length > 0;
}

export async function noteStep(db: Db, { table, id, token }: Claim, step: string): Promise<void> {
  await sql`update ${sql.table(table)} set step = ${step}
    where id = ${id} and token = ${token} and state = 'running'`.execute(db);
}

/** Back to those that wait: it was broken off, and nothing is wrong with it. */
export async function putBack(db: Db, { table, id, token }: Claim): Promise<void> {
  await sql`update ${sql.table(table)} set state = 'waiting', token = null, step = null
    where id = ${id} and token = ${token} and state = 'running'`.execute(db);
}

export async function fail(
  db: Db,
  { table, id, token }: Claim,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  await sql`update ${sql.table(table)} set state = 'failed', error = ${error}, ended_at = ${now}, step = null
    where id = ${id} and token = ${token} and state = 'running'`.execute(db);
}

type Made = {
  fileName: string;
  host: string;
  bytes: number;
  rows: Record<string, number>;
  isWeekly: boolean;
  store: "none" | "waiting";
};

/** False when the process was taken for dead: then the backup is somebody else's, and its file must go. */
export async function finishBackup(db: Db, { id, token }: Claim, made: Made, now: Date): Promise<boolean> {
  const { rows } = await sql`update backups set state = 'done', ended_at = ${now}, step = null,
      file_name = ${made.fileName}, host = ${made.host}, bytes = ${made.bytes}, rows = ${JSON.stringify(made.rows)}::jsonb,
      is_weekly = ${made.isWeekly}, store_state = ${made.store}
    where id = ${id} and token = ${token} and state = 'running' returning id`.execute(db);
  return rows.length > 0;
}

type Found = {
  createdAt: string;
  fileName: string;
  /** Of its file; null where only the copy in the store is left. */
  file: { host: string; bytes: number; rows: Record<string, number> } | null;
  isWeekly: boolean;
  store: "none" | "waiting" | "there";
  storeParts: number;
};

/** A backup that the database does not know, or not as good: it was restored from an earlier one. */
export async function adoptBackup(db: Db, id: string, found: Found): Promise<void> {
  const { createdAt, fileName, file, isWeekly, store, storeParts } = found;
  await sql`insert into backups as b
      (id, kind, state, created_at, ended_at, file_name, host, bytes, rows, is_weekly, store_state, store_parts)
    values (${id}, 'nightly', 'done', ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${fileName}, ${file?.host ?? null},
      ${file?.bytes ?? null}, ${file && JSON.stringify(file.rows)}::jsonb, ${isWeekly}, ${store}, ${storeParts})
    on conflict (id) do update set state = 'done', error = null, file_name = excluded.file_name,
      host = coalesce(excluded.host, b.host), bytes = coalesce(excluded.bytes, b.bytes), rows = coalesce(excluded.rows, b.rows),
      is_weekly = b.is_weekly or excluded.is_weekly, store_state = excluded.store_state, store_parts = excluded.store_parts,
      store_error = null
    where b.state in ('done', 'failed')`.execute(db);
}

export async function finishDrill(
  db: Db,
  { id, token }: Claim,
  result: { backupAt: string; tables: number; rows: number; error: string | null; now: Date },
): Promise<void> {
  const state = result.error === null ? "equal" : "failed";
  await sql`update backup_drills set state = ${state}, error = ${result.error}, ended_at = ${result.now}, step = null,
      backup_at = ${result.backupAt}::timestamptz, tables = ${result.tables}, rows = ${result.rows}
    where id = ${id} and token = ${token} and state = 'running'`.execute(db);
}

/** The file or the copy of a good backup is gone. */
export async function loseBackup(db: Db, { id, error }: { id: string; error: string }): Promise<void> {
  await sql`update backups set state = 'failed', error = ${error} where id = ${id} and state = 'done'`.execute(
    db,
  );
}

export async function deleteBackup(db: Db, { id }: { id: string }): Promise<void> {
  await db.deleteFrom("backups").where("id", "=", id).execute();
}

/** Tries that nobody needs to know of any more; not those of which something may lie in the store. */
export async function deleteFailures(db: Db, { before }: { before: Date }): Promise<void> {
  await sql`delete from backups where state = 'failed' and created_at < ${before}
    and (store_state = 'none' or bytes is null)`.execute(db);
}

export async function noteStored(
  db: Db,
  { id, parts, error, now }: { id: string; parts: number; error: string | null; now: Date },
): Promise<void> {
  const state = error === null ? "there" : "waiting";
  await sql`update backups set store_state = ${state}, store_parts = ${parts}, store_error = ${error},
    store_tried_at = ${now} where id = ${id}`.execute(db);
}

/** Nobody else can change them until the transaction ends. */
export async function lockRules(tx: Tx): Promise<BackupRules> {
  const query = tx.selectFrom("backup_rules").select(["days", "weeks"]).forUpdate();
  return (await query.executeTakeFirst()) ?? defaultBackupRules;
}

export async function updateRules(db: Db, { days, weeks }: BackupRules): Promise<void> {
  await db
    .insertInto("backup_rules")
    .values({ days, weeks })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ days, weeks }))
    .execute();
}

/** Keeps the key that is there already, and answers the one that is kept. */
export async function keepRecoveryKey(db: Db, key: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into backup_rules as r (recovery_key) values (${key})
    on conflict (id) do update set recovery_key = coalesce(r.recovery_key, excluded.recovery_key)
    returning recovery_key as key`.execute(db);
  return rows[0]?.key ?? key;
}
