// The embedded database as it is at one moment, copied while the shop goes on with it. The engine is a PostgreSQL, so this
// is a base backup: a checkpoint, the files one after the other, whatever happens to them meanwhile, and then the log
// from the checkpoint on, which makes them whole when the copy is opened. Only the end stands still: its rows are counted
// and the log is closed with the one connection in hand, so the counts are of that moment.
//
// No other checkpoint may be made meanwhile (disk/checkpoint.ts): it would take away the log that the copy needs.
import { readdir } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { startDataTar } from "./archive/data-tar.ts";
import { countRows } from "./count-rows.ts";

export type Copy = {
  rows: Record<string, number>;
  /** How long the shop's other statements waited for the end. */
  stoodStillMs: number;
};

const LOG = "pg_wal";
const CONTROL = "global/pg_control";
/** What the engine makes anew, or what belongs to a running one. */
const LEFT_OUT = /^(postmaster\.|pg_internal\.init|pgsql_tmp)/;
/** Folders that come empty. */
const EMPTIED = new Set([
  LOG,
  "pg_replslot",
  "pg_stat_tmp",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_subtrans",
  "pg_dynshmem",
]);

/** Copies the database that lies in the folder `home` into the new file `target`. */
export async function copyEmbedded(
  pool: pg.Pool,
  {
    home,
    target,
    now,
    signal,
  }: { home: string; target: string; now: Date; signal?: AbortSignal | undefined },
): Promise<Copy> {
  const tar = await startDataTar(target, now, signal);
  await pool.query("select pg_backup_start('shop', true)");
  let isUnderWay = true;
  try {
    for (const entry of await listEntries(home)) {
      if (entry.isFolder) await tar.folder(entry.name);
      else await tar.file(entry.name, path.join(home, entry.name));
    }
    signal?.throwIfAborted();
    const client = await pool.connect();
    const began = performance.now();
    let label = "";
    let last = "";
    let rows: Record<string, number> = {};
    try {
      rows = await countRows(client);
      isUnderWay = false;
      const stop = await client.query<{ labelfile: string; last: string }>(
        "select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)",
      );
      ({ labelfile: label, last } = stop.rows[0] ?? { labelfile: "", last: "" });
    } finally {
      client.release();
    }
    const stoodStillMs = Math.round(performance.now() - began);
    await tar.file(CONTROL, path.join(home, CONTROL));
    await tar.text("backup_label", label);
    for (const name of await logFrom(home, firstLog(label), last))
      await tar.file(`${LOG}/${name}`, path.join(home, LOG, name));
    await tar.end();
    return { rows, stoodStillMs };
  } finally {
    // The engine takes it for under way until it is told otherwise.
    if (isUnderWay) await pool.query("select 1 from pg_backup_stop(false)").catch(() => {});
    await tar.close();
  }
}

async function listEntries(home: string): Promise<{ name: string; isFolder: boolean }[]> {
  const found = await readdir(home, { recursive: true, withFileTypes: true });
  return found
    .map((entry) => ({
      name: path.relative(home, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"),
      isFolder: entry.isDirectory(),
    }))
    .filter(({ name, isFolder }) => {
      const [top = ""] = name.split("/");
      return name !== CONTROL && !LEFT_OUT.test(path.basename(name)) && (isFolder || !EMPTIED.has(top));
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The label says where the log begins that the copy needs. */
function firstLog(label: string): string {
  const [, first] = /\(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  if (first === undefined) throw new Error("the database gave no label for its copy");
  return first;
}

async function logFrom(home: string, first: string, last: string): Promise<string[]> {
  const names = (await readdir(path.join(home, LOG))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
  const needed = names.filter((name) => name >= first && name <= last);
  if (needed[0] !== first || needed.at(-1) !== last)
    throw new Error("a checkpoint took away what the copy of the database needs");
  return needed;
}
