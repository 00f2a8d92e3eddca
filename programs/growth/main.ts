// `npm run grow -- --database URL [--products 10000] [--orders 100000] [--days 1000]`: fills an empty database of a
// PostgreSQL with a catalog and a history, for measurements. The same figures give the same shop. Exit codes: 0 filled,
// 1 not, 2 asked wrongly.
import { parseArgs } from "node:util";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { fillShop } from "./fill-shop.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string" },
    products: { type: "string", default: "10000" },
    orders: { type: "string", default: "100000" },
    days: { type: "string", default: "1000" },
  },
});
const [products = 0, orders = 0, days = 0] = [values.products, values.orders, values.days].map(Number);
const isAsked = [products, orders, days].every((count) => Number.isSafeInteger(count) && count >= 0);
if (!values.database || !isAsked || days < 1) {
  console.error(
    "Usage: npm run grow -- --database postgres://… [--products 10000] [--orders 100000] [--days 1000]",
  );
  process.exit(2);
}
const began = performance.now();
const database = await openPostgresDatabase(values.database);
try {
  await migrate(database.db);
  await fillShop(database.db, { products, orders, days, today: new Date() });
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`${products} products and ${orders} orders in ${seconds} s`);
} finally {
  await database.close();
}
