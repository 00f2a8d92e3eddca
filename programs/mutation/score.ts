// The figures: killed of all that count, per area, and the survivors with their diffs.
import { type Area, diffOf, type Mutant } from "./mutant.ts";
import { type Equivalent, type Result, type Status, statuses } from "./results.ts";
import { SCORED } from "./selection.ts";

const TARGETS: Record<(typeof SCORED)[number], number> = { sql: 0.9, core: 0.9, edges: 0.8 };

export type Row = { mutant: Mutant; result: Result | null };
export type Figures = Record<Status | "equivalent" | "untried", number> & { area: Area; score: number };

/** `score`: killed or over time, of all but equivalent, invalid and untried ones; NaN when there is none. */
export function figuresOf(area: Area, rows: Row[], equivalents: Equivalent[]): Figures {
  const known = new Set(equivalents.map(({ id }) => id));
  const counts = { killed: 0, timeout: 0, survived: 0, invalid: 0, equivalent: 0, untried: 0 };
  for (const { mutant, result } of rows.filter((row) => row.mutant.area === area)) {
    if (!result) counts.untried += 1;
    else if (result.status === "survived" && known.has(mutant.id)) counts.equivalent += 1;
    else counts[result.status] += 1;
  }
  const dead = counts.killed + counts.timeout;
  return { area, ...counts, score: dead / (dead + counts.survived) };
}

/** Survivors that are not listed as equivalent. */
export function survivorsOf(rows: Row[], equivalents: Equivalent[]): Mutant[] {
  const known = new Set(equivalents.map(({ id }) => id));
  return rows
    .filter(({ mutant, result }) => result?.status === "survived" && !known.has(mutant.id))
    .map(({ mutant }) => mutant);
}

/**
 * What keeps these figures from being a score, one sentence each. An area of `wanted` needs a result that counts, and no
 * mutant of the selection may be untried: what was not asked is not noticed.
 */
export function missedOf(figures: Figures[], rows: Row[], wanted: readonly Area[]): string[] {
  const missed = figures.flatMap(({ area, score }) => {
    if (area === "elsewhere" || !wanted.includes(area)) return [];
    if (Number.isNaN(score)) return [`${area}: no mutant has a result that counts`];
    return score < TARGETS[area] ? [`${area}: below its target`] : [];
  });
  const untried = rows.filter(({ result }) => result === null).length;
  return untried === 0 ? missed : [...missed, `${untried} of ${rows.length} mutants are untried`];
}

/** `wanted`: the areas that must have a figure. Answers whether nothing was missed. */
export function printScore(
  rows: Row[],
  equivalents: Equivalent[],
  sources: ReadonlyMap<string, string>,
  wanted: readonly Area[],
): boolean {
  const figures = SCORED.map((area) => figuresOf(area, rows, equivalents));
  const columns = [...statuses, "equivalent", "untried"] as const;
  console.log(
    `\n${"area".padEnd(8)}${columns.map((name) => name.padStart(12)).join("")}       score  target`,
  );
  for (const one of figures) {
    const counts = columns.map((name) => String(one[name]).padStart(12)).join("");
    const score = Number.isNaN(one.score) ? "-" : `${(one.score * 100).toFixed(1)} %`;
    const target = TARGETS[one.area === "elsewhere" ? "edges" : one.area];
    console.log(`${one.area.padEnd(8)}${counts}${score.padStart(12)}${`${target * 100} %`.padStart(8)}`);
  }
  const byNet = Map.groupBy(
    rows.flatMap(({ result }) => (result && ["killed", "timeout"].includes(result.status) ? [result] : [])),
    ({ net }) => net,
  );
  const kills = [...byNet].map(([net, results]) => `${net} ${results.length}`);
  if (kills.length > 0) console.log(`\nkilled by: ${kills.join(", ")}`);
  const survivors = survivorsOf(rows, equivalents);
  if (survivors.length > 0) console.log(`\n${survivors.length} survived:`);
  for (const mutant of survivors)
    console.log(`  ${mutant.id}\n${diffOf(sources.get(mutant.file) ?? "", mutant)}`);
  const missed = missedOf(figures, rows, wanted);
  for (const one of missed) console.log(`MISSED ${one}`);
  return missed.length === 0;
}
