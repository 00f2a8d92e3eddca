import type { Instrumented } from "./functions/instrument.ts";

/** What the schedules met, and how often. */
export function countsTable(counts: Map<string, number>): string {
  const rows = [...counts].sort(([a], [b]) => a.localeCompare(b));
  return rows.map(([what, count]) => `${count.toLocaleString("en-US").padStart(9)}  ${what}`).join("\n");
}

/** Which functions a schedule can enter. */
export function functionsTable({ stops, whole }: Instrumented): string {
  const inAll = [...stops.values()].reduce((sum, count) => sum + count, 0);
  return `${stops.size} functions with ${inAll} stops; whole: ${whole.join(", ")}`;
}
