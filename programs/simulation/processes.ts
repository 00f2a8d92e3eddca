// Several engines at once: one child process each, with its own part of the seeds. A child of which nothing is heard is
// in a schedule that never ends, which fails the run.
import { fork } from "node:child_process";
import { Coverage, type CoverageFigures } from "./coverage.ts";
import type { ScheduleResult } from "./schedule.ts";

export type Share = {
  runs: number;
  seed: number;
  only: string | undefined;
  violationsMax: number | undefined;
};
export type ShareMessage = { done: number } | { broken: ScheduleResult } | { coverage: CoverageFigures };

/** A child tells of every tenth schedule; ten of them take half a minute on a busy machine. */
const SILENT_MS_MAX = 10 * 60_000;

/** What a run tells of while it goes on. */
type Listener = {
  progress: (done: number) => void;
  /** At once, so that a run that is ended early has told what it found. */
  broken: (result: ScheduleResult) => void;
};

export async function runInProcesses({
  runs,
  seed,
  processes,
  only,
  violationsMax,
  progress,
  broken,
}: Share & { processes: number } & Listener): Promise<Coverage> {
  const each = Math.ceil(runs / processes);
  const done = new Array<number>(processes).fill(0);
  const shares = await Promise.all(
    done.map((_, index) =>
      runShare(
        { runs: Math.min(each, runs - index * each), seed: seed + index * each, only, violationsMax },
        {
          broken,
          progress: (count) => {
            done[index] = count;
            progress(done.reduce((sum, part) => sum + part, 0));
          },
        },
      ),
    ),
  );
  const coverage = new Coverage();
  for (const share of shares) coverage.add(share);
  return coverage;
}

function runShare(share: Share, { progress, broken }: Listener): Promise<CoverageFigures> {
  const child = fork(new URL("./share.ts", import.meta.url), [JSON.stringify(share)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  return new Promise((resolve, reject) => {
    let done = 0;
    let silence: NodeJS.Timeout | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        child.kill("SIGKILL");
        const minutes = SILENT_MS_MAX / 60_000;
        reject(
          new Error(
            `one of the first schedules from seed ${share.seed + done} on never ends: ${minutes} minutes`,
          ),
        );
      }, SILENT_MS_MAX);
    };
    listen();
    child.on("message", (message: ShareMessage) => {
      listen();
      if ("done" in message) {
        done = message.done;
        progress(done);
      } else if ("broken" in message) broken(message.broken);
      else resolve(message.coverage);
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(silence);
      reject(new Error(`a process of the simulation ended with ${code}`));
    });
  });
}
