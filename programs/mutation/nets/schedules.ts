// A process that simulates: on "run" it brings its database to the functions of this tree and runs schedules until one
// breaks a rule. It stays, so that the next mutant of a function costs no start.
import { migrate } from "#server/db/migrate.ts";
import { Coverage } from "../../simulation/coverage.ts";
import { openEngine } from "../../simulation/open-engine.ts";
import { runMany } from "../../simulation/run-many.ts";

export type RunAsked = { runs: number; seed: number };
export type RunTold =
  | { is: "ready" }
  /** broken: the rule and the seed of the first schedule that broke one; null: none did. */
  | { is: "ran"; broken: { rule: string; seed: number } | null }
  /** The database takes no such function. */
  | { is: "refused"; why: string };

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
  try {
    const coverage = new Coverage();
    const [first] = await runMany(engine, { runs, seed, coverage, violationsMax: 1 });
    const rule = first?.violation?.detail;
    tell({ is: "ran", broken: first ? { rule: String(rule), seed: first.seed } : null });
  } catch (error) {
    tell({ is: "ran", broken: { rule: `a schedule ended with ${String(error)}`, seed } });
  }
}
