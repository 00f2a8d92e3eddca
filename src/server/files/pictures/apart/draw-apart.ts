import { fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { Answer } from "./answer-once.ts";

const COMPLAINT_LENGTH_MAX = 500;

type Apart = {
  /** The file of the process (answer-once.ts). */
  file: URL;
  msMax: number;
  /** Ends the drawing right away. */
  signal?: AbortSignal;
  /** 19 is the lowest, 0 the normal one. */
  priority?: number;
};

/**
 * Hands a message to a process of its own, which gets none of the shop's settings and secrets, and answers what it draws.
 * Rejects when that fails, takes too long, or is aborted.
 */
export function drawApart<Asked extends object, Drawn>(
  asked: Asked,
  { file, msMax, signal, priority = constants.priority.PRIORITY_NORMAL }: Apart,
): Promise<Drawn> {
  const timeout = AbortSignal.timeout(msMax);
  return new Promise((resolve, reject) => {
    const child = fork(file, [], {
      serialization: "advanced",
      // Nothing of the shop's: neither how it was started, nor its settings.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: {},
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      killSignal: "SIGKILL",
    });
    giveWay(child.pid, priority);
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(0, COMPLAINT_LENGTH_MAX);
    });
    child.on("error", reject);
    child.once("close", (code, killedBy) =>
      reject(new Error(`Drawing a picture ended with ${killedBy ?? code}: ${complaint}`)),
    );
    child.once("message", (answer: Answer<Drawn>) => {
      if ("drawn" in answer) resolve(answer.drawn);
      else reject(new Error(answer.error));
      child.kill("SIGKILL");
    });
    child.send(asked, (error) => error && reject(error));
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
