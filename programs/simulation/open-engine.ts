// The database of the schedules, with a plan for every statement and function that the shop uses.
import { Coverage } from "./coverage.ts";
import { runMany } from "./run-many.ts";
import { type Engine, openColdEngine } from "./world/engine.ts";

/** More runs do not make schedules faster. */
const REHEARSALS = 3;
const FIRST_SEED = 901;

export function openEngine(): Promise<Engine> {
  return openColdEngine((engine) =>
    runMany(engine, { runs: REHEARSALS, seed: FIRST_SEED, coverage: new Coverage() }),
  );
}
