// Several servers at once: one child process each, with its own part of the seeds.
import { fork } from "node:child_process";
import { HarnessError } from "./problems.ts";
import { addCounts, type Runs, type RunsDone } from "./run-many.ts";
import type { ScheduleResult } from "./schedule.ts";

/** A schedule that broke a rule, without its counts. */
type Broken = Omit<ScheduleResult, "counts">;
export type ShareMessage =
  | { done: number }
  | { result: { runs: number; broken: Broken[]; counts: [string, number][] } };

export async function runInProcesses(
  { runs, seed, isUntilBroken }: Runs,
  processes: number,
  progress: (done: number) => void,
): Promise<RunsDone> {
  const each = Math.ceil(runs / processes);
  const done = new Array<number>(processes).fill(0);
  const shares = done.map((_, index) => {
    const part = { runs: Math.min(each, runs - index * each), seed: seed + index * each, isUntilBroken };
    return runShare(part, (count) => {
      done[index] = count;
      progress(done.reduce((sum, one) => sum + one, 0));
    });
  });
  const all: RunsDone = { runs: 0, broken: [], counts: new Map() };
  for (const share of await Promise.all(shares)) {
    all.runs += share.runs;
    all.broken.push(...share.broken);
    addCounts(all.counts, share.counts);
  }
  return all;
}

function runShare(part: Runs, progress: (done: number) => void): Promise<RunsDone> {
  const child = fork(new URL("./share.ts", import.meta.url), [JSON.stringify(part)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  return new Promise((resolve, reject) => {
    child.on("message", (message: ShareMessage) => {
      if ("done" in message) return progress(message.done);
      const { runs, broken, counts } = message.result;
      resolve({
        runs,
        broken: broken.map((one) => ({ ...one, counts: new Map() })),
        counts: new Map(counts),
      });
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new HarnessError(`A process of the schedules ended with ${code}.`)));
  });
}
