// Kills the real shop again and again while bots buy, and compares the books afterwards.
import { randomInt } from "node:crypto";
import path from "node:path";
import { createSandbox } from "#sandbox/sandbox.ts";
import { openEmbeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { audit, booksAreEqual, type SandboxPayment } from "./books.ts";
import { visit } from "./bot.ts";
import { BOOKS_EQUAL_MS_MAX, type KillFigures, type Signal } from "./figures.ts";
import { openOrderBook } from "./order-book.ts";
import { ShopProcess, type ShopSettings } from "./shop-process.ts";

const BOTS = 100;
const BOT_PAUSE_MS = 4_000;
const ROUND_MS = { min: 300, max: 2_500 };
const BOOKS_POLL_MS = 500;
/** Longer than the required figure, so that a run that misses it shows by how much. */
const BOOKS_WAIT_MS_MAX = 2 * BOOKS_EQUAL_MS_MAX;
const STOCK = 1_000_000;
const PAYMENTS_MAX = 1_000_000;

/** Most processes die at once; every fifth is asked to stop, and every fifth freezes first, with all its locks. */
function signalOf(kill: number): Signal {
  if (kill % 5 === 0) return "SIGTERM";
  return kill % 5 === 3 ? "SIGSTOP" : "SIGKILL";
}

export async function runKills(
  settings: ShopSettings,
  kills: number,
  say: (line: string) => void,
): Promise<KillFigures> {
  const shop = new ShopProcess(settings);
  await shop.start();
  await shop.end("SIGTERM");
  const goods = await prepareGoods(settings);

  let isOver = false;
  const visits: KillFigures["visits"] = { paid: 0, declined: 0, refused: 0, left: 0 };
  const backMs: number[] = [];
  const done: KillFigures["kills"] = { SIGKILL: 0, SIGTERM: 0, SIGSTOP: 0 };
  await shop.start();
  const bots = Array.from({ length: BOTS }, async () => {
    while (!isOver) {
      const { outcome } = await visit(() => shop.origin, goods, Math.random());
      visits[outcome] += 1;
      await new Promise((resolve) => setTimeout(resolve, BOT_PAUSE_MS));
    }
  });
  for (let kill = 1; kill <= kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, randomInt(ROUND_MS.min, ROUND_MS.max)));
    const signal = signalOf(kill);
    await shop.end(signal);
    done[signal] += 1;
    backMs.push(await shop.start());
    if (kill % 20 === 0) say(`  ${kill} of ${kills} kills, ${visits.paid} paid`);
  }
  isOver = true;
  await Promise.all(bots);

  const booksEqualAfterMs = await waitForEqualBooks(shop.origin);
  await shop.end("SIGTERM");
  const payments = readProviderBooks(settings);
  const figures = await withDatabase(settings, (pool) => audit(pool, payments));
  backMs.sort((a, b) => a - b);
  return {
    kills: done,
    visits,
    backMsMedian: backMs[Math.floor(backMs.length / 2)] ?? 0,
    backMsMax: backMs.at(-1) ?? 0,
    booksEqualAfterMs,
    audit: figures,
  };
}

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

export async function withDatabase<T>(
  settings: ShopSettings,
  work: (pool: Awaited<ReturnType<typeof openPostgresDatabase>>["pool"]) => Promise<T>,
): Promise<T> {
  const database = settings.databaseUrl
    ? await openPostgresDatabase(settings.databaseUrl)
    : await openEmbeddedDatabase(settings.dataDir, () => {});
  try {
    return await work(database.pool);
  } finally {
    await database.close();
  }
}
