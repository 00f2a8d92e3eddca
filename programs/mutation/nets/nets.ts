// The nets that a mutant meets, quickest first, and what each says. Each answers "alive" when nothing failed.
import { existsSync } from "node:fs";
import path from "node:path";
import { findPostgresBinaries } from "#test/postgres.ts";
import type { Mutant } from "../mutant.ts";
import { type Baseline, NetBroken } from "./baseline.ts";
import type { Reach } from "./reach.ts";
import type { Related } from "./related-tests.ts";
import { runProgram } from "./run-program.ts";
import { Simulation } from "./simulation.ts";
import { type Project, runTests } from "./tests.ts";
import type { Tree } from "./tree.ts";
import { INVALID_SQL, overTime, tellingLine, type Verdict, verdictOf } from "./verdict.ts";

export type Net = {
  name: string;
  /** What the clean code took. Infinity: it did not run there. */
  seconds: number;
  /** `seconds`: what the clean code takes now, if that is known. */
  meet: (seconds?: number) => Promise<Verdict>;
  /** Runs it on the clean code, as the tree has to be then; answers what is wrong, or null. */
  runClean: () => Promise<string | null>;
};

const SCHEDULES = 60;
const SIMULATION = "programs/mutation/nets/schedules.ts";
const INTERLEAVING = "programs/interleaving/main.ts";
const INTERLEAVINGS = ["--runs", "100", "--until-broken"];
export const optional = ["interleaving", "postgres"] as const;
export type Optional = (typeof optional)[number];

/** A mutant may take this many times as long as the clean code, and the least is for a busy machine. */
const PATIENCE = 3;
const LIMIT_MS_MIN = 60_000;
const CLEAN_LIMIT_MS = 600_000;
/** Of the tests that can reach a mutant, the nearest, up to this many files and seconds. */
const TEST_FILES_MAX = 20;
const TEST_SECONDS_MAX = 90;
/** Of the others so many at a time, so that a kill comes soon. */
const FARTHER_AT_ONCE = 12;
const FARTHER_LIMIT_MS = 300_000;
const TYPES = [
  "node_modules/typescript/bin/tsc",
  "--incremental",
  "--tsBuildInfoFile",
  ".mutation.tsbuildinfo",
];

/** What all workers share. */
export type Known = { baseline: Baseline; related: Related; reach: Reach };

/** What stands in the way of a net, in one sentence; null: nothing. Both of them start servers of PostgreSQL. */
export function whyMissing(net: Optional, root: string, findBinaries = findPostgresBinaries): string | null {
  if (findBinaries() === null) return "PostgreSQL's programs are not on this machine";
  if (net === "interleaving" && !existsSync(path.join(root, INTERLEAVING)))
    return `there is no ${INTERLEAVING}`;
  return null;
}

export class Nets {
  readonly #tree: Tree;
  readonly #baseline: Baseline;
  readonly #related: Related;
  readonly #reach: Reach;
  readonly #without: ReadonlySet<string>;
  readonly #simulation: Simulation;

  constructor(tree: Tree, known: Known, without: ReadonlySet<string>) {
    this.#tree = tree;
    this.#baseline = known.baseline;
    this.#related = known.related;
    this.#reach = known.reach;
    this.#without = without;
    this.#simulation = new Simulation(tree);
  }

