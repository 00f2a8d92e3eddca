// The process that runs the worker falls asleep and wakes up when others have its work. Its leases would take three
// minutes to run out, so they are moved into the past instead, only those that it really holds: what was leased when it
// fell asleep and still is a moment later, while the awake machine finishes its own. Every so often nothing is moved,
// and it sleeps for longer than a process may be silent.

import { signal } from "../world/process-tree.ts";
import { countFrozenTransactions, findWorker, type Met, type Strike, serverOf, sleep } from "./striking.ts";

const SETTLE_MS = 700;
const LONG_MS = 35_000;
const TAKEN_MS_MAX = 5_000;
const POLL_MS = 50;
/** How long to wait for a moment at which a mail is leased. */
const AIM_MS_MAX = 600;

const LEASED =
  "select id::text, lock_token::text as token from outbox where sent_at is null and dead_at is null and locked_until > now()";
type Leased = { id: string; token: string };

export async function freezeWorker({ world, isLong, struck }: Strike): Promise<Met> {
  const { pool } = serverOf(world);
  const { id, pid } = await findWorker(world);
  const met: Met = {};
  const aimUntil = performance.now() + AIM_MS_MAX;
  while (performance.now() < aimUntil && (await pool.query(LEASED)).rows.length === 0) await sleep(5);
  signal(pid, "SIGSTOP");
  struck();
  try {
    const { rows: leased } = await pool.query<Leased>(LEASED);
    await sleep(SETTLE_MS);
    met["frozen inside a transaction"] = await countFrozenTransactions(world);
    if (isLong) await sleep(LONG_MS);
    else met["frozen with a mail in its hand"] = await moveLeases(pool, { id, leased });
    const takenUntil = performance.now() + TAKEN_MS_MAX;
    const isTaken = async () =>
      (await pool.query("select from task_leases where task = 'events' and holder <> $1", [id])).rows.length >
      0;
    while (!(await isTaken()) && performance.now() < takenUntil) await sleep(POLL_MS);
    met["its tasks were taken over"] = (await isTaken()) ? 1 : 0;
  } finally {
    signal(pid, "SIGCONT");
  }
  return met;
}

/** As if minutes had passed without a word of the process. Answers how many mails it had begun. */
async function moveLeases(
  pool: ReturnType<typeof serverOf>["pool"],
  { id, leased }: { id: string; leased: Leased[] },
): Promise<number> {
  const { rowCount } = await pool.query(
    `update outbox set locked_until = now() - interval '1 second'
      where sent_at is null and locked_until > now() and lock_token::text = any ($1)`,
    [leased.map(({ token }) => token)],
  );
  await pool.query(
    `update payment_operations set next_at = now() where state = 'todo' and attempts > 0
      and next_at between now() + interval '1 minute' and now() + interval '2 minutes'`,
  );
  await pool.query("update shop_processes set seen_at = seen_at - interval '1 minute' where id = $1", [id]);
  return rowCount ?? 0;
}
