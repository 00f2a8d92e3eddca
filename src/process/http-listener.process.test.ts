import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CLIENT_IP_HEADER, clientIpOf } from "#server/core/client-ip.ts";
import type { Environment } from "#server/core/env.ts";
import { OperatorError } from "#server/core/operator-error.ts";
import { createDoor } from "#server/http/door/door.ts";
import { formPosts } from "#server/http/door/post-rule.ts";
import { PagePaths } from "#server/http/pages/page-path.ts";
import { webhookPosts } from "#server/http/webhooks.ts";
import { createStripeProvider } from "#server/payments/stripe/stripe-provider.ts";
import { type RawAnswer, sendRaw } from "#test/servers/raw-request.ts";
import { testEnvironment } from "#test/shop/shop.ts";
import { closeServer, createHttpServer, listen } from "./http-listener.ts";

const SOURCES = path.join(import.meta.dirname, "..");
const JSON_ONLY = { bytesMax: 64 * 1024, types: ["application/json"] };
const UPLOAD_MAX = 256 * 1024;

const paths = new PagePaths([
  { pattern: "/", isShared: true },
  { pattern: "/shop", isShared: true },
  { pattern: "/contact", isShared: true, post: { ...formPosts, isGuarded: false } },
  { pattern: "/greedy", isShared: false, post: { bytesMax: UPLOAD_MAX, types: null, isGuarded: false } },
  { pattern: "/admin/images", isShared: false, post: { bytesMax: UPLOAD_MAX, types: null, isGuarded: true } },
]);

const payments = createStripeProvider({
  mode: "live",
  publishableKey: "pk_live_x",
  secretKey: "sk_live_x",
  webhookSecret: "whsec_testtesttesttesttest",
  clock: Date.now,
});
/** Headers that a stranger can send like the provider: only the body distinguishes them. */
const stampedAt = (seconds: number) => `Stripe-Signature: t=${seconds},v1=${"0".repeat(64)}`;
const nowSeconds = () => Math.floor(Date.now() / 1000);

let server: Server;
let port = 0;
/** What reached the shop. */
let seen: { method: string; url: string; bytes: number }[] = [];

type Patience = NonNullable<Parameters<typeof createHttpServer>[0]["patience"]>;

async function open(
  changes: Partial<Environment> = {},
  patience?: Patience,
  answer = (request: Request) => new Response(clientIpOf(request)),
): Promise<void> {
  const env = {
    ...testEnvironment({ PUBLIC_URL: "https://shop.example" }),
    mode: "live" as const,
    ...changes,
  };
  server = createHttpServer({
    env,
    fetch: async (request) => {
      const bytes = (await request.arrayBuffer()).byteLength;
      const { method } = request;
      const url = new URL(request.url);
      seen.push({ method, url: url.pathname + url.search, bytes });
      return answer(request);
    },
    answerFromMemory: () => false,
    ...(patience ? { patience } : {}),
    door: createDoor({
      env,
      pagePost: (at) => paths.postOf(at),
      posted: {
        "/functions/v1/": JSON_ONLY,
        "/webhooks/": webhookPosts({ payments }),
      },
    }),
  });
  port = await listen(server, 0, "127.0.0.1");
}

beforeEach(async () => {
  seen = [];
  await open();
});
afterEach(() => closeServer(server));

const FORM = "Content-Type: application/x-www-form-urlencoded";

type Ask = { method?: string; target?: string; host?: string; headers?: string[]; body?: string };

/** One request as text, with a body of known length if there is one. */
function textOf({
  method = "POST",
  target = "/contact",
  host = "shop.example",
  headers = [FORM],
  body,
}: Ask) {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, ...length, "", body ?? ""].join(
    "\r\n",
  );
}

const send = (ask: Ask) => sendRaw(port, textOf(ask));

