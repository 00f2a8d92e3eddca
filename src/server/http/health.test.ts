import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { createTestShop } from "#test/shop.ts";
import { RateLimiter } from "../limits/rate-limit.ts";
import { createApp } from "./app.ts";
import { PagePaths } from "./pages/page-path.ts";
import { StaticFiles } from "./pages/static-files.ts";

const METRICS_TOKEN = "a-token-that-nobody-guesses-0123456789";

test("a shop that stops is alive and not ready from its first moment, so that a proxy sends requests elsewhere", async () => {
  const { shop } = await createTestShop({ env: { DATA_DIR: tmpdir(), METRICS_TOKEN } });
  let isStopping = false;
  const app = createApp({
    shop,
    staticFiles: new StaticFiles(""),
    paths: new PagePaths([]),
    renderPage: async () => new Response("a page"),
    sandbox: null,
    mailboxFolder: null,
    metrics: async () => null,
    limiter: new RateLimiter(shop),
    isStopping: () => isStopping,
  });
  const statusOf = async (path: string) => (await app.request(path)).status;
  expect([await statusOf("/healthz"), await statusOf("/readyz")]).toEqual([200, 200]);
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  expect((await app.request("/metrics", { headers })).status, "without the figures of all").toBe(503);
  isStopping = true;
  expect([await statusOf("/healthz"), await statusOf("/readyz"), await statusOf("/")]).toEqual([
    200, 503, 200,
  ]);
});
