/** One line of the table. `ok` is null for a figure without a budget. */
export type Figure = { name: string; wanted: string; reached: string; ok: boolean | null };

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function atLeast(name: string, value: number, wanted: number, unit = "×"): Figure {
  return {
    name,
    wanted: `≥ ${wanted} ${unit}`,
    reached: `${value.toFixed(2)} ${unit}`,
    ok: value >= wanted,
  };
}

export function atMost(name: string, value: number, wanted: number, unit = "×"): Figure {
  return {
    name,
    wanted: `≤ ${wanted} ${unit}`,
    reached: `${value.toFixed(2)} ${unit}`,
    ok: value <= wanted,
  };
}

export function tableOf(figures: Figure[]): string {
  const width = (key: "name" | "wanted") => Math.max(...figures.map((figure) => figure[key].length)) + 2;
  const [nameWidth, wantedWidth] = [width("name"), width("wanted")];
  return figures
    .map(
      ({ name, wanted, reached, ok }) =>
        `${name.padEnd(nameWidth)}${wanted.padEnd(wantedWidth)}${reached}${ok === false ? "   MISSED" : ""}`,
    )
    .join("\n");
}
