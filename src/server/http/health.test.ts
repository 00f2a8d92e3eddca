import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { createTestShop } from "#test/shop/shop.ts";
import { RateLimiter } from "../auth/limits/rate-limit.ts";
import type { Shop } from "../core/shop.ts";
import { createApp } from "./app.ts";
import { PagePaths } from "./pages/page-path.ts";
import { StaticFiles } from "./pages/static-files.ts";

const partsOf = (shop: Shop) => ({
  shop,
  staticFiles: new StaticFiles(""),
  paths: new PagePaths([]),
  renderPage: async () => new Response("a page"),
  sandbox: null,
  mailboxFolder: null,
  metrics: async () => "",
  limiter: new RateLimiter(shop),
});

test("a thousand readiness checks cost the database one query, and soon report when the shop is not ready", async () => {
  const { shop } = await createTestShop({ env: { DATA_DIR: tmpdir() } });
  let queries = 0;
  const pool = new Proxy(shop.pool, {
    get: (target, name) =>
      name === "query"
        ? async () => {
            queries += 1;
            if (queries > 1) throw new Error("the database is gone");
          }
        : Reflect.get(target, name),
  });
  const app = createApp({ ...partsOf(shop), shop: { ...shop, pool } });
  const ask = async () => (await app.request("/readyz")).status;
  const statuses = await Promise.all(Array.from({ length: 1_000 }, ask));
  expect([queries, new Set(statuses)]).toEqual([1, new Set([200])]);
  await expect.poll(ask, { timeout: 20_000 }).toBe(503);
});

test("a shop whose database takes no changes is not ready until it does again", async () => {
  const { shop } = await createTestShop({ env: { DATA_DIR: tmpdir() } });
  const app = createApp(partsOf(shop));
  const ask = async () => (await app.request("/readyz")).text();
  await shop.pool.query("set default_transaction_read_only = on");
  expect(await ask()).toBe("the database is read-only");
  await shop.pool.query("set default_transaction_read_only = off");
  await expect.poll(ask, { timeout: 20_000 }).toBe("ready");
});

test("a shop that stops is alive and not ready from its first moment, so that a proxy sends requests elsewhere", async () => {
  const { shop } = await createTestShop({ env: { DATA_DIR: tmpdir() } });
  let isStopping = false;
  const app = createApp({ ...partsOf(shop), isStopping: () => isStopping });
  const statusOf = async (path: string) => (await app.request(path)).status;
  expect([await statusOf("/healthz"), await statusOf("/readyz")]).toEqual([200, 200]);
  isStopping = true;
  expect([await statusOf("/healthz"), await statusOf("/readyz"), await statusOf("/")]).toEqual([
    200, 503, 200,
  ]);
});
