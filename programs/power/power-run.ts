// One run: a shop lives through starts, sales, a clean stop, a crash and checkpoints while its folder is recorded. Then
// the power is cut again and again at steps of that life, and the shop is started on what the disk would have kept.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { type Random, seededRandom } from "../simulation/random.ts";
import type { Step } from "./book.ts";
import { checkFolder, type Finding } from "./check-folder.ts";
import { Disk, type Loss, writeFolder } from "./disk.ts";
import { recordFolder } from "./recorder.ts";
import { createProvider, type Note, Shopping } from "./shopping.ts";

/** What a shop did to its folder and what it promised meanwhile. The provider outlives every cut. */
export type Life = { steps: Step[]; notes: Note[]; provider: Sandbox };
export type Cut = { cut: number; step: number; loss: Loss; promises: number; findings: Finding[] };
export type PowerFigures = {
  steps: number;
  flushes: number;
  cuts: number;
  losses: Record<Loss, number>;
  promises: number;
  orders: number;
  /** Cuts after which the shop did not open, and those after which it had lost or broken something. */
  unopened: number;
  broken: number;
  /** Promises that were not kept, over all cuts. */
  lost: number;
  examples: Cut[];
};

export type CutOptions = {
  cuts: number;
  seed: number;
  /** One cut alone, for looking closer. */
  only?: number;
  /** The first step after which the power may be cut. */
  from?: number;
  /** Flushes that the disk only pretends to do, to see that the run finds a shop that does not flush. */
  ignores?: (step: Step) => boolean;
  say?: (line: string) => void;
};

const EXAMPLES_MAX = 5;
/** A disk in memory, where there is one: the disk of the run is a simulated one, so real flushes would only take time. */
const MEMORY_DISK = "/dev/shm";

/** The life of a shop, from its first start on. `visits`: in each part of it. */
export function recordLife({ visits, seed }: { visits: number; seed: number }): Promise<Life> {
  return inFolder(async (home) => {
    const folder = path.join(home, "shop");
    const recorder = recordFolder(folder);
    const provider = createProvider();
    const shopping = new Shopping(folder, provider, () => recorder.steps.length);
    try {
      await liveOn(shopping, visits, seededRandom(seed));
    } finally {
      recorder.stop();
    }
    return { steps: recorder.steps, notes: shopping.notes, provider };
  });
}

async function liveOn(shopping: Shopping, visits: number, random: Random): Promise<void> {
  await shopping.open();
  await shopping.buy(visits, random);
  await shopping.savePicture(random);
  // A clean stop ends with a checkpoint, the start after a crash begins with one.
  await shopping.close();
  await shopping.open();
  await shopping.buy(visits, random);
  shopping.die();
  await shopping.open();
  await shopping.buy(visits, random);
  // Each checkpoint renames old files of the log for new use.
  for (let round = 0; round < 2; round += 1) {
    await shopping.query("select pg_switch_wal()");
    await shopping.buy(visits, random);
    await shopping.query("checkpoint");
    await shopping.buy(visits, random);
  }
  await shopping.savePicture(random);
  shopping.die();
}

/** Cuts the power at steps of that life and starts the shop on what is left, each time anew. */
export function cutPower(life: Life, options: CutOptions): Promise<PowerFigures> {
  const { cuts, seed, only, ignores = () => false, say = () => {} } = options;
  return inFolder(async (home) => {
    const figures = emptyFigures(life);
    const folder = path.join(home, "after");
    const disk = new Disk();
    let applied = 0;
    for (const [cut, step] of pickCuts(life.steps, options, seededRandom(seed)).entries()) {
      for (const next of life.steps.slice(applied, step)) if (!ignores(next)) disk.apply(next);
      applied = step;
      if (only !== undefined && cut !== only) continue;
      const { loss, contents } = disk.afterCut(seededRandom(seed * 100_003 + cut));
      writeFolder(folder, contents);
      const promises = life.notes.filter(({ after }) => after <= step).map(({ promised }) => promised);
      const findings = await checkFolder(folder, life.provider, promises);
      count(figures, { cut, step, loss, promises: promises.length, findings });
      for (const { kind, detail } of findings.slice(0, 3))
        say(`cut ${cut} at step ${step}: ${kind}: ${detail}`);
      if (cut % 10 === 9) say(`${cut + 1} of ${cuts} cuts`);
    }
    return figures;
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(path.join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), "shop-power-"));
  try {
    return await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Half of the cuts are anywhere; half fall just before or after a flush or a change of names, where order matters. */
function pickCuts(steps: readonly Step[], { cuts, from = 1 }: CutOptions, random: Random): number[] {
  const delicate = [...steps.entries()]
    .filter(([at, { kind }]) => at >= from && kind !== "write")
    .map(([at]) => at);
  return Array.from({ length: cuts }, () => {
    if (delicate.length > 0 && random.chance(0.5)) return random.pick(delicate) + random.below(2);
    return from + random.below(steps.length - from + 1);
  }).sort((a, b) => a - b);
}

/** The flushes of the database's tables once it is made: what a file system without fsync leaves out at a checkpoint. */
export function flushesOfTables({ steps }: Life): Set<Step> {
  const made = steps.findIndex((step) => step.kind === "rename" && step.to === "database");
  const tables = new Set(
    steps.flatMap((step) =>
      step.kind === "file" && /^database[^/]*\/base\//.test(step.place) ? [step.file] : [],
    ),
  );
  return new Set(steps.slice(made).filter((step) => step.kind === "flush" && tables.has(step.file)));
}

function emptyFigures({ steps, notes }: Life): PowerFigures {
  return {
    steps: steps.length,
    flushes: steps.filter(({ kind }) => kind === "flush" || kind === "flush names").length,
    cuts: 0,
    losses: { everything: 0, some: 0, nothing: 0 },
    promises: notes.length,
    orders: notes.filter(({ promised }) => promised.kind === "order").length,
    unopened: 0,
    broken: 0,
    lost: 0,
    examples: [],
  };
}

function count(figures: PowerFigures, cut: Cut): void {
  const has = (kind: Finding["kind"]) => cut.findings.some((finding) => finding.kind === kind);
  figures.cuts += 1;
  figures.losses[cut.loss] += 1;
  if (has("did not open")) figures.unopened += 1;
  if (cut.findings.length > 0) figures.broken += 1;
  figures.lost += cut.findings.filter(({ kind }) => kind === "lost").length;
  if (cut.findings.length > 0 && figures.examples.length < EXAMPLES_MAX) figures.examples.push(cut);
}
