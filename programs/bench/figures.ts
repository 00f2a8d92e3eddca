/** One line of the table. `wanted` is null for a figure without a budget. */
export type Figure = { name: string; value: number; unit: string; wanted: Wanted | null };
/** The least or the most that the value may be. */
type Wanted = { atLeast: number } | { atMost: number };

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value below which `share` of them lie; NaN when there are none. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function atLeast(name: string, value: number, wanted: number, unit = "×"): Figure {
  return { name, value, unit, wanted: { atLeast: wanted } };
}

export function atMost(name: string, value: number, wanted: number, unit = "×"): Figure {
  return { name, value, unit, wanted: { atMost: wanted } };
}

/** A figure to read, not to reach. */
export function noted(name: string, value: number, unit: string): Figure {
  return { name, value, unit, wanted: null };
}

export function isMissed({ value, wanted }: Figure): boolean {
  if (wanted === null) return false;
  return "atLeast" in wanted ? value < wanted.atLeast : value > wanted.atMost;
}

export function tableOf(figures: Figure[]): string {
  const rows = figures.map((figure) => ({ ...figure, budget: budgetOf(figure) }));
  const width = (key: "name" | "budget") => Math.max(...rows.map((row) => row[key].length)) + 2;
  const [nameWidth, budgetWidth] = [width("name"), width("budget")];
  return rows
    .map(
      (row) =>
        `${row.name.padEnd(nameWidth)}${row.budget.padEnd(budgetWidth)}${row.value.toFixed(2)} ${row.unit}${isMissed(row) ? "   MISSED" : ""}`,
    )
    .join("\n");
}

function budgetOf({ wanted, unit }: Figure): string {
  if (wanted === null) return "";
  return "atLeast" in wanted ? `≥ ${wanted.atLeast} ${unit}` : `≤ ${wanted.atMost} ${unit}`;
}

/** What two runs on one machine differ by when nothing has changed: the medians of ten runs lay within it. */
const NOISE = 0.15;

export type Change = { figure: Figure; before: number; isWorse: boolean };

/**
 * Figures that both runs have, with what they were before. One is worse when it went the wrong way by more than the
 * noise; a figure without a budget never is, for nobody said which way is wrong.
 */
export function compare(before: readonly Figure[], now: readonly Figure[]): Change[] {
  const known = new Map(before.map((figure) => [figure.name, figure.value]));
  return now.flatMap((figure) => {
    const was = known.get(figure.name);
    return was === undefined ? [] : [{ figure, before: was, isWorse: isWorse(figure, was) }];
  });
}

/** Names of what an earlier run measured and this one did not: its program is missing here, or the figure has another name now. */
export function missingFrom(before: readonly Figure[], now: readonly Figure[]): string[] {
  const measured = new Set(now.map(({ name }) => name));
  return before.map(({ name }) => name).filter((name) => !measured.has(name));
}

function isWorse({ value, wanted }: Figure, before: number): boolean {
  if (wanted === null) return false;
  return "atLeast" in wanted ? value < before * (1 - NOISE) : value > before * (1 + NOISE);
}

export function changesOf(changes: Change[]): string {
  const width = Math.max(...changes.map(({ figure }) => figure.name.length)) + 2;
  return changes
    .map(({ figure, before, isWorse }) => {
      const { name, value, unit } = figure;
      const times = before === 0 ? "" : `   ${(value / before).toFixed(2)} times`;
      return `${name.padEnd(width)}${before.toFixed(2)} → ${value.toFixed(2)} ${unit}${times}${isWorse ? "   WORSE" : ""}`;
    })
    .join("\n");
}
