import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { afterEach, describe, expect, test } from "vitest";
import { parseShopSearch } from "#domain/catalog/parse-shop-search.ts";
import { shopQuery } from "#domain/catalog/shop-search.ts";
import { runRequest } from "../../core/request-context.ts";
import { FILE_POLICY, SCRIPT_MARK_HEADER } from "../security-headers.ts";
import { chooseEncoding, compress, encodeBody } from "./compression.ts";
import { NOT_FOUND_KEY, PagePaths, type PageRoute } from "./page-path.ts";
import { createPageServer } from "./page-server.ts";

const ORIGIN = "https://shop.example";
const MARK = "mark-of-this-render";
const PUBLIC = {
  [SCRIPT_MARK_HEADER]: MARK,
  "Cache-Control": "public, max-age=0, must-revalidate",
  "Content-Type": "text/html; charset=utf-8",
};
const page = (text: string) =>
  `<!doctype html><p>${text}</p><script nonce="${MARK}">start()</script>`.padEnd(400);

const shared = ["/", "/about", "/contact", "/terms", "/product/:id", "/product/:id/:slug"];
const ofOnePerson = [
  "/checkout",
  "/checkout/confirmation",
  "/admin",
  "/admin/login",
  "/admin/orders",
  "/orders/:token",
];
const table: PageRoute[] = [
  ...shared.map((pattern) => ({ pattern, isShared: true })),
  { pattern: "/shop", isShared: true, search: (params) => shopQuery(parseShopSearch(params)) },
  ...ofOnePerson.map((pattern) => ({ pattern, isShared: false })),
];

/** After it a page is rendered again without a notification. */
const YOUNG_MS = 5 * 60_000 + 1;

let servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  servers = [];
});

async function serve(renderPage: (request: Request) => Promise<Response>, routes: PageRoute[] = table) {
  let now = 0;
  const policy = { usesStripe: false, imageOrigin: null, isSecure: false };
  const paths = new PagePaths(routes);
  const warnings: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void warnings.push(line) };
  const pages = createPageServer({
    clock: () => now,
    renderPage,
    paths,
    origin: ORIGIN,
    policy,
    headers: {},
    log,
    nextChange: () => Number.POSITIVE_INFINITY,
  });
  const listener = getRequestListener(pages.render);
  const fromMemory: string[] = [];
  const created = createServer((request, response) => {
    if (pages.answerFromMemory(request, response)) fromMemory.push(request.url ?? "");
    else void listener(request, response);
  });
  servers.push(created);
  await new Promise<void>((resolve) => created.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(created.address() as AddressInfo).port}`;
  return {
    get: (path: string, headers: Record<string, string> = {}, method = "GET") =>
      fetch(origin + path, { headers, redirect: "manual", method }),
    cache: pages.cache,
    fromMemory,
    warnings,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

test("[TR-12] a failed page shows the number of its request, and its policy still fits", async () => {
  const html = "<!doctype html><html><body><main>Sorry</main><script>start()</script></body></html>";
  const failing = async (request: Request) =>
    new Response(html, { status: request.url.endsWith("/about") ? 200 : 500, headers: PUBLIC });
  const pages = createPageServer({
    clock: () => 0,
    renderPage: failing,
    paths: new PagePaths(table),
    origin: ORIGIN,
    policy: { usesStripe: false, imageOrigin: null, isSecure: false },
    headers: {},
    log: { warn: () => {} },
    nextChange: () => Number.POSITIVE_INFINITY,
  });
  const ask = (path = "/shop") => pages.render(new Request(`http://shop.test${path}`));
  const within = (path?: string) =>
    runRequest({ id: "number-4711", client: "", route: "/" }, () => ask(path));
  expect(await (await within("/about")).text()).toBe(html);
  const answer = await within();
  expect(await answer.text()).toMatch(
    /mention this number: <span[^>]*>number-4711<\/span><\/p><\/body><\/html>$/,
  );
  expect(await (await ask()).text()).toBe(html);
});

