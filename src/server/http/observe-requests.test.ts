import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OWNER } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { type RunningApp, startApp } from "#test/shop/running-app.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { paidBeforeCookie } from "../checkout/visitors/paid-before.ts";
import { listProxyNotes } from "../checkout/visitors/proxy-notes.ts";
import { markMessage } from "../inbox/messages/mark-message.ts";
import { doctorToken } from "../operations/doctor/doctor-token.ts";

const BEHIND_PROXY = { PUBLIC_URL: "https://shop.example" };
const SHOPPER = "198.51.100.7";

let store: TestShop;
let app: RunningApp | null = null;
beforeEach(() => {
  app = null;
});
afterEach(async () => {
  await app?.stop();
  await store.close();
});

async function start(env: Record<string, string>, renderPage?: (request: Request) => Promise<Response>) {
  store = await createTestShop({ env });
  app = await startApp(store.shop, renderPage);
  const { origin } = app;
  return (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: "manual", ...init });
}

/** Answers once the line is written, which is after the client has its answer. */
async function linesOf(event: string, count = 1) {
  await expect
    .poll(() => store.logs.filter(({ event: name }) => name === event).length)
    .toBeGreaterThanOrEqual(count);
  return store.logs.filter(({ event: name }) => name === event);
}

describe("[TR-12] every request has an id", () => {
  test("in the answer, in every log line that it causes, and in the audit entries of its changes", async () => {
    const id = "00000000-0000-4000-8000-00000000abcd";
    const ask = await start(BEHIND_PROXY, async () => {
      store.shop.log.info("page.rendered");
      await store.shop.db
        .insertInto("contact_messages")
        .values({
          id,
          name: "Pat",
          email: "pat@example.com",
          subject: "Hi",
          message: "Hi",
          created_at: new Date(),
        })
        .execute();
      await markMessage(store.shop, { id, isRead: true, actor: OWNER });
      return new Response("page");
    });
    const answer = await ask("/checkout", { headers: { "X-Forwarded-For": SHOPPER } });
    const request = answer.headers.get("X-Request-Id");
    expect(request).toMatch(/^[\da-f-]{36}$/);
    const client = store.shop.hashClient(SHOPPER);
    expect(await linesOf("page.rendered")).toMatchObject([{ request, client }]);
    expect(await linesOf("http.answered")).toMatchObject([
      { request, client, method: "GET", route: "/checkout", status: 200, level: "info" },
    ]);
    expect(await store.shop.db.selectFrom("admin_audit").select("request_id").execute()).toEqual([
      { request_id: request },
    ]);
    expect(JSON.stringify(store.logs)).not.toContain(SHOPPER);
  });

  test.each([
    [
      "a trusted proxy's is kept",
      BEHIND_PROXY,
      { "X-Forwarded-For": SHOPPER, "X-Request-Id": "edge-4711-ab" },
      true,
    ],
    ["a stranger's is not", BEHIND_PROXY, { "X-Request-Id": "edge-4711-ab" }, false],
    ["a short one is not", BEHIND_PROXY, { "X-Forwarded-For": SHOPPER, "X-Request-Id": "1" }, false],
    [
      "one with other signs is not",
      BEHIND_PROXY,
      { "X-Forwarded-For": SHOPPER, "X-Request-Id": 'a"b\tc d e f' },
      false,
    ],
  ])("%s", async (_what, env, headers: Record<string, string>, isKept) => {
    const ask = await start(env, async () => new Response("page"));
    const id = (await ask("/checkout", { headers })).headers.get("X-Request-Id");
    expect(id === headers["X-Request-Id"]).toBe(isKept);
  });

  test("a failure of the shop shows it to the visitor, who can mention it", async () => {
    const ask = await start({}, async () => {
      throw new Error("broken");
    });
    const answer = await ask("/checkout");
    const id = answer.headers.get("X-Request-Id") ?? "none";
    expect(answer.status).toBe(500);
    expect(((await answer.json()) as { error: { message: string } }).error.message).toContain(id);
    expect(await linesOf("http.request_failed")).toMatchObject([
      { request: id, route: "/checkout", error: "Error: broken" },
    ]);
  });
});

