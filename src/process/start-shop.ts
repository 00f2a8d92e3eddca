// Starting and stopping, in order: opens the shop, fills an empty one with the sample catalog, starts the worker,
// serves, and greets the owner. What this file starts it stops again in reverse, even when a later step fails.
import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import path from "node:path";
import { sampleProducts } from "#sample/catalog.ts";
import { ensureAdmin } from "#server/auth/password/ensure-admin.ts";
import { seedSampleCatalog } from "#server/catalog/sample/seed-sample-catalog.ts";
import type { Environment } from "#server/env.ts";
import { createApp } from "#server/http/app.ts";
import { metricsText } from "#server/http/metrics.ts";
import { PagePaths } from "#server/http/pages/page-path.ts";
import { createPageServer } from "#server/http/pages/page-server.ts";
import { StaticFiles } from "#server/http/pages/static-files.ts";
import { baseHeaders, pagePolicyOf } from "#server/http/security-headers.ts";
import type { Shop } from "#server/shop.ts";
import { CATALOG_CHANNEL } from "./catalog-channel.ts";
import { closeServer, createHttpServer, listen } from "./http-listener.ts";
import { mailboxFolderOf, type OpenShop, openShop, type Role } from "./open-shop.ts";
import {
  CLIENT_FOLDER,
  createPageRenderer,
  type LoadBuild,
  loadProductionBuild,
  pageRoutesOf,
} from "./page-renderer.ts";
import { startWorker } from "./worker.ts";

export type RunningShop = { shop: Shop; sandboxPort: number; stop: () => Promise<void> };

type Options = { isDevelopment: boolean; role: Role; say: (message: string) => void };

const SAMPLE_PICTURES = path.join(import.meta.dirname, "../../sample/pictures");

/** Starts what this process is for. Resolves once it serves or works, and can be stopped. */
export async function startShop(
  env: Environment,
  { isDevelopment, role, say }: Options,
): Promise<RunningShop> {
  const cleanUp: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  };
  let port: number | null = role.kind === "primary" ? env.port : null;
  const webhookUrl = () => (port === null ? null : `http://${ownHost(env)}:${port}/webhooks/stripe`);
  const opened = await openShop(env, { role, say, webhookUrl });
  cleanUp.push(opened.close);
  try {
    const { shop, database, sandbox } = opened;
    if (role.kind !== "web") {
      await fillEmptyShop(shop, say);
      // Before the server, so that the server is closed first: no new work while the worker finishes.
      const worker = startWorker(shop);
      shop.wakeWorker = worker.wake;
      cleanUp.push(worker.stop);
    }
    if (role.kind !== "primary") port = await serve(opened, isDevelopment, cleanUp);
    if (role.kind !== "web") await greet(shop, say, sandbox !== null);
    shop.log.info("process.started", { port, role: role.kind, mode: env.mode, database: database.kind });
    return { shop, sandboxPort: sandbox?.port ?? 0, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** Listens for requests; returns the port. */
async function serve(
  { shop, database, sandbox }: OpenShop,
  isDevelopment: boolean,
  cleanUp: (() => Promise<void>)[],
): Promise<number> {
  const { env } = shop;
  const { paths, renderPage, answer, cache, attach } = await connectPages(
    shop,
    database,
    isDevelopment,
    cleanUp,
  );
  const app = createApp({
    shop,
    staticFiles: new StaticFiles(isDevelopment ? "" : CLIENT_FOLDER),
    paths,
    renderPage,
    sandbox: sandbox && env.mode === "demo" ? sandbox.fetch : null,
    mailboxFolder: env.smtpUrl ? null : mailboxFolderOf(env),
    metrics: () => metricsText(shop, cache),
  });
  const server = createHttpServer(env, (request) => app.fetch(request), answer);
  const port = await listen(attach?.(server) ?? server, env.port, env.host);
  cleanUp.push(() => closeServer(server));
  return port;
}

/** Where this machine reaches its own shop. */
function ownHost({ host }: Environment): string {
  if (host === "0.0.0.0" || host === "::" || host === "localhost") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function fillEmptyShop(shop: Shop, say: (message: string) => void): Promise<void> {
  if (shop.env.mode !== "demo") return;
  await seedSampleCatalog(shop, { products: sampleProducts, picturesFolder: SAMPLE_PICTURES, say });
}

/** The pages with their cache, which every change of the catalog empties, here and in other processes. */
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
    policy: pagePolicyOf(shop.env),
    headers,
  });
  const drop = () => cache.clear();
  await database.listen(CATALOG_CHANNEL, drop, drop);
  const tellOthers = shop.catalogChanged;
  shop.catalogChanged = async () => {
    drop();
    await tellOthers();
  };
  return isDevelopment
    ? { paths, renderPage, answer: () => false, cache, attach }
    : { paths, renderPage: render, answer: answerFromMemory, cache, attach };
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