describe("pages from memory", () => {
  test("a shared page is rendered once, however it is addressed, and carries the hash of its script", async () => {
    const seen: string[] = [];
    const shop = await serve(async (request) => {
      seen.push(new URL(request.url).search);
      return new Response(page("shop"), { headers: PUBLIC });
    });
    for (const query of ["", "?utm_source=mail", "?sort=newest", "?category=socks"]) {
      const answer = await shop.get(`/shop${query}`);
      const text = await answer.text();
      expect(text).toContain("<p>shop</p><script>start()</script>");
      expect(text + JSON.stringify([...answer.headers])).not.toContain(MARK);
      const hash = createHash("sha256").update("start()").digest("base64");
      expect(answer.headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${hash}'`);
    }
    await shop.get("/shop?utm_source=mail");
    expect(seen).toEqual([""]);
    expect(shop.cache.hits).toBe(4);
  });

  test("a HEAD request renders a page for everyone, and gets no body", async () => {
    const seen: string[] = [];
    const shop = await serve(async (request) => {
      seen.push(`${request.method} ${request.headers.get("cookie")}`);
      return new Response(page("about"), { headers: PUBLIC });
    });
    const heads = [1, 2].map(() => shop.get("/about", { cookie: "session=secret" }, "HEAD"));
    for (const head of await Promise.all(heads)) {
      expect(head.status).toBe(200);
      expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
      expect(await head.text()).toBe("");
    }
    await (await shop.get("/about")).text();
    expect(seen).toEqual(["GET null"]);
  });

  test("a page is rendered for no one in particular, at the shop's own address: no cookie reaches what others will see", async () => {
    const seen: unknown[] = [];
    const shop = await serve(async (request) => {
      seen.push([request.url, [...request.headers]]);
      return new Response(page("about"), { headers: PUBLIC });
    });
    await (await shop.get("/about", { cookie: "session=secret" })).text();
    expect(seen).toEqual([[`${ORIGIN}/about`, []]]);
  });

  test("a page of one person is never shared, not even between two who ask at the same moment", async () => {
    const shop = await serve(async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return new Response(page(request.headers.get("cookie") ?? ""), { headers: PUBLIC });
    });
    const answers = await Promise.all(
      ["pat", "kim"].map((name) => shop.get("/admin/orders", { cookie: name })),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts[0]).toContain("pat");
    expect(texts[1]).toContain("kim");
  });

  test.each([true, false])(
    "a page that only the route table knows is answered, shared or not (%s)",
    async (isShared) => {
      const shop = await serve(
        async (request) => new Response(page(new URL(request.url).pathname), { headers: PUBLIC }),
        [...table, { pattern: "/gift-cards", isShared }],
      );
      expect(await (await shop.get("/gift-cards?amount=50")).text()).toContain("/gift-cards");
      expect(await (await shop.get("/gift-vouchers")).text()).toContain(NOT_FOUND_KEY);
    },
  );

  test("a page with a cookie, an error and a private page are not kept", async () => {
    let renders = 0;
    const shop = await serve(async (request) => {
      renders += 1;
      const { pathname } = new URL(request.url);
      if (pathname === "/about")
        return new Response(page("x"), { headers: { ...PUBLIC, "Set-Cookie": "a=1" } });
      if (pathname === "/contact") return new Response(page("x"), { status: 500, headers: PUBLIC });
      return new Response(page("x"), { headers: { ...PUBLIC, "Cache-Control": "private, no-store" } });
    });
    for (const path of ["/about", "/contact", "/terms"])
      for (const _ of [1, 2]) await (await shop.get(path)).text();
    expect(renders).toBe(6);
  });

  test("what the owner saved shows right away, also when a render was under way", async () => {
    let price = "$36.00";
    const rendering: (() => void)[] = [];
    const shop = await serve(async () => {
      const seen = price;
      await new Promise<void>((resolve) => rendering.push(resolve));
      return new Response(page(seen), { headers: PUBLIC });
    });
    const old = shop.get("/shop");
    await expect.poll(() => rendering.length).toBe(1);
    price = "$30.00";
    shop.cache.note({ kind: "everything" });
    shop.cache.saved();
    rendering[0]?.();
    await (await old).text();
    const fresh = shop.get("/shop");
    await expect.poll(() => rendering.length).toBe(2);
    rendering[1]?.();
    expect(await (await fresh).text()).toContain("$30.00");
  });

  test("an old page is served while it is rendered again", async () => {
    let renders = 0;
    const shop = await serve(async () => new Response(page(`render ${++renders}`), { headers: PUBLIC }));
    expect(await (await shop.get("/")).text()).toContain("render 1");
    shop.advance(YOUNG_MS);
    expect(await (await shop.get("/")).text()).toContain("render 1");
    await expect.poll(async () => (await shop.get("/")).text()).toContain("render 2");
  });

  test("a page that fails to render is retried after a while, not at every request", async () => {
    let renders = 0;
    const shop = await serve(async () => {
      renders += 1;
      return renders === 1
        ? new Response(page("about us"), { headers: PUBLIC })
        : new Response("broken", { status: 500 });
    });
    await (await shop.get("/about")).text();
    for (const round of [1, 2]) {
      shop.advance(YOUNG_MS);
      for (let count = 0; count < 20; count += 1) {
        expect(await (await shop.get("/about")).text()).toContain("about us");
      }
      expect(renders).toBe(1 + round);
    }
  });

  test("a name that was not requested before gets the old page, too, while it is rendered again", async () => {
    let renders = 0;
    const never = new Promise<Response>(() => {});
    const shop = await serve(async () =>
      ++renders === 1 ? new Response(page("about us"), { headers: PUBLIC }) : never,
    );
    await (await shop.get("/about")).text();
    shop.advance(YOUNG_MS);
    expect(await (await shop.get("/about?utm_source=mail")).text()).toContain("about us");
    expect(renders).toBe(2);
  });

  test("a page that is no longer public is not served from memory", async () => {
    let control = PUBLIC["Cache-Control"];
    const shop = await serve(
      async () => new Response(page(control), { headers: { ...PUBLIC, "Cache-Control": control } }),
    );
    await (await shop.get("/about")).text();
    control = "private, no-store";
    shop.advance(YOUNG_MS);
    await (await shop.get("/about")).text();
    await expect.poll(async () => (await shop.get("/about")).text()).toContain("private");
  });

  test("a page that can't be rendered shows its last good version, which must not be cached", async () => {
    let isBroken = false;
    let renders = 0;
    const shop = await serve(async () => {
      renders += 1;
      return isBroken
        ? new Response("broken", { status: 500 })
        : new Response(page("about us"), { headers: PUBLIC });
    });
    isBroken = true;
    expect((await shop.get("/about")).status).toBe(500);
    isBroken = false;
    await (await shop.get("/about")).text();
    isBroken = true;
    shop.cache.note({ kind: "everything" });
    shop.cache.saved();
    for (const answer of await Promise.all([shop.get("/about"), shop.get("/about?utm_source=mail")])) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("about us");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect(shop.cache.lastGoods).toBe(2);
    expect(renders).toBe(3);
    expect(shop.warnings).toContainEqual(["http.last_good_served", { page: "/about" }]);
    isBroken = false;
    // Not tried at every request.
    expect((await shop.get("/about")).headers.get("cache-control")).toBe("no-store");
    shop.advance(5_001);
    expect((await shop.get("/about")).headers.get("cache-control")).toContain("public");
  });

  test("a browser that has the page gets 304, and every answer is compressed", async () => {
    const shop = await serve(async () => new Response(page("home"), { headers: PUBLIC }));
    for (const attempt of ["rendered", "from memory"]) {
      const answer = await shop.get("/", { "accept-encoding": "br" });
      expect(answer.headers.get("content-encoding"), attempt).toBe("br");
      expect(await answer.text()).toContain("home");
    }
    const etag = (await shop.get("/")).headers.get("etag") ?? "";
    expect((await shop.get("/", { "if-none-match": etag })).status).toBe(304);
    const weakened = `"other", W/${etag}`;
    expect((await shop.get("/", { "if-none-match": weakened })).status).toBe(304);
  });

  test("each encoding of a page has a tag of its own, so no cache takes one for the other", async () => {
    const shop = await serve(async () => new Response(page("home"), { headers: PUBLIC }));
    const ask = (encoding: string, tag = "") =>
      shop.get("/", { "accept-encoding": encoding, ...(tag ? { "if-none-match": tag } : {}) });
    const encodings = ["br", "gzip", "identity"];
    const tags: string[] = [];
    for (const encoding of encodings) tags.push((await ask(encoding)).headers.get("etag") ?? "");
    expect(new Set(tags).size).toBe(3);
    expect((await ask("gzip", tags[0])).status).toBe(200);
    expect((await ask("gzip", tags[1])).status).toBe(304);
  });

  test("[TR-2] what is no page has its policy from memory, too", async () => {
    const json = { "Content-Type": "application/json", "Cache-Control": PUBLIC["Cache-Control"] };
    const shop = await serve(async () => new Response('{"a":1}', { headers: json }));
    const policies = [await shop.get("/about"), await shop.get("/about")].map((answer) =>
      answer.headers.get("content-security-policy"),
    );
    expect(shop.fromMemory).toEqual(["/about"]);
    expect(policies).toEqual([FILE_POLICY, FILE_POLICY]);
  });
});

