// One child process of a run: see ../simulation/processes.ts.
import { doShare, type Seeds } from "../simulation/processes.ts";
import { openHarness } from "./harness.ts";
import { runMany } from "./run-many.ts";
import type { ScheduleResult } from "./schedule.ts";

await doShare<Seeds, ScheduleResult, [string, number][]>(async (seeds, done) => {
  const harness = await openHarness();
  const stop = () => void harness.close().then(() => process.exit(1));
  process.once("SIGINT", stop).once("SIGTERM", stop).once("disconnect", stop);
  try {
    const { counts } = await runMany(harness, seeds, (result, count) =>
      done(count, result.violation ? result : null),
    );
    return [...counts];
  } finally {
    process.off("disconnect", stop);
    await harness.close();
  }
});
