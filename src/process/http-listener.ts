import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { CLIENT_IP_HEADER, createClientFinder } from "#server/client-ip.ts";
import type { Environment } from "#server/env.ts";
import type { ObserveRequest } from "#server/http/observe-requests.ts";
import { OperatorError } from "#server/operator-error.ts";

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

/**
 * An HTTP server that hands requests to `fetch`, with the client's true IP in a header of ours. `observe` notes each
 * that is not answered from memory.
 */
export function createHttpServer(
  env: Pick<Environment, "publicUrl" | "trustProxy">,
  fetch: (request: Request) => Response | Promise<Response>,
  answerFromMemory: (...args: Parameters<RequestListener>) => boolean,
  observe: ObserveRequest = (_request, _response, _client, work) => work(),
): Server {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const findClient = createClientFinder(env);
  return createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      if (answerFromMemory(request, response)) return;
      const client = findClient(request.socket.remoteAddress, request.headers);
      nameClient(request, client.ip);
      observe(request, response, client, () => void listener(request, response));
    },
  );
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

/** Resolves with the port once the server listens; throws an OperatorError when another program has it. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const advice = `Stop the other program, or choose another port: PORT=${port + 1} npm start`;
      const taken = new OperatorError(`Port ${port} on ${host} is already in use. ${advice}`);
      reject(error.code === "EADDRINUSE" ? taken : error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** Stops taking requests and waits for those under way. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  });
}
