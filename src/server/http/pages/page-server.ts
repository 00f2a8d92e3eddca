// Between the socket and the pages: answers a cached page straight from memory, before any router or URL parser,
// and gives everything else to the app. Pages get their security policy here, because only here is the whole
// text of the page known.
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorText, type Logger } from "../../core/log.ts";
import { previewTokenIn } from "../../settings/brand/preview-link.ts";
import {
  FILE_POLICY,
  type PagePolicy,
  pageSecurityHeaders,
  SCRIPT_MARK_HEADER,
  sealPage,
} from "../security-headers.ts";
import { chooseEncoding, compress, isCompressible } from "./compression.ts";
import { isTagKnown } from "./entity-tag.ts";
import type { PageAnswer, Rendered } from "./kept-page.ts";
import { PageCache } from "./page-cache.ts";
import { NOT_FOUND_KEY, type PagePaths } from "./page-path.ts";
import { withRequestNumber } from "./request-number.ts";

export type PageServer = {
  /** Answers from memory and returns true, or returns false and leaves the answer to the app. */
  answerFromMemory: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Renders a page; one that is the same for everyone goes through the cache. */
  render: (request: Request) => Promise<Response>;
  cache: PageCache;
};

export type PageServerParts = {
  clock: () => number;
  /** `isShared`: the page is public. */
  renderPage: (request: Request, isShared?: boolean) => Promise<Response>;
  paths: PagePaths;
  /** The shop's own, for which every page is drawn. */
  origin: string;
  policy: PagePolicy;
  headers: Record<string, string>;
  log: Pick<Logger, "warn">;
  /** When all pages become others after this moment. */
  nextChange: (at: number) => number;
};

/** The page's name takes the time of its length: no legitimate client sends a longer one twice a second. */
const TARGET_LENGTH_MAX = 2_048;

export function createPageServer(parts: PageServerParts): PageServer {
  const onError = (page: string, error: unknown) =>
    parts.log.warn("http.page_not_drawn", { page, error: errorText(error) });
  const readWhole = async (response: Response, isPreview = false): Promise<Rendered> => {
    const cookies = response.headers.getSetCookie();
    const headers = pageHeaders(parts, response);
    const mark = response.headers.get(SCRIPT_MARK_HEADER);
    if (!headers.get("content-type")?.startsWith("text/html")) {
      const body = Buffer.from(await response.arrayBuffer());
      if (!headers.has(POLICY)) headers.set(POLICY, FILE_POLICY);
      return { status: response.status, headers: Object.fromEntries(headers), cookies, body };
    }
    const { html, scriptHashes } = sealPage(await response.text(), mark);
    const security = pageSecurityHeaders(scriptHashes, { ...parts.policy, isFramed: isPreview });
    if (isPreview) headers.set("cache-control", "private, no-store");
    for (const [name, value] of Object.entries(security)) headers.set(name, value);
    return {
      status: response.status,
      headers: Object.fromEntries(headers),
      cookies,
      body: withRequestNumber(Buffer.from(html), response.status),
    };
  };

  /** A shared page is drawn for a request that carries nothing but its name. */
  const draw = async (name: string) =>
    readWhole(await parts.renderPage(new Request(new URL(name, parts.origin)), true));
  const cache = new PageCache(parts.clock, draw, { onError, nextChange: parts.nextChange });

  const render = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const acceptEncoding = request.headers.get("accept-encoding") ?? "";
    const isHead = request.method === "HEAD";
    const isPreview = previewTokenIn(request.headers.get("cookie")) !== null;
    const isShared = (request.method === "GET" || isHead) && !isPreview;
    const name = isShared ? parts.paths.nameOf(pathname + search) : null;
    if (name === null) {
      const response = await parts.renderPage(request);
      return isDownload(response)
        ? passOn(response, { isHead })
        : answer(await readWhole(response, isPreview), acceptEncoding);
    }
    const answered = await answerShared(name, acceptEncoding);
    return isHead ? new Response(null, answered) : answered;
  };

  const answerShared = async (name: string, acceptEncoding: string): Promise<Response> => {
    const hit = cache.recall(name, acceptEncoding);
    if (hit) return responseOf(hit);
    const filled = await cache.fill(name, acceptEncoding);
    if (filled.kind === "last_good") parts.log.warn("http.last_good_served", { page: name });
    return filled.kind === "once" ? answer(filled.rendered, acceptEncoding) : responseOf(filled.answer);
  };

  const answerFromMemory = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const target = request.url ?? "/";
    // Only the door knows what to say to a fragment, and only the app whether a path without a page is a file.
    if (target.length > TARGET_LENGTH_MAX || target.includes("#")) return false;
    if (previewTokenIn(request.headers.cookie) !== null) return false;
    const name = parts.paths.nameOf(target);
    if (name === null || name === NOT_FOUND_KEY) return false;
    const hit = cache.recall(name, String(request.headers["accept-encoding"] ?? ""));
    if (hit === null) return false;
    writeHit(request, response, hit);
    return true;
  };

  /** As fast as its receiver takes it: however long it is, it is never whole in memory. */
  const passOn = async (response: Response, { isHead }: { isHead: boolean }): Promise<Response> => {
    const headers = pageHeaders(parts, response);
    const length = response.headers.get("content-length");
    if (length !== null) headers.set("content-length", length);
    for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
    if (isHead) await response.body?.cancel();
    return new Response(isHead ? null : response.body, { status: response.status, headers });
  };

  return { answerFromMemory, render, cache };
}

const POLICY = "content-security-policy";

const isDownload = ({ headers }: Response) =>
  headers.get("content-disposition")?.startsWith("attachment") ?? false;

function writeHit(request: IncomingMessage, response: ServerResponse, hit: PageAnswer): void {
  const { etag } = hit.headers;
  if (etag !== undefined && isTagKnown(request.headers["if-none-match"], String(etag))) {
    const { "content-length": _length, "content-encoding": _encoding, ...headers } = hit.headers;
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(hit.status, hit.headers);
  response.end(request.method === "HEAD" ? undefined : hit.body);
}

/** A page that the app was asked for, and that is kept. */
function responseOf({ status, headers, body }: PageAnswer): Response {
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