describe("[KN-6] a download", () => {
  const PIECE = new Uint8Array(64 * 1024).fill(97);
  const attached = { "Content-Type": "text/csv", "Content-Disposition": 'attachment; filename="orders.csv"' };

  function endless() {
    const seen = { pulled: 0, isCanceled: false };
    const body = new ReadableStream({
      pull: (controller) => {
        seen.pulled += 1;
        controller.enqueue(PIECE);
      },
      cancel: () => {
        seen.isCanceled = true;
      },
    });
    return { seen, body };
  }

  test("is read as fast as its receiver takes it, and no further than they want it", async () => {
    const { seen, body } = endless();
    const shop = await serve(async () => new Response(body, { headers: attached }));
    const answer = await shop.get("/admin/orders", { "accept-encoding": "br" });
    expect(answer.headers.get("content-encoding")).toBeNull();
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
    await expect.poll(() => seen.isCanceled).toBe(true);
    expect(seen.pulled).toBeLessThan(500);
  });

  test("says its length and cookies, and for HEAD nothing of it is read on", async () => {
    const { seen, body } = endless();
    const headers = { ...attached, "Content-Length": "7000000", "Set-Cookie": "a=b" };
    const shop = await serve(async () => new Response(body, { headers }));
    const answer = await shop.get("/admin/orders", {}, "HEAD");
    expect([answer.headers.get("content-length"), answer.headers.get("set-cookie")]).toEqual([
      "7000000",
      "a=b",
    ]);
    expect(seen.isCanceled).toBe(true);
  });
});

