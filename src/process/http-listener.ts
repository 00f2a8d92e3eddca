import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createNetServer, type Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { CLIENT_IP_HEADER, createClientFinder } from "#server/core/client-ip.ts";
import type { Environment } from "#server/core/env.ts";
import { OperatorError } from "#server/core/operator-error.ts";
import { admit } from "#server/http/door/admit.ts";
import { BodyBudget } from "#server/http/door/body-budget.ts";
import { isTooFarAhead, limitConnections } from "#server/http/door/connection-limits.ts";
import type { Door } from "#server/http/door/door.ts";
import { type Refusal, sendRefusal } from "#server/http/door/refusal.ts";
import type { ObserveRequest } from "#server/http/observe-requests.ts";
import { baseHeaders, FILE_POLICY } from "#server/http/security-headers.ts";

/** How long a sender may take, in milliseconds. */
type Patience = {
  headersMs: number;
  /** A body that is read before the shop sees the request. */
  bodyMs: number;
  /** The whole request; four pictures over a slow line take a while. */
  requestMs: number;
  /** A connection on which nothing moves: nothing is sent, and nothing of its answer read. */
  silentMs: number;
  /** How often headers and whole requests are looked at. */
  checkEveryMs: number;
};

const patienceOfShop: Patience = {
  headersMs: 15_000,
  bodyMs: 20_000,
  requestMs: 120_000,
  silentMs: 300_000,
  checkEveryMs: 1_000,
};
const KEEP_ALIVE_MS = 65_000;
const PORT_MAX = 65_535;
const PORT_ANYBODY_MAY_HAVE = 3000;

const NO_CONNECT =
  "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

type ServerParts = {
  env: Pick<Environment, "publicUrl" | "trustProxy" | "hstsSubdomains">;
  fetch: (request: Request) => Response | Promise<Response>;
  answerFromMemory: (...args: Parameters<RequestListener>) => boolean;
  door: Door;
  /** Called for each request that the door refuses. */
  onRefused?: (request: IncomingMessage, refusal: Refusal) => void;
  /** Notes each request that is not answered from memory. */
  observe?: ObserveRequest;
  patience?: Patience;
};

/** An HTTP server that hands what its door admits to `fetch`, with the client's true IP in a header of ours. */
export function createHttpServer(parts: ServerParts): Server {
  const { env, fetch, answerFromMemory, door, onRefused, patience = patienceOfShop } = parts;
  const { observe = (_request, _response, _client, work) => work() } = parts;
  const findClient = createClientFinder(env);
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false, hostname: "localhost" });
  const always = { ...baseHeaders(env), "Content-Security-Policy": FILE_POLICY };
  const budget = new BodyBudget();
  const serve: RequestListener = async (request, response) => {
    const refusal = await admit(door, request, response, { bodyMs: patience.bodyMs, budget });
    if (!refusal) return void listener(request, response);
    onRefused?.(request, refusal);
    sendRefusal(request, response, refusal, always);
  };
  const answer: RequestListener = (request, response) => {
    if (isTooFarAhead(request, response)) return;
    if (door.isPlain(request) && answerFromMemory(request, response)) return;
    const client = findClient(request.socket.remoteAddress, request.headers);
    nameClient(request, client.ip);
    observe(request, response, client, () => void serve(request, response));
  };
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkEveryMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // A second Host header then makes an unknown host.
      joinDuplicateHeaders: true,
    },
    answer,
  );
  server.on("checkContinue", answer);
  server.on("connect", (_request, socket) => refuseTunnel(socket));
  server.setTimeout(patience.silentMs);
  limitConnections(server, env);
  return server;
}

/** From now on the socket has no owner: the server neither handles its errors nor closes it. */
function refuseTunnel(socket: Duplex): void {
  socket.on("error", () => {});
  socket.end(NO_CONNECT, () => socket.destroy());
}

function nameClient(request: IncomingMessage, ip: string): void {
  request.headers[CLIENT_IP_HEADER] = ip;
  // The listener reads the raw list, so the name must not stand in it twice.
  const raw = request.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (raw[index]?.toLowerCase() === CLIENT_IP_HEADER) raw.splice(index, 2);
  }
  raw.push(CLIENT_IP_HEADER, ip);
}

/** Resolves with the port once the server listens; throws an OperatorError when port or host can't be had. */
export function listen(server: NetServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explainListen(error, port, host)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** Called before a start creates the password that is shown once. Throws like `listen`. */
export async function tryPort({ port, host }: Pick<Environment, "port" | "host">): Promise<void> {
  const probe = createNetServer((socket) => socket.destroy());
  await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
}

function explainListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const choose = (another: number) => `choose another port: PORT=${another} npm start`;
  switch (error.code) {
    case "EADDRINUSE":
      return new OperatorError(
        `Port ${port} on ${host} is already in use. Stop the other program, or ${choose(port < PORT_MAX ? port + 1 : port - 1)}`,
      );
    case "EACCES":
      return new OperatorError(
        `Only root can listen on port ${port}, as on all below 1024. Put a proxy in front of the shop, and ${choose(PORT_ANYBODY_MAY_HAVE)}`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new OperatorError(
        `This machine has no address ${host} (HOST). Use one of its addresses, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
      );
    default:
      return error;
  }
}

/** Stops taking requests and waits for those under way. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  });
}
