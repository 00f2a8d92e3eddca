// The shop behind its real listener and app, with all pages of the route table but without a bundle.
import type { AddressInfo } from "node:net";
import { closeServer, createHttpServer } from "#process/http-listener.ts";
import { RateLimiter } from "#server/auth/limits/rate-limit.ts";
import { ProxyNotes } from "#server/checkout/visitors/proxy-notes.ts";
import type { Shop } from "#server/core/shop.ts";
import { appPosts, createApp } from "#server/http/app.ts";
import { createDoor } from "#server/http/door/door.ts";
import { formPosts } from "#server/http/door/post-rule.ts";
import { createMetrics, type Metrics } from "#server/http/metrics.ts";
import { createObserver } from "#server/http/observe-requests.ts";
import { PagePaths } from "#server/http/pages/page-path.ts";
import { StaticFiles } from "#server/http/pages/static-files.ts";
import { createRouteNames } from "#server/http/route-names.ts";
import { createPageHandler, listRoutes } from "#test/pages/page-handler.ts";

export type RunningApp = {
  origin: string;
  metrics: Metrics;
  /** Patterns of all routes of the app and the route table. */
  patterns: string[];
  stop: () => Promise<void>;
};

export async function startApp(
  shop: Shop,
  renderPage?: (request: Request) => Promise<Response>,
): Promise<RunningApp> {
  const pages = renderPage ?? (await createPageHandler(shop, () => true));
  const patterns = [...new Set(listRoutes().map(({ pattern }) => pattern))].filter(
    (pattern) => !pattern.includes("*"),
  );
  const post = { ...formPosts, isGuarded: false };
  const paths = new PagePaths(patterns.map((pattern) => ({ pattern, isShared: false, post })));
  const limiter = new RateLimiter(shop);
  const metrics = createMetrics(shop, {
    cache: { hits: 0, misses: 0, renders: 0, lastGoods: 0, bytes: 0 },
    limiter,
  });
  const app = createApp({
    shop,
    limiter,
    staticFiles: new StaticFiles(""),
    paths,
    renderPage: pages,
    sandbox: null,
    mailboxFolder: null,
    metrics: () => metrics.registry.metrics(),
  });
  const notes = new ProxyNotes(shop);
  const observe = createObserver(shop, { nameRoute: createRouteNames(app, paths), metrics, notes });
  const fetch = (request: Request) => app.fetch(request);
  // Under this machine's name, whatever the shop's is.
  const env = { ...shop.env, mode: "demo" as const, isPublicDemo: false };
  const door = createDoor({ env, pagePost: (path) => paths.postOf(path), posted: appPosts(shop) });
  const parts = { env: shop.env, fetch, door, observe };
  const server = createHttpServer({ ...parts, answerFromMemory: () => false });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metrics,
    patterns: [...new Set([...patterns, ...app.routes.map(({ path }) => path)])],
    stop: () => closeServer(server),
  };
}
