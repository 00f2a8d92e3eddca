import { sql } from "kysely";
import {
  type Backup,
  type BackupRules,
  CLOCK_AHEAD_MS,
  defaultBackupRules,
  type RestoreTest,
} from "#domain/backups/backup.ts";
import { errorText } from "../../core/log.ts";
import type { Shop } from "../../core/shop.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";

/** More than the longest retention rule keeps. */
const LISTED_MAX = 300;
/** A shop that can't make backups fails every hour: its failures must not push the good ones out of the list. */
const FAILURES_LISTED_MAX = 50;
/** An unreachable store is retried after this. */
export const STORE_AGAIN_MS = 10 * 60_000;

export type BackupBooks = {
  /** Newest first; backups made while the clock was ahead come last. */
  backups: (Backup & { storeParts: number; storeTriedAt: string | null })[];
  test: RestoreTest;
  rules: BackupRules;
  recoveryKey: string | null;
  /** ISO time when the shop began to make backups. */
  since: string;
};

const backupColumns = sql`id, kind, state, ${isoTime(sql`created_at`)} as "createdAt",
  ${isoTime(sql`ended_at`)} as "endedAt", step, error, file_name as "fileName", host, bytes::float8 as bytes,
  (select count(*)::integer from jsonb_each(rows)) as tables,
  (select sum(value::bigint)::float8 from jsonb_each_text(rows)) as rows, store_state as store, store_error as "storeError", store_parts as "storeParts",
  ${isoTime(sql`store_tried_at`)} as "storeTriedAt"`;

/** A `RestoreTest` of the row `t`, or of none. */
const testColumns = sql`jsonb_build_object('isUnderWay', coalesce(t.state <> 'idle', false), 'step', t.step,
  'last', case when t.ended_at is not null then jsonb_build_object('endedAt', ${isoTime(sql`t.ended_at`)},
    'backupAt', ${isoTime(sql`t.backup_at`)}, 'error', t.error, 'tables', t.tables, 'rows', t.rows::float8) end)`;

/** Everything known about backups, in one statement. */
export async function findBooks({ db, clock }: Pick<Shop, "db" | "clock">): Promise<BackupBooks> {
  const ahead = new Date(clock() + CLOCK_AHEAD_MS);
  const inOrder = sql`"createdAt" > ${ahead.toISOString()}, "createdAt" desc, id`;
  const listed = (which: string, max: number) => sql`(select ${backupColumns} from backups
    where ${sql.raw(which)} order by created_at > ${ahead}, created_at desc, id limit ${max})`;
  const { rows } = await sql<BackupBooks>`
    select coalesce((select jsonb_agg(to_jsonb(b) order by ${inOrder}) from
        (${listed("state <> 'failed'", LISTED_MAX)} union all ${listed("state = 'failed'", FAILURES_LISTED_MAX)}) b), '[]') as backups,
      ${testColumns} as test,
      jsonb_build_object('days', coalesce(r.days, ${defaultBackupRules.days}),
        'weeks', coalesce(r.weeks, ${defaultBackupRules.weeks})) as rules, r.recovery_key as "recoveryKey",
      ${isoTime(sql`coalesce(r.since, now())`)} as since
    from (select 1) one left join backup_rules r on true left join restore_test t on true`.execute(db);
  const [books] = rows;
  if (!books) throw new Error("the database gave no backups");
  return books;
}

/** Whether a backup or a restore test is in progress, or a copy waits for the store that was not tried a moment ago. */
export async function isWorkDue(db: Db, now: number): Promise<boolean> {
  const [from, until] = [new Date(now - STORE_AGAIN_MS), new Date(now + STORE_AGAIN_MS)];
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from backups where state in ('waiting', 'running')
        or state = 'done' and store_state = 'waiting'
          and (store_tried_at is null or store_tried_at <= ${from} or store_tried_at >= ${until}))
      or exists (select from restore_test where state <> 'idle') as "isDue"`.execute(db);
  return rows[0]?.isDue === true;
}

type Request = { id: string; requestedBy: string | null; now: Date };

/** False when one is in progress. */
export async function insertBackup(db: Db, { id, requestedBy, now }: Request): Promise<boolean> {
  const kind = requestedBy === null ? "nightly" : "asked";
  const { rows } = await sql`
    insert into backups (id, kind, requested_by, created_at) values (${id}, ${kind}, ${requestedBy}, ${now})
    on conflict ((true)) where state in ('waiting', 'running') do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** False when one is in progress. */
export async function requestTest(db: Db): Promise<boolean> {
  const { rows } = await sql`insert into restore_test as t (state) values ('waiting')
    on conflict (id) do update set state = 'waiting' where t.state = 'idle' returning id`.execute(db);
  return rows.length > 0;
}

/** What a process is doing right now. Each table has at most one row in progress. */
export type Work = { table: "backups"; id: string } | { table: "restore_test"; id: 1 };

