// `npm run simulate -- [--runs N] [--seed S] [--processes P]` runs schedules on all cores and prints what they reached.
// `--replay SEED` prints one of them step by step, `--only webhook|verify|reconciler|sweep` leaves only one safety net
// on, `--mutants [name …]` checks that seeded bugs are caught, `--count-gaps` records how often a schedule passes each
// gap (world/gap-passes.gen.ts). Exits with 1 if a rule was broken, if a seeded bug was not caught, or if a run of
// 10,000 or more schedules never reached a counted gap, died in one fewer than a hundred times (for a rare gap: fewer
// than a quarter of its expected passes), reached an uncounted one, or met a rare case fewer than twenty times. Exits
// with 2 when the arguments are wrong.
import { availableParallelism } from "node:os";
import { Misused, readCommandLine, refuseUnknown, wholeNumber } from "../command-line.ts";
import type { CoverageFigures } from "./coverage.ts";
import type { ScheduleResult } from "./schedule.ts";

const TRACE_LINES_SHOWN = 60;
const RUNS = { schedules: 100, mutants: 300 };
/** The previous process is done before the next one starts. */
const FEW = 10;
/** Each takes more than a gigabyte. */
const PROCESSES_MAX = 4;

const USAGE =
  "npm run simulate [-- --runs N] [--seed S] [--processes P] [--only webhook|verify|reconciler|sweep] [--count-gaps], or -- --replay SEED, --mutants [NAME …], --real";
const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: {
    runs: { type: "string" },
    seed: { type: "string", default: "1" },
    processes: { type: "string" },
    replay: { type: "string" },
    only: { type: "string" },
    mutants: { type: "boolean", default: false },
    "count-gaps": { type: "boolean", default: false },
  },
});
const runs = wholeNumber("runs", values.runs ?? String(RUNS[values.mutants ? "mutants" : "schedules"]));
const seed = wholeNumber("seed", values.seed, 0);
const most = runs < FEW ? 1 : Math.min(availableParallelism(), PROCESSES_MAX);
const processes = wholeNumber("processes", values.processes ?? String(most));
const replayed = values.replay === undefined ? null : wholeNumber("replay", values.replay, 0);
if (positionals.length > 0 && !values.mutants) throw new Misused(`Not understood: ${positionals.join(" ")}.`);

// Loading takes seconds, so it happens after the command line was parsed.
const { Coverage, coverageTables, missedFigures } = await import("./coverage.ts");
const { runMutants } = await import("./mutants/mutation-run.ts");
const { openEngine } = await import("./open-engine.ts");
const { runInProcesses } = await import("./processes.ts");
const { runMany } = await import("./run-many.ts");
const { nets } = await import("./world/world.ts");
const { writePasses } = await import("./write-passes.ts");
if (values.only !== undefined) refuseUnknown("net", [values.only], nets);
const only = nets.filter((net) => net === values.only);
const alone = values.only ? ` --only ${values.only}` : "";
const started = performance.now();

const isRight = replayed !== null ? replay(replayed) : values.mutants ? catchMutants() : runSeeds();
process.exitCode = (await isRight) ? 0 : 1;
// Timers of calls that a crash interrupted would keep the process alive.
process.exit();

async function replay(one: number): Promise<boolean> {
  const [broken] = await runMany(await openEngine(), {
    ...{ runs: 1, seed: one, coverage: new Coverage() },
    ...(alone ? { only } : {}),
    done: ({ trace, hash }) => console.log(`${trace.join("\n")}\ntrace ${hash}`),
  });
  if (broken) console.log(`\nBROKEN ${broken.violation?.detail}`);
  return !broken;
}

async function runSeeds(): Promise<boolean> {
  let broken = 0;
  const coverage = new Coverage();
  const share = new URL("./share.ts", import.meta.url);
  const seeds = { runs, seed, processes, only: values.only };
  const shares = await runInProcesses<ScheduleResult, CoverageFigures>(share, seeds, {
    progress: (done) => process.stderr.write(`\r${done} of ${runs} schedules `),
    broken: (result) => {
      broken += 1;
      describe(result);
    },
  });
  process.stderr.write("\n");
  for (const figures of shares) coverage.add(figures);
  if (values["count-gaps"]) await writePasses(coverage);
  console.log(coverageTables(coverage));
  const seconds = (performance.now() - started) / 1000;
  const { schedules, steps, checks, crashes } = coverage;
  const figures = [schedules, steps, crashes, checks].map((figure) => figure.toLocaleString("en-US"));
  const [schedulesRun, stepsMade, crashed, checked] = figures;
  console.log(
    `\n${schedulesRun} schedules (seeds ${seed} to ${seed + schedules - 1}${values.only ? `, ${values.only} alone` : ""}), ` +
      `${stepsMade} steps, ${crashed} crashes, ${checked} checks in ${seconds.toFixed(0)} s ` +
      `(${((schedules / seconds) * 60).toFixed(0)} a minute): ${broken} broken`,
  );
  const missed = values.only ? [] : missedFigures(coverage);
  for (const line of missed) console.log(`MISSED ${line}`);
  return broken === 0 && missed.length === 0;
}

function describe({ seed: broken, violation, trace }: ScheduleResult): void {
  console.log(`\nBROKEN seed ${broken}: ${violation?.detail}`);
  console.log(`  the last steps (all of them: npm run simulate -- --replay ${broken}${alone})`);
  for (const line of trace.slice(-TRACE_LINES_SHOWN)) console.log(`    ${line}`);
}

async function catchMutants(): Promise<boolean> {
  const results = await runMutants(await openEngine(), {
    ...{ runs, seed, names: positionals },
    say: ({ name, rule, schedules }) => {
      const caught = `caught by ${rule?.split(/[: ]/)[0]}, schedule ${schedules}`;
      const said = rule === null ? `NOT caught in ${schedules}` : caught.padEnd(34);
      console.log(`${name.padEnd(30)} ${said} ${(rule ?? "").slice(0, 150)}`);
    },
  });
  const caught = results.filter(({ rule }) => rule !== null).length;
  console.log(`\n${caught} of ${results.length} seeded bugs caught`);
  return caught === results.length;
}
