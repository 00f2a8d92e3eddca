// The books of a real shop whose provider lives in its process, compared while it runs and after it was stopped.
import path from "node:path";
import { createSandbox } from "#sandbox/sandbox.ts";
import { type Database, openEmbeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { booksAreEqual, type SandboxPayment } from "./books.ts";
import { BOOKS_EQUAL_MS_MAX } from "./limits.ts";
import { openOrderBook } from "./order-book.ts";
import type { ShopSettings } from "./shop-process.ts";

const BOOKS_POLL_MS = 500;
/** Longer than the required figure, so that a run that misses it shows by how much. */
const BOOKS_WAIT_MS_MAX = 2 * BOOKS_EQUAL_MS_MAX;
const STOCK = 1_000_000;
const PAYMENTS_MAX = 1_000_000;

/** Milliseconds until orders and succeeded payments are the same; null if they never were. */
export async function waitForEqualBooks(origin: string): Promise<number | null> {
  const began = performance.now();
  const readOrders = await openOrderBook(origin);
  while (performance.now() - began < BOOKS_WAIT_MS_MAX) {
    const response = await fetch(`${origin}/sandbox/payments`);
    const { payments } = (await response.json()) as { payments: SandboxPayment[] };
    if (booksAreEqual(await readOrders(), payments)) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, BOOKS_POLL_MS));
  }
  return null;
}

/** The provider's list of payments, read from its file while the shop is stopped. */
export function readProviderBooks(settings: ShopSettings): SandboxPayment[] {
  const sandbox = createSandbox({
    stateFile: path.join(settings.dataDir, "sandbox.sqlite"),
    secretKey: "sk_test_audit",
    publishableKey: "pk_test_audit",
    webhookSecret: "whsec_audit",
    clock: Date.now,
    random: Math.random,
    deliver: async () => 503,
  });
  const payments = sandbox.controls.payments(PAYMENTS_MAX);
  sandbox.close();
  return payments.map(({ id, status, amount }) => ({ id, status, amount }));
}

/** Gives one of the caps (the first by name, or the next one) as many units as the run needs. */
export async function prepareGoods(settings: ShopSettings, stock: number = STOCK, cap: 0 | 1 = 0) {
  return withDatabase(settings, async (pool) => {
    const { rows } = await pool.query<{ id: string; effective_price: number }>(
      "select id, effective_price from products where category = 'Hats' and variations is null order by name limit 1 offset $1",
      [cap],
    );
    const product = rows[0];
    if (!product) throw new Error("the sample catalogue has no cap");
    await pool.query("select set_on_hand($1, '', $2, 0, 'simulation', now())", [product.id, stock]);
    const shipping = 599;
    return { productId: product.id, amount: product.effective_price + shipping };
  });
}

export type OpenDatabase = Pick<Database, "db" | "pool">;

export async function withDatabase<T>(
  settings: ShopSettings,
  work: (pool: Database["pool"], database: OpenDatabase) => Promise<T>,
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