describe("[TR-1] the body of a request", () => {
  test("that says it is too large is refused before it is sent", async () => {
    const answer = await sendRaw(port, textOf({ headers: [FORM, "Content-Length: 200000000"] }));
    expect([answer.status, answer.isClosed]).toEqual([413, true]);
    expect(answer.body).toContain("64 KB");
    expect(seen).toEqual([]);
  });

  test("that turns out to be too large is refused as soon as it is, and the connection ends", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    let isOpen = true;
    const answer = await sendRaw(
      port,
      textOf({ headers: [FORM, "Transfer-Encoding: chunked"] }),
      (socket) => {
        socket.on("close", () => {
          isOpen = false;
        });
        // Never ends on its own.
        const pour = () => isOpen && socket.write(chunk, () => setImmediate(pour));
        pour();
      },
    );
    expect([answer.status, answer.isClosed]).toEqual([413, true]);
    expect(seen).toEqual([]);
  });

  test("as large as allowed reaches the shop whole, chunked or not", async () => {
    const body = `text=${"x".repeat(64 * 1024 - 5)}`;
    expect((await send({ body })).status).toBe(200);
    const chunked = `${textOf({ headers: [FORM, "Transfer-Encoding: chunked"] })}10000\r\n${body}\r\n0\r\n\r\n`;
    expect((await sendRaw(port, chunked)).status).toBe(200);
    expect(seen.map(({ bytes }) => bytes)).toEqual([65_536, 65_536]);
  });

  test("is not requested when its sender waits for a go-ahead and it is too large", async () => {
    const headers = [FORM, "Expect: 100-continue"];
    const answer = await sendRaw(port, textOf({ headers: [...headers, "Content-Length: 200000000"] }));
    expect([answer.status, answer.wasAskedToGoOn]).toEqual([413, false]);
    const small = textOf({ headers: [...headers, "Content-Length: 3"] });
    const welcome = await sendRaw(port, small, (socket) => socket.once("data", () => socket.write("a=b")));
    expect([welcome.status, welcome.wasAskedToGoOn]).toEqual([200, true]);
    expect(seen.map(({ bytes }) => bytes)).toEqual([3]);
  });

  test("of more than 64 KB is never accepted from a stranger, at any page", async () => {
    const body = "x".repeat(UPLOAD_MAX);
    expect((await send({ target: "/greedy", headers: ["Content-Type: a/b"], body })).status).toBe(413);
  });

  test("of an upload is left to the page behind the guard, up to its limit, and nothing of a larger one is", async () => {
    const upload = (body: string) => send({ target: "/admin/images", headers: ["Content-Type: a/b"], body });
    expect((await upload("x".repeat(UPLOAD_MAX))).status).toBe(200);
    expect((await upload("x".repeat(UPLOAD_MAX + 1))).status).toBe(200);
    expect(seen.map(({ bytes }) => bytes)).toEqual([UPLOAD_MAX, 0]);
  });

  test.each<[string, string[]]>([
    ["without a signature", []],
    ["with none that the provider could have written", [`Stripe-Signature: t=${nowSeconds()},v1=zero`]],
    ["with one without a time", [`Stripe-Signature: v1=${"0".repeat(64)}`]],
    ["with one of ten minutes ago", [stampedAt(nowSeconds() - 600)]],
    ["with one from the future", [stampedAt(nowSeconds() + 600)]],
  ])("of an event %s is refused before it is sent", async (_, headers) => {
    const length = ["Content-Length: 1048576", "Expect: 100-continue"];
    const answer = await sendRaw(
      port,
      textOf({ target: "/webhooks/stripe", headers: [...headers, ...length] }),
    );
    expect([answer.status, answer.wasAskedToGoOn]).toEqual([400, false]);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "bad_signature" } });
  });

  test("that stalls adds to what all together may hold, and the largest make way for the others", async () => {
    const headers = [stampedAt(nowSeconds()), "Content-Length: 1048576"];
    const stalling = textOf({ target: "/webhooks/stripe", headers }) + "x".repeat(1024 * 1024 - 1);
    const refused: RawAnswer[] = [];
    const sockets: Socket[] = [];
    for (let count = 0; count < 40; count += 1) {
      const keep = (socket: Socket) => sockets.push(socket);
      void sendRaw(port, stalling, keep).then((answer) => refused.push(answer));
    }
    await expect.poll(() => refused.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(8);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused[0]?.head).toMatch(/\r\nretry-after: 10\r\n/i);
    const event = { target: "/webhooks/stripe", headers: [stampedAt(nowSeconds())], body: "{}" };
    expect((await send(event)).status).toBe(200);
    expect((await send({ body: `text=${"x".repeat(60_000)}` })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test.each<[string, Ask, number]>([
    ["a form as text", { headers: ["Content-Type: text/plain"], body: "a=b" }, 415],
    ["a form of no type", { headers: [], body: "a=b" }, 415],
    [
      "a form of two types",
      { headers: [FORM, "Content-Type: multipart/form-data; boundary=x"], body: "a=b" },
      415,
    ],
    [
      "no JSON for a function",
      { target: "/functions/v1/x", headers: ["Content-Type: text/plain"], body: "{}" },
      415,
    ],
    ["multipart without a boundary", { headers: ["Content-Type: multipart/form-data"], body: "a=b" }, 400],
    [
      "multipart that ends early",
      {
        headers: ["Content-Type: multipart/form-data; boundary=x"],
        body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
      },
      400,
    ],
    ["a NUL that no database takes", { body: "a=%00" }, 400],
    ["a body of a request to read", { method: "GET", headers: [], body: "a=b" }, 400],
  ])("is refused when it is %s", async (_, ask, status) => {
    expect((await send(ask)).status).toBe(status);
    expect(seen).toEqual([]);
  });

  test("the refusal is a page for people, JSON for programs that call a function, and a line of text for the rest", async () => {
    const page = await send({ headers: ["Content-Type: a/b", "Accept: text/html"], body: "x" });
    expect(page.head).toMatch(/content-type: text\/html/i);
    expect(page.head).toContain("default-src 'none'");
    const json = await send({ target: "/functions/v1/x", headers: ["Content-Type: a/b"], body: "x" });
    expect(JSON.parse(json.body)).toMatchObject({ error: { code: "unsupported_type" } });
    expect((await send({ headers: ["Content-Type: a/b"], body: "x" })).head).toMatch(
      /content-type: text\/plain/i,
    );
  });
});

describe("[TR-1] a slow sender", () => {
  const patience = { headersMs: 300, bodyMs: 300, requestMs: 600, silentMs: 10_000, checkEveryMs: 50 };
  beforeEach(async () => {
    await closeServer(server);
    await open({}, patience);
  });

  test.each<[string, string]>([
    ["of headers", "GET / HTTP/1.1\r\nHost: shop.example\r\n"],
    ["of a body", `${textOf({ headers: [FORM, "Content-Length: 100"] })}a`],
    ["of chunks", `${textOf({ headers: [FORM, "Transfer-Encoding: chunked"] })}1\r\na\r\n`],
    [
      "of an upload",
      `${textOf({ target: "/admin/images", headers: ["Content-Type: a/b", "Content-Length: 200000"] })}a`,
    ],
  ])("%s is cut off", async (_, text) => {
    const answer = await sendRaw(port, text);
    expect([answer.status, answer.isClosed]).toEqual([408, true]);
    expect(seen).toEqual([]);
  });

  test("in great number does not keep others out", async () => {
    await closeServer(server);
    await open({}, { ...patience, headersMs: 1_500, requestMs: 3_000 });
    const slow = Array.from({ length: 300 }, () => sendRaw(port, "GET / HTTP/1.1\r\nHost: shop.example\r\n"));
    expect((await send({ method: "GET", target: "/shop", headers: [] })).status).toBe(200);
    const ended = await Promise.all(slow);
    expect(ended.every(({ status, isClosed }) => status === 408 && isClosed)).toBe(true);
  });
});

describe("[TR-1] a client that does not read", () => {
  const GET = "GET /shop HTTP/1.1\r\nHost: shop.example\r\n\r\n";

  test("and sends requests ahead gets a few answers, and its connection ends", async () => {
    const socket = connect(port, "127.0.0.1", () => socket.write(GET.repeat(500)));
    socket.on("error", () => {}).pause();
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    await expect.poll(() => connections()).toBe(0);
    expect(seen.length).toBeLessThanOrEqual(17);
    socket.destroy();
  });

  test("any other client asks as often as it likes on one connection, also a little ahead", async () => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1").on("data", (text) => {
      received += String(text);
    });
    const answers = () => received.match(/HTTP\/1\.1 200/g)?.length ?? 0;
    for (let count = 1; count <= 30; count += 1) {
      socket.write(GET);
      await expect.poll(answers, { interval: 5 }).toBe(count);
    }
    socket.write(GET.repeat(10));
    await expect.poll(answers).toBe(40);
    socket.destroy();
  });

  test("of a long answer is cut off after a while; one that reads slowly gets all of it", async () => {
    await closeServer(server);
    const BYTES = 20_000_000;
    const patience = { headersMs: 5_000, bodyMs: 5_000, requestMs: 5_000, silentMs: 500, checkEveryMs: 50 };
    await open({}, patience, () => new Response(new Uint8Array(BYTES)));
    const silent = connect(port, "127.0.0.1", () => silent.write(GET));
    silent.on("error", () => {}).pause();
    await expect.poll(() => connections()).toBe(1);
    await expect.poll(() => connections()).toBe(0);
    silent.destroy();
    const slow = connect(port, "127.0.0.1", () => slow.write(GET));
    let bytes = 0;
    for await (const part of slow) {
      bytes += part.length;
      if (bytes < 1_000_000) await setTimeout(20);
      if (bytes >= BYTES) break;
    }
    expect(bytes).toBeGreaterThanOrEqual(BYTES);
  });
});

