// Ends a server without dropping a request. A client that keeps its connection learns of the end by "Connection: close"
// on an answer, so a connection is closed only after it heard that, or when it has been silent for a while.
//
// With a drain, a proxy needs a moment to notice that /readyz fails: the server keeps taking connections and says on
// each answer that the connection ends. Without one there is no proxy to wait for. Then the server first stops
// listening and only then announces it: a client that reconnects finds a closed port, not a connection that is accepted and then cut.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

const LOOK_EVERY_MS = 50;
/** How long a connection that was not notified may be idle before it is closed. */
const SILENT_MS = 1_000;
/** What was begun and takes longer, from the end of the drain, is cut off. */
const FINISH_MS_MAX = 4_500;

export type StopServer = (options: { drainMs: number }) => Promise<void>;

/** Watches the answers of a server that was just made, to be able to end each of their connections in order. */
export function prepareStop(server: Server): StopServer {
  const connections = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isEnding = false;
  /** When the last response ended whose client expects the connection to stay open. */
  let lastKept = 0;
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  const follow = (_request: IncomingMessage, answer: ServerResponse) => {
    if (isEnding) answer.shouldKeepAlive = false;
    answers.add(answer);
    answer.once("close", () => {
      answers.delete(answer);
      if (isEnding && answer.shouldKeepAlive) lastKept = performance.now();
    });
  };
  server.prependListener("request", follow).prependListener("checkContinue", follow);

  const notifyClients = () => {
    isEnding = true;
    lastKept = performance.now();
    for (const answer of answers) if (!answer.headersSent) answer.shouldKeepAlive = false;
  };
  const closeSilent = () => {
    if (performance.now() - lastKept < SILENT_MS) return;
    server.closeIdleConnections();
    // One that never sent anything, as browsers open ahead of time, is not idle in the server's eyes.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };

  return async ({ drainMs }) => {
    if (drainMs > 0) {
      notifyClients();
      await pause(drainMs);
    }
    // The HTTP server's own close would also end every silent connection now, while its next request is on the way.
    const closed = new Promise<void>(
      (resolve) => void NetServer.prototype.close.call(server, () => resolve()),
    );
    if (drainMs === 0) notifyClients();
    const sweep = setInterval(closeSilent, LOOK_EVERY_MS);
    const limit = setTimeout(() => server.closeAllConnections(), FINISH_MS_MAX);
    await closed;
    clearInterval(sweep);
    clearTimeout(limit);
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
