// What processes have used so far, as Linux counts it under /proc.
import { readdirSync, readFileSync } from "node:fs";
import type { Database } from "#server/db/database.ts";

const TICK_MS = 10;

type Stat = { parent: number; ownMs: number; childrenMs: number };

/** Processor milliseconds of one process, all threads. */
export function cpuOf(pid: number): number {
  return statOf(pid).ownMs;
}

/** Processor milliseconds of a process and its children, including those that have ended. */
export function cpuOfFamily(pid: number): number {
  const { ownMs, childrenMs } = statOf(pid);
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return children.reduce((sum, name) => {
    const child = tryStat(Number(name));
    return child?.parent === pid ? sum + child.ownMs + child.childrenMs : sum;
  }, ownMs + childrenMs);
}

/** The process number of the server behind a connection. */
export async function postgresOf(pool: Database["pool"]): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  return statOf(rows[0]?.pid ?? 0).parent;
}

function statOf(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program's name is in parentheses and may contain spaces, so the fields are counted after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS;
  return { parent: Number(fields[1]), ownMs: ticks(11), childrenMs: ticks(13) };
}

function tryStat(pid: number): Stat | null {
  try {
    return statOf(pid);
  } catch {
    return null;
  }
}