const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

describe("[TR-1] a method that an address does not have", () => {
  const methods = ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];
  test.each(methods)("%s is answered with 405 and what the address has", async (method) => {
    const allowOf = async (target: string) => {
      const { status, head } = await send({ method, target, headers: [] });
      return [status, /\r\nallow: (.*)/i.exec(head)?.[1]];
    };
    expect(await allowOf("/shop")).toEqual([405, "GET, HEAD"]);
    expect(await allowOf("/contact")).toEqual([405, "GET, HEAD, POST"]);
    expect(await allowOf("/contact.data")).toEqual([405, "GET, HEAD, POST"]);
    expect(await allowOf("/nowhere")).toEqual([405, "GET, HEAD"]);
    expect(seen).toEqual([]);
  });

  test("a post to a page without a form is refused, and a tunnel is not dug", async () => {
    expect((await send({ target: "/shop", body: "a=b" })).status).toBe(405);
    const tunnel = await sendRaw(port, "CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example\r\n\r\n");
    expect([tunnel.status, tunnel.isClosed]).toEqual([405, true]);
  });

  // An unhandled error ends the process, and fails this run.
  test("[TR-7] who asks for a tunnel and hangs up, or keeps their end open, leaves nothing behind", async () => {
    const ask = "CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example\r\n\r\n";
    for (let ms = 0; ms < 20; ms += 1) {
      const socket = connect(port, "127.0.0.1", () => socket.write(ask));
      await once(socket, "connect");
      await setTimeout(ms / 2);
      socket.resetAndDestroy();
    }
    const patient = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => patient.write(ask));
    patient.resume();
    await once(patient, "end");
    await expect.poll(() => connections()).toBe(0);
    patient.destroy();
    const after = await sendRaw(
      port,
      "GET /shop HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n",
    );
    expect(after.status).toBe(200);
  });
});

