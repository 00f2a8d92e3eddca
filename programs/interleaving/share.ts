// One child process of a run: see processes.ts.
import { openHarness } from "./harness.ts";
import type { ShareMessage } from "./processes.ts";
import { type Runs, runMany } from "./run-many.ts";

const REPORT_EVERY = 10;

const part = JSON.parse(process.argv[2] ?? "") as Runs;
const tell = (message: ShareMessage) =>
  new Promise<void>((resolve) => process.send?.(message, () => resolve()));
const harness = await openHarness();
const stop = () => void harness.close().then(() => process.exit(1));
process.once("SIGINT", stop).once("SIGTERM", stop).once("disconnect", stop);
try {
  const { runs, broken, counts } = await runMany(harness, part, (_, count) => {
    if (count % REPORT_EVERY === 0) void tell({ done: count });
  });
  const told = broken.map(({ counts: _, ...one }) => one);
  await tell({ result: { runs, broken: told, counts: [...counts] } });
} finally {
  process.off("disconnect", stop);
  await harness.close();
}
process.exit(0);
