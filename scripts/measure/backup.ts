// How long a backup of a running shop and its drill take, what memory they need, and how the shop's own reads fare
// meanwhile, on the embedded database:
//   node scripts/measure/backup.ts [--orders 100000] [--products 1000]
// The reads are those of the list of orders and of one order, one after the other with 10 ms between, first without and
// then during a backup. What counts is the median and its ratio, and the longest one, which says how long others waited.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { everyOrder } from "#domain/order/order-search.ts";
import { backUpShop } from "#server/db/backup/back-up-shop.ts";
import { compareRows } from "#server/db/backup/count-rows.ts";
import { tryRestore } from "#server/db/backup/try-restore.ts";
import { openEmbeddedDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { listOrders } from "#server/orders/list-orders.ts";
import type { Shop } from "#server/shop.ts";
import { testEnvironment } from "#test/shop.ts";
import { readCommandLine, wholeNumber } from "../../programs/command-line.ts";
import { fillShop } from "../../programs/growth/fill-shop.ts";

const USAGE = "node scripts/measure/backup.ts [--orders 100000] [--products 1000]";
const { values } = readCommandLine(USAGE, {
  options: { orders: { type: "string", default: "100000" }, products: { type: "string", default: "1000" } },
});
const orders = wholeNumber("orders", values.orders);
const products = wholeNumber("products", values.products);
const folder = mkdtempSync(path.join(tmpdir(), "shop-measure-"));
const today = new Date("2026-06-15T19:00:00Z");
const log = (line: string) => console.log(line);
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

const database = await openEmbeddedDatabase(folder, log);
try {
  await migrate(database.db);
  await fillShop(database.db, { orders, products, today, days: 365 });
  await database.pool.query("checkpoint");
  const shop = { db: database.db, clock: () => today.getTime() } as Shop;
  const [newest] = (
    await database.pool.query<{ id: string }>("select id from orders order by created_at desc limit 1")
  ).rows;

  const read = async (times: number[]): Promise<void> => {
    const began = performance.now();
    await listOrders(shop, everyOrder);
    await findOrderDetail(shop, { id: newest?.id ?? "" });
    times.push(performance.now() - began);
    await pause(10);
  };
  const readDuring = async <T>(work: Promise<T>): Promise<{ result: T; times: number[] }> => {
    let isDone = false;
    const times: number[] = [];
    const ended = work.finally(() => {
      isDone = true;
    });
    while (!isDone) await read(times);
    return { result: await ended, times };
  };
  const quiet = (await readDuring(pause(10_000))).times;

  let memory = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage().rss - before);
  }, 20);
  const env = testEnvironment({ DATA_DIR: folder });
  const signal = new AbortController().signal;
  const file = path.join(folder, "measured.backup");
  const running = { pool: database.pool, signal };
  let began = performance.now();
  const made = await readDuring(backUpShop({ env, file, now: new Date(), say: () => {}, running }));
  const backupMs = performance.now() - began;
  if (!made.result.ok) throw new Error(made.result.message);
  const { manifest, stoodStillMs } = made.result;
  tell("backup", backupMs, made.times);
  log(
    `  file ${megabytes(statSync(file).size)} of ${megabytes(manifest.unpackedBytes ?? 0)}; others waited ${stoodStillMs} ms for its end; memory + ${megabytes(memory)}`,
  );

  memory = 0;
  began = performance.now();
  const scratch = path.join(folder, "drill.new-1");
  const tried = await readDuring(tryRestore({ env, file, scratch, say: () => {}, signal }));
  const differences = compareRows(manifest.rows ?? {}, tried.result.found);
  tell("drill", performance.now() - began, tried.times);
  clearInterval(watch);
  const rows = Object.values(tried.result.found).reduce((sum, count) => sum + count, 0);
  log(
    `  ${tried.result.found.orders} orders, ${rows} rows in ${Object.keys(tried.result.found).length} tables: ${differences.length === 0 ? "all equal" : differences.join("; ")}; memory + ${megabytes(memory)}`,
  );

  function tell(what: string, ms: number, times: number[]): void {
    const ratio = median(times) / median(quiet);
    log(
      `${what}: ${(ms / 1000).toFixed(1)} s; reads ${median(quiet).toFixed(1)} → ${median(times).toFixed(1)} ms (× ${ratio.toFixed(2)}), the longest ${Math.max(...quiet).toFixed(0)} → ${Math.max(...times).toFixed(0)} ms`,
    );
  }
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
