// A shop with everything around it, each part a process of its own or a part of this one that outlives the shop: the
// provider, the mail server, the front door, the database, and one or two machines that sell.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "#server/db/migrate.ts";
import { freePort } from "#test/postgres.ts";
import { type S3Server, startS3Server } from "#test/s3-server.ts";
import { type Random, seededRandom } from "../../random.ts";
import { type OpenDatabase, withDatabase } from "../kill-run.ts";
import type { Kind } from "../kinds.ts";
import type { Goods } from "../people/crowd.ts";
import { ShopProcess } from "../shop-process.ts";
import { type DatabaseServer, startDatabaseServer } from "./database-server.ts";
import { type Front, startFront } from "./front.ts";
import { type MailSink, startMailSink } from "./mail-sink.ts";
import { type Provider, startProvider } from "./provider-process.ts";

export type World = {
  kind: Kind;
  front: Front;
  provider: Provider;
  sink: MailSink;
  /** Null: the embedded database. */
  server: DatabaseServer | null;
  machines: ShopProcess[];
  /** The first is plentiful, the second scarce; the third costs less than they ever do, and is what pieces are swapped for. */
  goods: Goods[];
  /** Works on the database; an embedded one is opened for it while the shop is stopped. */
  onDatabase: <T>(work: (database: OpenDatabase) => Promise<T>) => Promise<T>;
  /** The shop's own doctor, as a command beside it. */
  examine: () => Promise<{ isHealthy: boolean; said: string }>;
  close: () => Promise<void>;
};

export const INITIAL_STOCK = [50_000, 40, 50_000] as const;
const PRICES = [2_800, 2_800, 2_500] as const;
const SHIPPING = 599;
const SHOP_SECRET = "the secret that every part of a run on real processes shares";
const ROOT = path.join(import.meta.dirname, "../../../..");

/** `keep` is given the function that ends everything before there is anything to end. */
export async function startWorld(
  kind: Kind,
  seed: number,
  keep: (close: () => Promise<void>) => void,
): Promise<World> {
  const steps: (() => unknown)[] = [];
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= (async () => {
      for (let step = steps.pop(); step; step = steps.pop()) await step();
    })();
    return closing;
  };
  // What starts while everything ends is ended at once.
  const cleanUp = { push: (step: () => unknown) => (closing ? void step() : void steps.push(step)) };
  keep(close);
  try {
    const folder = mkdtempSync(path.join(tmpdir(), "shop-real-"));
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
    const random: Random = seededRandom(seed + 1);
    const sink = await startMailSink(random);
    cleanUp.push(sink.stop);
    const ports = await Promise.all(Array.from({ length: kind.machines }, freePort));
    const front = await startFront(ports);
    cleanUp.push(front.stop);
    const ownFolder = (name: string) => {
      const own = path.join(folder, name);
      mkdirSync(own, { mode: 0o700 });
      return own;
    };
    const provider = await startProvider({
      folder: ownFolder("provider"),
      publicUrl: front.origin,
      shopSecret: SHOP_SECRET,
    });
    cleanUp.push(provider.stop);
    const pictures = kind.machines > 1 ? await startS3Server() : null;
    if (pictures) cleanUp.push(pictures.stop);
    const server = kind.database === "postgres" ? await startDatabaseServer() : null;
    if (server) cleanUp.push(server.stop);
    const machines = ports.map(
      (port, index) =>
        new ShopProcess({
          port,
          dataDir: ownFolder(`machine-${index + 1}`),
          databaseUrl: server?.url ?? null,
          variables: variablesOf(kind, { front, provider, sink, pictures }),
        }),
    );
    for (const machine of machines) cleanUp.push(() => machine.cutPower());
    const settings = { port: 0, dataDir: path.join(folder, "machine-1"), databaseUrl: server?.url ?? null };
    const goods = await withDatabase(settings, (_pool, database) => fillShelf(database));
    // Both at once, as an orchestrator does.
    await Promise.all(machines.map((machine) => machine.start()));
    const first = machines[0];
    const onDatabase = async <T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> => {
      if (server || !first) return withDatabase(settings, (_pool, database) => work(database));
      await first.end("SIGTERM");
      try {
        return await withDatabase(settings, (_pool, database) => work(database));
      } finally {
        await first.start();
      }
    };
    const examine = async () => {
      if (!server) await first?.end("SIGTERM");
      const examined = await runDoctor(first?.variables ?? {});
      if (!server) await first?.start();
      return examined;
    };
    return { kind, front, provider, sink, server, machines, goods, onDatabase, examine, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Around = { front: Front; provider: Provider; sink: MailSink; pictures: S3Server | null };

function variablesOf(kind: Kind, { front, provider, sink, pictures }: Around): Record<string, string> {
  return {
    SHOP_SECRET,
    PUBLIC_URL: front.origin,
    SANDBOX_URL: provider.origin,
    SMTP_URL: sink.url,
    MAIL_FROM: "Golf Pro Shop <orders@shop.example>",
    WEB_PROCESSES: String(kind.webProcesses),
    LOG_LEVEL: "warn",
    ...pictures?.variables,
  };
}

/** Three caps without pictures: a shop that is not empty draws no samples. */
async function fillShelf({ db, pool }: OpenDatabase): Promise<Goods[]> {
  await migrate(db);
  const goods: Goods[] = [];
  for (const [place, stock] of INITIAL_STOCK.entries()) {
    const productId = randomUUID();
    const price = PRICES[place] ?? 0;
    await pool.query(
      `insert into products (id, name, category, price, status, description)
       values ($1, $2, 'Hats', $3, 'active', 'A cap.')`,
      [productId, `Simulated cap ${place + 1}`, price],
    );
    await pool.query("select set_on_hand($1, '', $2, 0, 'simulation', now())", [productId, stock]);
    goods.push({ productId, amount: price + SHIPPING });
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