describe("[TR-7] a request that may change something", () => {
  const SESSION = "Cookie: a=b; __Secure-shop.session_token=x.y";
  test.each<[string, string[], number]>([
    ["the shop's own page", ["Origin: https://shop.example"], 200],
    ["the shop's own page, with the session", ["Origin: https://shop.example", SESSION], 200],
    ["another site", ["Origin: https://evil.example"], 403],
    ["a page without an origin", ["Origin: null", "Sec-Fetch-Site: same-origin"], 403],
    ["the shop without encryption", ["Origin: http://shop.example"], 403],
    ["another port", ["Origin: https://shop.example:8443"], 403],
    ["a name of this machine, while the shop is not a demo there", ["Origin: http://localhost:3000"], 403],
    ["two places at once", ["Origin: https://shop.example", "Origin: https://evil.example"], 403],
    ["the same site, as only Sec-Fetch-Site says", ["Sec-Fetch-Site: same-origin"], 200],
    ["the person alone", ["Sec-Fetch-Site: none", SESSION], 200],
    ["a sub-domain, as only Sec-Fetch-Site says", ["Sec-Fetch-Site: same-site"], 403],
    ["elsewhere, as only Sec-Fetch-Site says", ["Sec-Fetch-Site: cross-site"], 403],
    ["a program", [], 200],
    ["an unknown origin, but with the owner's session", [SESSION], 403],
  ])("from %s", async (_, headers, status) => {
    for (const target of ["/contact", "/contact.data"]) {
      expect((await send({ target, headers: [FORM, ...headers], body: "a=b" })).status).toBe(status);
    }
    const called = {
      target: "/functions/v1/x",
      headers: ["Content-Type: application/json", ...headers],
      body: "{}",
    };
    expect((await send(called)).status).toBe(status);
    expect(seen.length).toBe(status === 200 ? 3 : 0);
  });

  test("a webhook proves itself by its signature", async () => {
    const headers = [stampedAt(nowSeconds()), "Origin: https://evil.example"];
    expect((await send({ target: "/webhooks/stripe", headers, body: "{}" })).status).toBe(200);
  });
});

