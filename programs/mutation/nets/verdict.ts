// What the end of a net's program says about a mutant.
import type { Ended } from "./run-program.ts";

/** unable: the net itself could not go on, which may be the machine's fault, so it says nothing about the mutant. */
export type Verdict = { is: "alive" } | { is: "killed" | "invalid" | "timeout" | "unable"; by: string };

/** With this code a harness says that a rule is broken; with any other that it could not tell. */
const RULE_BROKEN = 1;
export const INVALID_SQL = /syntax error at (or near|end of input)/;

export function verdictOf({ code, isOverTime, output }: Omit<Ended, "seconds">, limitMs: number): Verdict {
  if (isOverTime) return overTime(limitMs);
  if (code === 0) return { is: "alive" };
  if (INVALID_SQL.test(output)) return { is: "invalid", by: "the SQL does not parse" };
  return { is: code === RULE_BROKEN ? "killed" : "unable", by: tellingLine(output) };
}

export function overTime(limitMs: number): Verdict {
  return { is: "timeout", by: `no end within ${Math.round(limitMs / 1_000)} s` };
}

export function tellingLine(output: string): string {
  const telling = output.split("\n").find((line) => /broken|violat|error/i.test(line));
  return (telling ?? output.trim().split("\n").at(-1) ?? "").trim().slice(0, 200);
}