test("[TR-12] no secret of any address reaches a log line or a metric, however the request ends", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const marked = "MARKEDMARKEDMARKEDMARKEDMARKEDMARKED";
  const ask = await start({});
  const patterns = app?.patterns ?? [];
  expect(patterns).toContain("/orders/:token");
  for (const pattern of patterns) {
    const path = pattern.replace(/:\w+|\*/g, marked);
    const query = `?token=${marked}&email=${marked}@example.com&${marked}`;
    for (const [at, method] of [
      [path, "GET"],
      [`${path}.data`, "GET"],
      [path, "POST"],
    ] as const) {
      await ask(at + query, {
        method,
        headers: { Cookie: `a=${marked}` },
        ...(method === "POST" && { body: marked }),
      });
    }
  }
  await linesOf("http.answered", patterns.length);
  expect(store.logs.length).toBeGreaterThan(patterns.length);
  expect(store.logs.filter((line) => JSON.stringify(line).includes(marked))).toEqual([]);
  expect(await app?.metrics.registry.metrics()).not.toContain(marked);
  vi.restoreAllMocks();
});

test("[TR-12] the guard of the back office says whom it refused", async () => {
  const ask = await start(BEHIND_PROXY);
  const answer = await ask("/admin/orders?q=pat", { headers: { "X-Forwarded-For": SHOPPER } });
  expect(answer.status).toBe(302);
  expect(await linesOf("auth.access_refused")).toMatchObject([
    {
      level: "warn",
      reason: "signed_out",
      route: "/admin/orders",
      method: "GET",
      client: store.shop.hashClient(SHOPPER),
      request: answer.headers.get("X-Request-Id"),
    },
  ]);
});

describe("[TR-5] a misconfigured proxy is reported", () => {
  test("once in the log, and to the doctor with a count and without an IP", async () => {
    const ask = await start(
      { PUBLIC_URL: "https://shop.example", TRUST_PROXY: "2" },
      async () => new Response("page"),
    );
    for (let count = 0; count < 3; count += 1)
      await ask("/checkout", { headers: { "X-Forwarded-For": SHOPPER } });
    await ask("/healthz");
    // The shop's own sandbox, which asks past the proxy.
    await ask("/webhooks/stripe", { method: "POST", body: "{}" });
    const [line, ...more] = await linesOf("clients.proxy_doubted");
    expect(line).toMatchObject({
      level: "warn",
      doubt: "hops_missing",
      hint: expect.stringContaining("TRUST_PROXY"),
    });
    expect(more).toEqual([]);
    store.clock.advance(60_000);
    await ask("/checkout", { headers: { "X-Forwarded-For": SHOPPER } });
    await expect
      .poll(async () => (await listProxyNotes(store.shop, new Date(0))).join())
      .toMatch(/X-Forwarded-For has fewer entries.*Seen 4 times/);
    expect(JSON.stringify([store.logs, await listProxyNotes(store.shop, new Date(0))])).not.toContain(
      SHOPPER,
    );
    expect(await listProxyNotes(store.shop, new Date(store.clock.now() + 1))).toEqual([]);
  });

  test.each([
    ["here", {}],
    ["elsewhere", { TRUST_PROXY: "1" }],
  ])(
    "and the doctor's own question, which goes past a proxy that is %s, is none",
    async (_where, trust: Record<string, string>) => {
      const ask = await start({ ...BEHIND_PROXY, ...trust }, async () => new Response("page"));
      const headers = { Authorization: `Bearer ${doctorToken(store.shop.keys)}` };
      const asked = await ask("/doctor", { headers });
      expect([asked.status, await asked.text()]).toEqual([
        200,
        expect.not.stringContaining("X-Forwarded-For"),
      ]);
      await ask("/checkout");
      await expect
        .poll(async () => (await listProxyNotes(store.shop, new Date(0))).join())
        .toMatch(/Seen 1 times/);
    },
  );
});

