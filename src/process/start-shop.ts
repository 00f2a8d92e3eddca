// Starting and stopping, in order: opens the shop, fills an empty one with the sample catalog, starts the worker,
// serves, and says where. What this file starts it stops again in reverse, even when a later step fails.
import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { isShopperPath } from "#sandbox/pages/shopper-paths.ts";
import { checkSecrets } from "#server/auth/check-secrets.ts";
import { RateLimiter } from "#server/auth/limits/rate-limit.ts";
import { ensureAdmin } from "#server/auth/password/ensure-admin.ts";
import { KeptCatalog } from "#server/catalog/kept-catalog.ts";
import { missingProxySetup, ProxyNotes } from "#server/checkout/visitors/proxy-notes.ts";
import { listUnsafeSettings } from "#server/core/disk/durability.ts";
import type { Environment } from "#server/core/env.ts";
import type { OperatorError } from "#server/core/operator-error.ts";
import type { Shop } from "#server/core/shop.ts";
import { adviseOnSessions } from "#server/db/database.ts";
import { WORKER_LOCK } from "#server/db/presence.ts";
import { appPosts, createApp } from "#server/http/app.ts";
import { createDoor } from "#server/http/door/door.ts";
import { logRefusal } from "#server/http/door/log-refusal.ts";
import { isHostLost } from "#server/http/door/lost-host.ts";
import { createMetrics } from "#server/http/metrics.ts";
import { createObserver } from "#server/http/observe-requests.ts";
import { PagePaths } from "#server/http/pages/page-path.ts";
import { createPageServer } from "#server/http/pages/page-server.ts";
import { StaticFiles } from "#server/http/pages/static-files.ts";
import { createRouteNames } from "#server/http/route-names.ts";
import { baseHeaders, pagePolicyOf } from "#server/http/security-headers.ts";
import { KeptConfiguration } from "#server/settings/kept-configuration.ts";
import { nextPageChange } from "#server/settings/recall-settings.ts";
import { fillEmptyShop } from "./first-start/fill-empty-shop.ts";
import { prepareStop } from "./graceful-stop.ts";
import { createHttpServer, listen, tryPort } from "./http-listener.ts";
import { followChanges } from "./machines/follow-changes.ts";
import { mailboxFolderOf, type OpenShop, openShop } from "./open-shop.ts";
import {
  CLIENT_FOLDER,
  createPageRenderer,
  type LoadBuild,
  loadProductionBuild,
  pageRoutesOf,
} from "./page-renderer.ts";
import { undo } from "./undo.ts";
import { startWorker } from "./worker.ts";

export type RunningShop = {
  shop: Shop;
  /** `drains`: first gives a proxy the time to notice (DRAIN_SECONDS). */
  stop: (options?: { drains: boolean }) => Promise<void>;
};

/** Of this process: whether it stops, and how long it still takes requests. */
type Stopping = { drainMs: number } | null;

type Options = {
  isDevelopment: boolean;
  /** False for a program that looks at what requests alone do. */
  works?: boolean;
  say: (message: string) => void;
  /** Called when this process may no longer use the database; it must exit. */
  onReplaced?: (why: OperatorError) => void;
};