describe("[TR-11] the address of a request", () => {
  const get = (target: string, host?: string) =>
    send({ method: "GET", target, headers: [], ...(host === undefined ? {} : { host }) });

  test.each([
    "/\\evil.example",
    "/%5cevil",
    "/a%2fb",
    "/a%2Fb",
    "/%2e%2e/admin",
    "/a/../admin",
    "/a/./b",
    "/%00/x",
    "/%zz/x",
    "/%80",
    "/a#b",
    "shop",
    "*",
    "/a%0d%0ab",
    "ftp://shop.example/a",
  ])("%s is refused", async (target) => {
    expect((await get(target)).status).toBe(400);
    expect(seen).toEqual([]);
  });

  test.each([
    ["//evil.example/admin", "/evil.example/admin"],
    ["//:1/x", "/:1/x"],
    ["///admin?a=//b", "/admin?a=//b"],
    ["/admin//orders", "/admin/orders"],
    ["/%61dmin/orders", "/admin/orders"],
    ["https://shop.example//admin", "/admin"],
    [
      "/product/0B7E4A5C-1D2F-4A3B-9C8D-7E6F5A4B3C2D?option=M",
      "/product/0b7e4a5c-1d2f-4a3b-9c8d-7e6f5a4b3c2d?option=M",
    ],
    [
      "/product/0b7e4a5c-1d2f-4a3b-9c8d-7e6f5a4b3c2D.data",
      "/product/0b7e4a5c-1d2f-4a3b-9c8d-7e6f5a4b3c2d.data",
    ],
  ])("%s redirects to %s, and accepts no POST", async (target, to) => {
    const answer = await get(target);
    expect([answer.status, /\r\nlocation: (.*)/i.exec(answer.head)?.[1]]).toEqual([308, to]);
    expect((await send({ target, body: "a=b" })).status).toBe(400);
    expect(seen).toEqual([]);
  });

  test("an absolute target is the same as its path", async () => {
    expect((await get("https://shop.example/shop?a=1", "elsewhere.example")).status).toBe(200);
    expect((await get("http://evil.example/shop")).head).toContain("https://shop.example/shop");
    expect(seen).toEqual([{ method: "GET", url: "/shop?a=1", bytes: 0 }]);
  });

  test("under another host leads to the shop's own, and no form is taken there", async () => {
    for (const host of [
      "www.shop.example",
      "shop.example.evil.example",
      "127.0.0.1",
      "localhost:3000",
      "shop.example:8443",
    ]) {
      const answer = await get("/shop?a=1", host);
      expect([answer.status, /\r\nlocation: (.*)/i.exec(answer.head)?.[1]]).toEqual([
        308,
        "https://shop.example/shop?a=1",
      ]);
      expect((await send({ host, body: "a=b" })).status).toBe(421);
    }
    expect(seen).toEqual([]);
    for (const host of ["SHOP.example", "shop.example:443"]) expect((await get("/", host)).status).toBe(200);
  });

  test("names one host", async () => {
    const twice = "GET / HTTP/1.1\r\nHost: shop.example\r\nHost: shop.example\r\n\r\n";
    for (const text of [
      twice,
      "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost:\r\n\r\n",
      "GET / HTTP/1.0\r\n\r\n",
    ]) {
      expect((await sendRaw(port, text)).status, text).toBe(400);
    }
    expect(seen).toEqual([]);
  });

  test.each([
    "Content-Length: 4\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding : chunked",
    "Content-Length: 5\r\nContent-Length: 50",
    "Content-Length: +5",
  ])("a second request hidden in a body of unclear length is never answered: %j", async (framing) => {
    const hidden = "0\r\n\r\nGET /shop HTTP/1.1\r\nHost: shop.example\r\n\r\n";
    const answer = await sendRaw(port, `${textOf({ headers: [FORM, framing] })}${hidden}`);
    expect(answer).toMatchObject({ status: 400, isClosed: true });
    expect(answer.body).not.toContain("HTTP/1.1");
    expect(seen).toEqual([]);
  });

  test.each(["/healthz", "/readyz", "/metrics"])("machines may ask for %s under any name", async (target) => {
    expect((await get(target, "10.0.0.7:3000")).status).toBe(200);
    expect((await sendRaw(port, `GET ${target} HTTP/1.0\r\n\r\n`)).status).toBe(200);
  });

  test("a demo answers to the names of this machine, too, unless it is public", async () => {
    await closeServer(server);
    await open({ mode: "demo", isPublicDemo: false, publicUrl: "http://localhost:3000" });
    const own = ["Origin: http://127.0.0.1:8080", FORM];
    expect((await send({ host: "127.0.0.1:8080", headers: own, body: "a=b" })).status).toBe(200);
    expect((await send({ host: "localhost:3000", headers: own, body: "a=b" })).status).toBe(403);
    for (const host of ["[::1]:3000", "127.0.0.2", "shop.localhost:8080"])
      expect((await get("/", host)).status, host).toBe(200);
    expect((await get("/", "192.168.0.2:3000")).status).toBe(308);
    await closeServer(server);
    await open({ mode: "demo", isPublicDemo: true });
    expect((await get("/", "127.0.0.1:3000")).status).toBe(308);
  });

  test("a shop that is itself at a name of this machine answers to all of them, on any port", async () => {
    await closeServer(server);
    await open({ mode: "demo", isPublicDemo: true, publicUrl: "http://localhost:3000" });
    const own = ["Origin: http://localhost:8080", FORM];
    expect((await get("/", "localhost:8080")).status).toBe(200);
    expect((await send({ host: "localhost:8080", headers: own, body: "a=b" })).status).toBe(200);
    expect((await get("/", "192.168.0.2:8080")).status).toBe(308);
  });
});

