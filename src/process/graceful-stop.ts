// Ends a server without dropping a request. While it drains it still takes requests, because a proxy needs a moment to
// notice that /readyz fails, and says on every answer that the connection ends, so that no proxy sends the next request
// into a connection that is just being closed. Then it takes no more connections and finishes what it has begun.
import type { Server } from "node:http";
import { closeServer } from "./http-listener.ts";

const LOOK_EVERY_MS = 50;

export async function stopServer(server: Server, drainMs: number): Promise<void> {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
  // A connection whose last answer began before the drain is idle only after it.
  const sweep = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  try {
    await closeServer(server);
  } finally {
    clearInterval(sweep);
  }
}
