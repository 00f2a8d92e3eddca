// The embedded database runs without PostgreSQL's background processes, so while it is open it never makes a checkpoint
// by itself, whatever max_wal_size says: its log grew until the next restart, and with it the time that a start after a
// crash takes. So the worker asks for one when the log has grown enough. A PostgreSQL server has its own.
import { sql } from "kysely";
import type { Shop } from "../shop.ts";

const LOG_BYTES_MAX = 64 * 1024 * 1024;

/** Makes a checkpoint if a start after a crash would have to read more than this much of the log. */
export async function checkpointWhenDue(
  { db, memory }: Pick<Shop, "db" | "memory">,
  { logBytesMax = LOG_BYTES_MAX } = {},
): Promise<void> {
  // A copy of the database begins with a checkpoint, and needs the log from there on.
  if (memory.isCopied) return;
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`.execute(
    db,
  );
  if ((rows[0]?.bytes ?? 0) > logBytesMax) await sql`checkpoint`.execute(db);
}
