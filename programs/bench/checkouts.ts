// The processor time of a whole guest checkout: start with prices and stock hold, payment, confirmation, webhook, mails.
// The share of the payment sandbox is told beside. Before that, the database's own log counts the statements of a
// checkout and names each.
import { setTimeout as pause } from "node:timers/promises";
import { prepareGoods, withDatabase } from "#test/processes/shop-data.ts";
import type { ShopSettings } from "#test/processes/shop-process.ts";
import { besideProvider, buy, SHOPPERS } from "./buyers.ts";
import { atMost, type Figure, noted } from "./figures.ts";
import type { StatementLog } from "./statement-log.ts";
import { cpuOf, cpuOfFamily, parentOf } from "./usage.ts";

const CHECKOUTS = 600;
const WARM_UP = 200;
const COUNTED = 20;
/** By then the worker has done what it does once after a start (src/process/worker.ts): no part of a checkout. */
const FIRST_ROUNDS_MS = 100_000;
/** Until the mails of the last order are sent. */
const REST_MS = 3_000;

/** The fastest shop in the comparison (Vendure 3) needs 290 ms for eight shoppers and 355 ms for one. */
const CPU_MS_MAX = new Map([
  [SHOPPERS, 290 / 25],
  [1, 355 / 25],
]);
const STATEMENTS_MAX = 20;

/** The settings must name a PostgreSQL, whose log goes to `log`. */
export async function measureCheckouts(
  settings: ShopSettings,
  { log, say }: { log: StatementLog; say: (line: string) => void },
): Promise<Figure[]> {
  const { shop, provider } = await besideProvider(settings);
  try {
    await shop.start();
    await shop.end("SIGTERM");
    const goods = await prepareGoods(settings);
    const postgres = await pidOfPostgres(settings);
    const buyer = { shop: shop.origin, provider: provider.origin, goods };
    const counted = await log.during(settings, async () => {
      await shop.start();
      await buy(buyer, { times: COUNTED, shoppers: 1 });
      await pause(REST_MS);
      log.begin();
      await buy(buyer, { times: COUNTED, shoppers: 1 });
      await pause(REST_MS);
      const found = log.end();
      await shop.end("SIGTERM");
      return found;
    });
    for (const { times, ms, text } of counted)
      say(
        `  ${(times / COUNTED).toFixed(2).padStart(6)} × ${(ms / times).toFixed(2).padStart(6)} ms  ${text}`,
      );
    const statements = counted.reduce((sum, { times }) => sum + times, 0) / COUNTED;
    const figures = [atMost("statements of a guest checkout on PostgreSQL", statements, STATEMENTS_MAX, "")];
    await shop.start();
    await pause(FIRST_ROUNDS_MS);
    await buy(buyer, { times: WARM_UP });
    for (const [shoppers, wanted] of CPU_MS_MAX) {
      const [app, database, sandbox] = await usedBy(
        [() => cpuOf(shop.pid), () => cpuOfFamily(postgres), () => cpuOf(provider.pid)],
        () => buy(buyer, { times: CHECKOUTS, shoppers }),
      );
      const name = `guest checkout on PostgreSQL, shoppers at once: ${shoppers}`;
      figures.push(
        atMost(`${name}: processor time, app and database`, app + database, wanted, "ms"),
        noted(`${name}: of it the database`, database, "ms"),
        noted(`${name}: beside it the payment sandbox`, sandbox, "ms"),
      );
    }
    return figures;
  } finally {
    await shop.end("SIGTERM");
    provider.stop();
  }
}

/** Milliseconds per checkout of each, mails included. */
async function usedBy(
  [app, database, sandbox]: [() => number, () => number, () => number],
  work: () => Promise<void>,
): Promise<[number, number, number]> {
  const before = [app(), database(), sandbox()] as const;
  await work();
  await pause(REST_MS);
  return [
    (app() - before[0]) / CHECKOUTS,
    (database() - before[1]) / CHECKOUTS,
    (sandbox() - before[2]) / CHECKOUTS,
  ];
}

async function pidOfPostgres(settings: ShopSettings): Promise<number> {
  return withDatabase(settings, async (pool) => {
    const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    return parentOf(rows[0]?.pid ?? 0);
  });
}
