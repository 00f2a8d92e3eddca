// Kills one part of the shop after the other while it sells, with the owner at work and the provider up. Then the kills
// stop, everything recovers, and the books are compared.
import type { Database } from "#server/db/database.ts";
import { listCopies } from "#server/db/presence.ts";
import type { ShopProcess } from "#test/processes/shop-process.ts";
import { type Random, seededRandom } from "../random.ts";
import { type Crowd, startCrowd, type Visits } from "./crowd.ts";
import { type Owner, startOwner } from "./owner.ts";
import { compareBooks, type Rest } from "./rest.ts";
import { startWorld, type World } from "./world.ts";

export type RunSettings = {
  kinds: readonly Kind[];
  /** Of each kind. */
  kills: number;
  seed: number;
  shoppers: number;
  say: (line: string) => void;
};

export type Killed = Visits & {
  kills: number;
  /** Payments that succeeded between a kill and the next checkout that the shop accepted. */
  paidWhileDown: number;
  slowestReturnSeconds: number;
  /** How often the shop's own checks reported a broken rule during the run. */
  alarms: number;
  rest: Rest;
  /** The doctor's report, if something is broken. */
  doctor: string | null;
};

const FIRST_ANSWER_MS_MAX = 60_000;
const BACK_MS_MAX = 90_000;
const BETWEEN_MS = { least: 200, most: 900 };
const DOWN_MS_MAX = 1_500;
const NOTHING_MOVES_MS = 60_000;
const TIME_PASSES_EVERY_MS = 3_000;
const POLL_MS = 20;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Strike = { world: World; random: Random; struck: () => void };

/** Each kills something and restarts it, as a supervisor would. `struck` is called when the damage is done. */
const strikes = {
  copy: (strike: Strike) => killCopy(strike, { works: false }),
  worker: (strike: Strike) => killCopy(strike, { works: true }),
  postgres: async ({ world, random, struck }: Strike) => {
    await world.server.crash();
    struck();
    await sleep(random.below(DOWN_MS_MAX));
    await world.server.restart();
  },
};
export type Kind = keyof typeof strikes;
export const kinds = Object.keys(strikes) as Kind[];

/** `keep` receives the function that ends every child, whatever happens. */
export async function runKills(
  settings: RunSettings,
  keep: (close: () => Promise<void>) => void,
): Promise<Killed> {
  const { seed, shoppers, say } = settings;
  const world = await startWorld(keep);
  try {
    const places = { shop: world.origin, provider: world.provider.origin, goods: world.goods };
    const crowd = startCrowd({ ...places, shoppers, seed });
    const owner = startOwner({ shop: places.shop, sales: crowd.sales, seed: seed + 2 });
    if ((await crowd.nextAnswer(FIRST_ANSWER_MS_MAX)) === null)
      throw new Error(`the shop never answered a checkout:\n${outputOf(world.copies)}`);
    const holds = endHolds(world, crowd);
    const returns = await killInTurns(settings, { world, crowd });
    await crowd.end();
    await owner.end();
    await holds.end();
    const rest = await waitForRest(world, owner, say);
    const { isHealthy, said } = await world.examine();
    return {
      ...crowd.visits,
      kills: returns.length,
      paidWhileDown: crowd.paidWhileDown(),
      slowestReturnSeconds: Math.round(Math.max(...returns) / 100) / 10,
      alarms: world.copies.reduce((sum, copy) => sum + copy.logged("rule.broken"), 0),
      rest,
      doctor: isHealthy ? null : said,
    };
  } finally {
    await world.close();
  }
}

/** The milliseconds from each kill to the first checkout that began after it and succeeded. */
async function killInTurns(
  { kinds: chosen, kills, seed, say }: RunSettings,
  { world, crowd }: { world: World; crowd: Crowd },
): Promise<number[]> {
  const random = seededRandom(seed);
  const returns: number[] = [];
  for (let turn = 0; turn < kills * chosen.length; turn += 1) {
    const kind = chosen[turn % chosen.length] ?? "copy";
    await sleep(BETWEEN_MS.least + random.below(BETWEEN_MS.most));
    let answered: Promise<number | null> | null = null;
    const struck = () => {
      answered = crowd.nextAnswer(BACK_MS_MAX);
    };
    await strikes[kind]({ world, random: seededRandom(random.below(2 ** 31)), struck });
    const ms: number | null = await answered;
    if (ms === null) throw new Error(`the shop did not come back after ${kind}:\n${outputOf(world.copies)}`);
    returns.push(ms);
    say(`  ${turn + 1}: ${kind}, back after ${(ms / 1_000).toFixed(1)} s, ${crowd.sales.length} paid`);
  }
  return returns;
}

