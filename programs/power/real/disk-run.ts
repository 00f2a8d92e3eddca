// The built shop on a disk that loses its power, again and again, while shoppers buy, right after a clean stop, and in
// the middle of a start. The payment provider lives in this process and on another disk. After each cut the database is
// opened by hand, before the shop could heal anything: every order that a shopper had been shown must be there. At the
// end the provider's books and the shop's must be the same.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createRaceTrack } from "#process/sandbox/race-for-last-item.ts";
import { type SandboxService, startSandbox } from "#process/sandbox/sandbox-service.ts";
import { loadSecrets } from "#server/secrets.ts";
import { freePort } from "#test/postgres.ts";
import { type Random, seededRandom } from "../../simulation/random.ts";
import type { SandboxPayment } from "../../simulation/real/books.ts";
import { waitForEqualBooks } from "../../simulation/real/kill-run.ts";
import { ShopProcess } from "../../simulation/real/shop-process.ts";
import { askDatabase } from "./ask.ts";
import { type CuttableDisk, type DiskKind, openDisk } from "./disks.ts";
import { Shoppers } from "./shoppers.ts";

export type DiskFigures = {
  cuts: number;
  payments: number;
  /** Orders that a shopper was shown. */
  orders: number;
  unopened: number;
  broken: number;
};

const SHOPPERS = 8;
const SELLING_MS = { min: 500, spread: 4_000 };
const STARTING_MS = { min: 200, spread: 1_200 };

type Moment = "selling" | "stopped" | "starting";
type Options = { cuts: number; seed: number; say: (line: string) => void };

export async function cutRealDisk(kind: DiskKind, { cuts, seed, say }: Options): Promise<DiskFigures> {
  const disk = openDisk(kind);
  const outside = mkdtempSync(path.join(tmpdir(), "shop-provider-"));
  const port = await freePort();
  const provider = await startProvider(outside, `http://127.0.0.1:${port}`);
  process.env.SANDBOX_URL = `http://${provider.host}:${provider.port}`;
  const dataDir = path.join(disk.folder, "shop");
  const shop = new ShopProcess({ port, dataDir, databaseUrl: null });
  try {
    await shop.start();
    await shop.end("SIGTERM");
    const { goods } = await askDatabase({ dataDir, stocks: true, payments: [] });
    if (!goods) throw new Error("nothing was put on the shelf");
    const shoppers = new Shoppers(shop.origin, goods);
    const figures: DiskFigures = { cuts: 0, payments: 0, orders: 0, unopened: 0, broken: 0 };
    const random = seededRandom(seed);
    while (figures.cuts < cuts) {
      const moment = await cutOnce({ disk, shop, shoppers, random });
      figures.cuts += 1;
      const wrong = await findLost(dataDir, shoppers).catch((error: unknown) => {
        figures.unopened += 1;
        return String(error);
      });
      say(
        `cut ${figures.cuts} of ${cuts} (${moment}), ${shoppers.confirmed.size} orders: ${wrong ?? "all there"}`,
      );
      if (wrong === null) continue;
      figures.broken += 1;
      break;
    }
    figures.orders = shoppers.confirmed.size;
    if (figures.broken === 0) await compareBooks({ shop, provider, dataDir, figures, say });
    return figures;
  } finally {
    await shop.end("SIGKILL");
    await provider.stop();
    disk.close();
    rmSync(outside, { recursive: true, force: true });
  }
}

/** Lets the shop come to rest and compares its books with the provider's. */
async function compareBooks(parts: {
  shop: ShopProcess;
  provider: SandboxService;
  dataDir: string;
  figures: DiskFigures;
  say: (line: string) => void;
}): Promise<void> {
  const { shop, provider, dataDir, figures, say } = parts;
  await shop.start();
  const isEqual = (await waitForEqualBooks(shop.origin)) !== null;
  const payments = await listPayments(provider);
  await shop.end("SIGTERM");
  const { books } = await askDatabase({ dataDir, stocks: false, payments });
  figures.payments = books.succeeded;
  if (isEqual && books.isEqual) return;
  figures.broken += 1;
  say(`the books are not the provider's: ${JSON.stringify(books)}`);
}

async function cutOnce(parts: {
  disk: CuttableDisk;
  shop: ShopProcess;
  shoppers: Shoppers;
  random: Random;
}): Promise<Moment> {
  const { disk, shop, shoppers, random } = parts;
  const moment = random.weighted<Moment>([
    [5, "selling"],
    [3, "stopped"],
    [2, "starting"],
  ]);
  const within = ({ min, spread }: { min: number; spread: number }) =>
    new Promise((resolve) => setTimeout(resolve, min + random.below(spread)));
  const starting = shop.start();
  if (moment === "starting") {
    // Cut off in the middle, it never gets ready; nobody waits for it.
    starting.catch(() => {});
    await within(STARTING_MS);
    await disk.cut(() => shop.end("SIGKILL"));
    return moment;
  }
  await starting;
  const selling = shoppers.open(SHOPPERS);
  await within(SELLING_MS);
  if (moment === "stopped") await shop.end("SIGTERM");
  shoppers.close();
  await disk.cut(() => shop.end("SIGKILL"));
  await selling;
  return moment;
}

/** What shoppers were shown and the database has not, or null. Throws when the database can't be opened. */
async function findLost(dataDir: string, shoppers: Shoppers): Promise<string | null> {
  const { paid, begun } = await askDatabase({ dataDir, stocks: false, payments: [] });
  const lost = [...shoppers.confirmed].filter((id) => !paid.includes(id));
  const forgotten = [...shoppers.begun].filter((id) => !begun.includes(id));
  if (lost.length + forgotten.length === 0) return null;
  return `${lost.length} confirmed orders and ${forgotten.length} checkouts are gone`;
}

/** The shop and its provider derive the same keys from one secret. */
function startProvider(dataDir: string, publicUrl: string): Promise<SandboxService> {
  const shopSecret = randomBytes(32).toString("base64url");
  process.env.SHOP_SECRET = shopSecret;
  return startSandbox({
    env: { dataDir, publicUrl },
    secrets: loadSecrets({ dataDir, shopSecret, shopSecretOld: null }),
    webhookUrl: () => `${publicUrl}/webhooks/stripe`,
    race: createRaceTrack(() => null),
    clock: Date.now,
  });
}

async function listPayments(provider: SandboxService): Promise<SandboxPayment[]> {
  const answer = await provider.fetch(new Request("http://provider.invalid/sandbox/payments"));
  const { payments }: { payments: SandboxPayment[] } = await answer.json();
  return payments;
}
