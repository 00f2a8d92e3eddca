// The shop's pages behind the router's own request handler, built from the real route table but without a bundle:
// documents, data requests, and form posts pass through middleware, loaders, and actions as in production. A document's
// body is the word "page", unless pages are rendered.
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createElement, type ReactNode } from "react";
import {
  createRequestHandler,
  Meta,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_withComponentProps,
  UNSAFE_withErrorBoundaryProps,
} from "react-router";
import type { Shop } from "#server/core/shop.ts";
import routeTable from "../../src/web/routes.ts";

export type TestRoute = {
  id: string;
  parentId: string | undefined;
  /** Path from the root, with its parameters: "/admin/orders/:id". */
  pattern: string;
  file: string;
};

const WEB = path.join(import.meta.dirname, "../../src/web");

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
 * Handles requests for the routes that `wanted` picks, for this shop. `hasRoot`: below the root route, whose loader and
 * headers come before those of each page. `isDrawn`: documents have their real HTML; needs the root.
 */
export async function createPageHandler(
  shop: Shop,
  wanted: (route: TestRoute) => boolean,
  { hasRoot = false, isDrawn = false } = {},
): Promise<PageHandler> {
  const { shopContext } = await import("../../src/web/middleware/shop-context.ts");
  const table = await loadRouteTable(listRoutes().filter(wanted));
  const build = isDrawn
    ? buildOf(drawable(await underRoot(table)), await import("../../src/web/entry.server.tsx"))
    : buildOf(hasRoot ? await underRoot(table) : table, WORD_ALONE);
  const handle = createRequestHandler(build, "production");
  return (request) => handle(request, new RouterContextProvider(new Map([[shopContext, shop]])));
}

/** The module of a route, by the file that the table names. */
// biome-ignore lint/suspicious/noExplicitAny: what a route exports differs from route to route.
export function loadRoute(file: string): Promise<any> {
  const address = path.join(WEB, file);
  return import(address);
}

/** Routes with their modules, as in a build; all of the table, or these. */
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

const WORD_ALONE: ServerBuild["entry"]["module"] = {
  default: (_request, status, headers) => new Response("page", { status, headers }),
};

function buildOf(routes: ServerBuild["routes"], entry: ServerBuild["entry"]["module"]): ServerBuild {
  return {
    entry: { module: entry },
    routes,
    assets: { entry: { imports: [], module: "" }, routes: tableOf(routes), url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {} as ServerBuild["future"],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "" },
  };
}

/** As rendering reads it; no route has scripts here. */
function tableOf(routes: ServerBuild["routes"]): ServerBuild["assets"]["routes"] {
  const none = {
    hasAction: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasDefaultExport: true,
    hasErrorBoundary: true,
    module: "",
  };
  const parts = Object.values(routes).flatMap((route) => {
    if (!route) return [];
    const { id, parentId, path, index, module } = route;
    return [[id, { ...none, id, parentId, path, index, hasLoader: module.loader !== undefined }]];
  });
  return Object.fromEntries(parts);
}

/** The build's compiler passes components their props. The frame of a document has no scripts and styles here. */
function drawable(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  const parts = Object.values(routes).flatMap((route) => {
    if (!route) return [];
    const { default: Page, ErrorBoundary } = route.module;
    const module = {
      ...route.module,
      ...(Page && { default: UNSAFE_withComponentProps(Page as never) }),
      ...(ErrorBoundary && { ErrorBoundary: UNSAFE_withErrorBoundaryProps(ErrorBoundary as never) }),
      ...(route.id === "root" && { Layout: BareDocument, links: undefined }),
    };
    return [[route.id, { ...route, module }]];
  });
  return Object.fromEntries(parts);
}

function BareDocument({ children }: { children: ReactNode }) {
  return createElement(
    "html",
    { lang: "en-US" },
    createElement("head", null, createElement(Meta)),
    createElement("body", null, children),
  );
}

function isIndex(file: string): boolean {
  return /\/(index|home)\.tsx$/.test(file);
}
