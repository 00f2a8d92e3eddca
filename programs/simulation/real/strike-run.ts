// One kind of strike again and again on a shop that sells, with the owner at work and the provider going on. Then the
// strikes end, the world heals, and everything is counted.
import { seededRandom } from "../random.ts";
import type { OpenDatabase } from "./kill-run.ts";
import type { Kind, KindName } from "./kinds.ts";
import { BOOKS_EQUAL_MS_MAX } from "./limits.ts";
import { type Crowd, startCrowd, type Visits } from "./people/crowd.ts";
import { type Owner, startOwner, type Told } from "./people/owner.ts";
import { lookAtRest, type Rest } from "./rest.ts";
import { strikes } from "./strikes/strikes.ts";
import { type Met, sleep } from "./strikes/striking.ts";
import { startWorld, type World } from "./world/world.ts";

export type StrikeFigures = {
  kind: KindName;
  kills: number;
  visits: Visits;
  paidWhileDown: number;
  met: Met;
  /** Until a checkout was answered that began after the strike, or after all went on that was frozen. null: never. */
  backMs: { median: number; slowest: number | null };
  /** null: they were still different at the end of the wait. */
  booksEqualAfterMs: number | null;
  owner: Record<"refunds" | "swaps" | "refused" | "unclear" | "added" | "prices", number>;
  refusedMails: number;
  rest: Rest;
  /** The doctor's report, if something is broken. */
  doctor: string | null;
  /** Alarms of the shop's own audit during the run. */
  alarms: number;
};

export type RunSettings = {
  kind: Kind & { name: KindName };
  kills: number;
  seed: number;
  shoppers: number;
  /** Every so many times what is frozen stays so for long. */
  longEvery: number;
  say: (line: string) => void;
};

const FIRST_ANSWER_MS_MAX = 60_000;
/** After a strike that took longer than any limit of time in the shop. */
const BACK_WAIT_MS_MAX = 90_000;
const BETWEEN_MS = { least: 200, most: 900 };
const BOOKS_WAIT_MS_MAX = 2 * BOOKS_EQUAL_MS_MAX;
const BOOKS_POLL_MS = 500;
const NOTHING_MOVES_MS = 60_000;
const TIME_PASSES_EVERY_MS = 3_000;

/** `keep` is given the function that ends every child, whatever happens. */
export async function runStrikes(
  settings: RunSettings,
  keep: (close: () => Promise<void>) => void,
): Promise<StrikeFigures> {
  const { kind, kills, seed, shoppers, say } = settings;
  const world = await startWorld(kind, seed, keep);
  try {
    const { front, provider, goods } = world;
    const crowd = startCrowd({ shop: front.origin, provider: provider.origin, goods, shoppers, seed });
    const owner = startOwner({ shop: front.origin, sales: crowd.sales, goods, seed: seed + 2 });
    if ((await crowd.nextAnswer(FIRST_ANSWER_MS_MAX)) === null)
      throw new Error(`the shop never answered a checkout:\n${world.machines[0]?.output ?? ""}`);
    const holds = endHolds(world, crowd);
    const { backMs, met } = await strikeAgainAndAgain(settings, { world, crowd });
    await crowd.end();
    await owner.end();
    await Promise.all(world.machines.map(untilReady));
    const booksEqualAfterMs = await waitForBooks(world);
    await holds.end();
    const rest = await waitForRest(world, owner, say);
    const { isHealthy, said } = await world.examine();
    return {
      kind: kind.name,
      kills,
      visits: crowd.visits,
      paidWhileDown: crowd.paidWhileDown(),
      met,
      backMs,
      booksEqualAfterMs,
      owner: countActs(owner),
      refusedMails: world.sink.refused(),
      rest,
      doctor: isHealthy ? null : said,
      alarms: world.machines.reduce((sum, machine) => sum + machine.logged("rule.broken"), 0),
    };
  } finally {
    await world.close();
  }
}

async function strikeAgainAndAgain(
  { kills, seed, longEvery, say }: RunSettings,
  { world, crowd }: { world: World; crowd: Crowd },
): Promise<Pick<StrikeFigures, "backMs" | "met">> {
  const random = seededRandom(seed);
  const times: (number | null)[] = [];
  const met: Met = {};
  const strike = strikes[world.kind.name as KindName];
  for (let turn = 1; turn <= kills; turn += 1) {
    await sleep(BETWEEN_MS.least + random.below(BETWEEN_MS.most));
    let answered: Promise<number | null> | null = null;
    let [struckAt, awayMs] = [performance.now(), 0];
    const struck = () => {
      struckAt = performance.now();
      answered = crowd.nextAnswer(BACK_WAIT_MS_MAX);
    };
    const givenBack = () => {
      awayMs = performance.now() - struckAt;
    };
    const isLong = turn % longEvery === 0;
    const chance = seededRandom(random.below(2 ** 31));
    const found = await strike({ world, random: chance, turn, isLong, struck, givenBack });
    for (const [name, count] of Object.entries(found)) met[name] = (met[name] ?? 0) + count;
    const answeredMs: number | null = await answered;
    times.push(answeredMs === null ? null : Math.max(0, answeredMs - awayMs));
    if (turn % 10 === 0 || turn === kills)
      say(`  ${turn} of ${kills}, ${crowd.sales.length} paid, slowest return ${slowest(times)}`);
  }
  const known = times.filter((ms) => ms !== null).sort((a, b) => a - b);
  return {
    backMs: {
      median: known[Math.floor(known.length / 2)] ?? 0,
      slowest: times.includes(null) ? null : (known.at(-1) ?? 0),
    },
    met,
  };
}

