// How long a later start takes, and how much memory an idle shop holds and one after a day of work: the same process
// sells and serves, so that what orders and pages leave behind is counted together.
import { setTimeout as pause } from "node:timers/promises";
import { prepareGoods } from "#test/processes/shop-data.ts";
import type { ShopSettings } from "#test/processes/shop-process.ts";
import { besideProvider, buy } from "./buyers.ts";
import { atMost, type Figure, noted } from "./figures.ts";
import { askTimes } from "./load.ts";
import type { DatabaseName } from "./parts.ts";
import { memoryOf } from "./usage.ts";

const PAGES = 100_000;
const ORDERS = 10_000;
const LATER_START_MS_MAX = 3_000;
const MEMORY_MB_MAX = {
  embedded: { idle: 380, busy: 400 },
  PostgreSQL: { idle: 180, busy: 250 },
};
/** Until one-time work of the start is done. */
const SETTLE_MS = 20_000;
/** Until V8 has given back what garbage took: it looks for that after some hundred quiet seconds. */
const GIVE_BACK_MS = 180_000;

export async function measureStart(name: DatabaseName, settings: ShopSettings): Promise<Figure[]> {
  const { shop, provider } = await besideProvider(settings);
  try {
    await shop.start();
    await shop.end("SIGTERM");
    const goods = await prepareGoods(settings, 2 * ORDERS);
    const startMs = await shop.start();
    await pause(SETTLE_MS);
    const limits = MEMORY_MB_MAX[name];
    const idle = memoryOf(shop.pid);
    await buy({ shop: shop.origin, provider: provider.origin, goods }, { times: ORDERS });
    await askTimes({ port: settings.port, path: "/" }, PAGES);
    const atWork = memoryOf(shop.pid);
    await pause(GIVE_BACK_MS);
    const work = `${ORDERS.toLocaleString("en-US")} orders and ${PAGES.toLocaleString("en-US")} pages`;
    return [
      atMost(`${name}: a later start until it serves`, startMs, LATER_START_MS_MAX, "ms"),
      atMost(`${name}: memory, idle`, idle, limits.idle, "MB"),
      atMost(`${name}: memory after ${work}`, memoryOf(shop.pid), limits.busy, "MB"),
      noted(`${name}: memory at the end of that work, garbage included`, atWork, "MB"),
    ];
  } finally {
    await shop.end("SIGTERM");
    provider.stop();
  }
}