describe("[TR-11] the page for all paths that lead nowhere", () => {
  const hidden = ["/dev/mailbox", "/dev/mailbox/1", "/sandbox", "/sandbox/stripe.js", "/dev/mailbox?x=1"];

  test("stays a 404 for the demo's tools while it is fresh, stale, refilled, and refilled while others drop it", async () => {
    let renders = 0;
    const shops = await Promise.all(
      // Two processes: each has its own cache, and a change of the catalog drops both.
      [1, 2].map(() =>
        serve(async (request) => {
          renders += 1;
          await new Promise((resolve) => setImmediate(resolve));
          // A page that is there answers 200, as everything would that found its way past the table of pages.
          const status = new URL(request.url).pathname === NOT_FOUND_KEY ? 404 : 200;
          return new Response(page("page"), { status, headers: PUBLIC });
        }),
      ),
    );
    const askAll = async (after: (at: number) => void = () => {}) => {
      for (const shop of shops) {
        const answers = hidden.map((path, at) => {
          after(at);
          return shop.get(path);
        });
        expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(hidden.map(() => 404));
      }
    };
    await askAll();
    await askAll();
    for (const shop of shops) shop.advance(YOUNG_MS);
    await askAll();
    for (let round = 0; round < 20; round += 1) {
      await askAll(
        (at) =>
          at % 2 === 1 &&
          shops.forEach(({ cache, advance }) => {
            if (round % 2 === 0) {
              cache.note({ kind: "everything" });
              cache.saved();
            } else advance(YOUNG_MS);
          }),
      );
    }
    expect(renders).toBeGreaterThan(20);
  });

  test("is not kept when it comes out as something else", async () => {
    let status = 200;
    const shop = await serve(async () => new Response(page("page"), { status, headers: PUBLIC }));
    expect((await shop.get("/dev/mailbox")).status).toBe(200);
    status = 404;
    expect((await shop.get("/dev/mailbox")).status).toBe(404);
  });
});