async function killCopy({ world, random, struck }: Strike, which: { works: boolean }): Promise<void> {
  const copy = await findCopy(world, which);
  await copy.end("SIGKILL");
  struck();
  await sleep(random.below(DOWN_MS_MAX));
  await copy.start();
}

/**
 * The copy whose turn it is to run the worker, or another one, once all of them serve: a second kill during a start
 * proves less.
 */
async function findCopy({ database, copies }: World, { works }: { works: boolean }): Promise<ShopProcess> {
  const deadline = performance.now() + BACK_MS_MAX;
  while (performance.now() < deadline) {
    const living = await listCopies(database.db).catch(() => []);
    const pids = living.filter((known) => known.works === works).map(({ name }) => Number.parseInt(name, 10));
    const copy = copies.find(({ pid }) => pids.includes(pid));
    if (living.length === copies.length && copy) return copy;
    await sleep(POLL_MS);
  }
  throw new Error(`not every copy came back:\n${outputOf(copies)}`);
}

const outputOf = (copies: ShopProcess[]) => copies.map(({ output }) => output).join("\n");

/** Abandoned holds would expire after 15 minutes. Here they expire soon, so that the sweep works during the kills. */
function endHolds({ server }: World, { abandoned }: Crowd): { end: () => Promise<void> } {
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await sleep(TIME_PASSES_EVERY_MS);
      await server.pool
        .query(
          `update checkouts set expires_at = now() - interval '1 second'
            where state in ('open', 'paying') and expires_at > now() and order_id = any ($1)`,
          [abandoned],
        )
        .catch(() => {});
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await working;
    },
  };
}

/**
 * Advances time for whatever waits (holds, leases, pauses between retries) until nothing is left to do, or nothing
 * changes.
 */
async function waitForRest(world: World, owner: Owner, say: (line: string) => void): Promise<Rest> {
  const { provider, database } = world;
  let before = "";
  let movedAt = performance.now();
  let leases: string[] = [];
  for (;;) {
    const rest = await compareBooks(world, owner);
    leases = await letTimePass(database.pool, leases);
    const waiting = [rest.lost, rest.broken.length, rest.emailsMissing, provider.waiting()];
    // Of a broken rule, the rows count too: a hundred holds end one after the other.
    const now = JSON.stringify([rest.broken, waiting]);
    if (now !== before) movedAt = performance.now();
    before = now;
    if (waiting.every((count) => count === 0) || performance.now() - movedAt > NOTHING_MOVES_MS) return rest;
    const [orders, rules, emails, webhooks] = waiting;
    say(`  not at rest yet: ${orders} orders, ${rules} rules, ${emails} emails, ${webhooks} webhooks`);
    await provider.hurry();
    await sleep(TIME_PASSES_EVERY_MS);
  }
}

/**
 * Whatever waits for a time becomes due now. An email's lease expires only if the previous look saw it, too: sending
 * takes less than that. Returns the current leases.
 */
async function letTimePass(pool: Database["pool"], leasesBefore: string[]): Promise<string[]> {
  await pool.query(
    "update checkouts set expires_at = now() - interval '1 second' where state in ('open', 'paying') and expires_at > now()",
  );
  await pool.query("update payment_operations set next_at = now() where state = 'todo' and next_at > now()");
  await pool.query("update payment_events set next_at = now() where done_at is null and next_at > now()");
  await pool.query(
    `update outbox set next_at = now(), locked_until = null where sent_at is null and dead_at is null
      and (locked_until is null or lock_token::text = any ($1))`,
    [leasesBefore],
  );
  const { rows } = await pool.query<{ token: string }>(
    "select lock_token::text as token from outbox where sent_at is null and dead_at is null and locked_until > now()",
  );
  return rows.map(({ token }) => token);
}
