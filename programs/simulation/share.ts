// One child process of a run: see processes.ts.
import { Coverage, type CoverageFigures } from "./coverage.ts";
import { openEngine } from "./open-engine.ts";
import { doShare, type Seeds } from "./processes.ts";
import { runMany } from "./run-many.ts";
import type { ScheduleResult } from "./schedule.ts";
import type { Net } from "./world/world.ts";

await doShare<Seeds & { only?: Net }, ScheduleResult, CoverageFigures>(async ({ only, ...seeds }, done) => {
  const coverage = new Coverage();
  await runMany(await openEngine(), {
    ...seeds,
    coverage,
    ...(only ? { only: [only] } : {}),
    done: (result) => done(coverage.schedules, result.violation ? result : null),
  });
  return coverage.figures();
});