describe("the header that carries the client's IP", () => {
  test("what the listener writes is what limits read, and a client cannot write it", async () => {
    const ipWith = async (headers: string[]) => (await send({ method: "GET", headers })).body;
    expect(await ipWith([])).toBe("127.0.0.1");
    expect(await ipWith([`${CLIENT_IP_HEADER}: 198.51.100.1`])).toBe("127.0.0.1");
    expect(await ipWith(["X-Forwarded-For: 203.0.113.7", `${CLIENT_IP_HEADER}: 198.51.100.1`])).toBe(
      "203.0.113.7",
    );
  });

  test("its name is written in one file, so that a rename reaches every user of it", () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
    const naming = files.filter(
      (file) =>
        /\.tsx?$/.test(file) && readFileSync(path.join(SOURCES, file), "utf8").includes(CLIENT_IP_HEADER),
    );
    expect(naming).toEqual([path.join("server", "core", "client-ip.ts")]);
  });
});

describe("an unavailable port or host is reported in a sentence", () => {
  const listenOn = (wanted: number, host: string) => listen(createServer(), wanted, host);

  test("a port that another program has", async () => {
    await expect(listenOn(port, "127.0.0.1")).rejects.toThrow(
      new OperatorError(
        `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
      ),
    );
  });

  test("a port that belongs to root", async () => {
    const closed = createServer();
    vi.spyOn(closed, "listen").mockReturnValue(closed);
    const refused = listen(closed, 80, "0.0.0.0");
    closed.emit("error", Object.assign(new Error("listen EACCES"), { code: "EACCES" }));
    await expect(refused).rejects.toThrow(/^Only root can listen on port 80, .* PORT=3000 npm start$/);
  });

  test.each(["192.0.2.7", "[::1]", "no.such.host.invalid"])(
    "an address that this machine does not have: %s",
    async (host) => {
      const refused = listenOn(0, host);
      await expect(refused).rejects.toThrow(OperatorError);
      await expect(refused).rejects.toThrow(`This machine has no address ${host} (HOST).`);
    },
  );
});
