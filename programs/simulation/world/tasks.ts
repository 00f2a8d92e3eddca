// The shop's own tasks: exactly those of the worker's list. The schedules decide when each runs.
import { type Task, tasks } from "#process/worker.ts";
import type { Shop } from "#server/core/shop.ts";
import { orFailure } from "./faulty-database.ts";
import type { Net, World } from "./world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The tasks of each safety net, in addition to the requests of browsers and provider. */
const netTasks: Readonly<Record<Net, readonly string[]>> = {
  webhook: ["events"],
  verify: [],
  reconciler: ["reconcile", "catch-up"],
  sweep: ["stock"],
};
/** Belongs to no safety net, and hides no gap in one. */
const ALWAYS = ["mails"];

/** The tasks that this shop's settings enable, in the worker's order, except those that need a real disk. */
export function wantedTasks(shop: Shop): readonly Task[] {
  return tasks.filter(({ isWanted, isOfMachine }) => !isOfMachine && (isWanted?.(shop) ?? true));
}

/** Those of the enabled safety nets. */
export function activeTasks(world: World): readonly Task[] {
  const { nets } = world.plan;
  if (nets.length > 1) return wantedTasks(world.process.shop);
  const names = [...ALWAYS, ...nets.flatMap((net) => netTasks[net])];
  return wantedTasks(world.process.shop).filter(({ name }) => names.includes(name));
}

/** How often the schedules run it, relative to others: frequent tasks of a busy shop matter more. */
export function weightOf({ everyMs }: Task): number {
  if (everyMs < MINUTE_MS) return 1.5;
  return everyMs < 10 * MINUTE_MS ? 0.6 : 0.2;
}

/** Whether a shop could do without it for hours, for example because it only cleans up. */
export function isSlow({ name, everyMs }: Task): boolean {
  if (everyMs >= DAY_MS) return true;
  return everyMs >= 10 * MINUTE_MS && !Object.values(netTasks).some((names) => names.includes(name));
}

/** One round of a task by its name, if its safety net is on. Throws for an unknown name. */
export function runTask(world: World, name: string): Promise<void> {
  const task = tasks.find((known) => known.name === name);
  if (!task) throw new Error(`the worker has no task "${name}"`);
  return activeTasks(world).includes(task) ? runRound(world, task) : Promise.resolve();
}

/** Like the worker: after an error, the next round tries again. */
export function runRound(world: World, task: Task): Promise<void> {
  world.plan.coverage.count("tasks", task.name);
  const run = world.plan.mutant?.tasks?.[task.name] ?? task.run;
  return world.scheduler.start(task.name, async () => {
    const signal = new AbortController().signal;
    const answer = await orFailure(() => world.callShop(({ shop }) => run(shop, signal)));
    if (task.name === "stock") noteExpiry(world, answer);
  });
}

function noteExpiry(world: World, answer: unknown): void {
  const { closed = 0, kept = 0 } = (answer ?? {}) as { closed?: number; kept?: number };
  if (closed > 0) world.count("hold expired and released");
  if (kept > 0) world.count("hold kept, provider silent");
}