  /** Generated types, and the compiler's memory of the clean code. Throws when the clean code has type errors. */
  async prepare(): Promise<void> {
    await runProgram(this.#tree, ["node_modules/@react-router/dev/bin.cjs", "typegen"], CLEAN_LIMIT_MS);
    const { code, output } = await runProgram(this.#tree, TYPES, CLEAN_LIMIT_MS);
    if (code !== 0) throw new NetBroken(`the types of the clean code are refused: ${output.slice(0, 300)}`);
  }

  /** Runs some of the tests whose reach is not known; answers whether more are left. */
  async measureReach(): Promise<boolean> {
    const { tests, alone } = this.#related;
    const runs: [Project, string[]][] = [
      ["unit", tests.unit],
      ["embedded", tests.embedded],
      ["postgres", this.#without.has("postgres") ? [] : alone],
    ];
    for (const [project, all] of runs) {
      const files = this.#reach.next(all);
      if (files.length === 0) continue;
      await this.#reach.measure(this.#tree, project, files);
      return true;
    }
    return false;
  }

  /** Measures on the clean code what this mutant will meet. */
  async measure(mutant: Mutant): Promise<void> {
    for (const project of this.#projects())
      await this.#baseline.measureTests(this.#tree, project, this.#nearest(project, mutant));
    if (this.#related.loads(SIMULATION, mutant.file))
      await this.#baseline.measure("simulation", () => this.#runCleanSimulation());
    if (this.#meetsInterleaving(mutant))
      await this.#baseline.measure("interleaving", () => this.#runCleanInterleaving());
  }

  /** Those that this mutant meets, in their order. */
  of(mutant: Mutant): Net[] {
    const nets: Net[] = [];
    for (const project of this.#projects()) {
      const files = this.#within(project, this.#nearest(project, mutant));
      if (files.length === 0) continue;
      const start = this.#baseline.secondsOf(`${project} start`);
      const seconds = files.reduce((sum, file) => sum + this.#baseline.testSeconds(project, file), start);
      nets.push({
        name: project,
        seconds,
        meet: (now = seconds) => this.#meetTests(project, files, now),
        runClean: () => this.#runCleanTests(project, files),
      });
    }
    const isSql = mutant.file.endsWith(".sql");
    if (this.#related.loads(SIMULATION, mutant.file)) {
      const seconds = this.#baseline.secondsOf("simulation");
      const meet = (now = seconds) => this.#meetSimulation(isSql, now);
      nets.push({ name: "simulation", seconds, meet, runClean: () => this.#runCleanSimulation() });
    }
    if (this.#meetsInterleaving(mutant)) {
      const seconds = this.#baseline.secondsOf("interleaving");
      const meet = (now = seconds) => this.#meetInterleaving(now);
      nets.push({ name: "interleaving", seconds, meet, runClean: () => this.#runCleanInterleaving() });
    }
    nets.push(this.#fartherTests(mutant));
    nets.sort((a, b) => a.seconds - b.seconds);
    if (isSql) return nets;
    const types = { name: "types", seconds: 0, meet: () => this.#meetTypes(), runClean: async () => null };
    return [types, ...nets];
  }

  /** After a mutant was taken back: the process that stays must find the clean code sound. */
  async settle(mutant: Mutant, wasKilledBySimulation: boolean): Promise<void> {
    if (mutant.file.endsWith(".sql") && wasKilledBySimulation) await this.#simulation.isSound(LIMIT_MS_MIN);
  }

  stop(): void {
    this.#simulation.stop();
  }

  #projects(): Project[] {
    return this.#without.has("postgres") ? ["unit", "embedded"] : ["unit", "embedded", "postgres"];
  }

  #nearest(project: Project, mutant: Mutant): string[] {
    return this.#reach.testsOf(mutant, this.#related.tests[project]).slice(0, TEST_FILES_MAX);
  }

  /**
   * All other tests on the embedded database that reach the mutant, for one that nothing else has noticed. They are too
   * many to run on the clean code first, so those that fail run there after it.
   */
  #fartherTests(mutant: Mutant): Net {
    const near = new Set(this.#within("embedded", this.#nearest("embedded", mutant)));
    const files = this.#reach.testsOf(mutant, this.#related.tests.embedded).filter((file) => !near.has(file));
    let failed: string[] = [];
    const meet = async (): Promise<Verdict> => {
      for (let index = 0; index < files.length; index += FARTHER_AT_ONCE) {
        failed = files.slice(index, index + FARTHER_AT_ONCE);
        const verdict = await this.#meetTests("embedded", failed, FARTHER_LIMIT_MS / 1_000 / PATIENCE);
        if (verdict.is === "timeout") return { is: "unable", by: verdict.by };
        if (verdict.is !== "alive") return verdict;
      }
      return { is: "alive" };
    };
    const runClean = () => this.#runCleanTests("embedded", failed);
    return { name: "farther", seconds: Number.POSITIVE_INFINITY, meet, runClean };
  }

  #within(project: Project, files: string[]): string[] {
    let seconds = 0;
    return files.filter((file, index) => {
      seconds += this.#baseline.testSeconds(project, file);
      return index === 0 || seconds <= TEST_SECONDS_MAX;
    });
  }

  #meetsInterleaving({ file }: Mutant): boolean {
    return !this.#without.has("interleaving") && this.#related.loads(INTERLEAVING, file);
  }

  async #meetTypes(): Promise<Verdict> {
    const { code, output, isOverTime } = await runProgram(this.#tree, TYPES, CLEAN_LIMIT_MS);
    if (isOverTime) throw new NetBroken("the compiler does not end");
    return code === 0 ? { is: "alive" } : { is: "invalid", by: output.split("\n")[0]?.slice(0, 200) ?? "" };
  }

  async #meetTests(project: Project, files: string[], seconds: number): Promise<Verdict> {
    const limitMs = limitFor(seconds);
    const tested = await runTests(this.#tree, { project, files, limitMs, bails: true });
    if (tested.isOverTime) return overTime(limitMs);
    if (tested.failed === null) return { is: "alive" };
    if (INVALID_SQL.test(tested.output)) return { is: "invalid", by: "the SQL does not parse" };
    return { is: tested.isTest ? "killed" : "unable", by: tested.failed };
  }

  async #meetSimulation(isSql: boolean, seconds: number): Promise<Verdict> {
    const limitMs = limitFor(seconds);
    const said = await this.#simulation.run({ runs: SCHEDULES, limitMs, isOnce: !isSql });
    if (said.is === "alive") return { is: "alive" };
    if (said.is === "over time") return overTime(limitMs);
    if (said.is === "refused") return { is: "invalid", by: said.why };
    if (said.is === "unable") return said;
    if (INVALID_SQL.test(said.by)) return { is: "invalid", by: "the SQL does not parse" };
    return { is: "killed", by: said.by };
  }

  async #meetInterleaving(seconds: number): Promise<Verdict> {
    const limitMs = limitFor(seconds);
    return verdictOf(await runProgram(this.#tree, [INTERLEAVING, ...INTERLEAVINGS], limitMs), limitMs);
  }

  async #runCleanTests(project: Project, files: string[]): Promise<string | null> {
    const tested = await runTests(this.#tree, { project, files, limitMs: CLEAN_LIMIT_MS, bails: true });
    return tested.isOverTime ? "no end" : tested.failed;
  }

  async #runCleanSimulation(): Promise<string | null> {
    const said = await this.#simulation.run({ runs: SCHEDULES, limitMs: CLEAN_LIMIT_MS, isOnce: true });
    return said.is === "alive" ? null : JSON.stringify(said);
  }

  async #runCleanInterleaving(): Promise<string | null> {
    const ended = await runProgram(this.#tree, [INTERLEAVING, ...INTERLEAVINGS], CLEAN_LIMIT_MS);
    return ended.code === 0 ? null : tellingLine(ended.output);
  }
}

function limitFor(seconds: number): number {
  return Math.max(LIMIT_MS_MIN, seconds * 1_000 * PATIENCE);
}
