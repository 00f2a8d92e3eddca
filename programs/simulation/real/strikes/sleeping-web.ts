// A web process falls asleep. Every other time it does so in the middle of a checkout, with the stock row of the product
// that most shoppers want locked: this run holds the row first, waits until a checkout waits for it, freezes the process
// of that checkout, and lets the row go. The row then belongs to somebody who sleeps.
import { findOwnerOfPort, signal } from "../world/process-tree.ts";
import {
  countFrozenTransactions,
  firstOf,
  type Met,
  type Strike,
  serverOf,
  sleep,
  someWeb,
} from "./striking.ts";

const LONG_MS = 35_000;
const SHORT_MS = { least: 800, most: 2_000 };
const AIM_MS_MAX = 6_000;
const POLL_MS = 20;
const SETTLE_MS = 500;

export async function freezeWeb(strike: Strike): Promise<Met> {
  const { world, random, turn, isLong, struck } = strike;
  const met: Met = {};
  const pid = turn % 2 === 1 ? await freezeWithLock(strike) : await someWeb(world, random);
  signal(pid, "SIGSTOP");
  struck();
  try {
    await sleep(SETTLE_MS);
    met["frozen inside a transaction"] = await countFrozenTransactions(world);
    await sleep(isLong ? LONG_MS : SHORT_MS.least + random.below(SHORT_MS.most));
  } finally {
    signal(pid, "SIGCONT");
  }
  return met;
}

/** The process is frozen already; any other one when no checkout came for the row. */
async function freezeWithLock({ world, random }: Strike): Promise<number> {
  const { pool } = serverOf(world);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select 1 from inventory where product_id = $1 for update", [
      world.goods[0]?.productId,
    ]);
    const until = performance.now() + AIM_MS_MAX;
    while (performance.now() < until) {
      const { rows } = await pool.query<{ port: number }>(
        "select client_port as port from pg_stat_activity where pg_backend_pid() <> pid and wait_event_type = 'Lock' order by pid",
      );
      for (const { port } of rows) {
        const pid = findOwnerOfPort(port, firstOf(world).webPids);
        if (pid === null) continue;
        signal(pid, "SIGSTOP");
        return pid;
      }
      await sleep(POLL_MS);
    }
    return await someWeb(world, random);
  } finally {
    await client.query("rollback");
    client.release();
  }
}
