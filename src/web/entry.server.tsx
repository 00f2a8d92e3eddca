// Renders a page into one complete answer. Pages are buffered, not streamed: most go into the page cache, which
// needs the whole text, and a page that breaks halfway can still answer with status 500.
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isPageApart, shopperTable } from "./build/shopper-table.ts";
import { logPageError } from "./middleware/log-page-error.ts";
import { scriptsAfterPaint } from "./middleware/scripts-after-paint.ts";
import { scriptMarkContext } from "./middleware/shop-context.ts";

// The process fills these contexts; they must be the very objects that this bundle reads.
export { scriptMarkContext, shopContext } from "./middleware/shop-context.ts";

export const streamTimeout = 5_000;

export const handleError: HandleErrorFunction = (error, { request, params, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) {
    logPageError(context, { error, url: request.url, params });
  }
};

export default function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === "HEAD") return new Response(null, { status: statusCode, headers });
  const nonce = context.get(scriptMarkContext) || undefined;
  return new Promise<Response>((resolve, reject) => {
    let status = statusCode;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={withItsTable(routerContext)} url={request.url} nonce={nonce} />,
      {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellError: reject,
        onError(error) {
          status = 500;
          const { params = {} } = routerContext.staticHandlerContext.matches.at(-1) ?? {};
          logPageError(context, { error, url: request.url, params });
        },
        onAllReady() {
          const parts: Buffer[] = [];
          const whole = new Writable({
            write(chunk: Buffer, _encoding, done) {
              parts.push(chunk);
              done();
            },
            final(done) {
              clearTimeout(timeout);
              headers.set("Content-Type", "text/html; charset=utf-8");
              const html = Buffer.concat(parts).toString();
              const page = import.meta.env.PROD ? scriptsAfterPaint(html, nonce) : html;
              resolve(new Response(page, { headers, status }));
              done();
            },
          });
          pipe(whole);
        },
      },
    );
    const timeout = setTimeout(() => abort(), streamTimeout + 1_000);
  });
}

/** The page names the table of routes that its browser needs. While developing there is one table alone. */
function withItsTable(routerContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = routerContext;
  if (!import.meta.env.PROD || isPageApart(staticHandlerContext.matches)) return routerContext;
  return { ...routerContext, manifest: { ...manifest, url: shopperTable(manifest.url) } };
}
