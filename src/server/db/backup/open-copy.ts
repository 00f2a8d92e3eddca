// A copy of the embedded database is opened in a process of its own: the engine runs on the thread that opens it, and
// shoppers must not wait for a restore that is only tried.
import { fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { BadArchive } from "./archive/byte-queue.ts";
import { unpackData } from "./archive/data-tar.ts";
import type { CopyAnswer } from "./open-copy-process.ts";

const OPENING = new URL("./open-copy-process.ts", import.meta.url);
/** The log of a busy night is read within seconds. */
const OPENING_MS_MAX = 30 * 60_000;
const COMPLAINT_LENGTH_MAX = 500;

/**
 * Unpacks the tar `dump`, which goes, into the new folder `home`, opens it as a database, and answers the rows of each
 * of its tables. Throws BadArchive when it can't be opened.
 */
export async function openCopy(
  dump: string,
  home: string,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  try {
    await unpackData(dump, home, signal);
    await rm(dump);
    return await countIn(home, signal);
  } catch (error) {
    if (signal?.aborted || isOfDisk(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new BadArchive(`its database can't be opened (${why})`);
  }
}

/** Such as a full one; it says nothing about the archive. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function countIn(home: string, signal?: AbortSignal): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    const ending = AbortSignal.timeout(OPENING_MS_MAX);
    const child = fork(OPENING, [home], {
      // Nothing of the shop's: neither how it was started, nor its settings.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: {},
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      signal: signal ? AbortSignal.any([signal, ending]) : ending,
      killSignal: "SIGKILL",
    });
    giveWay(child.pid);
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-COMPLAINT_LENGTH_MAX);
    });
    child.on("error", reject);
    child.once("close", (code, killedBy) =>
      reject(new Error(`it ended by ${killedBy ?? code}: ${complaint.trim()}`)),
    );
    child.once("message", (answer: CopyAnswer) => {
      if ("rows" in answer) resolve(answer.rows);
      else reject(new Error(answer.error));
      child.kill("SIGKILL");
    });
  });
}

function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where a system refuses, it is tried at the common priority.
  }
}
