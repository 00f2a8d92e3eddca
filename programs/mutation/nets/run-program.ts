// Runs a program with a limit of time and leaves nothing of it: the program has a process group of its own, and what has
// left the group (a database server that became a daemon) is found by a mark in its environment.
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export type Ended = { code: number | null; isOverTime: boolean; output: string; seconds: number };
export type Where = { folder: string; temporary: string };

const OUTPUT_LENGTH_MAX = 60_000;
const MARK = "SHOP_MUTATION_RUN";
let runs = 0;
/** What runs now, to be ended with this program. */
const running = new Map<number, string>();

export function newMark(): string {
  runs += 1;
  return `${process.pid}-${runs}`;
}

export function environmentOf({ temporary }: Where, mark: string): NodeJS.ProcessEnv {
  return { ...process.env, TMPDIR: temporary, CI: "true", NO_COLOR: "1", [MARK]: mark };
}

/** Runs Node with these parameters in the folder of a tree. */
export async function runProgram(
  where: Where,
  parameters: string[],
  limitMs: number,
  environment: Record<string, string> = {},
): Promise<Ended> {
  const mark = newMark();
  const began = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...parameters], {
    cwd: where.folder,
    env: { ...environmentOf(where, mark), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  watch(child, mark);
  let output = "";
  const hear = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_LENGTH_MAX);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  let isOverTime = false;
  const timer = setTimeout(() => {
    isOverTime = true;
    endAll(child, mark);
  }, limitMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  clearTimeout(timer);
  endAll(child, mark);
  return { code, isOverTime, output, seconds: (performance.now() - began) / 1_000 };
}

export function watch({ pid }: ChildProcess, mark: string): void {
  if (pid !== undefined) running.set(pid, mark);
}

/** Ends a program's group and whatever else carries its mark. */
export function endAll({ pid }: { pid?: number | undefined }, mark: string): void {
  if (pid !== undefined) {
    running.delete(pid);
    kill(-pid);
  }
  for (const left of carriers(mark)) kill(left);
}

export function endEverything(): void {
  for (const [pid, mark] of running) endAll({ pid }, mark);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** Where there is no /proc, the group alone is ended. */
function carriers(mark: string): number[] {
  const wanted = `${MARK}=${mark}\0`;
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && environOf(pid).includes(wanted));
  } catch {
    return [];
  }
}

function environOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}
