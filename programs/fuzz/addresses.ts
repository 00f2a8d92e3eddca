// Every address of the shop, from the tables that serve them: the built pages and the routes of the app.
import type { ServerBuild } from "react-router";
import { pageRoutesOf } from "#process/page-renderer.ts";
import { RateLimiter } from "#server/auth/limits/rate-limit.ts";
import type { Shop } from "#server/core/shop.ts";
import { createApp } from "#server/http/app.ts";
import type { FunctionPath } from "#server/http/functions/function-routes.ts";
import { PagePaths } from "#server/http/pages/page-path.ts";
import { StaticFiles } from "#server/http/pages/static-files.ts";

export type Address = {
  /** As its table has it: "/product/:id", "/functions/v1/extend-hold", "/sandbox/*". */
  pattern: string;
  kind: "page" | "function" | "webhook" | "other";
};

const FUNCTIONS = "/functions/v1/";

export function listAddresses(shop: Shop, build: Pick<ServerBuild, "routes">): Address[] {
  const pages = pageRoutesOf(build);
  const nothing = async () => new Response(null, { status: 404 });
  const app = createApp({
    shop,
    staticFiles: new StaticFiles(""),
    paths: new PagePaths(pages),
    renderPage: nothing,
    sandbox: { fetch: nothing, isForShoppers: () => true },
    mailboxFolder: "",
    metrics: async () => "",
    limiter: new RateLimiter(shop),
  });
  const served = [...new Set(app.routes.map(({ path }) => path))].filter((path) => path !== "/*");
  return [
    ...pages.map(({ pattern }): Address => ({ pattern, kind: "page" })),
    ...served.map((pattern): Address => ({ pattern, kind: kindOf(pattern) })),
    ...["/assets/:name", "/nowhere", "/favicon.svg"].map((pattern): Address => ({ pattern, kind: "other" })),
  ];
}

function kindOf(pattern: string): Address["kind"] {
  if (pattern.startsWith(FUNCTIONS) && !pattern.includes("*")) return "function";
  return pattern.startsWith("/webhooks/") ? "webhook" : "other";
}

/** Of an address of the kind "function": "/functions/v1/extend-hold" → "/extend-hold". */
export function functionPath({ pattern }: Address): FunctionPath {
  return pattern.slice(FUNCTIONS.length - 1) as FunctionPath;
}
