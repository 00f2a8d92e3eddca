// `npm run interleave -- [--runs N] [--seed S] [--processes P] [--until-broken]` runs schedules in which transactions of
// several shops interleave on a real PostgreSQL, and says what they met. `--replay SEED` prints one of them step by
// step. Exits with 1 if a rule was broken, with 2 when it was asked wrongly, with 3 if the harness itself could not go on; `--until-broken` stops at the first
// broken one. It needs PostgreSQL's server programs and starts a server of its own.
//
// Two web processes, two workers and sometimes a person at psql run in this process, each with its own connections. No
// statement is sent before the seed picks it (turns/shop-pool.ts, turns/conductor.ts). Inside a function the seed picks
// every step as well: the database has instrumented copies of db/functions, read when the program starts
// (functions/instrument.ts). When a statement waits for a lock, the server's log says so, and its process is paused until
// the seed lets it go on (turns/backend.ts). Only one thing ever runs, so a seed is a whole schedule and replays.
//
// races/ is what races with what, rules/ what must be true: the books at commits and at rest (books.ts), each answer about
// stock against the stock from commit to commit (stock-history.ts), leases, tokens, counters and the tasks of one process
// (work-history.ts), order numbers (order-numbers.ts), that nothing which the database gives up is lost (repeats.ts), that
// the shop's own transactions never meet in a deadlock, and that nobody hears an error. docs/decisions/027.
import { readCommandLine, wholeNumber } from "../command-line.ts";
import type { Harness } from "./harness.ts";
import { HarnessError } from "./problems.ts";
import type { RunsDone } from "./run-many.ts";
import type { ScheduleResult } from "./schedule.ts";

const TRACE_LINES_SHOWN = 40;
/** Says nothing about the shop: a server that does not start or is gone, a statement that can't be scheduled. */
const HARNESS_FAILED = 3;

const USAGE =
  "npm run interleave [-- --runs N] [--seed S] [--processes P] [--until-broken], or -- --replay SEED";
const options = {
  runs: { type: "string", default: "100" },
  seed: { type: "string", default: "1" },
  processes: { type: "string", default: "1" },
  replay: { type: "string" },
  "until-broken": { type: "boolean", default: false },
} as const;

const { values } = readCommandLine(USAGE, { options });
const replayed = values.replay === undefined ? null : wholeNumber("replay", values.replay);
const asked = {
  runs: wholeNumber("runs", values.runs),
  seed: wholeNumber("seed", values.seed),
  isUntilBroken: values["until-broken"],
};
const processes = wholeNumber("processes", values.processes);

// What takes seconds to load comes after the command line was understood.
const { countsTable, functionsTable } = await import("./figures.ts");
const { openHarness } = await import("./harness.ts");
const { runInProcesses } = await import("./processes.ts");
const { runMany } = await import("./run-many.ts");

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof HarnessError ? error.message : error);
  return HARNESS_FAILED;
});
// A schedule that was cut off leaves promises that nobody keeps.
process.exit();

async function main(): Promise<number> {
  if (replayed !== null) return withHarness((harness) => replay(harness, replayed));
  const started = performance.now();
  const done = (count: number) => process.stderr.write(`\r${count} of ${asked.runs} schedules `);
  const result = processes > 1 ? await runInProcesses(asked, processes, done) : await runHere(done);
  process.stderr.write("\n");
  for (const broken of result.broken) describe(broken);
  const seconds = (performance.now() - started) / 1000;
  console.log(countsTable(result.counts));
  console.log(
    `\n${result.runs} schedules from seed ${asked.seed} in ${seconds.toFixed(0)} s: ${result.broken.length} broken`,
  );
  return result.broken.length > 0 ? 1 : 0;
}

function runHere(done: (count: number) => void): Promise<RunsDone> {
  return withHarness((harness) => {
    console.log(functionsTable(harness.server.functions));
    return runMany(harness, asked, (_, count) => done(count));
  });
}

async function withHarness<T>(work: (harness: Harness) => Promise<T>): Promise<T> {
  const harness = await openHarness().catch((error: unknown) => {
    throw new HarnessError(`The harness does not start: ${String(error)}`, { cause: error });
  });
  const stop = () => void harness.close().then(() => process.exit(HARNESS_FAILED));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work(harness);
  } finally {
    await harness.close();
  }
}

async function replay(harness: Harness, seed: number): Promise<number> {
  let code = 0;
  await runMany(harness, { runs: 1, seed, isUntilBroken: false }, ({ trace, hash, violation }) => {
    console.log(`${trace.join("\n")}\ntrace ${hash}`);
    if (violation) code = 1;
  });
  return code;
}

function describe({ seed, theme, violation, trace }: ScheduleResult): void {
  console.log(`\nBROKEN seed ${seed} (${theme}): ${violation?.detail}`);
  console.log(`  the last steps (all of them: npm run interleave -- --replay ${seed})`);
  for (const line of trace.slice(-TRACE_LINES_SHOWN)) console.log(`    ${line.slice(0, 160)}`);
}
