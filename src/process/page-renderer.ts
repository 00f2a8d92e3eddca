// Renders the built pages (React Router) for requests. The origin of every request is replaced by the shop's public
// one first: what a stranger writes into the Host header must never end up in a page, least of all in a cached one.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { PageRoute } from "#server/http/pages/page-path.ts";
import { SCRIPT_MARK_HEADER } from "#server/http/security-headers.ts";
import type { Shop } from "#server/shop.ts";

type Build = ServerBuild & { entry: { module: { shopContext?: unknown; scriptMarkContext?: unknown } } };
export type LoadBuild = () => Promise<ServerBuild>;

const MARK_BYTES = 18;

export const CLIENT_FOLDER = path.join(import.meta.dirname, "../../build/client");

/** The production build, loaded once. */
export async function loadProductionBuild(): Promise<ServerBuild> {
  const file = path.join(import.meta.dirname, "../../build/server/index.js");
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/** The pages of the route table. Shared are those that declare themselves public (src/web/page/page-headers.ts). */
export function pageRoutesOf({ routes }: Pick<ServerBuild, "routes">): PageRoute[] {
  const isParent = new Set(Object.values(routes).map((route) => route?.parentId));
  return Object.values(routes).flatMap((page) => {
    if (!page || isParent.has(page.id)) return [];
    const chain = [page];
    for (let at = routes[page.parentId ?? ""]; at; at = routes[at.parentId ?? ""]) chain.unshift(at);
    const pattern = `/${chain.flatMap(({ path: part }) => part || []).join("/")}`;
    if (pattern.includes("*")) return [];
    return [{ pattern, isShared: /\bpublic\b/.test(headersOf(chain).get("Cache-Control") ?? "") }];
  });
}

/** What a page says before anything is loaded for it. As in the router, the innermost word counts. */
function headersOf(chain: NonNullable<ServerBuild["routes"][string]>[]): Headers {
  return chain.reduce((parentHeaders, { module: { headers } }) => {
    const nothing = { loaderHeaders: new Headers(), actionHeaders: new Headers(), errorHeaders: undefined };
    if (!headers) return parentHeaders;
    return new Headers(typeof headers === "function" ? headers({ ...nothing, parentHeaders }) : headers);
  }, new Headers());
}

/**
 * `loadBuild` is asked for each request, so that the development server can hand out changed code. A built page's own
 * inline scripts carry a mark that the answer names; see http/security-headers.ts.
 */
export function createPageRenderer(shop: Shop, loadBuild: LoadBuild, mode: "production" | "development") {
  const hosts = allowedHosts(shop);
  let known: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | null = null;

  return async (request: Request): Promise<Response> => {
    const build = await loadBuild();
    if (known?.build !== build) {
      known = { build, handle: createRequestHandler({ ...build, allowedActionOrigins: hosts }, mode) };
    }
    const context = new RouterContextProvider();
    const { shopContext, scriptMarkContext } = (build as Build).entry.module;
    context.set(shopContext as Parameters<typeof context.set>[0], shop);
    if (mode === "development") return known.handle(atPublicOrigin(shop, request), context);
    const mark = randomBytes(MARK_BYTES).toString("base64url");
    context.set(scriptMarkContext as Parameters<typeof context.set>[0], mark);
    const answer = await known.handle(atPublicOrigin(shop, request), context);
    const headers = new Headers(answer.headers);
    headers.set(SCRIPT_MARK_HEADER, mark);
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  };
}

function atPublicOrigin(shop: Shop, request: Request): Request {
  const url = new URL(request.url);
  const target = new URL(url.pathname + url.search, shop.env.publicUrl);
  return target.href === request.url ? request : new Request(target, request);
}

/** The hosts that forms may be posted from: the shop's own, and in demo mode the names of this machine. */
function allowedHosts(shop: Shop): string[] {
  const own = new URL(shop.env.publicUrl).host;
  if (shop.env.mode !== "demo") return [own];
  return [own, `localhost:${shop.env.port}`, `127.0.0.1:${shop.env.port}`, `[::1]:${shop.env.port}`];
}
