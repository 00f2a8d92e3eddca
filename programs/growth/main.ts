// `npm run grow -- --database URL [--products 10000] [--orders 100000] [--days 1000]`: fills an empty database of a
// PostgreSQL with a catalog and a history, for measurements. The same figures give the same shop. Exit codes: 0 filled,
// 1 not, 2 asked wrongly.
import { Misused, readCommandLine, wholeNumber } from "../command-line.ts";

const USAGE = "npm run grow -- --database postgres://… [--products 10000] [--orders 100000] [--days 1000]";
const { values } = readCommandLine(USAGE, {
  options: {
    database: { type: "string" },
    products: { type: "string", default: "10000" },
    orders: { type: "string", default: "100000" },
    days: { type: "string", default: "1000" },
  },
});
if (!values.database) throw new Misused("--database says which database is filled.");
const products = wholeNumber("products", values.products, 0);
const orders = wholeNumber("orders", values.orders, 0);
const days = wholeNumber("days", values.days);

const { openPostgresDatabase } = await import("#server/db/database.ts");
const { migrate } = await import("#server/db/migrate.ts");
const { fillShop } = await import("./fill-shop.ts");
const began = performance.now();
const database = await openPostgresDatabase(values.database, { name: "--database" });
try {
  await migrate(database.db);
  await fillShop(database.db, { products, orders, days, today: new Date() });
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`${products} products and ${orders} orders in ${seconds} s`);
} finally {
  await database.close();
}
