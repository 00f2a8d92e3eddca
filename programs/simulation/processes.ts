// Distributes seeds to child processes, each with a separate database. A silent child is in a schedule that never ends,
// which fails the run.
import { fork } from "node:child_process";
import { OperatorError } from "#server/core/operator-error.ts";

export type Seeds = { runs: number; seed: number };
type Message<Broken, Result> = { done: number } | { broken: Broken } | { result: Result };

/** A child reports every tenth schedule; ten of them take half a minute on a busy machine. */
const REPORT_EVERY = 10;
const SILENT_MS_MAX = 10 * 60_000;

/** What a run reports while it is in progress. */
type Listener<Broken> = {
  progress: (done: number) => void;
  /** Reported right away, so that an interrupted run has shown what it found. */
  broken: (result: Broken) => void;
};

/** Runs `program` in each process with its share of the seeds, and returns their results. */
export function runInProcesses<Broken, Result>(
  program: URL,
  seeds: Seeds & { processes: number; [option: string]: unknown },
  { progress, broken }: Listener<Broken>,
): Promise<Result[]> {
  const { processes, runs, seed, ...options } = seeds;
  const each = Math.ceil(runs / processes);
  const done = new Array<number>(processes).fill(0);
  return Promise.all(
    done.map((_, index) => {
      const share = { ...options, seed: seed + index * each };
      return runShare<Broken, Result>(
        program,
        { ...share, runs: Math.max(0, Math.min(each, runs - index * each)) },
        {
          broken,
          progress: (count) => {
            done[index] = count;
            progress(done.reduce((sum, part) => sum + part, 0));
          },
        },
      );
    }),
  );
}

function runShare<Broken, Result>(
  program: URL,
  share: Seeds,
  { progress, broken }: Listener<Broken>,
): Promise<Result> {
  const child = fork(program, [JSON.stringify(share)], {
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
        const from = share.seed + done;
        reject(new Error(`one of the first schedules from seed ${from} on never ends: ${minutes} minutes`));
      }, SILENT_MS_MAX);
    };
    listen();
    child.on("message", (message: Message<Broken, Result>) => {
      listen();
      if ("result" in message) return resolve(message.result);
      if ("broken" in message) return broken(message.broken);
      done = message.done;
      progress(done);
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(silence);
      reject(new OperatorError(`A process of the schedules ended with ${code}.`));
    });
  });
}

/** In a child: does its share of the work, reports, and ends the process. `done` is called after each schedule. */
export async function doShare<Share extends Seeds, Broken, Result>(
  work: (share: Share, done: (count: number, broken: Broken | null) => void) => Promise<Result>,
): Promise<never> {
  const tell = (message: Message<Broken, Result>) =>
    new Promise<void>((resolve) => process.send?.(message, () => resolve()));
  const result = await work(JSON.parse(process.argv[2] ?? ""), (count, broken) => {
    if (broken) void tell({ broken });
    if (count % REPORT_EVERY === 0) void tell({ done: count });
  });
  await tell({ result });
  process.exit(0);
}
