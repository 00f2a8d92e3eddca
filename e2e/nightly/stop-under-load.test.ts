// A shop without a proxy is stopped under load from shoppers with keep-alive connections. Measured on the whole, built
// shop: dropped requests, and seconds from the signal to the exit.
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { placeOrder } from "#test/browser/place-order.ts";
import { startLoad } from "#test/browser/pressing-shoppers.ts";
import { type RunningShop, startShop } from "#test/browser/shop-process.ts";
import { fillShelf } from "#test/browser/two-copies.ts";
import { type PostgresServer, startPostgres } from "#test/servers/postgres.ts";

const SHOPPERS = 30;
/** It takes 1.2 to 1.6 seconds on an idle machine; a silent connection may delay it for longer. */
const STOP_SECONDS_MAX = 8;
const BODY_PARTS = ['{"items"', ":", "[", "]", "}"];

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** A request whose body is on its way while the shop is stopping. */
function askSlowly(port: number) {
  const begun = Promise.withResolvers<void>();
  const answer = new Promise<string>((resolve) => {
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const options = { port, host: "localhost", family: 4, method: "POST", headers };
    const request = httpRequest({ ...options, path: "/functions/v1/refresh-cart" }, (response) => {
      response.resume();
      response.once("end", () => resolve(`${response.statusCode} ${response.headers.connection}`));
    });
    request.once("error", (error) => resolve(error.message));
    request.write(BODY_PARTS[0], () => begun.resolve());
    finish.push(() => request.end(BODY_PARTS.slice(1).join("")));
  });
  return { begun: begun.promise, answer };
}
const finish: (() => void)[] = [];

/** `slow`: status and connection header of the response to a slow request. */
async function stopUnderLoad(shop: RunningShop, slowAnswer: RegExp) {
  await placeOrder(shop, { name: "Sid Stops", email: "sid.stops@example.com" });
  const load = startLoad(shop, SHOPPERS);
  await expect.poll(load.answered).toBeGreaterThan(500);
  const slow = askSlowly(shop.port);
  await slow.begun;
  // Speculative connections of browsers, which never send anything.
  const silent = Array.from({ length: 5 }, () => connect(shop.port, "127.0.0.1").on("error", () => {}));
  await Promise.all(silent.map((socket) => once(socket, "connect")));
  cleanUp.push(() => {
    for (const socket of silent) socket.destroy();
  });
  const before = performance.now();
  const stopping = shop.stop();
  await expect
    .poll(async () => (await fetch(`${shop.url}/readyz`).catch(() => null))?.status ?? 503)
    .toBe(503);
  for (const end of finish.splice(0)) end();
  const code = await stopping;
  const seconds = (performance.now() - before) / 1_000;
  await load.over;
  const figures = `${load.answered()} answered, ${load.dropped.length} dropped, ${seconds.toFixed(1)} s to the exit`;
  console.log(`stop under load: ${figures}`);
  expect(await slow.answer).toMatch(slowAnswer);
  expect({ code, dropped: load.dropped }).toEqual({
    code: 0,
    dropped: [],
  });
  expect(seconds).toBeLessThan(STOP_SECONDS_MAX);
  expect(shop.output()).not.toMatch(/"level":"error"/);
}

test("one process on the embedded database stops under load: nothing dropped", async () => {
  await stopUnderLoad(await startShop(), /^200 close$/);
});

test("one process on PostgreSQL stops under load: nothing dropped", async () => {
  const postgres: PostgresServer = await startPostgres();
  cleanUp.push(postgres.stop);
  const databaseUrl = postgres.url("postgres");
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await fillShelf(databaseUrl, pool);
  await pool.end();
  const shop = await startShop({ databaseUrl });
  cleanUp.push(() => shop.kill());
  await stopUnderLoad(shop, /^200 close$/);
});
