import { refuseUnknown } from "../../command-line.ts";
import { Coverage } from "../coverage.ts";
import { runMany } from "../run-many.ts";
import type { Engine } from "../world/engine.ts";
import { mutants } from "./mutants.ts";

export type Caught = { name: string; bug: string; rule: string | null; schedules: number };

/** Runs schedules with every seeded bug until a rule catches it, at most `runs` of them. */
export async function runMutants(
  engine: Engine,
  { runs, seed, names, say }: { runs: number; seed: number; names: string[]; say: (caught: Caught) => void },
): Promise<Caught[]> {
  refuseUnknown(
    "seeded bug",
    names,
    mutants.map(({ name }) => name),
  );
  const results: Caught[] = [];
  for (const mutant of mutants.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const coverage = new Coverage();
    const [first] = await runMany(engine, { runs, seed, mutant, coverage, violationsMax: 1 });
    const { name, bug } = mutant;
    const caught = { name, bug, rule: first?.violation?.detail ?? null, schedules: coverage.schedules };
    say(caught);
    results.push(caught);
  }
  return results;
}
