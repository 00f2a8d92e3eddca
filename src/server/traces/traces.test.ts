import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pat } from "#test/sales/people.ts";
import { type RunningApp, startApp } from "#test/shop/running-app.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { sendContactMessage } from "../messages/send-contact-message.ts";

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: unknown }[];
};
type Export = {
  resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Span[] }[] }[];
};

let receiver: Server;
let received: string[] = [];
let store: TestShop;
let app: RunningApp | null = null;

beforeEach(async () => {
  received = [];
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      received.push(body);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await app?.stop();
  app = null;
  await store.close();
  await new Promise((resolve) => receiver.close(resolve));
});

const endpoint = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const spans = () =>
  received.flatMap((text) =>
    (JSON.parse(text) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
const named = (name: string) => spans().find((span) => span.name === name);

test("a request becomes a span below the caller's, with its statements below it, and no value leaves", async () => {
  store = await createTestShop({
    env: { PUBLIC_URL: "https://shop.example", OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() },
  });
  app = await startApp(store.shop, async () => {
    await sendContactMessage(store.shop, {
      ...pat,
      subject: "Size",
      message: "Secret words",
      honeypot: "",
      ip: "",
    });
    return new Response("page", { status: 503 });
  });
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, "X-Forwarded-For": "198.51.100.7" };
  await fetch(`${app.origin}/orders/a-secret-token?q=secret`, { headers });
  await sendDueMails(store.shop, { limit: 1 });
  await app.stop();
  await store.shop.traces?.stop();
  await expect.poll(() => named("GET /orders/:token")).toBeDefined();
  const request = named("GET /orders/:token");
  expect(request).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
  expect(request?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 503 } });
  expect(named("insert contact_messages")).toMatchObject({ traceId, parentSpanId: request?.spanId });
  expect(named("insert limit_uses")).toMatchObject({ traceId });
  const mail = named("mail send");
  expect(mail?.parentSpanId ?? "").toBe("");
  // What a worker asks without a request makes no span.
  expect(spans().filter(({ name }) => name.includes("claim_mails"))).toEqual([]);
  const all = received.join();
  for (const secret of ["Secret words", "pat@", "a-secret-token", "198.51.100.7", "q=secret"])
    expect(all).not.toContain(secret);
  expect(all).toContain('"golf-pro-shop"');
});

test("a stranger can't choose the trace of a request", async () => {
  store = await createTestShop({ env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint()}/v1/traces` } });
  app = await startApp(store.shop, async () => new Response("page"));
  const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00" };
  await fetch(`${app.origin}/checkout`, { headers });
  await app.stop();
  await store.shop.traces?.stop();
  await expect.poll(() => named("GET /checkout")?.traceId ?? "").toMatch(/^(?!0af7)/);
});

test("calls to the payment provider are spans", async () => {
  store = await createTestShop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() } });
  expect(store.shop.payments.isIntentId("pi_0123456789")).toBe(true);
  await store.shop.payments.retrieveIntent("pi_0123456789");
  await store.shop.traces?.stop();
  await expect.poll(() => spans().map(({ name }) => name)).toEqual(["provider retrieveIntent"]);
});

test("a receiver that is away does not hold up a shop that stops, and does not make it fail", async () => {
  store = await createTestShop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() } });
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await store.shop.payments.retrieveIntent("pi_0123456789");
  const began = performance.now();
  await store.shop.traces?.stop();
  expect(performance.now() - began).toBeLessThan(4_000);
});

test("without the variables there are no traces", async () => {
  store = await createTestShop();
  expect(store.shop.traces).toBeNull();
});
