// Which processes another one has started, as the kernel tells. A run that can't know them can't kill them one by one.
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const PROC = "/proc";

/** The ids of the processes that `pid` has started and that still run. */
export function childrenOf(pid: number): number[] {
  if (!existsSync(`${PROC}/self/stat`))
    throw new Error(
      "Killing single processes of a shop needs Linux: this machine has no /proc. Use --kind process.",
    );
  return readdirSync(PROC)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);
}

/** null: the process is gone, or has ended and nobody has asked how. */
export function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`${PROC}/${pid}/stat`, "utf8");
    // The name of the program is in parentheses and may hold anything.
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? null : Number(parent);
  } catch {
    return null;
  }
}

/** Which of the processes has the connection that comes from this port of the machine; null: none of them. */
export function findOwnerOfPort(port: number, pids: readonly number[]): number | null {
  const inode = ["tcp", "tcp6"].flatMap(readSockets).find((socket) => socket.port === port)?.inode;
  if (inode === undefined) return null;
  return pids.find((pid) => socketsOf(pid).includes(`socket:[${inode}]`)) ?? null;
}

function readSockets(table: string): { port: number; inode: string }[] {
  const [, ...lines] = readFileSync(`${PROC}/net/${table}`, "utf8").trim().split("\n");
  return lines.map((line) => {
    const cells = line.trim().split(/\s+/);
    return { port: Number.parseInt(cells[1]?.split(":")[1] ?? "", 16), inode: cells[9] ?? "" };
  });
}

function socketsOf(pid: number): string[] {
  const folder = `${PROC}/${pid}/fd`;
  return existing(() => readdirSync(folder), []).map((fd) =>
    existing(() => readlinkSync(`${folder}/${fd}`), ""),
  );
}

/** A process ends, and a file is closed, between two looks. */
function existing<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

/** Sends a signal; a process that is gone needs none. */
export function signal(pid: number, name: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT"): void {
  try {
    if (pid > 0) process.kill(pid, name);
  } catch {
    // It ended in this moment.
  }
}
