import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, describe, expect, test } from "vitest";
import { SCRIPT_MARK_HEADER } from "../security-headers.ts";
import { chooseEncoding, encodeBody } from "./compression.ts";
import { NOT_FOUND_KEY, PagePaths, type PageRoute } from "./page-path.ts";
import { createPageServer } from "./page-server.ts";

const MARK = "mark-of-this-render";
const PUBLIC = {
  [SCRIPT_MARK_HEADER]: MARK,
  "Cache-Control": "public, max-age=0, must-revalidate",
  "Content-Type": "text/html; charset=utf-8",
};
const page = (text: string) =>
  `<!doctype html><p>${text}</p><script nonce="${MARK}">start()</script>`.padEnd(400);

const shared = ["/", "/shop", "/about", "/contact", "/terms", "/product/:id"];
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
  ...ofOnePerson.map((pattern) => ({ pattern, isShared: false })),
];

let server: Server | null = null;

afterEach(async () => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = null;
});

async function serve(renderPage: (request: Request) => Promise<Response>, routes: PageRoute[] = table) {
  let now = 0;
  const policy = { usesStripe: false, imageOrigin: null, isSecure: false };
  const paths = new PagePaths(routes);
  const pages = createPageServer({ clock: () => now, renderPage, paths, policy, headers: {} });
  const listener = getRequestListener(pages.render);
  const created = createServer((request, response) => {
    if (!pages.answerFromMemory(request, response)) void listener(request, response);
  });
  server = created;
  await new Promise<void>((resolve) => created.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(created.address() as AddressInfo).port}`;
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(origin + path, { headers, redirect: "manual" }),
    cache: pages.cache,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe("pages from memory", () => {
  test("a shared page is rendered once, however it is addressed, and carries the hash of its script", async () => {
    const seen: string[] = [];
    const shop = await serve(async (request) => {
      seen.push(new URL(request.url).search);
      return new Response(page("shop"), { headers: PUBLIC });
    });
    for (const query of ["", "?utm_source=mail", "?sort=newest", "?category=SOCKS"]) {
      const answer = await shop.get(`/shop${query}`);
      const text = await answer.text();
      expect(text).toContain("<p>shop</p><script>start()</script>");
      expect(text + JSON.stringify([...answer.headers])).not.toContain(MARK);
      const hash = createHash("sha256").update("start()").digest("base64");
      expect(answer.headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${hash}'`);
    }
    await shop.get("/shop?utm_source=mail");
    expect(seen.length).toBeLessThanOrEqual(4);
    expect(shop.cache.hits).toBe(1);
    expect(new Set(seen)).toEqual(new Set([""]));
  });

  test("a page is rendered for nobody: no cookie reaches what others will see", async () => {
    const cookies: (string | null)[] = [];
    const shop = await serve(async (request) => {
      cookies.push(request.headers.get("cookie"));
      return new Response(page("about"), { headers: PUBLIC });
    });
    await (await shop.get("/about", { cookie: "session=secret" })).text();
    expect(cookies).toEqual([null]);
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

  test("a change of the catalogue shows at once, also when a render was under way", async () => {
    let price = "$36.00";
    let release = () => {};
    const shop = await serve(async () => {
      const seen = price;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return new Response(page(seen), { headers: PUBLIC });
    });
    const old = shop.get("/shop");
    await new Promise((resolve) => setTimeout(resolve, 50));
    price = "$30.00";
    shop.cache.clear();
    release();
    await (await old).text();
    const fresh = shop.get("/shop");
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    expect(await (await fresh).text()).toContain("$30.00");
  });

  test("an old page is served while it is rendered anew", async () => {
    let renders = 0;
    const shop = await serve(async () => new Response(page(`render ${++renders}`), { headers: PUBLIC }));
    expect(await (await shop.get("/")).text()).toContain("render 1");
    shop.advance(31_000);
    expect(await (await shop.get("/")).text()).toContain("render 1");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await (await shop.get("/")).text()).toContain("render 2");
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
  });
});

describe("paths", () => {
  const paths = new PagePaths(table);
  const key = (path: string) => paths.keyOf(new URL(path, "http://shop.test"));

  test.each([
    ["/shop?sort=price-low&utm=1&category=HATS", "/shop?category=HATS&sort=price-low"],
    ["/shop.data?category=HATS", "/shop.data?category=HATS"],
    ["/shop.data?_routes=root", null],
    ["/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f?x=1", "/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f"],
    ["/product/nonsense", null],
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
    expect(key(path)).toBe(expected);
  });

  test.each([
    ["/product/shop", "/shop"],
    ["/product/admin/login", "/admin/login"],
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
