// What the process that simulates (schedules.ts) tells of its schedules.
import type { ScheduleResult } from "../../simulation/schedule.ts";

export type RunTold =
  | { is: "ready" }
  /** broken: the rule and the seed of the first schedule that broke one; null: none did. */
  | { is: "ran"; broken: { rule: string; seed: number } | null }
  /** A schedule ended with an error that is no broken rule: the simulation could not go on. */
  | { is: "unable"; why: string }
  /** The database takes no such function. */
  | { is: "refused"; why: string };

/** `run` answers the schedules that broke a rule, an error of the shop's tasks among them. Never rejects. */
export async function toldOf(
  run: () => Promise<Pick<ScheduleResult, "seed" | "violation">[]>,
): Promise<RunTold> {
  try {
    const [first] = await run();
    return {
      is: "ran",
      broken: first ? { rule: String(first.violation?.detail), seed: first.seed } : null,
    };
  } catch (error) {
    return { is: "unable", why: `a schedule ended with ${String(error)}` };
  }
}
