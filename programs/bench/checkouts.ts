// The processor time of a whole guest checkout, app and database together: start with prices and stock hold,
// payment, confirmation, webhook, mail. It includes the payment sandbox, which runs in the app's process.
import { randomUUID } from "node:crypto";
import { pay, startPurchase, verify } from "../simulation/real/bot.ts";
import { prepareGoods, withDatabase } from "../simulation/real/kill-run.ts";
import { ShopProcess, type ShopSettings } from "../simulation/real/shop-process.ts";
import { atMost, type Figure } from "./figures.ts";
import { cpuOf, cpuOfFamily, parentOf } from "./usage.ts";

const CHECKOUTS = 600;
const WARM_UP = 100;
const SHOPPERS = 8;
const CARD = "4242424242424242";

/** The fastest shop in the comparison (Vendure 3) needs 340 ms on a similar machine, 25 times as much. */
const CPU_MS_MAX = 340 / 25;

/** The settings must name a PostgreSQL. */
export async function measureCheckouts(settings: ShopSettings): Promise<Figure[]> {
  const shop = new ShopProcess(settings);
  await shop.start();
  await shop.end("SIGTERM");
  const goods = await prepareGoods(settings);
  const postgres = await pidOfPostgres(settings);
  await shop.start();
  try {
    await buy(shop.origin, goods, WARM_UP);
    const used = () => cpuOf(shop.pid) + cpuOfFamily(postgres);
    const figures: Figure[] = [];
    for (const shoppers of [SHOPPERS, 1]) {
      const before = used();
      await buy(shop.origin, goods, CHECKOUTS, shoppers);
      const name = `whole guest checkout on PostgreSQL, processor time, ${shoppers} at once`;
      figures.push(atMost(name, (used() - before) / CHECKOUTS, CPU_MS_MAX, "ms"));
    }
    return figures;
  } finally {
    await shop.end("SIGTERM");
  }
}

/** Buys one piece as a guest, `times` times, with so many shoppers at once; returns when all are confirmed. */
export async function buy(
  origin: string,
  goods: { productId: string; amount: number },
  times: number,
  shoppers = SHOPPERS,
): Promise<void> {
  let left = times;
  const shopper = async () => {
    while (left > 0) {
      left -= 1;
      const purchase = { ...goods, key: randomUUID(), orderId: randomUUID() };
      const started = await startPurchase(() => origin, purchase);
      if ("refused" in started) throw new Error(`a checkout was refused: ${started.refused}`);
      await pay(origin, started, CARD);
      await verify(origin, started);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
}

async function pidOfPostgres(settings: ShopSettings): Promise<number> {
  return withDatabase(settings, async (pool) => {
    const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    return parentOf(rows[0]?.pid ?? 0);
  });
}
