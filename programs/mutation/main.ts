// `npm run mutate`: changes the shop in one place, asks the tests and simulations, and counts what they notice.
//   which: --sample N [--seed S] (150 and 1 unless told), --all, --only <id or path>, --locks
//   what:  runs those without a result; --list shows them, --score shows the figures of what was run before
//   how:   --minutes N stops after that and goes on the next time, --workers 2, --again tries those with a result too,
//          --without interleaving|postgres leaves a net out, --lock FILE takes turns with other heavy programs (flock)
// Exits with 1 below the targets, while a mutant of the selection is untried (so after --minutes, too), when a lock has no mutant that dies, or when a net fails on the clean code;
// with 2 when it was asked wrongly.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Misused, readCommandLine, refuseUnknown, wholeNumber } from "../command-line.ts";
import { judge, type Worker, whileHolding } from "./judge.ts";
import { listMutants, type MutantList } from "./list-mutants.ts";
import { findGuards, printLocks } from "./locks.ts";
import { diffOf, type Mutant } from "./mutant.ts";
import { Baseline, NetBroken } from "./nets/baseline.ts";
import { Nets, optional, whyMissing } from "./nets/nets.ts";
import { Reach } from "./nets/reach.ts";
import { findRelated, readAll } from "./nets/related-tests.ts";
import { endEverything } from "./nets/run-program.ts";
import { findSqlCallers } from "./nets/sql-callers.ts";
import { makeTree } from "./nets/tree.ts";
import { Results, readEquivalents } from "./results.ts";
import { printScore } from "./score.ts";
import { onlyThese, SCORED, sampleOf } from "./selection.ts";

const root = path.join(import.meta.dirname, "../..");
const WORKERS_MAX = 2;

const USAGE =
  "npm run mutate [-- --sample N] [--seed S] [--all] [--only ID|PATH …] [--locks] [--list] [--score] [--minutes N] [--workers N] [--again] [--without NET …] [--lock FILE]";
const { values } = readCommandLine(USAGE, {
  options: {
    sample: { type: "string", default: "150" },
    seed: { type: "string", default: "1" },
    all: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    locks: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    score: { type: "boolean", default: false },
    minutes: { type: "string" },
    workers: { type: "string", default: "1" },
    again: { type: "boolean", default: false },
    without: { type: "string", multiple: true, default: [] },
    lock: { type: "string" },
  },
});

const sample = { size: wholeNumber("sample", values.sample), seed: wholeNumber("seed", values.seed) };
const workersWanted = wholeNumber("workers", values.workers);
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
if (!(minutes > 0)) throw new Misused(`--minutes takes a number above 0, not "${values.minutes}".`);
refuseUnknown("net", values.without, optional);
const until = performance.now() + minutes * 60_000;
const tried = new Set<string>();

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    endEverything();
    process.exit(130);
  });

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof NetBroken)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  endEverything();
}

async function main(): Promise<boolean> {
  const list = await listMutants(root);
  const equivalents = readEquivalents(root);
  const results = new Results(root, list.mutants);
  const selected = () => select(list, results);
  // What names no mutant is refused before anything is prepared.
  selected();
  if (values.list) {
    for (const mutant of selected())
      console.log(`${mutant.id}\n${diffOf(list.sources.get(mutant.file) ?? "", mutant)}`);
    console.log(`${selected().length} of ${list.mutants.length} mutants`);
    return true;
  }
  if (!values.score) await run(list, results, selected);
  if (values.locks) return printLocks(list, results, equivalents);
  const rows = selected().map((mutant) => ({ mutant, result: results.find(mutant.id) }));
  // Files named one by one may all be of one area.
  const wanted = values.only ? rows.map(({ mutant }) => mutant.area) : SCORED;
  return printScore(rows, equivalents, list.sources, wanted);
}

function select(list: MutantList, results: Results): Mutant[] {
  const { mutants, sources } = list;
  if (values.only) return onlyThese(mutants, values.only);
  if (values.locks) return [...new Set(findGuards(sources, mutants).flatMap((found) => found.mutants))];
  if (values.all) return mutants;
  return sampleOf(mutants, sample, (id) => results.find(id));
}

async function run(list: MutantList, results: Results, selected: () => Mutant[]): Promise<void> {
  const without = readWithout();
  const folder = path.join(tmpdir(), `shop-mutation-${path.basename(root)}-${process.getuid?.() ?? ""}`);
  mkdirSync(folder, { recursive: true });
  const related = findRelated(root);
  const tests = readAll(root, [...related.tests.embedded, ...related.alone]);
  const reach = new Reach(root, folder, findSqlCallers(list.sources, tests));
  const known = { baseline: new Baseline(root, folder), related, reach };
  const count = Math.min(WORKERS_MAX, workersWanted);
  const workers: Worker[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const tree = makeTree(root, path.join(folder, String(index + 1)));
      const nets = new Nets(tree, known, without);
      workers.push({ tree, nets });
      await whileHolding(values.lock, () => nets.prepare());
    }
    const [first] = workers;
    const measure = () => (first ? first.nets.measureReach() : Promise.resolve(false));
    while (await whileHolding(values.lock, measure)) console.error("measured what some more tests run");
    await Promise.all(workers.map((worker) => work(worker, list, results, selected)));
  } finally {
    for (const { nets, tree } of workers) {
      nets.stop();
      tree.remove();
    }
  }
}

/** A sample grows while it meets invalid mutants, so what is next is asked each time. */
async function work(
  worker: Worker,
  list: MutantList,
  results: Results,
  selected: () => Mutant[],
): Promise<void> {
  const next = () =>
    selected().find(({ id }) => !tried.has(id) && (values.again || results.find(id) === null)) ?? null;
  for (let mutant = next(); mutant && performance.now() < until; mutant = next()) {
    const one = mutant;
    tried.add(one.id);
    const result = await whileHolding(values.lock, async () => {
      await worker.nets.measure(one);
      return judge(worker, one, list.sources.get(one.file) ?? "");
    });
    results.add(result);
    console.log(
      `${result.status.padEnd(9)} ${`${result.seconds} s`.padStart(8)}  ${result.net.padEnd(12)}  ${one.id}  ${result.by}`,
    );
  }
}

function readWithout(): Set<string> {
  for (const net of optional.filter((name) => !values.without.includes(name))) {
    const why = whyMissing(net, root);
    if (why)
      throw new NetBroken(`The net "${net}" is missing: ${why}. To judge without it: --without ${net}`);
  }
  return new Set(values.without);
}
