// The processes that another one has started, as the kernel lists them, so that they can be killed one by one.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const PROC = "/proc";

/** The ids of the processes that `pid` has started and that still run. */
export function childrenOf(pid: number): number[] {
  if (!existsSync(`${PROC}/self/stat`))
    throw new Error("The processes of a shop can only be told apart on Linux: this machine has no /proc.");
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

/** Sends a signal; a process that is gone needs none. */
export function signal(pid: number, name: "SIGKILL" | "SIGTERM"): void {
  try {
    if (pid > 0) process.kill(pid, name);
  } catch {
    // It ended in this moment.
  }
}
