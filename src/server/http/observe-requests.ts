// What is noted of every request that is not answered from memory: its id, its client, its route, how it was answered
// and how long that took. One line in the log, and figures for the metrics. Requests for
// files and of machines that look whether the shop lives are not worth a line.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProxyNotes } from "../checkout/visitors/proxy-notes.ts";
import { type Client, isLoopback, networkOf } from "../core/client-ip.ts";
import { runRequest } from "../core/request-context.ts";
import type { Shop } from "../core/shop.ts";
import type { Metrics } from "./metrics.ts";
import { type NameRoute, OTHER_ROUTE } from "./route-names.ts";

/** Called by the listener, which hands over what it found out; `work` answers the request. */
export type ObserveRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  client: Client,
  work: () => void,
) => void;

export const REQUEST_ID_HEADER = "X-Request-Id";

/** What other programs write as an id, and nothing that could break a line of a log. */
const SANE_ID = /^[\w.:/+=@-]{8,128}$/;
const QUIET = new Set(["/healthz", "/readyz", "/metrics", OTHER_ROUTE]);
/** What this machine itself asks: the sandbox of payments, and the owner's command (process/cli/ask-running-shop.ts). */
const OWN = new Set(["/webhooks/stripe", "/doctor"]);

export function createObserver(
  shop: Shop,
  { nameRoute, metrics, notes }: { nameRoute: NameRoute; metrics: Metrics; notes: ProxyNotes },
): ObserveRequest {
  return (request, response, client, work) => {
    const route = nameRoute(request.url ?? "/");
    if (client.doubt && !isFromHere(client, route)) notes.add(client.doubt);
    const id = inboundId(request, client) ?? shop.newId();
    const context = { id, client: shop.hashClient(networkOf(client.ip)), route };
    response.setHeader(REQUEST_ID_HEADER, id);
    const method = request.method ?? "GET";
    const began = performance.now();
    response.once("close", () => {
      const ms = performance.now() - began;
      const status = response.headersSent ? response.statusCode : 499;
      metrics.answered({ route, method, status, seconds: ms / 1000 });
      const level = QUIET.has(route) && status < 500 ? "debug" : "info";
      const isCutOff = response.writableFinished ? {} : { isCutOff: true };
      runRequest(context, () =>
        shop.log[level]("http.answered", { method, route, status, ms: Math.round(ms), ...isCutOff }),
      );
    });
    runRequest(context, work);
  };
}

/** Health checks bypass the proxy, and so do requests from this machine. */
function isFromHere({ ip }: Client, route: string): boolean {
  return QUIET.has(route) || (OWN.has(route) && isLoopback(ip));
}

/** A stranger could give all its requests one id, or another client's. */
function inboundId({ headers }: IncomingMessage, { isVouched }: Client): string | null {
  const given = headers["x-request-id"];
  return isVouched && typeof given === "string" && SANE_ID.test(given) ? given : null;
}
