// The processes that serve, where the shop has several: each that ends is followed by a new one. One that ends young again
// and again is started ever more slowly: a reason that stays must not fill the log and the processor for ever.
import type { Worker } from "node:cluster";

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;
/** One that lived so long ended for another reason than the ones before it. */
const STABLE_MS = 60_000;

type WebProcess = Pick<Worker, "process" | "on">;

export type WebProcesses = {
  /** Passes the signal on and waits for the ends: a supervisor often signals the first process alone. */
  stop(signal: "SIGINT" | "SIGTERM"): Promise<void>;
};

/**
 * Keeps so many processes running until they are stopped. `fork` starts one; a system that can't start it at the moment
 * (it is short of memory or processes) counts as one that ended at once. `say` takes a line about each.
 */
export function keepWebProcesses({
  count,
  fork,
  say,
}: {
  count: number;
  fork: () => WebProcess;
  say: (line: string) => void;
}): WebProcesses {
  const alive = new Set<WebProcess>();
  let isStopping = false;

  const keepOne = (youngInARow: number) => {
    const startedAt = performance.now();
    const startNext = (why: string) => {
      if (isStopping) return;
      const young = performance.now() - startedAt < STABLE_MS ? youngInARow + 1 : 1;
      const pauseMs = Math.min(PAUSE_MS * 2 ** (young - 1), PAUSE_MS_MAX);
      say(`A web process ${why}; starting another one in ${pauseMs / 1_000} s.`);
      setTimeout(() => isStopping || keepOne(young), pauseMs);
    };
    const wasNotStarted = (error: unknown) => startNext(`could not be started (${String(error)})`);
    let started: WebProcess;
    // Some of what keeps a process from being started is thrown, some emitted.
    try {
      started = fork();
    } catch (error) {
      wasNotStarted(error);
      return;
    }
    started.on("error", (error) => {
      if (started.process.pid === undefined) wasNotStarted(error);
    });
    if (started.process.pid === undefined) return;
    alive.add(started);
    started.process.once("exit", (code, signal) => {
      alive.delete(started);
      startNext(`ended ${signal ? `by ${signal}` : `with code ${code}`}`);
    });
  };
  for (let begun = 0; begun < count; begun += 1) keepOne(0);

  return {
    async stop(signal) {
      isStopping = true;
      await Promise.all(
        [...alive].map(({ process: program }) => {
          const gone = new Promise((resolve) => program.once("exit", resolve));
          program.kill(signal);
          return gone;
        }),
      );
    },
  };
}
