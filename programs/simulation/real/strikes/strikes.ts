// Takes one thing away, and gives it back as the world around a shop would: a supervisor starts what ended, a frozen
// process goes on. Which process it hits comes from the seed.
import type { KindName } from "../kinds.ts";
import { OWN_NAME } from "../world/database-server.ts";
import { signal } from "../world/process-tree.ts";
import type { World } from "../world/world.ts";
import { freezeWeb } from "./sleeping-web.ts";
import { freezeWorker } from "./sleeping-worker.ts";
import { findWorker, firstOf, type Met, type Strike, serverOf, sleep, someWeb } from "./striking.ts";

const AIM_MS_MAX = 2_000;
const AIM_POLL_MS = 10;

export const strikes: Record<KindName, (strike: Strike) => Promise<Met>> = {
  process: async ({ world, struck }) => {
    const machine = firstOf(world);
    await machine.end("SIGKILL");
    struck();
    await machine.start();
    return {};
  },
  "process-freeze": async (strike) => {
    if (strike.turn % 5 === 0) return strikes.process(strike);
    await freezeFor(strike, firstOf(strike.world).pid, strike.isLong ? 35_000 : 2_000);
    return {};
  },
  web: async ({ world, random, turn, struck }) => {
    const aimed = turn % 2 === 0 ? await aimAtRefund(world) : 0;
    signal(await someWeb(world, random), "SIGKILL");
    struck();
    return { "during a refund": aimed };
  },
  "web-freeze": freezeWeb,
  primary: async ({ world, struck }) => {
    const machine = firstOf(world);
    await machine.end("SIGKILL");
    struck();
    await machine.start();
    return {};
  },
  stop: async ({ world, random, turn, struck }) => {
    const machine = firstOf(world);
    if (turn % 2 === 0) {
      signal(await someWeb(world, random), "SIGTERM");
      struck();
      return {};
    }
    await machine.end("SIGTERM");
    struck();
    await machine.start();
    return {};
  },
  worker: async ({ world, random, struck }) => {
    const { machine } = await findWorker(world);
    await machine.end("SIGKILL");
    struck();
    await sleep(random.below(1_000));
    await machine.start();
    return {};
  },
  machine: async ({ world, random, struck }) => {
    const machine = random.pick(world.machines);
    await machine.cutPower();
    struck();
    await sleep(random.below(1_500));
    await machine.start();
    return {};
  },
  freeze: freezeWorker,
  "postgres-stop": async ({ world, random, struck }) => {
    const server = serverOf(world);
    await server.stopAtOnce();
    struck();
    await sleep(random.below(1_500));
    await server.start();
    return {};
  },
  "postgres-kill": async ({ world, random, turn, struck }) => {
    const server = serverOf(world);
    if (turn % 2 === 0) {
      server.killBackend(random.pick);
      struck();
      return {};
    }
    await server.killAll();
    struck();
    await sleep(random.below(1_000));
    await server.start();
    return {};
  },
  "postgres-freeze": async ({ world, random, isLong, struck, givenBack }) => {
    const server = serverOf(world);
    server.freeze();
    struck();
    await sleep(isLong ? 35_000 : 500 + random.below(2_000));
    server.thaw();
    givenBack();
    return {};
  },
  backends: async ({ world, random, turn, struck }) => {
    const share = [0.1, 0.5, 1][turn % 3] ?? 1;
    const { rows } = await serverOf(world).pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
        and application_name <> $1 order by pid`,
      [OWN_NAME],
    );
    const chosen = rows.filter(() => random.chance(share)).map(({ pid }) => pid);
    await serverOf(world).pool.query("select pg_terminate_backend(pid) from unnest($1::integer[]) as pid", [
      chosen,
    ]);
    struck();
    return { "connections ended": chosen.length };
  },
};

/** Waits a little for a moment at which the provider is asked for a refund. Answers 1 if it came, else 0. */
async function aimAtRefund(world: World): Promise<0 | 1> {
  const until = performance.now() + AIM_MS_MAX;
  const isAsked =
    "select 1 from payment_operations where kind = 'refund' and state = 'todo' and attempts = 0";
  while (performance.now() < until) {
    if ((await serverOf(world).pool.query(isAsked)).rows.length > 0) return 1;
    await sleep(AIM_POLL_MS);
  }
  return 0;
}

async function freezeFor({ struck, givenBack, random }: Strike, pid: number, ms: number): Promise<void> {
  signal(pid, "SIGSTOP");
  struck();
  try {
    await sleep(ms + random.below(ms / 2));
  } finally {
    signal(pid, "SIGCONT");
    givenBack();
  }
}
