// Between the socket and the pages: answers a cached page straight from memory, before any router or URL parser,
// and gives everything else to the app. Pages get their security policy here, because only here is the whole
// text of the page known.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../../log.ts";
import { type PagePolicy, pageSecurityHeaders, SCRIPT_MARK_HEADER, sealPage } from "../security-headers.ts";
import { chooseEncoding, compress, isCompressible } from "./compression.ts";
import { type CachedAnswer, PageCache, type Rendered } from "./page-cache.ts";
import type { PagePaths } from "./page-path.ts";
import { withRequestNumber } from "./request-number.ts";

export type PageServer = {
  /** Answers from memory and returns true, or returns false and leaves the answer to the app. */
  answerFromMemory: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Renders a page; one that is the same for everybody goes through the cache. */
  render: (request: Request) => Promise<Response>;
  cache: PageCache;
};

export type PageServerParts = {
  clock: () => number;
  renderPage: (request: Request) => Promise<Response>;
  paths: PagePaths;
  policy: PagePolicy;
  headers: Record<string, string>;
  log: Pick<Logger, "warn">;
};

export function createPageServer(parts: PageServerParts): PageServer {
  const cache = new PageCache(parts.clock);
  const renderWhole = async (request: Request): Promise<Rendered> => {
    const response = await parts.renderPage(request);
    const cookies = response.headers.getSetCookie();
    const headers = pageHeaders(parts, response);
    const mark = response.headers.get(SCRIPT_MARK_HEADER);
    if (!headers.get("content-type")?.startsWith("text/html")) {
      const body = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: Object.fromEntries(headers), cookies, body };
    }
    const { html, scriptHashes } = sealPage(await response.text(), mark);
    const security = pageSecurityHeaders(scriptHashes, parts.policy);
    for (const [name, value] of Object.entries(security)) headers.set(name, value);
    return {
      status: response.status,
      headers: Object.fromEntries(headers),
      cookies,
      body: withRequestNumber(Buffer.from(html), response.status),
    };
  };

  const render = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const acceptEncoding = request.headers.get("accept-encoding") ?? "";
    const key = request.method === "GET" ? parts.paths.keyOf(url) : null;
    if (key === null) return answer(await renderWhole(request), acceptEncoding);
    const target = url.pathname + url.search;
    const known = cache.recall(key, target, acceptEncoding);
    const renderShared = () => renderWhole(anonymous(key, url.origin));
    if (known) {
      if (!known.isFresh) cache.refresh(key, target, renderShared);
      return knownAnswer(known);
    }
    const rendered = await cache.fill(key, target, renderShared);
    const lastGood = rendered.status >= 500 ? cache.lastGood(key) : null;
    if (lastGood) parts.log.warn("http.last_good_served", { page: key, status: rendered.status });
    return answer(lastGood ?? rendered, acceptEncoding);
  };

  const answerFromMemory = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const target = request.url ?? "/";
    const hit = cache.peek(target, String(request.headers["accept-encoding"] ?? ""));
    if (!hit) return false;
    if (!hit.isFresh) refresh(target);
    writeHit(request, response, hit);
    return true;
  };

  const refresh = (target: string): void => {
    const url = new URL(target, "http://shop");
    const key = parts.paths.keyOf(url);
    if (key !== null) cache.refresh(key, target, () => renderWhole(anonymous(key, url.origin)));
  };

  return { answerFromMemory, render, cache };
}

/** The request that a shared page is rendered for: it carries nothing but the canonical path. */
function anonymous(key: string, origin: string): Request {
  return new Request(new URL(key, origin));
}

function writeHit(request: IncomingMessage, response: ServerResponse, hit: CachedAnswer): void {
  if (request.headers["if-none-match"] === hit.etag) {
    const { "content-length": _length, "content-encoding": _encoding, ...headers } = hit.headers;
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(hit.status, hit.headers);
  response.end(request.method === "HEAD" ? undefined : hit.body);
}

/** A page that is in memory, under a name that it was not asked for by before. */
function knownAnswer({ status, headers, body }: CachedAnswer): Response {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(body as Uint8Array<ArrayBuffer>, { status, headers: named });
}

/** A page that does not come from memory, compressed for this one client. */
function answer(rendered: Rendered, acceptEncoding: string): Response {
  const headers = new Headers(rendered.headers);
  for (const cookie of rendered.cookies) headers.append("set-cookie", cookie);
  if (rendered.body.byteLength === 0) return new Response(null, { status: rendered.status, headers });
  const contentType = rendered.headers["content-type"] ?? "";
  const encoding = isCompressible(rendered.body, contentType) ? chooseEncoding(acceptEncoding) : "identity";
  const body = encoding === "identity" ? rendered.body : compress(rendered.body, encoding);
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  headers.set("vary", "Accept-Encoding");
  headers.set("content-length", String(body.byteLength));
  return new Response(body as Uint8Array<ArrayBuffer>, { status: rendered.status, headers });
}

function pageHeaders(parts: PageServerParts, response: Response): Headers {
  const headers = new Headers(parts.headers);
  for (const [name, value] of response.headers) headers.set(name, value);
  headers.delete("content-length");
  headers.delete("set-cookie");
  headers.delete(SCRIPT_MARK_HEADER);
  return headers;
}
