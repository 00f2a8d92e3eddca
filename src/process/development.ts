// The development server: pages straight from the sources, with hot reload, on the shop's own port.
import type { Server } from "node:http";
import type { ServerBuild } from "react-router";
import { createServer as createVite } from "vite";

export async function startDevelopment() {
  const hotReload = { server: undefined as Server | undefined };
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { port: 24_678 } },
    appType: "custom",
  });
  return {
    loadBuild: async () =>
      (await vite.ssrLoadModule("virtual:react-router/server-build")) as unknown as ServerBuild,
    /** Asks Vite first (sources, styles, its client) and the shop for everything else. */
    attach: (server: Server): Server => {
      hotReload.server = server;
      const [shop] = server.listeners("request") as ((...args: unknown[]) => void)[];
      server.removeAllListeners("request");
      server.on("request", (request, response) => {
        vite.middlewares(request, response, () => shop?.(request, response));
      });
      return server;
    },
    stop: () => vite.close(),
  };
}
