import { type RawBuilder, sql } from "kysely";
import { CLOCK_AHEAD_MS } from "#domain/backups/backup.ts";
import type { Shop } from "../../core/shop.ts";
import { isoTime } from "../../db/order-rows.ts";

/** The state of the backups, for the doctor and the top of every page. All times are ISO. */
export type BackupState = {
  /** When the newest good backup was made. */
  lastAt: string | null;
  bytes: number | null;
  /** When the shop began to make backups. */
  since: string;
  /** Why the newest attempt failed; null when it did not. */
  error: string | null;
  /** Why the copy of the newest is not in the store; null: it is, or there is no store. */
  storeError: string | null;
  /** Of the last finished restore test. */
  testedAt: string | null;
  testError: string | null;
  testRows: number | null;
};

/** As a fragment, using short indexes. Backups made while the clock was ahead prove nothing about today. */
export function backupState(now: number): RawBuilder<BackupState> {
  const ahead = new Date(now + CLOCK_AHEAD_MS);
  return sql<BackupState>`
    select ${isoTime(sql`good.created_at`)} as "lastAt", good.bytes::float8 as bytes, ${isoTime(sql`coalesce(r.since, now())`)} as since,
      (select error from backups where state in ('done', 'failed') and created_at <= ${ahead} order by created_at desc, id limit 1) as error,
      good.store_error as "storeError", ${isoTime(sql`t.ended_at`)} as "testedAt", t.error as "testError",
      t.rows::float8 as "testRows"
    from (select 1) one left join backup_rules r on true left join restore_test t on true
      left join lateral (select * from backups where state = 'done' and created_at <= ${ahead} order by created_at desc, id limit 1) good on true`;
}

/** One statement. */
export async function findBackupState({ db, clock }: Pick<Shop, "db" | "clock">): Promise<BackupState> {
  const [row] = (await backupState(clock()).execute(db)).rows;
  if (!row) throw new Error("the database gave no backups");
  return row;
}
