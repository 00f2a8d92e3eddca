import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reachSandbox } from "./sandbox-service.ts";

/** What a sandbox elsewhere was asked. */
const asked: { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string }[] = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push({ method: request.method, url: request.url, headers: request.headers, body });
  const packed = request.headers["accept-encoding"]?.includes("gzip");
  response.writeHead(302, { location: "/next", ...(packed ? { "content-encoding": "gzip" } : {}) });
  response.end(packed ? gzipSync("moved") : "moved");
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** As the listener hands on what came through a proxy or in chunks. */
function forwarded(headers: Record<string, string>): Request {
  const request = new Request("http://shop.example/sandbox/api/v1/payment_intents/pi_1/confirm?x=1", {
    method: "POST",
    body: "card=4242",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const seen = new Headers([...request.headers, ...Object.entries(headers)]);
  return new Proxy(request, {
    get: (target, key) => (key === "headers" ? seen : Reflect.get(target, key, target)),
  });
}

test.each([
  ["kept alive", { connection: "keep-alive", "keep-alive": "timeout=5" }],
  ["in chunks", { "transfer-encoding": "chunked" }],
  ["with an upgrade that the proxy offers", { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" }],
  ["that waits for a go-ahead", { expect: "100-continue" }],
])("a request %s reaches the sandbox of another process", async (_how, headers) => {
  const answer = await reachSandbox(`http://127.0.0.1:${port}`).fetch(
    forwarded({ ...headers, host: "shop.example" }),
  );
  expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([
    302,
    "/next",
    "moved",
  ]);
  expect(asked.at(-1)).toMatchObject({
    method: "POST",
    url: "/sandbox/api/v1/payment_intents/pi_1/confirm?x=1",
    body: "card=4242",
    headers: { "content-type": "application/x-www-form-urlencoded", host: `127.0.0.1:${port}` },
  });
});

test("an answer that was packed for the way is not unpacked twice", async () => {
  const answer = await reachSandbox(`http://127.0.0.1:${port}`).fetch(
    forwarded({ "accept-encoding": "gzip" }),
  );
  expect(answer.headers.get("content-encoding")).toBe(null);
  expect(await answer.text()).toBe("moved");
});
