// Renders the built pages (React Router) for requests. The origin of every request is replaced by the shop's public
// one first: what a stranger writes into the Host header must never end up in a page, least of all in a cached one.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Shop } from "#server/core/shop.ts";
import type { PagePost } from "#server/http/door/door.ts";
import { formPosts, type PostRule } from "#server/http/door/post-rule.ts";
import { originOf } from "#server/http/door/request-origin.ts";
import type { CanonicalSearch, PageRoute } from "#server/http/pages/page-path.ts";
import { SCRIPT_MARK_HEADER } from "#server/http/security-headers.ts";
import { loadDraftConfiguration, opensPreview, previewTokenIn } from "#server/settings/brand/preview-link.ts";

type Build = ServerBuild & { entry: { module: { shopContext?: unknown; scriptMarkContext?: unknown } } };
export type LoadBuild = () => Promise<ServerBuild>;

const MARK_BYTES = 18;

export const CLIENT_FOLDER = path.join(import.meta.dirname, "../../build/client");

/** The production build, loaded once. */
export async function loadProductionBuild(): Promise<ServerBuild> {
  const file = path.join(import.meta.dirname, "../../build/server/index.js");
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/**
 * The pages of the route table. Shared are those that declare themselves public (src/web/page/page-headers.ts). A shared
 * page that knows search parameters says so by `handle.search`; without it they change nothing.
 */
export function pageRoutesOf({ routes }: Pick<ServerBuild, "routes">): PageRoute[] {
  const isParent = new Set(Object.values(routes).map((route) => route?.parentId));
  return Object.values(routes).flatMap((page) => {
    if (!page || isParent.has(page.id)) return [];
    const chain = [page];
    for (let at = routes[page.parentId ?? ""]; at; at = routes[at.parentId ?? ""]) chain.unshift(at);
    const pattern = `/${chain.flatMap(({ path: part }) => part || []).join("/")}`;
    if (pattern.includes("*")) return [];
    const isShared = /\bpublic\b/.test(headersOf(chain).get("Cache-Control") ?? "");
    const { action, handle } = page.module;
    const { search } = (handle ?? {}) as { search?: CanonicalSearch };
    const rest = {
      isShared,
      ...(search ? { search } : {}),
      ...(action ? { post: postOf(action, chain) } : {}),
    };
    // "/product/:id/:slug?" is two patterns.
    const [, shorter] = /^(.*)\/[^/]+\?$/.exec(pattern) ?? [];
    return [shorter ?? [], pattern.replace(/\?$/, "")].flat().map((each) => ({ pattern: each, ...rest }));
  });
}

type Page = NonNullable<ServerBuild["routes"][string]>;

/** An action may say what it takes (src/web/routes/admin/admin-action.ts); all others take forms. */
function postOf(action: NonNullable<Page["module"]["action"]>, chain: Page[]): PagePost {
  const { takes } = action as { takes?: PostRule };
  const isGuarded = chain.some(({ module }) => module.middleware?.some((step) => "isGuard" in step));
  return { ...(takes ?? formPosts), isGuarded };
}

/** What a page says before anything is loaded for it. As in the router, the innermost word counts. */
function headersOf(chain: Page[]): Headers {
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
  let known: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | null = null;

  return async (request: Request, isShared = false): Promise<Response> => {
    const build = await loadBuild();
    if (known?.build !== build) {
      known = { build, handle: createRequestHandler(build, mode) };
    }
    const context = new RouterContextProvider();
    const { shopContext, scriptMarkContext } = (build as Build).entry.module;
    context.set(
      shopContext as Parameters<typeof context.set>[0],
      isShared ? { ...shop, sharedPage: {} } : seenBy(shop, request),
    );
    if (mode === "development") return known.handle(atPublicOrigin(shop, request), context);
    const mark = randomBytes(MARK_BYTES).toString("base64url");
    context.set(scriptMarkContext as Parameters<typeof context.set>[0], mark);
    const answer = await known.handle(atPublicOrigin(shop, request), context);
    // Data and redirects have no scripts.
    if (!answer.headers.get("Content-Type")?.startsWith("text/html")) return answer;
    const headers = new Headers(answer.headers);
    headers.set(SCRIPT_MARK_HEADER, mark);
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  };
}

/** With the link to the preview, pages show the draft; forms still work with the published storefront. */
function seenBy(shop: Shop, request: Request): Shop {
  const token = request.method === "GET" ? previewTokenIn(request.headers.get("Cookie")) : null;
  const isOffice = new URL(request.url).pathname.startsWith("/admin");
  if (token === null || isOffice || !opensPreview(shop, token)) return shop;
  return { ...shop, sharedPage: { configuration: loadDraftConfiguration(shop), isPreview: true } };
}

/** The router refuses posts from elsewhere again; a demo under a name of this machine must be its own to it, too. */
function atPublicOrigin({ env }: Shop, request: Request): Request {
  const url = new URL(request.url);
  const target = new URL(url.pathname + url.search, env.publicUrl);
  const moved = target.href === request.url ? request : new Request(target, request);
  const origin = request.headers.get("Origin");
  if (origin === null || origin === env.publicUrl) return moved;
  const host = request.headers.get("Host") ?? "";
  if (originOf(env, { origin, site: undefined, host }) !== "own") return moved;
  const headers = new Headers(moved.headers);
  headers.set("Origin", env.publicUrl);
  return new Request(moved, { headers });
}