describe("[TR-5] /metrics", () => {
  const token = "metrics-token-of-this-test";
  test.each([
    ["at home, from this machine", {}, {}, 200],
    ["behind a local proxy that forgets the header", BEHIND_PROXY, {}, 404],
    ["by a proxy that names a client", BEHIND_PROXY, { "X-Forwarded-For": SHOPPER }, 404],
    ["without the token", { ...BEHIND_PROXY, METRICS_TOKEN: token }, {}, 401],
    [
      "with a wrong token",
      { ...BEHIND_PROXY, METRICS_TOKEN: token },
      { Authorization: `Bearer ${token}x` },
      401,
    ],
    ["with the token", { ...BEHIND_PROXY, METRICS_TOKEN: token }, { Authorization: `Bearer ${token}` }, 200],
    ["live, from this machine", { SHOP_MODE: "demo", TRUST_PROXY: "1" }, {}, 404],
  ])("%s", async (_what, env, headers, status) => {
    const ask = await start(env, async () => new Response("page"));
    expect((await ask("/metrics", { headers })).status).toBe(status);
  });

  test("report requests, errors, queues, orders, and holds, by few labels", async () => {
    const ask = await start(
      {},
      async (request) => new Response("page", { status: request.url.includes("shop") ? 503 : 200 }),
    );
    for (let count = 0; count < 3; count += 1) await ask(`/orders/${"x".repeat(40)}${count}`);
    await ask("/shop");
    await ask("/wp-login.php");
    await ask("/functions/v1/anything");
    await linesOf("http.answered", 6);
    const text = await (await ask("/metrics")).text();
    for (const line of [
      'shop_http_requests_total{route="/orders/:token",method="GET",status="2xx"} 3',
      'shop_http_requests_total{route="other",method="GET",status="2xx"} 1',
      'shop_http_errors_total{route="/shop"} 1',
      'shop_http_request_seconds_count{route="/orders/:token"} 3',
      'shop_queue_length{queue="mails"} 0',
      'shop_queue_oldest_seconds{queue="operations"} 0',
      "shop_holds 0",
      "shop_declines_last_hour 0",
      "shop_database_up 1",
      "shop_page_cache_hits_total 0",
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/nodejs_eventloop_lag_seconds [\d.]+/);
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
  });
});

test("[TR-5] pages that must be rendered are limited per client, far above what people ask for", async () => {
  const ask = await start(BEHIND_PROXY, async () => new Response("page"));
  const statusOf = async (ip: string) =>
    (await ask("/checkout", { headers: { "X-Forwarded-For": ip } })).status;
  const statuses = [];
  for (let count = 0; count < 601; count += 1)
    statuses.push(await statusOf(`2001:db8:1:2::${count.toString(16)}`));
  expect(statuses.filter((status) => status === 200)).toHaveLength(600);
  expect(statuses.at(-1)).toBe(429);
  expect(await statusOf(SHOPPER)).toBe(200);
});

test("[TR-5] long lists are limited sooner, since each is as much work as many pages", async () => {
  const ask = await start(BEHIND_PROXY, async () => new Response("page"));
  const statusOf = async (path: string) =>
    (await ask(path, { headers: { "X-Forwarded-For": SHOPPER } })).status;
  const statuses = [];
  for (let count = 0; count < 61; count += 1)
    statuses.push(await statusOf(`/shop?pages=${11 + (count % 40)}`));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect([await statusOf("/shop.data?pages=50"), await statusOf("/shop?pages=10")]).toEqual([429, 200]);
});

describe("[TR-5] limits of the functions", () => {
  const START = "/functions/v1/create-payment-intent";
  const post = (headers: Record<string, string>) => ({ method: "POST", headers, body: "no json" });
  const statusesOf = async (asked: Promise<Response>[]) =>
    (await Promise.all(asked)).map(({ status }) => status);

  test("count each shopper behind a proxy that is trusted, and no one by a forged entry", async () => {
    const ask = await start({ PUBLIC_URL: "https://shop.example", TRUST_PROXY: "1" });
    const own = { Origin: "https://shop.example", "Content-Type": "application/json" };
    const shoppers = Array.from({ length: 45 }, (_, index) =>
      ask(START, post({ ...own, "X-Forwarded-For": `198.51.100.${index}` })),
    );
    expect(new Set(await statusesOf(shoppers))).toEqual(new Set([400]));
    const forger = Array.from({ length: 25 }, (_, index) =>
      ask(START, post({ ...own, "X-Forwarded-For": `192.0.2.${index}, 203.0.113.7` })),
    );
    const statuses = await statusesOf(forger);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  test("hold also for a local proxy that does not say for whom it asks", async () => {
    const ask = await start(BEHIND_PROXY);
    const own = { Origin: "https://shop.example", "Content-Type": "application/json" };
    const asked = Array.from({ length: 25 }, () => ask(START, post(own)));
    expect((await statusesOf(asked)).filter((status) => status === 429)).toHaveLength(5);
  });

  test("leave a record of their own to those who have paid before, as long as their order stays paid", async () => {
    const ask = await start(BEHIND_PROXY);
    const own = { Origin: "https://shop.example", "Content-Type": "application/json" };
    const from = { ...own, "X-Forwarded-For": SHOPPER };
    const sale = await sell(store);
    const [proof = ""] = paidBeforeCookie(store.shop, sale.orderId).split(";");
    const colleagues = Array.from({ length: 20 }, () => ask(START, post(from)));
    expect(new Set(await statusesOf(colleagues))).toEqual(new Set([400]));
    const statusOf = async (cookie: string) => (await ask(START, post({ ...from, Cookie: cookie }))).status;
    expect(await statusOf(proof)).toBe(400);
    expect(await statusOf(proof.replace(/.$/, "!"))).toBe(429);
    await store.shop.db.updateTable("orders").set({ status: "refunded" }).execute();
    expect(await statusOf(proof)).toBe(429);
  });
});
