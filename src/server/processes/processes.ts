// Which processes use this database, and which of them runs the tasks that should run once at a time. A lease is as good
// as the sign of life of its holder: one that dies leaves its tasks to the others as soon as it has been silent for
// SILENT_SECONDS_MAX. Nothing here keeps money right: two processes that ran the same task at once would only do
// the work twice. All times are the database's.
import { sql } from "kysely";
import { type Db, errorCode } from "../db/transaction.ts";

export const SILENT_SECONDS_MAX = 30;
const FORGET_AFTER = sql.lit("1 hour");
const FOREIGN_KEY_VIOLATION = "23503";

export type ProcessRole = "alone" | "primary" | "web";

export type ShopProcess = {
  id: string;
  /** Machine and data folder. */
  place: string;
  host: string;
  pid: number;
  role: ProcessRole;
  version: string;
  /** FOLDER_STORE, or the store that several machines reach. */
  fileStore: string;
  /** Whether messages of other processes arrive; null: it needs none. */
  hears: boolean | null;
};

export type KnownProcess = ShopProcess & {
  startedAt: Date;
  seenAt: Date;
  silentSeconds: number;
  isAlive: boolean;
  /** Names of the tasks that it runs for all. */
  tasks: string[];
};

/** Pictures in DATA_DIR: no other machine has them. */
export const FOLDER_STORE = "folder";

/** Says that this process lives, for the first time or again. Answers the tasks that are its own. */
export async function showLife(db: Db, me: ShopProcess): Promise<string[]> {
  const { rows } = await sql<{ tasks: string[] }>`
    insert into shop_processes as known (id, place, host, pid, role, version, file_store, hears)
    values (${me.id}, ${me.place}, ${me.host}, ${me.pid}, ${me.role}, ${me.version}, ${me.fileStore}, ${me.hears})
    on conflict (id) do update set seen_at = now(), hears = excluded.hears
    returning array(select task from task_leases where holder = known.id) as tasks`.execute(db);
  return rows[0]?.tasks ?? [];
}

/** Forgets processes that have been silent for long, and those of the place whose folder the caller has locked, if any. */
export async function forgetDead(db: Db, { place }: { place: string | null }): Promise<void> {
  await sql`delete from shop_processes
    where place = ${place} or seen_at < now() - ${FORGET_AFTER}::interval`.execute(db);
}

export async function leave(db: Db, { id }: Pick<ShopProcess, "id">): Promise<void> {
  await db.deleteFrom("shop_processes").where("id", "=", id).execute();
}

export async function listProcesses(db: Db): Promise<KnownProcess[]> {
  const { rows } = await sql<KnownProcess>`
    select id, place, host, pid, role, version, file_store as "fileStore", hears, started_at as "startedAt",
      seen_at as "seenAt", extract(epoch from now() - seen_at)::float as "silentSeconds",
      seen_at > now() - make_interval(secs => ${SILENT_SECONDS_MAX}) as "isAlive",
      array(select task from task_leases where holder = p.id order by task) as tasks
    from shop_processes p order by started_at, id`.execute(db);
  return rows;
}

/** Makes the task this process's own, unless a living one has it. Answers whether it is. */
export async function takeTask(db: Db, { task, holder }: { task: string; holder: string }): Promise<boolean> {
  try {
    const { rows } = await sql`
      insert into task_leases as lease (task, holder) values (${task}, ${holder})
      on conflict (task) do update set holder = excluded.holder, since = now()
        where lease.holder = excluded.holder or not exists (select from shop_processes p
          where p.id = lease.holder and p.seen_at > now() - make_interval(secs => ${SILENT_SECONDS_MAX}))
      returning task`.execute(db);
    return rows.length > 0;
  } catch (error) {
    // This process was taken for dead and forgotten; its next sign of life brings it back.
    if (errorCode(error) === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}
