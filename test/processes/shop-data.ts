// The database of a shop process, opened separately: an embedded one only while the shop is stopped.
import { type Database, openEmbeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import type { ShopSettings } from "./shop-process.ts";

const STOCK = 1_000_000;
const SHIPPING = 599;

export async function withDatabase<T>(
  settings: Pick<ShopSettings, "databaseUrl" | "dataDir">,
  work: (pool: Database["pool"], database: Pick<Database, "db" | "pool">) => Promise<T>,
): Promise<T> {
  const database = settings.databaseUrl
    ? await openPostgresDatabase(settings.databaseUrl)
    : await openEmbeddedDatabase(settings.dataDir, () => {});
  try {
    return await work(database.pool, database);
  } finally {
    await database.close();
  }
}

/** Gives the first cap of the sample catalog as many units as a run needs. `amount`: the price of one with shipping. */
export async function prepareGoods(settings: ShopSettings, stock: number = STOCK) {
  return withDatabase(settings, async (pool) => {
    const { rows } = await pool.query<{ id: string; effective_price: number }>(
      "select id, effective_price from products where category = 'Hats' and variations is null order by name limit 1",
    );
    const product = rows[0];
    if (!product) throw new Error("the sample catalog has no cap");
    await pool.query("select set_on_hand($1, '', $2, 0, 'test', now())", [product.id, stock]);
    return { productId: product.id, amount: product.effective_price + SHIPPING };
  });
}
