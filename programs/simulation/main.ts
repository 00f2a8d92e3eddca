// `npm run simulate -- [--runs N] [--seed S] [--processes P]` runs schedules on all cores and prints what they reached;
// `--replay SEED` prints one of them step by step, `--only webhook|verify|reconciler|sweep` leaves one net on,
// `--exhaustive` dies in every gap of a shopper's path, `--mutants [name …]` checks that seeded bugs are caught,
// `--until-broken` stops at the first broken rule and prints no tables, `--count-gaps` writes down how often a schedule
// passes each gap (world/gap-passes.gen.ts).
// Exits with 1 if a rule was broken, a seeded bug was not caught, or a run of 10,000 or more schedules never reached a
// gap that was counted, died in one less than a hundred times (a rare one: than a quarter of the times that it should be
// passed), reached one that was never counted, or met a rare case less than twenty times; with 2 when it was asked wrongly.
import { availableParallelism } from "node:os";
import { Misused, readCommandLine, refuseUnknown, wholeNumber } from "../command-line.ts";
import type { ScheduleResult } from "./schedule.ts";

const TRACE_LINES_SHOWN = 60;
const RUNS = 100;
const MUTANT_RUNS = 300;
/** One process is done with them before another one has started. */
const FEW = 10;
/** Each takes more than a gigabyte. */
const PROCESSES_MAX = 4;

const USAGE =
  "npm run simulate [-- --runs N] [--seed S] [--processes P] [--only webhook|verify|reconciler|sweep] [--until-broken] [--count-gaps], or -- --replay SEED, --exhaustive, --mutants [NAME …], --real, --load";
const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: {
    runs: { type: "string" },
    seed: { type: "string" },
    processes: { type: "string" },
    replay: { type: "string" },
    only: { type: "string" },
    exhaustive: { type: "boolean", default: false },
    mutants: { type: "boolean", default: false },
    "count-gaps": { type: "boolean", default: false },
    "until-broken": { type: "boolean", default: false },
  },
});
const [runs, processes] = [numberOf("runs", 1), numberOf("processes", 1)];
const [seed = 1, replayed] = [numberOf("seed", 0), numberOf("replay", 0)];
if (positionals.length > 0 && !values.mutants) throw new Misused(`Not understood: ${positionals.join(" ")}.`);

// What takes seconds to load comes after the command line was understood.
const { Coverage, coverageTables, missedFigures } = await import("./coverage.ts");
const { runExhaustive } = await import("./exhaustive.ts");
const { runMutants } = await import("./mutants/mutation-run.ts");
const { openEngine } = await import("./open-engine.ts");
const { runInProcesses } = await import("./processes.ts");
const { runMany } = await import("./run-many.ts");
const { nets } = await import("./world/world.ts");
const { writePasses } = await import("./write-passes.ts");
if (values.only !== undefined) refuseUnknown("net", [values.only], nets);
const only = values.only === undefined ? null : nets.filter((net) => net === values.only);
const started = performance.now();

process.exitCode = (await main()) ? 0 : 1;
// The timers of calls that a crash cut off would keep the process alive.
process.exit();

async function main(): Promise<boolean> {
  if (replayed !== undefined) return replay(replayed);
  if (values.mutants) return catchMutants();
  if (values.exhaustive) return dieEverywhere();
  return runSeeds(runs ?? RUNS);
}

async function replay(one: number): Promise<boolean> {
  const engine = await openEngine();
  const [broken] = await runMany(engine, {
    runs: 1,
    seed: one,
    ...(only ? { only } : {}),
    coverage: new Coverage(),
    done: ({ trace, hash }) => console.log(`${trace.join("\n")}\ntrace ${hash}`),
  });
  if (broken) console.log(`\nBROKEN ${broken.violation?.detail}`);
  return !broken;
}

async function runSeeds(count: number): Promise<boolean> {
  let broken = 0;
  const coverage = await runInProcesses({
    runs: count,
    seed,
    processes: processes ?? (count < FEW ? 1 : Math.min(availableParallelism(), PROCESSES_MAX)),
    only: values.only,
    violationsMax: values["until-broken"] ? 1 : undefined,
    progress: (done) => process.stderr.write(`\r${done} of ${count} schedules `),
    broken: (result) => {
      broken += 1;
      describe(result);
    },
  });
  process.stderr.write("\n");
  if (values["count-gaps"]) await writePasses(coverage);
  if (!values["until-broken"]) console.log(coverageTables(coverage));
  const seconds = (performance.now() - started) / 1000;
  const { schedules, steps, checks, crashes } = coverage;
  const figures = [schedules, steps, crashes, checks].map((figure) => figure.toLocaleString("en-US"));
  const [schedulesRun, stepsMade, crashed, checked] = figures;
  console.log(
    `\n${schedulesRun} schedules (seeds ${seed} to ${seed + schedules - 1}${values.only ? `, ${values.only} alone` : ""}), ` +
      `${stepsMade} steps, ${crashed} crashes, ${checked} checks in ${seconds.toFixed(0)} s ` +
      `(${((schedules / seconds) * 60).toFixed(0)} a minute): ${broken} broken`,
  );
  const missed = only ? [] : missedFigures(coverage);
  for (const line of missed) console.log(`MISSED ${line}`);
  return broken === 0 && missed.length === 0;
}

function describe({ seed: broken, violation, trace }: ScheduleResult): void {
  console.log(`\nBROKEN seed ${broken}: ${violation?.detail}`);
  console.log(
    `  the last steps (all of them: npm run simulate -- --replay ${broken}${values.only ? ` --only ${values.only}` : ""})`,
  );
  for (const line of trace.slice(-TRACE_LINES_SHOWN)) console.log(`    ${line}`);
}

async function catchMutants(): Promise<boolean> {
  const engine = await openEngine();
  const results = await runMutants(engine, {
    runs: runs ?? MUTANT_RUNS,
    seed,
    names: positionals,
    say: ({ name, rule, schedules }) =>
      console.log(
        `${name.padEnd(30)} ${rule === null ? `NOT caught in ${schedules}` : `caught by ${rule.split(/[: ]/)[0]}, schedule ${schedules}`.padEnd(34)} ${(rule ?? "").slice(0, 150)}`,
      ),
  });
  const caught = results.filter(({ rule }) => rule !== null).length;
  console.log(`\n${caught} of ${results.length} seeded bugs caught`);
  return caught === results.length;
}

async function dieEverywhere(): Promise<boolean> {
  const engine = await openEngine();
  const { ways, runs, broken } = await runExhaustive(engine, { say: (line) => console.log(line) });
  console.log(`\n${ways} ways through the shop, ${runs} runs: ${broken} broken`);
  return broken === 0;
}

function numberOf(name: "runs" | "seed" | "processes" | "replay", least: number): number | undefined {
  const value = values[name];
  return value === undefined ? undefined : wholeNumber(name, value, least);
}
