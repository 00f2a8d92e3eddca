// The development server: pages straight from the sources, with hot reload, on the shop's own port.
import type { Server } from "node:http";
import type { ServerBuild } from "react-router";
import { createServer as createVite } from "vite";

export async function startDevelopment() {
  const hotReload = { server: undefined as Server | undefined };
  const heard = new Set(process.listeners("SIGTERM"));
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { port: 24_678 } },
    appType: "custom",
  });
  // A second Vite, by which the router reads its routes, ends the process on SIGTERM, with code 143 and in the middle of
  // the shop's own stop.
  for (const listener of process.listeners("SIGTERM"))
    if (!heard.has(listener)) process.off("SIGTERM", listener);
  return {
    loadBuild: async () =>
      (await vite.ssrLoadModule("virtual:react-router/server-build")) as unknown as ServerBuild,
    /** Asks Vite first (sources, styles, its client) and the shop for everything else. */
    attach: (server: Server): Server => {
      hotReload.server = server;
      const listeners = server.listeners("request") as ((...args: unknown[]) => void)[];
      server.removeAllListeners("request");
      server.on("request", (request, response) => {
        vite.middlewares(request, response, () => {
          for (const listener of listeners) listener(request, response);
        });
      });
      return server;
    },
    stop: () => vite.close(),
  };
}
