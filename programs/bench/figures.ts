/** One line of the table. `wanted` is null for a figure without a budget. */
export type Figure = { name: string; value: number; unit: string; wanted: Budget | null };
/** The least or the most that the value may be. */
type Budget = { atLeast: number } | { atMost: number };

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
