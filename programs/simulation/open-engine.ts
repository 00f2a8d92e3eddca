// The database of the schedules, ready: every statement and function of a shop's day has its plan.
import { Coverage } from "./coverage.ts";
import { runMany } from "./run-many.ts";
import { type Engine, openColdEngine } from "./world/engine.ts";

/** Further ones make no schedule faster. */
const REHEARSALS = 3;
const FIRST_SEED = 901;

export function openEngine(): Promise<Engine> {
  return openColdEngine((engine) =>
    runMany(engine, { runs: REHEARSALS, seed: FIRST_SEED, coverage: new Coverage() }),
  );
}
