// Starting and stopping, in order: opens the shop, fills an empty one with the sample catalog, starts the worker,
// serves, and says where. What this file starts it stops again in reverse, even when a later step fails.
import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { isShopperPath } from "#sandbox/pages/shopper-paths.ts";
import { checkSecrets } from "#server/auth/check-secrets.ts";
import { ensureAdmin } from "#server/auth/password/ensure-admin.ts";
import { KeptCatalog } from "#server/catalog/kept-catalog.ts";
import { missingProxySetup, ProxyNotes } from "#server/clients/proxy-notes.ts";
import { adviseOnSessions } from "#server/db/database.ts";
import { listUnsafeSettings } from "#server/disk/durability.ts";
import type { Environment } from "#server/env.ts";
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
import { RateLimiter } from "#server/limits/rate-limit.ts";
import type { OperatorError } from "#server/operator-error.ts";
import { KeptConfiguration } from "#server/settings/kept-configuration.ts";
import type { Shop } from "#server/shop.ts";
import { shareMetrics } from "./cluster-metrics.ts";
import { fillEmptyShop } from "./first-start/fill-empty-shop.ts";
import { prepareStop } from "./graceful-stop.ts";
import { createHttpServer, listen, tryPort } from "./http-listener.ts";
import { followChanges } from "./machines/follow-changes.ts";
import { meetNeighbors } from "./machines/neighbors.ts";
import { type SignsOfLife, startSignsOfLife } from "./machines/sign-of-life.ts";
import { mailboxFolderOf, type OpenShop, openShop, type Role } from "./open-shop.ts";
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
  sandboxPort: number;
  /**
   * `drains`: first gives a proxy the time to notice (DRAIN_SECONDS). `webEnds`: the web processes, which use what is
   * open here until then, have ended. The worker begins nothing meanwhile: it could be cut off in its middle.
   */
  stop: (options?: { drains: boolean; webEnds?: Promise<void> | undefined }) => Promise<void>;
};

/** Of this process: whether it stops, and how long it still takes requests. */
type Stopping = { drainMs: number } | null;

type Options = {
  isDevelopment: boolean;
  role: Role;
  say: (message: string) => void;
  /** Told when the database is no longer this process's to use; it must end. */
  onReplaced?: (why: OperatorError) => void;
};

/** Starts what this process is for. Resolves once it serves or works, and can be stopped. */
export async function startShop(
  env: Environment,
  { isDevelopment, role, say, onReplaced = () => {} }: Options,
): Promise<RunningShop> {
  const cleanUp: (() => Promise<void>)[] = [];
  let stopping: Stopping = null;
  let endWork = () => {};
  const stop: RunningShop["stop"] = async ({ drains, webEnds } = { drains: false }) => {
    stopping = { drainMs: drains ? env.drainSeconds * 1_000 : 0 };
    endWork();
    await webEnds;
    await undo(cleanUp);
  };
  let port: number | null = role.kind === "primary" ? env.port : null;
  const webhookUrl = () => (port === null ? null : `http://${ownHost(env)}:${port}/webhooks/stripe`);
  const opened = await openShop(env, { role, say, webhookUrl, onReplaced });
  cleanUp.push(opened.close);
  try {
    const { shop, database, sandbox } = opened;
    if (role.kind !== "web") await tryPort(env);
    const signs = await joinOthers(opened, role, say);
    if (signs) cleanUp.push(signs.stop);
    if (role.kind !== "web") {
      for (const warning of await checkSecrets(shop)) say(warning);
      await fillEmptyShop(shop);
      // Before anybody is let in: a shop that says it is ready has an owner, and a weak ADMIN_PASSWORD never serves.
      // Told at once: a generated password is stored now, no later start knows it, and a signal may end this one.
      introduce(await makeOwner(shop), say);
      // Before the server, so that requests are finished first. Its tasks end meanwhile, and begin nothing new: what
      // waits in tables is done after the next start, or by another machine.
      const worker = startWorker(shop, signs?.takes);
      shop.wakeWorker = worker.wake;
      endWork = () => void worker.stop();
      cleanUp.push(worker.stop);
    }
    if (role.kind !== "primary") {
      port = await serve(opened, { isDevelopment, signs, stopping: () => stopping }, cleanUp);
    }
    if (role.kind !== "web") greet(shop, say, sandbox !== null);
    warnOfProxy(shop, role);
    shop.log.info("process.started", { port, role: role.kind, mode: env.mode, database: database.kind });
    return { shop, sandboxPort: sandbox?.port ?? 0, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** Tells once, not once per web process, what is missing for a proxy. */
function warnOfProxy({ env, log }: Shop, role: Role): void {
  const missing = role.kind === "web" ? null : missingProxySetup(env);
  if (missing !== null) log.warn("clients.proxy_not_set", { hint: missing });
}

/** Makes this process known to the others on its PostgreSQL; null beside an embedded database, which has no others. */
async function joinOthers({ shop, database }: OpenShop, { kind }: Role, say: Options["say"]) {
  if (database.kind === "embedded" || kind === "command") return null;
  const signs = await startSignsOfLife(shop, kind);
  if (kind === "web") return signs;
  try {
    const advice = await adviseOnSessions(shop.db);
    const warnings = await meetNeighbors({ shop, database, me: signs.me });
    warnings.push(...(await listUnsafeSettings(shop.db)));
    for (const warning of [...advice.map(({ text }) => text), ...warnings]) say(`Warning: ${warning}`);
    return signs;
  } catch (error) {
    await signs.stop();
    throw error;
  }
}

type Serving = { isDevelopment: boolean; signs: SignsOfLife | null; stopping: () => Stopping };

/** Listens for requests; returns the port. */
async function serve(
  { shop, database, sandbox }: OpenShop,
  { isDevelopment, signs, stopping }: Serving,
  cleanUp: (() => Promise<void>)[],
): Promise<number> {
  const { env } = shop;
  const { paths, renderPage, answer, cache, attach } = await connectPages(
    shop,
    database,
    { isDevelopment, signs },
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
    metrics: shareMetrics(metrics.registry),
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
  { isDevelopment, signs }: Pick<Serving, "isDevelopment" | "signs">,
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
  });
  const changed = (hears: boolean) => {
    if (hears) shop.log.info("process.hears");
    else shop.log.warn("process.deaf", { advice: "DATABASE_URL_DIRECT" });
    signs?.note(hears).catch(() => {});
  };
  shop.memory.configuration = new KeptConfiguration();
  shop.memory.catalog = new KeptCatalog({ isTold: true });
  const { catalog, configuration } = shop.memory;
  const followed = await followChanges(database, [catalog, configuration, cache], changed);
  await signs?.note(followed.hears());
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

/** Tells how to sign in, at the start that made the owner. */
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
  if (!env.smtpUrl) say(`  Mails go to ${env.publicUrl}/dev/mailbox${who}`);
  say("");
}
