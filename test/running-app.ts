// The shop behind its real listener and app, with all pages of the route table but without a bundle.
import type { AddressInfo } from "node:net";
import { closeServer, createHttpServer } from "#process/http-listener.ts";
import { createApp } from "#server/http/app.ts";
import { createMetrics, type Metrics } from "#server/http/metrics.ts";
import { createObserver } from "#server/http/observe-requests.ts";
import { PagePaths } from "#server/http/pages/page-path.ts";
import { StaticFiles } from "#server/http/pages/static-files.ts";
import { createRouteNames } from "#server/http/route-names.ts";
import { RateLimiter } from "#server/limits/rate-limit.ts";
import type { Shop } from "#server/shop.ts";
import { createPageHandler, listRoutes } from "./page-handler.ts";

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
  const paths = new PagePaths(patterns.map((pattern) => ({ pattern, isShared: false })));
  const limiter = new RateLimiter(shop);
  const metrics = createMetrics(shop, { cache: { hits: 0, misses: 0 }, limiter });
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
  const observe = createObserver(shop, { nameRoute: createRouteNames(app, paths), metrics });
  const fetch = (request: Request) => app.fetch(request);
  const server = createHttpServer(shop.env, fetch, () => false, observe);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metrics,
    patterns: [...new Set([...patterns, ...app.routes.map(({ path }) => path)])],
    stop: () => closeServer(server),
  };
}
