// The files of a restore are ready in a folder of DATA_DIR before its transaction commits, and the transaction records
// which folder that is. Only then do they replace the current ones. So if the process is killed or the machine loses
// power, either everything is as before, or the database says what is still to be moved, and the next process to open
// it moves it. A shop never starts with half of each.
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { flushFolderSync } from "../../../core/disk/durable-files.ts";
import { MARK_SQL, SHOP_LOCK } from "../../../db/presence.ts";
import type { Schema } from "../../../db/schema.ts";
import type { Tx } from "../../../db/transaction.ts";
import { SANDBOX } from "../archive/back-up-shop.ts";

const COMING = "restore.new-";
const MARK = /^restored (restore\.new-\d{17})$/;
/** Logs of the old database would be replayed into the new one. */
const SANDBOX_LOGS = [`${SANDBOX}-wal`, `${SANDBOX}-shm`];

/** Names a restore: the digits of its time. */
export function stampOf(now: Date): string {
  return now.toISOString().replace(/\D/g, "");
}

/** What a restore brings, until it is in place. */
export const comingFolder = (home: string, stamp: string) => path.join(home, `${COMING}${stamp}`);

/** Others see the mark if and only if the transaction commits. Then `coming` is moved into place. */
export async function markRestore(tx: Tx, coming: string): Promise<void> {
  await sql
    .raw(`comment on table public.kysely_migration is 'restored ${path.basename(coming)}'`)
    .execute(tx);
}

/** The folder of this database's last restore, by name; null: there was none. */
async function findRestore(db: Kysely<Schema>): Promise<string | null> {
  // A restore whose response was lost may be committing right now: it holds this lock to its end.
  await sql`select pg_advisory_xact_lock_shared(${sql.raw(SHOP_LOCK)})`.execute(db);
  const { rows } = await sql.raw<{ mark: string | null }>(MARK_SQL).execute(db);
  return MARK.exec(rows[0]?.mark ?? "")?.[1] ?? null;
}

/** Whether the restore that brings this folder was committed. */
export async function wasRestored(db: Kysely<Schema>, coming: string): Promise<boolean> {
  return (await findRestore(db)) === path.basename(coming);
}

/** Whether this database waits for a folder that is still to be moved. */
export async function isUnfinished(db: Kysely<Schema>, home: string): Promise<boolean> {
  const coming = await findRestore(db);
  return coming !== null && existsSync(path.join(home, coming));
}

/**
 * Finishes the committed restore of a killed process, and removes an unfinished one. For a process that has locked
 * DATA_DIR.
 */
export async function finishRestore(db: Kysely<Schema>, home: string): Promise<void> {
  const coming = await findRestore(db);
  if (coming !== null && existsSync(path.join(home, coming))) moveIn(home, path.join(home, coming));
  for (const name of readdirSync(home))
    if (name.startsWith(COMING)) rmSync(path.join(home, name), { recursive: true, force: true });
}

/** May be interrupted anywhere and repeated. */
function moveIn(home: string, coming: string): void {
  const parts = readdirSync(coming);
  for (const part of [...(parts.includes(SANDBOX) ? SANDBOX_LOGS : []), ...parts]) {
    const place = path.join(home, part);
    rmSync(place, { recursive: true, force: true });
    if (parts.includes(part)) renameSync(path.join(coming, part), place);
  }
  // The folder that shows that there is work left is removed last.
  flushFolderSync(home);
  rmSync(coming, { recursive: true, force: true });
  flushFolderSync(home);
}
