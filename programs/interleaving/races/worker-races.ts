// Rounds of the worker's own tasks, from the worker's own list, on both workers; and someone at psql who locks rows in
// the wrong order, as nothing in the shop does.

import { tasks } from "#process/worker.ts";
import { HarnessError } from "../problems.ts";
import { isGivenUp } from "../rules/repeats.ts";
import type { ShopName, ShopProcess, World } from "../world.ts";

const workers = ["worker 1", "worker 2"] as const satisfies ShopName[];

export function someWorker(world: World): ShopProcess {
  return world.process(world.random.pick(workers));
}

/**
 * One round of a task. A task that runs in turn may still run on both: a copy that lost its turn learns it a moment
 * later.
 */
export async function runTask(world: World, name: string): Promise<void> {
  const task = tasks.find((each) => each.name === name);
  if (!task) throw new HarnessError(`the worker has no task ${name}`);
  const worker = someWorker(world);
  const { signal } = new AbortController();
  await world.start(`task ${name}`, worker, (shop) => task.run(shop, signal));
}

/** Requests a second row of the cycle while others hold it. The database chooses the victim of the deadlock. */
export async function lockBackward(world: World): Promise<void> {
  const pool = world.operator.asPool();
  const backward = world.random.chance(0.5);
  await world.startTask("operator", "locks rows in the wrong order", async () => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      for (const statement of backward ? PRODUCTS_FIRST : ORDERS_FIRST) await client.query(statement);
      await client.query("commit");
      return "done";
    } catch (error) {
      await client.query("rollback");
      if (isGivenUp(error)) return "given up";
      throw error;
    } finally {
      client.release();
    }
  });
}

const PRODUCTS_FIRST = [
  "select from products order by id desc for update",
  "select from inventory order by id desc for update",
];
const ORDERS_FIRST = [
  "select from inventory order by id desc for update",
  "select from orders order by id for update",
  "select from checkouts order by id for update",
];
