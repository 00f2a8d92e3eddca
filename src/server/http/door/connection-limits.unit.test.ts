import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { expect, test } from "vitest";
import type { TrustProxy } from "../../core/env.ts";
import { limitConnections } from "./connection-limits.ts";

function serverBehind(trustProxy: TrustProxy | null) {
  const server = Object.assign(new EventEmitter(), { maxConnections: 0 });
  limitConnections(server as unknown as Server, { trustProxy }, 3);
  const open = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, isOpen: true, destroy: () => {} });
    socket.destroy = () => {
      socket.isOpen = false;
    };
    server.emit("connection", socket);
    return socket;
  };
  return { server, open };
}

test("[TR-1] one network has its share of connections, and gets each back that it closes", () => {
  const { server, open } = serverBehind(null);
  const mine = [1, 2, 3, 4].map((host) => open(`2001:db8:0:7::${host}`));
  expect(mine.map(({ isOpen }) => isOpen)).toEqual([true, true, true, false]);
  expect(open("2001:db8:0:8::1").isOpen).toBe(true);
  mine[0]?.emit("close");
  expect(open("2001:db8:0:7::9").isOpen).toBe(true);
  expect(open("2001:db8:0:7::9").isOpen).toBe(false);
  expect(server.maxConnections).toBeGreaterThan(1_000);
});

test("[TR-1] a proxy stands for all clients, and so does this machine", () => {
  const behind = serverBehind({ kind: "hops", hops: 1 });
  expect([1, 2, 3, 4].map(() => behind.open("198.51.100.7").isOpen)).not.toContain(false);
  const { open } = serverBehind(null);
  expect([1, 2, 3, 4].map(() => open("::ffff:127.0.0.1").isOpen)).not.toContain(false);
});
