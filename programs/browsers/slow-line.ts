// A line between a browser and the shop on which everything arrives immediately but the scripts: they wait until they are released.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export type SlowLine = { origin: string; release: () => void; stop: () => void };

export async function startSlowLine(shop: string): Promise<SlowLine> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(async (asked, answer) => {
    const { method, url = "/", headers } = asked;
    if (/^\/assets\/.*\.js/.test(url)) await released;
    const passed = { ...headers, host: new URL(shop).host };
    const onward = request(new URL(url, shop), { method, headers: passed }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    release();
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://localhost:${port}`, release, stop };
}
