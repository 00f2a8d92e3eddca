import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Environment } from "#server/env.ts";
import { CLIENT_ADDRESS_HEADER } from "#server/http/app.ts";
import { clientAddress } from "#server/http/client-address.ts";

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

export class PortTaken extends Error {}

/** An HTTP server that hands requests to `fetch`, with the client's true address in a header of ours. */
export function createHttpServer(
  env: Environment,
  fetch: (request: Request) => Response | Promise<Response>,
  answerFromMemory: (...args: Parameters<RequestListener>) => boolean,
): Server {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const isBehindProxy = env.publicUrl.startsWith("https:");
  return createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      if (answerFromMemory(request, response)) return;
      nameClient(request, isBehindProxy);
      void listener(request, response);
    },
  );
}

function nameClient(request: IncomingMessage, isBehindProxy: boolean): void {
  const forwarded = request.headers["x-forwarded-for"];
  const address = clientAddress(
    request.socket.remoteAddress,
    String(forwarded ?? "") || undefined,
    isBehindProxy,
  );
  request.headers[CLIENT_ADDRESS_HEADER] = address;
  // The listener reads the raw list, so the name must not stand in it twice.
  const raw = request.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (raw[index]?.toLowerCase() === CLIENT_ADDRESS_HEADER) raw.splice(index, 2);
  }
  raw.push(CLIENT_ADDRESS_HEADER, address);
}

/** Resolves with the port once the server listens; throws PortTaken when somebody else has it. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE" ? new PortTaken(`port ${port} on ${host} is already in use`) : error,
      );
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
