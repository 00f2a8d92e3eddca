import { fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { AvifAnswer, AvifFile } from "./avif-process.ts";

const DRAWING = new URL("./avif-process.ts", import.meta.url);
/** With the lowest priority on a machine that is never idle a picture of a second takes minutes. */
export const DRAWING_MS_MAX = 10 * 60_000;
const COMPLAINT_LENGTH_MAX = 500;

/**
 * Draws a stored WebP picture as AVIF at every width but the largest, in a separate process that gets only
 * idle CPU time unless another priority is given (19 is the lowest, 0 the normal one). Rejects when the picture
 * can't be drawn, when it takes too long, and at once when `signal` aborts.
 */
export function drawAvif(
  webp: Uint8Array,
  signal: AbortSignal,
  priority: number = constants.priority.PRIORITY_LOW,
): Promise<AvifFile[]> {
  return new Promise((resolve, reject) => {
    const child = fork(DRAWING, [], {
      serialization: "advanced",
      // Nothing of the shop's: neither how it was started, nor its settings.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: {},
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      signal: AbortSignal.any([signal, AbortSignal.timeout(DRAWING_MS_MAX)]),
      killSignal: "SIGKILL",
    });
    giveWay(child.pid, priority);
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(0, COMPLAINT_LENGTH_MAX);
    });
    child.on("error", reject);
    child.once("close", (code, killedBy) =>
      reject(new Error(`Encoding a picture ended with ${killedBy ?? code}: ${complaint}`)),
    );
    child.once("message", (answer: AvifAnswer) => {
      if ("files" in answer) resolve(answer.files);
      else reject(new Error(answer.error));
      child.kill("SIGKILL");
    });
    child.send(webp, (error) => error && reject(error));
  });
}

/**
 * A thread has the priority of the one that starts it, so this comes before the new process has any other: one
 * that lowers its own priority later leaves the threads that draw as they are.
 */
function giveWay(pid: number | undefined, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch {
    // Where a system refuses, the pauses between pictures must do.
  }
}