function slowest(times: (number | null)[]): string {
  return times.includes(null) ? "never" : `${(Math.max(...times.map(Number)) / 1_000).toFixed(1)} s`;
}

async function untilReady(machine: World["machines"][number]): Promise<void> {
  if (!machine.isRunning) await machine.start();
  for (let tries = 0; !(await machine.isReady()); tries += 1) {
    if (tries > 600) throw new Error(`the shop is not ready again:\n${machine.output}`);
    await sleep(100);
  }
}

/**
 * The holds of those who left would end after 15 minutes. Here they end soon, so that the sweep works while it is struck.
 * Only on PostgreSQL: nobody else can open an embedded database that a shop has open.
 */
function endHolds({ server }: World, { abandoned }: Crowd): { end: () => Promise<void> } {
  let isOver = false;
  const working = (async () => {
    while (server && !isOver) {
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

/** Milliseconds until every payment that succeeded has its order. Nothing is hurried meanwhile. */
async function waitForBooks({ provider, onDatabase, server }: World): Promise<number | null> {
  const began = performance.now();
  // An embedded shop is stopped for each look, so it gets more time between two.
  const pauseMs = server ? BOOKS_POLL_MS : 10 * BOOKS_POLL_MS;
  while (performance.now() - began < BOOKS_WAIT_MS_MAX) {
    const paid = new Set(
      provider
        .books()
        .payments.filter(({ status }) => status === "succeeded")
        .map(({ id }) => id),
    );
    const { rows } = await onDatabase(({ pool }) =>
      pool.query<{ intent: string }>(
        "select payment_intent_id as intent from orders where status in ('paid', 'partially_refunded', 'refunded', 'disputed')",
      ),
    );
    if (rows.length === paid.size && rows.every(({ intent }) => paid.has(intent)))
      return performance.now() - began;
    await sleep(pauseMs);
  }
  return null;
}

/** Time passes for what waits (holds, leases, pauses between tries) until nothing is left to do, or nothing moves. */
async function waitForRest(world: World, owner: Owner, say: (line: string) => void): Promise<Rest> {
  const { provider, server, onDatabase } = world;
  let least = Number.POSITIVE_INFINITY;
  let movedAt = performance.now();
  let leases: string[] = [];
  for (;;) {
    const rest = await onDatabase(async (database) => {
      const looked = await lookAtRest(world, owner, database);
      leases = await letTimePass(database.pool, leases);
      return looked;
    });
    const waiting = [rest.broken.length, rest.mailsMissing, provider.waiting()];
    const left = waiting.reduce((sum, count) => sum + count, 0);
    if (left < least) movedAt = performance.now();
    least = Math.min(least, left);
    if (left === 0 || performance.now() - movedAt > NOTHING_MOVES_MS) return rest;
    say(`  not at rest yet: ${waiting[0]} rules, ${waiting[1]} mails, ${waiting[2]} webhooks`);
    // Only now: an embedded shop was stopped for the look, and would have missed what knocks.
    await provider.hurry();
    await sleep(server ? TIME_PASSES_EVERY_MS : 7 * TIME_PASSES_EVERY_MS);
  }
}

/**
 * What waits for a time is due now. A mail's lease ends only when it was there at the look before, too: nobody sends that
 * long. Answers the leases of now.
 */
async function letTimePass(pool: OpenDatabase["pool"], leasesBefore: string[]): Promise<string[]> {
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

function countActs({ refunds, swaps, added, prices }: Owner): StrikeFigures["owner"] {
  const count = (wishes: Iterable<{ told: Told }>, told: Told) =>
    [...wishes].filter((wish) => wish.told === told).length;
  return {
    refunds: count(refunds.values(), "done"),
    swaps: count(swaps.values(), "done"),
    refused: count(refunds.values(), "refused") + count(swaps.values(), "refused"),
    unclear: count(refunds.values(), "unclear") + count(swaps.values(), "unclear"),
    added: added.done,
    prices: prices.done,
  };
}
