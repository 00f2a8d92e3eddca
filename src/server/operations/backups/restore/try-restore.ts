// A restore that leaves nothing behind: the backup, of either engine, is restored into a temporary embedded database.
// That blocks the thread that opens it, so a separate process does it: shoppers must not wait for a restore test. The
// shop's own database is not touched, and needs no further rights.
import { fork } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { OperatorError } from "../../../core/operator-error.ts";
import type { TrialAnswer } from "./try-restore-process.ts";

const TRYING = new URL("./try-restore-process.ts", import.meta.url);
const TRYING_MS_MAX = 60 * 60_000;
const COMPLAINT_LENGTH_MAX = 500;

export type Trial = {
  file: string;
  /** A folder that exists only during the test. */
  scratch: string;
  signal: AbortSignal;
};

/** What the backup contained. Throws an OperatorError for a backup that can't be restored. */
export async function tryRestore({
  file,
  scratch,
  signal,
}: Trial): Promise<{ createdAt: string; tables: number; rows: number }> {
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const answer = await ask(file, scratch, signal);
    if ("error" in answer) throw new OperatorError(answer.error);
    return answer;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function ask(file: string, scratch: string, signal: AbortSignal): Promise<TrialAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TrialAnswer>();
  const child = fork(TRYING, [file, scratch], {
    // Nothing of the shop's: neither its arguments nor its settings.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    signal: AbortSignal.any([signal, AbortSignal.timeout(TRYING_MS_MAX)]),
    killSignal: "SIGKILL",
  });
  giveWay(child.pid);
  let answer: TrialAnswer | null = null;
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_LENGTH_MAX);
  });
  child.on("error", reject);
  child.once("message", (message: TrialAnswer) => {
    answer = message;
    child.kill("SIGKILL");
  });
  // By then, nothing uses its files anymore.
  child.once("close", (code, killedBy) => {
    if (answer !== null) resolve(answer);
    else reject(new OperatorError(`the restore test ended with ${killedBy ?? code}: ${complaint.trim()}`));
  });
  return promise;
}

function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If the system refuses a lower priority, the test runs at the normal one.
  }
}
