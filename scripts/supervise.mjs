// Restarts a program when it exits unexpectedly: a shop that hit an unexpected error, or that the system killed for its
// memory, should be back before its owner is awake. systemd, Docker, and Kubernetes do the same, and the shop runs
// without this script. A program that never got as far as serving has said why, and is not restarted. Once it has
// served, a failing start is retried indefinitely: a restore in progress refuses starts for minutes, and a system short
// of memory or processes starts nothing for a while.

/**
 * stableMs: a run that was at least so long is no reason to give up. crashesMax: runs in a row that served and were shorter.
 * @typedef {{ pauseMs: number, pauseMsMax: number, stableMs: number, crashesMax: number }} Pace
 */

/** @type {Pace} */
const PACE = { pauseMs: 1_000, pauseMsMax: 30_000, stableMs: 60_000, crashesMax: 5 };
/** The program's message to its parent when it serves. */
const SERVING = "serving";

/**
 * `launch` starts the program with a channel to it; `isAsked` says whether it was asked to end. Resolves with
 * the exit code of the last run. Rejects if the program can't be spawned and has never served.
 * @param {{ launch: () => import("node:child_process").ChildProcess, isAsked: () => boolean, say: (line: string) => void, pace?: Pace }} options
 * @returns {Promise<number>}
 */
export async function supervise({ launch, isAsked, say, pace = PACE }) {
  let hasServed = false;
  for (let crashes = 0, failedStarts = 0; ; ) {
    let serves = false;
    const started = performance.now();
    const { code, signal, error } = await new Promise((resolve, reject) => {
      // Some spawn errors are thrown, some emitted.
      const program = launch();
      program.on("message", (message) => {
        if (message === SERVING) serves = true;
      });
      program.on("error", (error) => {
        if (program.pid === undefined) reject(error);
      });
      program.once("exit", (code, signal) => resolve({ code, signal }));
    }).catch((error) => ({ code: null, signal: null, error }));
    // A program that was asked to stop and did is a success, even if it had no time to exit with 0.
    if (isAsked()) return code ?? (signal === "SIGKILL" ? 1 : 0);
    hasServed ||= serves;
    if (!hasServed && error) throw error;
    if (!hasServed || code === 0) return code ?? 1;
    failedStarts = serves ? 0 : failedStarts + 1;
    if (serves) crashes = performance.now() - started < pace.stableMs ? crashes + 1 : 1;
    const how = error
      ? `could not be started (${error.message})`
      : `ended ${signal ? `by ${signal}` : `with code ${code}`}`;
    if (serves && crashes >= pace.crashesMax) {
      say(
        `The shop ${how}, ${crashes} times in a row soon after its start, so it won't be restarted. The reason is above. Start it again once that is fixed.`,
      );
      return code ?? 1;
    }
    const pauseMs = Math.min(pace.pauseMs * 2 ** (crashes + failedStarts - 1), pace.pauseMsMax);
    say(`The shop ${how}; starting it again in ${pauseMs / 1_000} s.`);
    await pauseUnlessAsked(pauseMs, isAsked);
    if (isAsked()) return 0;
  }
}

const LOOK_EVERY_MS = 50;

async function pauseUnlessAsked(ms, isAsked) {
  const until = performance.now() + ms;
  while (performance.now() < until && !isAsked())
    await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_EVERY_MS, ms)));
}
