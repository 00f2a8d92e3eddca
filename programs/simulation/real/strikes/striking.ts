// What every strike needs: whom it may hit, and how long it waits.
import type { Random } from "../../random.ts";
import type { World } from "../world/world.ts";

/** `struck` is called when the damage is done, `givenBack` when what nobody can sell without goes on. */
export type Strike = {
  world: World;
  random: Random;
  turn: number;
  /** What is frozen stays so for longer than any limit of time in the shop. */
  isLong: boolean;
  struck: () => void;
  givenBack: () => void;
};

/** What a strike met, by name; counted over a run, so that it shows whether the rare cases came up. */
export type Met = Record<string, number>;

const WAIT_MS_MAX = 30_000;
/**
 * One that is killed young again and again is started after ever longer pauses, up to half a minute
 * (src/process/web-processes.ts).
 */
const WEB_WAIT_MS_MAX = 90_000;
const POLL_MS = 20;

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for something that has to come; says what did not. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  waitMsMax: number = WAIT_MS_MAX,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + waitMsMax;
  while (performance.now() < deadline) {
    const found = await look();
    if (found) return found;
    await sleep(POLL_MS);
  }
  throw new Error(`${what} did not come within ${waitMsMax / 1_000} s`);
}

export function firstOf({ machines }: World) {
  const [machine] = machines;
  if (!machine) throw new Error("this world has no machine");
  return machine;
}

export function serverOf({ server }: World) {
  if (!server) throw new Error("this world has no PostgreSQL");
  return server;
}

/** Transactions that nobody goes on with, although no statement of them runs. */
export async function countFrozenTransactions(world: World): Promise<number> {
  const { rows } = await serverOf(world).pool.query<{ count: string }>(
    "select count(*) from pg_stat_activity where state = 'idle in transaction' and state_change < now() - interval '400 ms'",
  );
  return Number(rows[0]?.count ?? 0);
}

/** The machine that runs most of the tasks that one machine runs for all. */
export async function findWorker(world: World) {
  return until("a process that runs the tasks", async () => {
    const { rows } = await serverOf(world).pool.query<{ id: string; pid: number }>(
      `select p.id, p.pid from task_leases t join shop_processes p on p.id = t.holder
        group by p.id, p.pid order by count(*) desc limit 1`,
    );
    const [holder] = rows;
    const machine = world.machines.find(({ pid }) => pid !== 0 && pid === holder?.pid);
    return holder && machine ? { ...holder, machine } : null;
  });
}

/** One of the web processes, as soon as all of them serve: a second strike in the middle of a start proves less. */
export async function someWeb(world: World, random: Random): Promise<number> {
  const look = async () => {
    const { rows } = await serverOf(world).pool.query<{ pid: number }>(
      "select pid from shop_processes where role = 'web' and hears is not null and pid = any ($1) order by started_at",
      [firstOf(world).webPids],
    );
    return rows.length >= world.kind.webProcesses ? rows.map(({ pid }) => pid) : null;
  };
  const pids = await until("every web process", look, WEB_WAIT_MS_MAX);
  return random.pick(pids);
}
