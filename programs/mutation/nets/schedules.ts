// A process that simulates: on "run" it brings its database to the functions of this tree and runs schedules until one
// breaks a rule. It stays, so that the next mutant of a function costs no start.
import { migrate } from "#server/db/migrate.ts";
import { Coverage } from "../../simulation/coverage.ts";
import { openEngine } from "../../simulation/open-engine.ts";
import { runMany } from "../../simulation/run-many.ts";
import { type RunTold, toldOf } from "./schedules-told.ts";

export type RunAsked = { runs: number; seed: number };

const tell = (told: RunTold) => process.send?.(told);
const engine = await openEngine();

process.on("message", ({ runs, seed }: RunAsked) => void run(runs, seed));
tell({ is: "ready" });

async function run(runs: number, seed: number): Promise<void> {
  try {
    await migrate(engine.db);
  } catch (error) {
    tell({ is: "refused", why: String(error) });
    return;
  }
  const coverage = new Coverage();
  tell(await toldOf(() => runMany(engine, { runs, seed, coverage, violationsMax: 1 })));
}
