// `npm run bench [-- mail] [--json FILE]`: the shop's performance budgets, each as a ratio to something measured in the
// same run, or as processor time and memory; `mail` measures the mails alone. Prints one table and writes it as JSON.
// Needs the built pages, PostgreSQL's server programs and Linux (processor time is read from /proc).
// Exit codes: 0 every figure is within its budget, 1 one is not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { freePort, startPostgres } from "#test/postgres.ts";
import { ShopProcess, type ShopSettings } from "../simulation/real/shop-process.ts";
import { measureCheckouts } from "./checkouts.ts";
import { atMost, type Figure, tableOf } from "./figures.ts";
import { askTimes } from "./load.ts";
import { measureMails } from "./mails.ts";
import { measurePages } from "./pages.ts";
import { memoryOf } from "./usage.ts";

const REQUESTS = 100_000;
const MEMORY_MB_MAX = { embedded: 380, PostgreSQL: 180 };
const LATER_START_MS_MAX = 3_000;
/** Until one-time work of the start is done and its memory released. */
const SETTLE_MS = 20_000;

const say = (line: string) => console.log(line);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string", default: "test-results/bench.json" } },
});
const only = positionals[0] ?? null;
if (positionals.length > 1 || (only !== null && only !== "mail")) {
  console.error("Usage: npm run bench [-- mail] [--json FILE]");
  process.exit(2);
}
const folder = mkdtempSync(path.join(tmpdir(), "shop-bench-"));
const postgres = await startPostgres();
try {
  const figures = only === null ? [...(await measureAll()), ...(await measureMail())] : await measureMail();
  say(`\n${tableOf(figures)}\n`);
  mkdirSync(path.dirname(path.resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
  say(`Written to ${values.json}`);
  process.exitCode = figures.some(({ ok }) => ok === false) ? 1 : 0;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureAll(): Promise<Figure[]> {
  const onEmbedded = { port: await freePort(), dataDir: path.join(folder, "embedded"), databaseUrl: null };
  const onPostgres = {
    port: await freePort(),
    dataDir: path.join(folder, "postgres"),
    databaseUrl: postgres.url("postgres"),
  };
  say("Pages, start and memory on the embedded database …");
  const figures = await measureShop("embedded", onEmbedded);
  say("Pages, start and memory on PostgreSQL …");
  figures.push(...(await measureShop("PostgreSQL", onPostgres)));
  say("Checkouts on PostgreSQL …");
  figures.push(...(await measureCheckouts(onPostgres)));
  return figures;
}

async function measureMail(): Promise<Figure[]> {
  await createDatabase("mails");
  say("Mails on the embedded database …");
  const figures = await measureMails("embedded", {
    dataDir: path.join(folder, "mails-embedded"),
    databaseUrl: null,
  });
  say("Mails on PostgreSQL …");
  const dataDir = path.join(folder, "mails-postgres");
  figures.push(...(await measureMails("PostgreSQL", { dataDir, databaseUrl: postgres.url("mails") })));
  return figures;
}

async function createDatabase(name: string): Promise<void> {
  const client = new pg.Client(postgres.url("postgres"));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}

async function measureShop(database: "embedded" | "PostgreSQL", settings: ShopSettings): Promise<Figure[]> {
  const shop = new ShopProcess(settings);
  await shop.start();
  await shop.end("SIGTERM");
  const startMs = await shop.start();
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const target = { port: settings.port, pid: shop.pid };
    const idle = memoryOf(shop.pid);
    const figures = await measurePages(target, await pathsOf(shop.origin), settings.dataDir);
    await askTimes({ port: settings.port, path: "/" }, REQUESTS);
    const limit = MEMORY_MB_MAX[database];
    return [
      ...figures.map((figure) => ({ ...figure, name: `${database}: ${figure.name}` })),
      atMost(`${database}: a later start until it serves`, startMs, LATER_START_MS_MAX, "ms"),
      atMost(`${database}: memory, idle`, idle, limit, "MB"),
      atMost(
        `${database}: memory after ${REQUESTS.toLocaleString("en-US")} requests`,
        memoryOf(shop.pid),
        limit,
        "MB",
      ),
    ];
  } finally {
    await shop.end("SIGTERM");
  }
}

/** Home, the shop and the page of its first product. */
async function pathsOf(origin: string): Promise<Record<string, string>> {
  const html = await (await fetch(`${origin}/shop`)).text();
  const product = /href="(\/product\/[^"?#]+)"/.exec(html)?.[1];
  if (!product) throw new Error("no product is linked from /shop");
  return { home: "/", shop: "/shop", product };
}
