// Idle and slow connections cost memory and file handles even while nothing is asked. One network gets a share of them,
// and all together no more than the process can carry; behind a proxy, which is one peer for all clients, the proxy
// counts.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ipOf, isLoopback, networkOf } from "../../core/client-ip.ts";
import type { Environment } from "../../core/env.ts";

const CONNECTIONS_MAX = 8_000;
/** Many shoppers behind one address of a company or a mobile network, each with a browser's six. */
export const CONNECTIONS_PER_NETWORK_MAX = 400;
/** Requests that wait on one connection for the answer to an earlier one. Browsers and proxies send none ahead. */
const AHEAD_MAX = 16;

export function limitConnections(
  server: Server,
  { trustProxy }: Pick<Environment, "trustProxy">,
  perNetworkMax: number = CONNECTIONS_PER_NETWORK_MAX,
): void {
  server.maxConnections = CONNECTIONS_MAX;
  if (trustProxy !== null) return;
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const ip = ipOf(socket.remoteAddress);
    if (isLoopback(ip)) return;
    const network = networkOf(ip);
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetworkMax) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

const ahead = new WeakMap<Socket, number>();

/**
 * Whether its connection has sent too many requests ahead, and is ended now: each answer would wait in memory, whole, until
 * somebody reads those before it.
 */
export function isTooFarAhead({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // It has the connection: nothing before it is unanswered.
  if (response.socket !== null) return false;
  const count = (ahead.get(socket) ?? 0) + 1;
  if (count > AHEAD_MAX) {
    socket.destroy();
    return true;
  }
  ahead.set(socket, count);
  response.once("close", () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1));
  return false;
}
