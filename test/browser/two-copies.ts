// Two copies of one shop, each with its own folder. They share PostgreSQL behind PgBouncer in transaction mode, a
// picture storage, and the keys, and run behind Caddy. The payment sandbox runs in the test, so that it outlives both.
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { type SandboxService, startSandbox } from "#process/sandbox/sandbox-service.ts";
import { loadSecrets } from "#server/core/secrets.ts";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { type Caddy, startCaddy } from "#test/servers/caddy.ts";
import { type PgBouncer, startPgBouncer } from "#test/servers/pgbouncer.ts";
import { freePort, type PostgresServer, startPostgres } from "#test/servers/postgres.ts";
import { type S3Server, startS3Server } from "#test/servers/s3-server.ts";
import { CAP } from "./journey.ts";
import { type RunningShop, type ShopOptions, startShop } from "./shop-process.ts";

export const OWNER = { adminEmail: "owner@example.com", adminPassword: "fairway-lantern-quartz-71" };

const SHOP_SECRET = "the secret that both copies of a test share";
const secrets = loadSecrets({ dataDir: tmpdir(), shopSecret: SHOP_SECRET, shopSecretOld: null });

export type Copy = {
  port: number;
  dataDir: string;
  shop: () => RunningShop;
  start: (env?: Record<string, string>) => Promise<void>;
  /** The settings of a start, for one that is expected to fail. */
  options: (env?: Record<string, string>) => ShopOptions & { dataDir: string };
};

export type TwoCopies = {
  /** The shop as shoppers reach it, for the helpers that buy. */
  front: Pick<RunningShop, "url">;
  a: Copy;
  b: Copy;
  query: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
  close: () => Promise<void>;
};

type World = {
  postgres: PostgresServer;
  pooler: PgBouncer;
  pictures: S3Server;
  sandbox: SandboxService;
  caddy: Caddy;
};

export async function startTwoCopies(): Promise<TwoCopies> {
  const cleanUp: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  };
  try {
    const postgres = await startPostgres();
    cleanUp.push(postgres.stop);
    const pooler = await startPgBouncer(postgres.url("postgres"));
    cleanUp.push(pooler.stop);
    const pictures = await startS3Server();
    cleanUp.push(pictures.stop);
    const ports = [await freePort(), await freePort()];
    const caddy = await startCaddy(ports);
    cleanUp.push(caddy.stop);
    const sandbox = await sandboxBefore(caddy.url, cleanUp);
    const world = { postgres, pooler, pictures, sandbox, caddy };
    const [a, b] = [await copy(world, ports[0] ?? 0, cleanUp), await copy(world, ports[1] ?? 0, cleanUp)];
    const pool = new pg.Pool({ connectionString: postgres.url("postgres"), max: 2 });
    cleanUp.push(() => pool.end());
    await fillShelf(postgres.url("postgres"), pool);
    // Both at the same time, like an orchestrator.
    await Promise.all([a.start(), b.start()]);
    return { front: { url: caddy.url }, a, b, query: async (text) => (await pool.query(text)).rows, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** One cap without a picture: a shop with products draws no samples. */
export async function fillShelf(url: string, pool: pg.Pool): Promise<void> {
  const database = await openPostgresDatabase(url);
  await migrate(database.db);
  await database.close();
  await pool.query(
    `with made as (insert into products (id, name, category, price, status, description)
        values (gen_random_uuid(), $1, 'Hats', 2800, 'active', 'A cap.') returning id)
      insert into inventory (product_id, variation, position, on_hand) select id, '', 0, 500 from made`,
    [CAP.name],
  );
}

async function folder(cleanUp: (() => Promise<unknown>)[]): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "shop-copy-"));
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function sandboxBefore(url: string, cleanUp: (() => Promise<unknown>)[]): Promise<SandboxService> {
  const sandbox = await startSandbox({
    env: { dataDir: await folder(cleanUp), publicUrl: url },
    secrets,
    webhookUrl: () => `${url}/webhooks/stripe`,
    clock: Date.now,
  });
  cleanUp.push(sandbox.stop);
  return sandbox;
}

async function copy(world: World, port: number, cleanUp: (() => Promise<unknown>)[]): Promise<Copy> {
  const dataDir = await folder(cleanUp);
  let running: RunningShop | null = null;
  cleanUp.push(async () => running?.stop());
  const options = (env: Record<string, string> = {}) => ({
    port,
    dataDir,
    admin: OWNER,
    clockAheadMs: 0,
    databaseUrl: world.pooler.url("postgres"),
    env: {
      SHOP_SECRET,
      DATABASE_URL_DIRECT: world.postgres.url("postgres"),
      PUBLIC_URL: world.caddy.url,
      SANDBOX_URL: `http://${world.sandbox.host}:${world.sandbox.port}`,
      ADMIN_EMAIL: OWNER.adminEmail,
      ADMIN_PASSWORD: OWNER.adminPassword,
      DRAIN_SECONDS: "1",
      ...world.pictures.variables,
      ...env,
    },
  });
  return {
    port,
    dataDir,
    options,
    shop: () => {
      if (!running) throw new Error("this copy does not run");
      return running;
    },
    start: async (env) => {
      running = await startShop(options(env));
    },
  };
}

export type Answer = { status: number; headers: Record<string, string>; cookies: string[]; body: string };
type Asking = { method?: string; headers?: Record<string, string>; body?: Buffer | string };

/** Calls one copy on a separate connection, like the proxy: with the host that the shopper sees. */
export function ask(
  { front }: Pick<TwoCopies, "front">,
  { port }: Pick<Copy, "port">,
  target: string,
  { method = "GET", headers = {}, body }: Asking = {},
): Promise<Answer> {
  const host = new URL(front.url).host;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        host: "127.0.0.1",
        path: target,
        method,
        agent: false,
        headers: { host, origin: front.url, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            cookies: response.headers["set-cookie"] ?? [],
            body: Buffer.concat(chunks).toString("utf8"),
          });
        });
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

/** A form as a browser sends it. */
export async function formOf(fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const encoded = new Response(form);
  return {
    method: "POST",
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
