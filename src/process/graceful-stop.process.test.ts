import { Agent, createServer, get, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { prepareStop } from "./graceful-stop.ts";

type Answered = { status: number | undefined; connection: string | undefined };

/** A server whose address /slow answers on demand. */
async function startServer() {
  const slow = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const server: Server = createServer(async (request, response) => {
    if (request.url === "/slow") {
      arrived.resolve();
      await slow.promise;
    }
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stopServer = prepareStop(server);
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string) =>
    new Promise<Answered>((resolve, reject) => {
      get({ port, host: "127.0.0.1", path, agent }, (response) => {
        response.resume().once("end", () => {
          resolve({ status: response.statusCode, connection: response.headers.connection });
        });
      }).once("error", reject);
    });
  return { port, stopServer, ask, finish: () => slow.resolve(), arrived: arrived.promise };
}

test("a server that drains still answers, and says that each connection ends", async () => {
  const { stopServer, ask } = await startServer();
  expect((await ask("/")).connection).toBe("keep-alive");
  const stopping = stopServer({ drainMs: 2_000 });
  expect(await ask("/")).toEqual({ status: 200, connection: "close" });
  expect(await ask("/")).toEqual({ status: 200, connection: "close" });
  await stopping;
  await expect(ask("/")).rejects.toThrow(/ECONNREFUSED/);
});

test("what was under way is finished, and its connection does not hold up the end", async () => {
  const { stopServer, ask, finish, arrived } = await startServer();
  const slow = ask("/slow");
  await arrived;
  const started = performance.now();
  const stopping = stopServer({ drainMs: 0 });
  finish();
  expect(await slow).toEqual({ status: 200, connection: "close" });
  await stopping;
  expect(performance.now() - started).toBeLessThan(4_000);
});

test("without a drain no new connection is accepted, and a kept one learns on its next response that it ends", async () => {
  const { stopServer, ask } = await startServer();
  await ask("/");
  const stopping = stopServer({ drainMs: 0 });
  expect(await ask("/")).toEqual({ status: 200, connection: "close" });
  await expect(ask("/")).rejects.toThrow(/ECONNREFUSED/);
  await stopping;
});

test("a connection that never sends anything does not hold up the end", async () => {
  const { port, stopServer } = await startServer();
  const silent = connect(port, "127.0.0.1");
  await new Promise((resolve) => silent.once("connect", resolve));
  const started = performance.now();
  await stopServer({ drainMs: 0 });
  expect(performance.now() - started).toBeLessThan(3_000);
});
