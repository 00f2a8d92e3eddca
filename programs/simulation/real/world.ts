// Two copies of a shop behind Caddy, and everything around them that outlives them: the provider in a separate process,
// the mail server, the picture storage, and PostgreSQL.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { type Database, kyselyOver } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { type Provider, startProvider } from "#test/processes/provider-process.ts";
import { ShopProcess } from "#test/processes/shop-process.ts";
import { startCaddy } from "#test/servers/caddy.ts";
import { freePort, type PostgresServer, startPostgres } from "#test/servers/postgres.ts";
import { startS3Server } from "#test/servers/s3-server.ts";
import { TinySmtpServer } from "#test/servers/smtp-server.ts";
import { seededRandom } from "../random.ts";
import type { Goods } from "./crowd.ts";

export type World = {
  /** Where shoppers reach the shop. */
  origin: string;
  copies: ShopProcess[];
  provider: Provider;
  mailServer: TinySmtpServer;
  server: Pick<PostgresServer, "crash" | "restart"> & { pool: pg.Pool };
  database: Pick<Database, "db" | "pool">;
  /** The first is plentiful, the second scarce. */
  goods: Goods[];
  /** The shop's own doctor, run as a command. */
  examine: () => Promise<{ isHealthy: boolean; said: string }>;
  close: () => Promise<void>;
};

export const INITIAL_STOCK = [50_000, 40] as const;
const PRICE = 2_800;
const SHIPPING = 599;
const COPIES = 2;
const EMAILS_REFUSED = 0.04;
const SHOP_SECRET = "the secret that every part of a run on real processes shares";
const ROOT = path.join(import.meta.dirname, "../../..");

/** `keep` receives the function that ends everything, before anything is started. */
export async function startWorld(keep: (close: () => Promise<void>) => void): Promise<World> {
  const steps: (() => unknown)[] = [];
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= (async () => {
      for (let step = steps.pop(); step; step = steps.pop()) await step();
    })();
    return closing;
  };
  // Anything that starts during the shutdown is ended, too.
  const cleanUp = (step: () => unknown) => (closing ? void step() : void steps.push(step));
  keep(close);
  try {
    const folder = mkdtempSync(path.join(tmpdir(), "shop-real-"));
    cleanUp(() => rmSync(folder, { recursive: true, force: true }));
    const { chance } = seededRandom(1);
    const mailServer = new TinySmtpServer([], {
      judge: () => (chance(EMAILS_REFUSED) ? "451 4.7.1 try again later" : "250 2.0.0 taken"),
    });
    const smtpUrl = await mailServer.start();
    cleanUp(() => mailServer.stop());
    const server = await startPostgres();
    cleanUp(server.stop);
    const databaseUrl = server.url("postgres");
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    pool.on("error", () => {});
    cleanUp(() => pool.end());
    const database = { pool, db: kyselyOver(pool) };
    const goods = await fillShelf(database);
    const store = await startS3Server();
    cleanUp(store.stop);
    const ports = await Promise.all(Array.from({ length: COPIES }, freePort));
    const caddy = await startCaddy(ports);
    cleanUp(caddy.stop);
    const providerFolder = path.join(folder, "provider");
    mkdirSync(providerFolder, { mode: 0o700 });
    const publicUrl = caddy.url;
    const provider = await startProvider({ folder: providerFolder, publicUrl, shopSecret: SHOP_SECRET });
    cleanUp(provider.stop);
    const variables = {
      ...store.variables,
      SHOP_SECRET,
      PUBLIC_URL: publicUrl,
      SANDBOX_URL: provider.origin,
      SMTP_URL: smtpUrl,
      MAIL_FROM: "Golf Pro Shop <orders@shop.example>",
      LOG_LEVEL: "warn",
    };
    const copies = ports.map((port, index) => {
      const dataDir = path.join(folder, `copy ${index + 1}`);
      mkdirSync(dataDir, { mode: 0o700 });
      return new ShopProcess({ port, dataDir, databaseUrl, variables });
    });
    cleanUp(() => Promise.all(copies.map((copy) => copy.cutPower())));
    await Promise.all(copies.map((copy) => copy.start()));
    const [first] = copies;
    return {
      ...{ origin: publicUrl, copies, provider, mailServer, database, goods, close },
      server: { crash: server.crash, restart: server.restart, pool },
      examine: () => runDoctor(first?.variables ?? {}),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Caps without pictures: a shop with products draws no samples. */
async function fillShelf({ db, pool }: World["database"]): Promise<Goods[]> {
  await migrate(db);
  const goods: Goods[] = [];
  for (const [place, stock] of INITIAL_STOCK.entries()) {
    const productId = randomUUID();
    await pool.query(
      `insert into products (id, name, category, price, status, description)
       values ($1, $2, 'Hats', $3, 'active', 'A cap.')`,
      [productId, `Simulated cap ${place + 1}`, PRICE],
    );
    await pool.query("select set_on_hand($1, '', $2, 0, 'simulation', now())", [productId, stock]);
    goods.push({ productId, amount: PRICE + SHIPPING });
  }
  return goods;
}

function runDoctor(variables: Record<string, string>): Promise<{ isHealthy: boolean; said: string }> {
  const command = ["--disable-warning=ExperimentalWarning", "src/process/cli/commands.ts", "doctor"];
  const env = { ...process.env, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ isHealthy: error === null, said: `${stdout}${stderr}${error?.message ?? ""}` });
    });
  });
}
