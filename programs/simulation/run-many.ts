import type { Coverage } from "./coverage.ts";
import type { Mutant } from "./mutants/mutants.ts";
import { runSchedule, type ScheduleResult } from "./schedule.ts";
import type { Engine } from "./world/engine.ts";
import { type Net, nets } from "./world/world.ts";

export type Batch = {
  runs: number;
  /** The first seed; the others follow it. */
  seed: number;
  only?: readonly Net[];
  mutant?: Mutant;
  coverage: Coverage;
  /** Stops after this many violations. */
  violationsMax?: number;
  /** Called after each schedule. */
  done?: (result: ScheduleResult) => void;
};

/** Runs schedules one after the other; returns those that broke a rule. */
export async function runMany(engine: Engine, batch: Batch): Promise<ScheduleResult[]> {
  const { runs, seed, mutant, coverage, violationsMax = 10 } = batch;
  const change = mutant?.database;
  const undo = change ? await engine.change(() => change(engine)) : null;
  const broken: ScheduleResult[] = [];
  try {
    for (let count = 0; count < runs && broken.length < violationsMax; count += 1) {
      const plan = {
        seed: seed + count,
        nets: mutant?.nets ?? batch.only ?? nets,
        mutant: mutant ?? null,
        coverage,
      };
      const result = await runSchedule(engine, plan);
      if (result.violation) broken.push(result);
      batch.done?.(result);
    }
  } finally {
    await undo?.();
  }
  return broken;
}