/** Of a row still in progress: one whose process was declared dead is not changed anymore. */
const runs = ({ id }: Work) => sql`id = ${id} and state = 'running'`;

/** False when it is not waiting. */
export async function begin(db: Db, { table, id }: Work): Promise<boolean> {
  const { rows } = await sql`update ${sql.table(table)} set state = 'running', step = null
    where id = ${id} and state = 'waiting' returning id`.execute(db);
  return rows.length > 0;
}

/** The work does not wait for it. */
export function noteStep({ db, log }: Pick<Shop, "db" | "log">, work: Work, step: string): void {
  sql`update ${sql.table(work.table)} set step = ${step} where ${runs(work)}`
    .execute(db)
    .catch((error: unknown) => log.warn("backups.step_not_noted", { error: errorText(error) }));
}

/** Back to the queue: it was interrupted, and nothing is wrong with it. */
export async function putBack(db: Db, work: Work): Promise<void> {
  await sql`update ${sql.table(work.table)} set state = 'waiting', step = null where ${runs(work)}`.execute(
    db,
  );
}

/** The row in progress has failed: its process no longer exists. */
export async function endDead(db: Db, now: Date): Promise<void> {
  const failed = sql`error = 'the shop ended while it was made', ended_at = ${now}, step = null`;
  await sql`update backups set state = 'failed', ${failed} where state = 'running'`.execute(db);
  await sql`update restore_test set state = 'idle', ${failed} where state = 'running'`.execute(db);
}

export async function failBackup(
  db: Db,
  work: Work,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  await sql`update backups set state = 'failed', error = ${error}, ended_at = ${now}, step = null
    where ${runs(work)}`.execute(db);
}

type NewBackup = {
  fileName: string;
  host: string;
  bytes: number;
  rows: Record<string, number>;
  store: "none" | "waiting";
};

/** False when the process was declared dead: then another process owns the backup, and its file must be deleted. */
export async function finishBackup(db: Db, work: Work, made: NewBackup, now: Date): Promise<boolean> {
  const { rows } = await sql`update backups set state = 'done', ended_at = ${now}, step = null,
      file_name = ${made.fileName}, host = ${made.host}, bytes = ${made.bytes}, rows = ${JSON.stringify(made.rows)}::jsonb,
      store_state = ${made.store}
    where ${runs(work)} returning id`.execute(db);
  return rows.length > 0;
}

type BackupRow = {
  createdAt: string;
  fileName: string;
  /** Of its file; null when only the copy in the store is left. */
  file: { host: string; bytes: number } | null;
  store: "none" | "waiting" | "there";
  storeParts: number;
};

/** A backup unknown to the database, for example after a restore, or one whose file was missing. */
export async function adoptBackup(db: Db, id: string, found: BackupRow): Promise<void> {
  const { createdAt, fileName, file, store, storeParts } = found;
  await sql`insert into backups as b
      (id, kind, state, created_at, ended_at, file_name, host, bytes, store_state, store_parts)
    values (${id}, 'nightly', 'done', ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${fileName}, ${file?.host ?? null},
      ${file?.bytes ?? null}, ${store}, ${storeParts})
    on conflict (id) do update set state = 'done', error = null, file_name = excluded.file_name,
      host = coalesce(excluded.host, b.host), bytes = coalesce(excluded.bytes, b.bytes),
      store_state = excluded.store_state, store_parts = excluded.store_parts, store_error = null
    where b.state in ('done', 'failed')`.execute(db);
}

type TestResult = {
  error: string | null;
  backupAt: string | null;
  tables: number | null;
  rows: number | null;
};

export async function endTest(
  db: Db,
  work: Work,
  { error, backupAt, tables, rows }: TestResult,
  now: Date,
): Promise<void> {
  await sql`update restore_test set state = 'idle', step = null, ended_at = ${now}, error = ${error},
      backup_at = ${backupAt}::timestamptz, tables = ${tables}, rows = ${rows}
    where ${runs(work)}`.execute(db);
}

/** The file or the copy of a good backup is missing. */
export async function loseBackup(db: Db, { id, error }: { id: string; error: string }): Promise<void> {
  await sql`update backups set state = 'failed', error = ${error} where id = ${id} and state = 'done'`.execute(
    db,
  );
}

export async function deleteBackup(db: Db, { id }: { id: string }): Promise<void> {
  await db.deleteFrom("backups").where("id", "=", id).execute();
}

/** Attempts that no longer matter, except those that may have left something in the store. */
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

/** No one else can change them until the transaction ends. */
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

/** Keeps an existing key, and returns the one that is stored. */
export async function keepRecoveryKey(db: Db, key: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into backup_rules as r (recovery_key) values (${key})
    on conflict (id) do update set recovery_key = coalesce(r.recovery_key, excluded.recovery_key)
    returning recovery_key as key`.execute(db);
  return rows[0]?.key ?? key;
}
