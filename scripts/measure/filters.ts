// What lists and searches with the counts of their filters cost the database in a large catalog, on PostgreSQL:
//   node scripts/measure/filters.ts [--products 100000] [--rounds 10]
// Processor time of the connection's own process on the server, which a busy machine makes longer but not by waiting; so
// the server must run on this machine, with Linux. The goal: 50 ms for every combination.
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { listProducts } from "#server/catalog/list-products.ts";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import type { Shop } from "#server/shop.ts";
import { startPostgres } from "#test/postgres.ts";
import { readCommandLine, wholeNumber } from "../../programs/command-line.ts";
import { fillShop } from "../../programs/growth/fill-shop.ts";

const USAGE = "node scripts/measure/filters.ts [--products 100000] [--rounds 10]";
const { values } = readCommandLine(USAGE, {
  options: { products: { type: "string", default: "100000" }, rounds: { type: "string", default: "10" } },
});
const products = wholeNumber("products", values.products);
const rounds = wholeNumber("rounds", values.rounds);
const GOAL_MS = 50;
/** As Linux counts processor time. */
const TICK_MS = 10;

const lists = [
  "",
  "category=HATS",
  "sale=true",
  "instock=true",
  "type=polo",
  "color=green&color=white",
  "size=M",
  "price=50-75&price=25-50",
  "sort=price-low",
  "size=Z9",
  "instock=true&size=M&color=green",
  "type=polo&color=navy&size=M&price=50-75",
  "category=SHIRTS&sale=true&instock=true&type=polo&type=t-shirt&color=green&size=M&size=XL&price=25-50",
];
const searches = [
  "cap",
  "navy",
  "polo",
  "cotton",
  "women",
  "green",
  "hat",
  "dark green",
  "blend",
  "shirt",
  "co",
  "XXL",
];
const narrowed = [
  "q=cap&type=rope+cap",
  "q=green&instock=true",
  "q=blend&size=M&sort=price-high",
  "q=polo+navy",
];
const addresses = [...lists, ...searches.map((words) => `q=${words}`), ...narrowed];

const server = await startPostgres();
try {
  const database = await openPostgresDatabase(server.url("postgres"));
  await migrate(database.db);
  await fillShop(database.db, { products, orders: 0, today: new Date("2026-06-15T19:00:00Z") });
  // One after the other, so that the pool uses one connection.
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  const processorTime = () => {
    const fields = readFileSync(`/proc/${rows[0]?.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  };
  const shop = { db: database.db } as Shop;
  console.log(`${products} products; processor time of the database, mean of ${rounds} rounds, in ms`);
  for (const address of addresses) {
    const search = parseShopSearch(new URLSearchParams(address));
    await listProducts(shop, search);
    const before = processorTime();
    for (let round = 0; round < rounds; round += 1) await listProducts(shop, search);
    const time = (processorTime() - before) / rounds;
    console.log(
      `${time.toFixed(0).padStart(5)}  /shop?${address}${time > GOAL_MS ? "   over the goal" : ""}`,
    );
  }
  await database.close();
} finally {
  await server.stop();
}