/** Starts a copy of the shop. Resolves once it serves and works, and can be stopped. */
export async function startShop(
  env: Environment,
  { isDevelopment, works = true, say, onReplaced = () => {} }: Options,
): Promise<RunningShop> {
  const cleanUp: (() => Promise<void>)[] = [];
  let stopping: Stopping = null;
  let endWork = () => {};
  const stop: RunningShop["stop"] = async ({ drains } = { drains: false }) => {
    stopping = { drainMs: drains ? env.drainSeconds * 1_000 : 0 };
    endWork();
    await undo(cleanUp);
  };
  let port: number | null = null;
  const webhookUrl = () => (port === null ? null : `http://${ownHost(env)}:${port}/webhooks/stripe`);
  const opened = await openShop(env, { say, webhookUrl, onReplaced });
  cleanUp.push(opened.close);
  try {
    const { shop, database, sandbox } = opened;
    await tryPort(env);
    for (const warning of await listWarnings(opened)) say(warning);
    await fillEmptyShop(shop);
    // Before the first request: a shop that says it is ready has an owner, and a weak ADMIN_PASSWORD never serves.
    // Shown right away: a generated password is stored now, no later start knows it, and a signal may end this one.
    introduce(await makeOwner(shop), say);
    if (works) {
      // Before the server, so that requests are finished first. Its tasks end in the meantime, and start nothing new: what
      // waits in tables is done after the next start, or by another copy.
      const worker = startWorker(shop, () => database.tryLock(WORKER_LOCK));
      shop.wakeWorker = worker.wake;
      endWork = () => void worker.stop();
      cleanUp.push(worker.stop);
    }
    port = await serve(opened, { isDevelopment, stopping: () => stopping }, cleanUp);
    greet(shop, say, sandbox !== null);
    const missing = missingProxySetup(env);
    if (missing !== null) shop.log.warn("clients.proxy_not_set", { hint: missing });
    shop.log.info("process.started", { port, mode: env.mode, database: database.kind });
    return { shop, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** What the owner should see to, a sentence each. */
async function listWarnings({ shop, database }: OpenShop): Promise<string[]> {
  const secrets = await checkSecrets(shop);
  if (database.kind === "embedded") return secrets;
  const advice = (await adviseOnSessions(shop.db)).map(({ text }) => text);
  const unsafe = await listUnsafeSettings(shop.db);
  return [...[...advice, ...unsafe].map((text) => `Warning: ${text}`), ...secrets];
}

type Serving = { isDevelopment: boolean; stopping: () => Stopping };

/** Listens for requests; returns the port. */
async function serve(
  { shop, database, sandbox }: OpenShop,
  { isDevelopment, stopping }: Serving,
  cleanUp: (() => Promise<void>)[],
): Promise<number> {
  const { env } = shop;
  const { paths, renderPage, answer, cache, attach } = await connectPages(
    shop,
    database,
    isDevelopment,
    cleanUp,
  );
  const limiter = new RateLimiter(shop);
  const metrics = createMetrics(shop, { cache, limiter });
  const app = createApp({
    shop,
    limiter,
    staticFiles: new StaticFiles(isDevelopment ? "" : CLIENT_FOLDER),
    paths,
    renderPage,
    sandbox: sandbox && { fetch: sandbox.fetch, isForShoppers: isShopperPath },
    mailboxFolder: env.smtpUrl ? null : mailboxFolderOf(env),
    metrics: () => metrics.registry.metrics(),
    isStopping: () => stopping() !== null,
  });
  const door = createDoor({ env, pagePost: (path) => paths.postOf(path), posted: appPosts(shop) });
  const notes = new ProxyNotes(shop);
  const server = createHttpServer({
    env,
    fetch: (request) => app.fetch(request),
    answerFromMemory: answer,
    door,
    onRefused: (request, refusal) => {
      logRefusal(shop.log, request, refusal);
      if (isHostLost(env, request, refusal)) notes.add("host_lost");
    },
    observe: createObserver(shop, { nameRoute: createRouteNames(app, paths), metrics, notes }),
  });
  const stopServer = prepareStop(server);
  const port = await listen(attach?.(server) ?? server, env.port, env.host);
  cleanUp.push(() => stopServer({ drainMs: stopping()?.drainMs ?? 0 }));
  return port;
}

/** Where this machine reaches its own shop. */
function ownHost({ host }: Environment): string {
  if (host === "0.0.0.0" || host === "::" || host === "localhost") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** The pages with their cache, which hears of every change of what they show, whichever process made it. */
async function connectPages(
  shop: Shop,
  database: OpenShop["database"],
  isDevelopment: boolean,
  cleanUp: (() => Promise<void>)[],
) {
  let loadBuild: LoadBuild;
  /** In development: puts the reloading middleware before the shop. */
  let attach: ((server: Server) => Server) | null = null;
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
  const paths = new PagePaths(pageRoutesOf(await loadBuild()));
  const headers = baseHeaders(shop.env);
  const { cache, render, answerFromMemory } = createPageServer({
    clock: shop.clock,
    renderPage,
    paths,
    origin: shop.env.publicUrl,
    policy: pagePolicyOf(shop.env),
    headers,
    log: shop.log,
    nextChange: (at) => nextPageChange(shop, at),
  });
  const configuration = new KeptConfiguration();
  const catalog = new KeptCatalog({ isTold: true });
  const followed = await followChanges(database, [catalog, configuration, cache]);
  shop.memory.configuration = configuration;
  shop.memory.catalog = catalog;
  // So that the first shopper need not wait for it.
  catalog.read(shop).catch(() => {});
  shop.catalogChanged = followed.saved;
  return isDevelopment
    ? { paths, renderPage, answer: () => false, cache, attach }
    : { paths, renderPage: render, answer: answerFromMemory, cache, attach };
}

type Owner = Awaited<ReturnType<typeof ensureAdmin>>;

function makeOwner(shop: Shop): Promise<Owner> {
  const generate = () => randomBytes(15).toString("base64url");
  return ensureAdmin(shop, { password: shop.env.adminPassword, generate });
}

/** Shows how to sign in, at the start that created the owner. */
function introduce(owner: Owner, say: (message: string) => void): void {
  if (!owner.created) return;
  say(`  Sign in  ${owner.email}`);
  say(
    owner.password
      ? `  Password ${owner.password}   (generated now and shown only this once)`
      : "  Password from ADMIN_PASSWORD",
  );
}

function greet({ env }: Shop, say: (message: string) => void, isSandbox: boolean): void {
  say("");
  say(`  Shop     ${env.publicUrl}`);
  say(`  Admin    ${env.publicUrl}/admin`);
  if (isSandbox) say("  Payments are a sandbox: no real card is charged. Pay with 4242 4242 4242 4242.");
  const who = env.isPublicDemo ? " (sign in as the owner first)" : "";
  if (!env.smtpUrl) say(`  Emails go to ${env.publicUrl}/dev/mailbox${who}`);
  say("");
}
