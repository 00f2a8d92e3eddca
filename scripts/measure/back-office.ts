// How long the back office's reads take in a small and in a large shop, on PostgreSQL:
//   node scripts/measure/back-office.ts [--orders 300000] [--products 1000] [--rounds 60]
// Both shops have the same catalog and a year of orders: one has 10,000, the other the number given. They are
// measured in turn, so that a busy machine slows both down alike; what counts is the median and its ratio. The
// goal: below 10 ms, and at most twice the time of the small shop.
import { sql } from "kysely";
import { everyOrder, type OrderSearch } from "#domain/order/order-search.ts";
import { loadDashboard } from "#server/dashboard/load-dashboard.ts";
import { type Database, openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { listOrders, loadListHead } from "#server/orders/list-orders.ts";
import type { Shop } from "#server/shop.ts";
import { startPostgres } from "#test/postgres.ts";
import { readCommandLine, wholeNumber } from "../../programs/command-line.ts";
import { fillShop } from "../../programs/growth/fill-shop.ts";

const SMALL = 10_000;
const USAGE = "node scripts/measure/back-office.ts [--orders 300000] [--products 1000] [--rounds 60]";
const { values } = readCommandLine(USAGE, {
  options: {
    orders: { type: "string", default: "300000" },
    products: { type: "string", default: "1000" },
    rounds: { type: "string", default: "60" },
  },
});
const orders = wholeNumber("orders", values.orders);
const products = wholeNumber("products", values.products);
const rounds = wholeNumber("rounds", values.rounds);

type Read = (shop: Shop) => Promise<unknown>;

const list =
  (search: Partial<OrderSearch>): Read =>
  (shop) =>
    listOrders(shop, { ...everyOrder, ...search });

const reads: Record<string, Read> = {
  "dashboard, 7 days": (shop) => loadDashboard(shop, { period: 7 }),
  "dashboard, 30 days": (shop) => loadDashboard(shop, { period: 30 }),
  "dashboard, 90 days": (shop) => loadDashboard(shop, { period: 90 }),
  "orders, all": list({}),
  "orders, recent": list({ tab: "recent" }),
  "orders, to ship": list({ tab: "to-ship" }),
  "orders, search": list({ query: "customer9999@example.com" }),
  "orders, counts of tabs": loadListHead,
  order: async (shop) => findOrderDetail(shop, { id: await newestOrder(shop) }),
};

async function newestOrder(shop: Shop): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from orders order by created_at desc, id desc limit 1 offset 10`.execute(shop.db);
  return rows[0]?.id ?? "";
}

/** All that the measured reads need of a shop. */
function shopOn({ db }: Database, today: Date): Shop {
  return { db, clock: () => today.getTime() } as Shop;
}

async function millisecondsOf(read: Read, shop: Shop): Promise<number> {
  const start = performance.now();
  await read(shop);
  return performance.now() - start;
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const server = await startPostgres();
const today = new Date("2026-06-15T19:00:00Z");
try {
  const shops: Shop[] = [];
  const databases: Database[] = [];
  const admin = await openPostgresDatabase(server.url("postgres"));
  databases.push(admin);
  for (const [name, count] of [["small", SMALL] as const, ["large", orders] as const]) {
    await sql`create database ${sql.id(name)}`.execute(admin.db);
    const database = await openPostgresDatabase(server.url(name));
    databases.push(database);
    await migrate(database.db);
    await fillShop(database.db, { orders: count, products, today, days: 365 });
    shops.push(shopOn(database, today));
  }
  console.log(
    `${products} products; ${SMALL} and ${orders} orders in a year; medians of ${rounds} rounds, in ms`,
  );
  for (const [name, read] of Object.entries(reads)) {
    const times: number[][] = [[], []];
    for (let round = -5; round < rounds; round += 1) {
      for (const [index, shop] of shops.entries()) {
        const time = await millisecondsOf(read, shop);
        if (round >= 0) times[index]?.push(time);
      }
    }
    const [small = Number.NaN, large = Number.NaN] = times.map(median);
    const ratio = large / small;
    const isMet = large < 10 && ratio <= 2;
    console.log(
      `${name.padEnd(20)} ${small.toFixed(1).padStart(7)} ${large.toFixed(1).padStart(7)}   × ${ratio.toFixed(2)}${isMet ? "" : "   over the goal"}`,
    );
  }
  for (const { close } of databases) await close();
} finally {
  await server.stop();
}
