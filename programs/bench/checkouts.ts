// The processor time of a whole guest checkout: start with prices and stock hold, payment, confirmation, webhook, emails.
// The share of the payment sandbox is reported separately. The statements of a checkout are counted by a test
// (src/server/checkout/round-trips.test.ts).
import { setTimeout as pause } from "node:timers/promises";
import { prepareGoods, withDatabase } from "#test/processes/shop-data.ts";
import type { ShopSettings } from "#test/processes/shop-process.ts";
import { besideProvider, buy, SHOPPERS } from "./buyers.ts";
import { atMost, type Figure, noted } from "./figures.ts";
import { cpuOf, cpuOfFamily, postgresOf } from "./usage.ts";

const CHECKOUTS = 600;
const WARM_UP = 200;
/** By then the worker has done what it does once after a start (src/process/worker.ts): no part of a checkout. */
const FIRST_ROUNDS_MS = 100_000;
/** Until the emails of the last order are sent. */
const REST_MS = 3_000;

/** A fifteenth of what Vendure 3 needs: 290 ms for eight shoppers and 355 ms for one. */
const CPU_MS_MAX = new Map([
  [SHOPPERS, 290 / 15],
  [1, 355 / 15],
]);

/** The settings must name a PostgreSQL. */
export async function measureCheckouts(settings: ShopSettings): Promise<Figure[]> {
  const { shop, provider } = await besideProvider(settings);
  try {
    await shop.start();
    await shop.end("SIGTERM");
    const goods = await prepareGoods(settings);
    const postgres = await withDatabase(settings, postgresOf);
    const buyer = { shop: shop.origin, provider: provider.origin, goods };
    const figures: Figure[] = [];
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
        noted(`${name}: payment sandbox alongside`, sandbox, "ms"),
      );
    }
    return figures;
  } finally {
    await shop.end("SIGTERM");
    provider.stop();
  }
}

/** Milliseconds per checkout of each, emails included. */
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
