// One child process of a run: see processes.ts.
import { Coverage } from "./coverage.ts";
import { openEngine } from "./open-engine.ts";
import type { Share, ShareMessage } from "./processes.ts";
import { runMany } from "./run-many.ts";
import type { Net } from "./world/world.ts";

const REPORT_EVERY = 10;

const { runs, seed, only, violationsMax } = JSON.parse(process.argv[2] ?? "") as Share;
const tell = (message: ShareMessage) =>
  new Promise<void>((resolve) => process.send?.(message, () => resolve()));
const coverage = new Coverage();
await runMany(await openEngine(), {
  runs,
  seed,
  coverage,
  ...(violationsMax === undefined ? {} : { violationsMax }),
  ...(only ? { only: [only as Net] } : {}),
  done: (result) => {
    if (result.violation) void tell({ broken: result });
    if (coverage.schedules % REPORT_EVERY === 0) void tell({ done: coverage.schedules });
  },
});
await tell({ coverage: coverage.figures() });
process.exit(0);
