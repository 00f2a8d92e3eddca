// Starting and stopping, in order. Everything that this file opens it closes again in reverse, also when
// a later step of the start fails.
import { randomBytes, randomUUID } from "node:crypto";
import type { Server } from "node:http";
import path from "node:path";
import { sampleProducts } from "#sample/catalog.ts";
import { ensureAdmin } from "#server/auth/ensure-admin.ts";
import { seedSampleCatalog } from "#server/catalog/seed-sample-catalog.ts";
import { createShop } from "#server/create-shop.ts";
import { type Database, openEmbeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { lockFolder } from "#server/db/folder-lock.ts";
import { migrate } from "#server/db/migrate.ts";
import type { Environment } from "#server/env.ts";
import { createLocalStore } from "#server/files/local-store.ts";
import { createS3Store } from "#server/files/s3-store.ts";
import { createApp } from "#server/http/app.ts";
import { metricsText } from "#server/http/metrics.ts";
import { createPageServer } from "#server/http/page-server.ts";
import { baseHeaders } from "#server/http/security-headers.ts";
import { StaticFiles } from "#server/http/static-files.ts";
import { createLogger } from "#server/log.ts";
import { createMailboxMailer } from "#server/mail/mailbox-mailer.ts";
import { createSmtpMailer } from "#server/mail/smtp-mailer.ts";
import { createStripeProvider } from "#server/payments/stripe-provider.ts";
import { loadSecrets, type Secrets } from "#server/secrets.ts";
import type { Shop } from "#server/shop.ts";
import { startWorker } from "#server/worker.ts";
import { closeServer, createHttpServer, listen } from "./http-listener.ts";
import { CLIENT_FOLDER, createPageRenderer, type LoadBuild, loadProductionBuild } from "./page-renderer.ts";
import { createRaceTrack } from "./race-for-last-item.ts";
import {
  reachSandbox,
  SANDBOX_PUBLISHABLE_KEY,
  type SandboxService,
  startSandbox,
} from "./sandbox-service.ts";

export type RunningShop = { shop: Shop; sandboxPort: number; stop: () => Promise<void> };

/**
 * alone: everything in one process. With several processes one is the primary (database set-up, sandbox,
 * worker; it serves nothing) and the others are web (they serve, and reach the sandbox over its port).
 */
export type Role = { kind: "alone" } | { kind: "primary" } | { kind: "web"; sandboxPort: number };

type Options = { isDevelopment: boolean; role: Role; say: (message: string) => void };

const CATALOG_CHANNEL = "catalog";
const SAMPLE_PICTURES = path.join(import.meta.dirname, "../sample/pictures");

export async function startShop(
  env: Environment,
  { isDevelopment, role, say }: Options,
): Promise<RunningShop> {
  const cleanUp: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  };
  try {
    const clock = Date.now;
    const log = createLogger(env.logLevel, clock);
    const database = await openDatabase(env, role, say);
    cleanUp.push(database.close);
    if (role.kind !== "web") await migrate(database.db);
    const secrets = loadSecrets(env.dataDir);

    let port: number | null = role.kind === "primary" ? env.port : null;
    const webhookUrl = () => (port === null ? null : `http://${ownHost(env)}:${port}/webhooks/stripe`);
    let opened: Shop | null = null;
    const race = createRaceTrack(() => opened);
    const sandbox = env.stripe ? null : await openSandbox(env, secrets, role, { webhookUrl, race, clock });
    if (sandbox) cleanUp.push(sandbox.stop);

    const shop = createShop({
      env,
      database,
      secrets,
      payments: openPayments(env, secrets, sandbox, clock),
      mailer: env.smtpUrl
        ? createSmtpMailer({ smtpUrl: env.smtpUrl, from: env.mailFrom ?? "" })
        : createMailboxMailer({ folder: mailboxFolderOf(env), clock }),
      files: env.s3
        ? createS3Store({ settings: env.s3, clock })
        : createLocalStore({ folder: path.join(env.dataDir, "files") }),
      log,
      clock,
      newId: randomUUID,
    });
    opened = shop;
    if (database.kind === "postgres") shop.catalogChanged = tellProcesses(shop);

    if (role.kind !== "web") await fillEmptyShop(shop, say);
    // The worker first, so that in the end the server is closed before it: no new work while it finishes.
    if (role.kind !== "web") {
      const worker = startWorker(shop);
      shop.wakeWorker = worker.wake;
      cleanUp.push(worker.stop);
    }
    if (role.kind !== "primary") port = await serve(shop, database, sandbox, isDevelopment, cleanUp);
    if (role.kind !== "web") await greet(shop, say, sandbox !== null);
    log.info("process.started", { port, role: role.kind, mode: env.mode, database: database.kind });
    return { shop, sandboxPort: sandbox?.port ?? 0, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** Listens for requests; returns the port. */
async function serve(
  shop: Shop,
  database: Database,
  sandbox: SandboxService | null,
  isDevelopment: boolean,
  cleanUp: (() => Promise<void>)[],
): Promise<number> {
  const { env } = shop;
  const pages = await connectPages(shop, database, isDevelopment, cleanUp);
  const app = createApp({
    shop,
    staticFiles: new StaticFiles(isDevelopment ? "" : CLIENT_FOLDER),
    renderPage: pages.render,
    sandbox: sandbox && env.mode === "demo" ? sandbox.fetch : null,
    mailboxFolder: env.smtpUrl ? null : mailboxFolderOf(env),
    metrics: () => metricsText(shop, pages.cache),
  });
  const server = createHttpServer(env, (request) => app.fetch(request), pages.answer);
  const port = await listen(pages.attach?.(server) ?? server, env.port, env.host);
  cleanUp.push(() => closeServer(server));
  return port;
}

/** Where this machine reaches its own shop. */
function ownHost({ host }: Environment): string {
  if (host === "0.0.0.0" || host === "::" || host === "localhost") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function mailboxFolderOf(env: Environment): string {
  return path.join(env.dataDir, "mailbox");
}

/** Also locks DATA_DIR, where pictures, secrets and the sandbox's books are, for the life of the process. */
async function openDatabase(env: Environment, role: Role, say: (message: string) => void): Promise<Database> {
  const folder = path.resolve(env.dataDir);
  if (env.databaseUrl === null) return openEmbeddedDatabase(folder, say);
  const unlock = role.kind === "web" ? () => {} : lockFolder(folder);
  try {
    const database = await openPostgresDatabase(env.databaseUrl, env.databaseUrlDirect ?? env.databaseUrl);
    const close = async () => {
      await database.close();
      unlock();
    };
    return { ...database, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

function openSandbox(
  env: Environment,
  secrets: Secrets,
  role: Role,
  parts: Pick<Parameters<typeof startSandbox>[0], "webhookUrl" | "race" | "clock">,
): Promise<SandboxService> | SandboxService {
  if (role.kind === "web") return reachSandbox(role.sandboxPort);
  return startSandbox({ dataDir: env.dataDir, secrets, publicUrl: env.publicUrl, ...parts });
}

function openPayments(
  env: Environment,
  secrets: Secrets,
  sandbox: SandboxService | null,
  clock: () => number,
) {
  if (env.stripe) return createStripeProvider({ mode: "live", ...env.stripe, clock });
  return createStripeProvider({
    mode: "sandbox",
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    secretKey: secrets.sandboxSecretKey,
    webhookSecret: secrets.sandboxWebhook,
    host: { host: "127.0.0.1", port: sandbox?.port ?? 0, protocol: "http" },
    clock,
  });
}

async function fillEmptyShop(shop: Shop, say: (message: string) => void): Promise<void> {
  if (shop.env.mode !== "demo") return;
  await seedSampleCatalog(shop, { products: sampleProducts, picturesFolder: SAMPLE_PICTURES, say });
}

type Pages = {
  render: (request: Request) => Promise<Response>;
  answer: Parameters<typeof createHttpServer>[2];
  cache: ReturnType<typeof createPageServer>["cache"];
  /** In development: puts the reloading middleware before the shop. */
  attach: ((server: Server) => Server) | null;
};

/** The pages with their cache, which every change of the catalogue empties, here and in other processes. */
async function connectPages(
  shop: Shop,
  database: Database,
  isDevelopment: boolean,
  cleanUp: (() => Promise<void>)[],
): Promise<Pages> {
  let loadBuild: LoadBuild;
  let attach: Pages["attach"] = null;
  if (isDevelopment) {
    const { startDevelopment } = await import("./development.ts");
    const development = await startDevelopment();
    cleanUp.push(development.stop);
    ({ loadBuild, attach } = development);
  } else {
    const build = await loadProductionBuild();
    loadBuild = async () => build;
  }
  const renderPage = createPageRenderer(shop, loadBuild, isDevelopment ? "development" : "production");
  const isSecure = shop.env.publicUrl.startsWith("https:");
  const policy = {
    usesStripe: shop.env.stripe !== null,
    imageOrigin: shop.env.s3 ? new URL(shop.env.s3.publicUrl).origin : null,
    isSecure,
  };
  const server = createPageServer({ clock: shop.clock, renderPage, policy, headers: baseHeaders(isSecure) });
  const drop = () => server.cache.clear();
  await database.listen(CATALOG_CHANNEL, drop, drop);
  const tellOthers = shop.catalogChanged;
  shop.catalogChanged = async () => {
    drop();
    await tellOthers();
  };
  return isDevelopment
    ? { render: renderPage, answer: () => false, cache: server.cache, attach }
    : { render: server.render, answer: server.answerFromMemory, cache: server.cache, attach };
}

/** Also of a process that serves nothing itself: its worker ends holds and gives pictures another format. */
function tellProcesses(shop: Shop): Shop["catalogChanged"] {
  const tell = soon(() => shop.pool.query("select pg_notify($1, '')", [CATALOG_CHANNEL]));
  return async () => tell();
}

const NOTIFY_DELAY_MS = 50;

/** Many calls in a moment become one. A message that is lost costs others the freshness of their cache. */
function soon(work: () => Promise<unknown>): () => void {
  let isWaiting = false;
  const go = () => {
    isWaiting = false;
    work().catch(() => {});
  };
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(go, NOTIFY_DELAY_MS).unref();
  };
}

async function greet(shop: Shop, say: (message: string) => void, isSandbox: boolean): Promise<void> {
  const { env } = shop;
  const generate = () => randomBytes(15).toString("base64url");
  const admin = await ensureAdmin(shop, { password: env.adminPassword, generate });
  say("");
  say(`  Shop     ${env.publicUrl}`);
  say(`  Admin    ${env.publicUrl}/admin`);
  if (admin.created) {
    say(`  Sign in  ${admin.email}`);
    say(
      admin.password
        ? `  Password ${admin.password}   (generated now and shown only this once)`
        : "  Password from ADMIN_PASSWORD",
    );
  }
  if (isSandbox) say("  Payments are a sandbox: no real card is charged. Pay with 4242 4242 4242 4242.");
  if (!env.smtpUrl) say(`  Mails go to ${env.publicUrl}/dev/mailbox`);
  say("");
}
