// Many shoppers want the last few units at one moment: there must be exactly as many orders as units, and
// everybody else must get a clean "sold out".
import { randomUUID } from "node:crypto";
import { audit } from "./books.ts";
import { pay, startPurchase, verify } from "./bot.ts";
import type { RaceFigures } from "./figures.ts";
import { prepareGoods, readProviderBooks, withDatabase } from "./kill-run.ts";
import { ShopProcess, type ShopSettings } from "./shop-process.ts";

export async function runLastUnits(
  settings: ShopSettings,
  shoppers: number,
  pieces: number,
): Promise<RaceFigures> {
  const shop = new ShopProcess(settings);
  await shop.start();
  await shop.end("SIGTERM");
  const goods = await prepareGoods(settings, pieces, 1);
  const before = await countOrders(settings);
  await shop.start();
  const times: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: shoppers }, async () => {
      const asked = performance.now();
      const started = await startPurchase(() => shop.origin, {
        ...goods,
        key: randomUUID(),
        orderId: randomUUID(),
      });
      times.push(performance.now() - asked);
      if ("refused" in started) return started.refused;
      await pay(shop.origin, started, "4242424242424242");
      await verify(shop.origin, started);
      return "paid";
    }),
  );
  await shop.end("SIGTERM");
  const payments = readProviderBooks(settings);
  const figures = await withDatabase(settings, (pool) => audit(pool, payments));
  times.sort((a, b) => a - b);
  const soldOut = answers.filter((answer) => answer === "out_of_stock").length;
  const paid = answers.filter((answer) => answer === "paid").length;
  return {
    shoppers,
    pieces,
    orders: (await countOrders(settings)) - before,
    soldOut,
    other: shoppers - soldOut - paid,
    slowestMs: times.at(-1) ?? 0,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    audit: figures,
  };
}

async function countOrders(settings: ShopSettings): Promise<number> {
  return withDatabase(settings, async (pool) => {
    const { rows } = await pool.query<{ count: string }>("select count(*) from orders where status = 'paid'");
    return Number(rows[0]?.count ?? 0);
  });
}
