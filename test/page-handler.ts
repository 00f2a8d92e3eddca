// The pages of the shop behind the router's own request handler, built from the real table of routes but
// without a bundle: documents, data requests, and form posts pass through middleware, loaders, and actions as in
// production. Only drawing is left out: a document's body is the word "page".
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Shop } from "#server/shop.ts";
import routeTable from "../src/web/routes.ts";

export type TestRoute = {
  id: string;
  parentId: string | undefined;
  /** Path from the root, with its parameters: "/admin/orders/:id". */
  pattern: string;
  file: string;
};

const WEB = path.join(import.meta.dirname, "../src/web");

/** Every route of the table, parents before their children. */
export function listRoutes(): TestRoute[] {
  const walk = (entries: RouteConfigEntry[], parent: TestRoute | undefined): TestRoute[] =>
    entries.flatMap((entry) => {
      const id = entry.id ?? entry.file.replace(/\.tsx$/, "");
      const pattern = path.posix.join(parent?.pattern ?? "/", entry.path ?? "");
      const route = { id, parentId: parent?.id, pattern, file: entry.file };
      return [route, ...walk(entry.children ?? [], route)];
    });
  return walk(routeTable as RouteConfigEntry[], undefined);
}

export type PageHandler = (request: Request) => Promise<Response>;

/**
 * Answers requests for the routes that `wanted` picks, on behalf of this shop. `hasRoot`: below the root route, whose
 * loader and headers come before those of each page.
 */
export async function createPageHandler(
  shop: Shop,
  wanted: (route: TestRoute) => boolean,
  { hasRoot = false } = {},
): Promise<PageHandler> {
  const { shopContext } = await import("../src/web/middleware/shop-context.ts");
  const table = await loadRouteTable(listRoutes().filter(wanted));
  const handle = createRequestHandler(buildOf(hasRoot ? await underRoot(table) : table), "production");
  return (request) => handle(request, new RouterContextProvider(new Map([[shopContext, shop]])));
}

/** The module of a route, by the file that the table names. */
// biome-ignore lint/suspicious/noExplicitAny: what a route exports differs from route to route.
export function loadRoute(file: string): Promise<any> {
  const address = path.join(WEB, file);
  return import(address);
}

/** Routes with their modules, as a build has them; all of the table, or these. */
export async function loadRouteTable(routes: TestRoute[] = listRoutes()): Promise<ServerBuild["routes"]> {
  const loaded = routes.map(async ({ id, parentId, file, pattern }) => {
    const module = await loadRoute(file);
    const parent = routes.find((route) => route.id === parentId);
    const segment = pattern.slice((parent?.pattern ?? "/").length).replace(/^\//, "");
    return [id, { id, parentId: parent?.id, path: segment || undefined, index: isIndex(file), module }];
  });
  return Object.fromEntries(await Promise.all(loaded));
}

/** As in a build, where every route is below the root route, whose path is empty. */
export async function underRoot(table: ServerBuild["routes"]): Promise<ServerBuild["routes"]> {
  const below = Object.values(table).flatMap((route) =>
    route ? [{ ...route, parentId: route.parentId ?? "root" }] : [],
  );
  const root = { id: "root", path: "", module: await loadRoute("root.tsx") };
  return { root, ...Object.fromEntries(below.map((route) => [route.id, route])) };
}

function buildOf(routes: ServerBuild["routes"]): ServerBuild {
  return {
    entry: { module: { default: (_request, status, headers) => new Response("page", { status, headers }) } },
    routes,
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {} as ServerBuild["future"],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "" },
  };
}

function isIndex(file: string): boolean {
  return /\/(index|home)\.tsx$/.test(file);
}