test("what only the app or the door can answer is not answered from memory, after any other request", async () => {
  const shop = await serve(async (request) => {
    const isThere = new URL(request.url).pathname === "/shop";
    return new Response(page("page"), { status: isThere ? 200 : 404, headers: PUBLIC });
  });
  const ask = async (target: string) => {
    for (const _ of [1, 2]) await (await shop.get(target)).text();
  };
  await ask("/shop");
  expect(shop.fromMemory).toEqual(["/shop"]);
  await ask("/favicon.svg");
  await ask(`/shop?gclid=${"x".repeat(3_000)}`);
  expect(shop.fromMemory).toEqual(["/shop"]);
  expect(shop.cache.renders).toBe(2);
});

describe("paths", () => {
  const paths = new PagePaths(table);

  test.each([
    ["/shop?sort=price-low&utm=1&category=HATS", "/shop?category=HATS&sort=price-low"],
    ["/shop.data?category=HATS", "/shop.data?category=HATS"],
    ["/shop.data?_routes=root", null],
    ["/shop.data?gclid=1&_routes=root", null],
    ["/shop?_routes=root", "/shop"],
    ["/shop?q=polo&q=cap&sort=price-low&gclid=_routes", "/shop?sort=price-low&q=polo"],
    ["/shop?q=p%6Flo", "/shop?q=polo"],
    ["/?category=HATS", "/"],
    ["/about?q=polo", "/about"],
    ["/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f?x=1", "/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f"],
    ["/product/nonsense", null],
    ["/product/nonsense/plain-cap", null],
    [
      "/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f/plain-cap?x=1",
      "/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f/plain-cap",
    ],
    ["/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f/Plain%20Cap", null],
    ["/product/0D9FF4D4-6c9c-4c6e-9d4f-2f6f0f7f8f9f", null],
    ["/_.data?utm=1", "/_.data"],
    ["/nowhere.data", null],
    ["/orders/secret-of-one-person", null],
    ["/admin/orders", null],
    ["/checkout", null],
    ["/checkout/confirmation?order_id=1", null],
    ["/wp-login.php", NOT_FOUND_KEY],
    ["/shop/wp-login.php", null],
    ["/admin/nothing", null],
    ["/about/us", null],
  ])("%s is the page %s", (path, expected) => {
    expect(paths.nameOf(path)).toBe(expected);
  });

  test.each([
    ["/product/shop", "/shop"],
    ["/product/admin/login", "/admin/login"],
    ["/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f/about", "/about"],
    ["/admin/admin", "/admin"],
    ["/checkout/contact", "/contact"],
    ["/about/checkout/confirmation", "/checkout/confirmation"],
    ["/shop", null],
    ["/admin/login", null],
    ["/checkout/confirmation", null],
    ["/workshop", null],
  ])("[RT-3] the relative link that arrives as %s leads to %s", (path, expected) => {
    expect(paths.strayRelativePath(path)).toBe(expected);
  });
});

test.each([
  ["br, gzip", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0.5", "br"],
  ["", "identity"],
  ["bracket", "identity"],
])("a client that accepts %j gets %s", (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected);
});

test("pictures are not compressed a second time", () => {
  const picture = Buffer.alloc(1_000);
  expect(encodeBody(picture, "image/webp", 5).br).toBe(picture);
});

test("text is compressed with a window as long as itself, a file with the largest, and none is changed", () => {
  // The first bits of a brotli stream name its window, here of 4 MB.
  const hasLargest = (br: Buffer) => ((br[0] ?? 0) & 0b1111) === 0b1011;
  for (const length of [300, 1_008, 1_009, 10_600, 16_368, 16_369, 300_000, 5_000_000]) {
    const body = Buffer.from(
      Array.from({ length: length / 10 + 1 }, (_, at) => `Polo ${at} `.padEnd(10)).join(""),
    );
    const text = body.subarray(0, length);
    for (const quality of [4, 5]) {
      const br = compress(text, "br", quality);
      expect(brotliDecompressSync(br).equals(text)).toBe(true);
      expect(hasLargest(br), `${length}`).toBe(length > 2 ** 21);
    }
  }
  expect(hasLargest(compress(Buffer.from("polo ".repeat(60)), "br", 11))).toBe(true);
});
