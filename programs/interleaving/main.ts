// `npm run simulate -- --interleave [--runs N] [--seed S] [--processes P]` runs schedules in which transactions of several shops
// interleave on a real PostgreSQL, and says what they met. `--replay SEED` prints one of them step by step. Exits with 1 if
// a rule was broken or the harness itself could not go on, with 2 when it was asked wrongly. It needs PostgreSQL's server
// programs and starts a server of its own.
//
// Two web processes, two workers and sometimes a person at psql run in this process, each with its own connections. No
// statement is sent before the seed picks it (turns/shop-pool.ts, turns/conductor.ts). Inside a function the seed picks
// every step as well: the database has instrumented copies of db/functions, read when the program starts
// (functions/instrument.ts). When a statement waits for a lock, the server's log says so, and its process is paused until
// the seed lets it go on (turns/backend.ts). Only one thing ever runs, so a seed is a whole schedule and replays.
//
// races/ is what races with what, rules/ what must be true: the books at commits and at rest (books.ts), each answer about
// stock against the stock from commit to commit (stock-history.ts), leases, tokens and counters
// (work-history.ts), order numbers (order-numbers.ts), that nothing which the database gives up is lost (repeats.ts), that
// the shop's own transactions never meet in a deadlock, and that nobody hears an error. docs/decisions/027.
import { readCommandLine, wholeNumber } from "../command-line.ts";
import type { ScheduleResult } from "./schedule.ts";

const TRACE_LINES_SHOWN = 40;

const USAGE =
  "npm run simulate -- --interleave [--runs N] [--seed S] [--processes P], or --interleave --replay SEED";
const { values } = readCommandLine(USAGE, {
  options: {
    runs: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    processes: { type: "string", default: "1" },
    replay: { type: "string" },
  },
});
const seeds = { runs: wholeNumber("runs", values.runs), seed: wholeNumber("seed", values.seed) };
const processes = wholeNumber("processes", values.processes);
const replayed = values.replay === undefined ? null : wholeNumber("replay", values.replay);

// What takes seconds to load comes after the command line was understood.
const { runInProcesses } = await import("../simulation/processes.ts");
const { openHarness } = await import("./harness.ts");
const { addCounts, runMany } = await import("./run-many.ts");

process.exitCode = (await (replayed === null ? runSeeds() : replay(replayed))) ? 0 : 1;
// A schedule that was cut off leaves promises that nobody keeps.
process.exit();

async function runSeeds(): Promise<boolean> {
  const started = performance.now();
  let broken = 0;
  const share = new URL("./share.ts", import.meta.url);
  type Counts = [string, number][];
  const shares = await runInProcesses<ScheduleResult, Counts>(
    share,
    { ...seeds, processes },
    {
      progress: (count) => process.stderr.write(`\r${count} of ${seeds.runs} schedules `),
      broken: (result) => {
        broken += 1;
        describe(result);
      },
    },
  );
  process.stderr.write("\n");
  const counts = new Map<string, number>();
  for (const more of shares) addCounts(counts, more);
  for (const [what, count] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${count.toLocaleString("en-US").padStart(9)}  ${what}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`\n${seeds.runs} schedules from seed ${seeds.seed} in ${seconds} s: ${broken} broken`);
  return broken === 0;
}

async function replay(seed: number): Promise<boolean> {
  const harness = await openHarness();
  const stop = () => void harness.close().then(() => process.exit(1));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const { broken } = await runMany(harness, { runs: 1, seed }, ({ trace, hash }) =>
      console.log(`${trace.join("\n")}\ntrace ${hash}`),
    );
    return broken.length === 0;
  } finally {
    await harness.close();
  }
}

function describe({ seed, theme, violation, trace }: ScheduleResult): void {
  console.log(`\nBROKEN seed ${seed} (${theme}): ${violation?.detail}`);
  console.log(`  the last steps (all of them: npm run simulate -- --interleave --replay ${seed})`);
  for (const line of trace.slice(-TRACE_LINES_SHOWN)) console.log(`    ${line.slice(0, 160)}`);
}
