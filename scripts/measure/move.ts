// How long `npm run admin -- move-to-postgres` takes, and how much memory:
//   node scripts/measure/move.ts [--orders 10000]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEmbeddedDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { moveToPostgres } from "#server/move/move-to-postgres.ts";
import { startPostgres } from "#test/postgres.ts";
import { testEnvironment } from "#test/shop.ts";
import { readCommandLine, wholeNumber } from "../../programs/command-line.ts";
import { fillShop } from "../../programs/growth/fill-shop.ts";

const { values } = readCommandLine("node scripts/measure/move.ts [--orders 10000]", {
  options: { orders: { type: "string", default: "10000" } },
});
const orders = wholeNumber("orders", values.orders);
const server = await startPostgres();
const home = mkdtempSync(path.join(tmpdir(), "measure-move-"));
try {
  const source = await openEmbeddedDatabase(home, () => {});
  await migrate(source.db);
  const today = new Date("2026-06-01T12:00:00Z");
  await fillShop(source.db, { orders, products: 1_000, today, days: 365 });
  await source.close();
  const megabytes = () => Math.round(process.memoryUsage().rss / 1024 / 1024);
  let most = megabytes();
  const before = most;
  const watching = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 50);
  const started = performance.now();
  const moved = await moveToPostgres({
    env: testEnvironment({ DATA_DIR: home, DATABASE_URL: server.url("template1") }),
    pictures: null,
    newId: () => "measured",
    now: today,
    say: console.error,
  });
  clearInterval(watching);
  if (!moved.ok) throw new Error(moved.message);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${orders} orders, ${moved.rows} rows: ${seconds} s, memory ${before} → at most ${most} MB`);
} finally {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}
