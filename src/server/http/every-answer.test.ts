// What every answer of the shop carries, pages or not.
import { beforeAll, describe, expect, test } from "vitest";
import { createPageHandler } from "#test/pages/page-handler.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { RateLimiter } from "../auth/limits/rate-limit.ts";
import { createApp } from "./app.ts";
import { PagePaths } from "./pages/page-path.ts";
import { StaticFiles } from "./pages/static-files.ts";
import { REPORTS_PATH } from "./security-headers.ts";

const ORIGIN = "https://shop.example";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  const renderPage = await createPageHandler(store.shop, () => true);
  app = createApp({
    shop: store.shop,
    staticFiles: new StaticFiles(""),
    paths: new PagePaths([]),
    renderPage: (request) => {
      if (request.url.endsWith("/broken")) throw new Error("broken on purpose");
      return renderPage(request);
    },
    sandbox: { fetch: async () => new Response("sandbox"), isForShoppers: () => true },
    mailboxFolder: "/nowhere",
    metrics: async () => "",
    limiter: new RateLimiter(store.shop),
  });
});

const ask = (path: string, method = "GET") =>
  app.request(ORIGIN + path, { method, headers: { Origin: ORIGIN, Host: "shop.example" } });

const answers: [string, string][] = [
  ["GET", "/"],
  ["GET", "/healthz"],
  ["GET", "/readyz"],
  ["GET", "/metrics"],
  ["GET", "/robots.txt"],
  ["GET", "/sitemap.xml"],
  ["GET", "/feeds/google.xml"],
  ["GET", "/site.webmanifest"],
  ["GET", "/.well-known/security.txt"],
  ["GET", "/.well-known/change-password"],
  ["GET", "/assets/nothing-12345678.js"],
  ["GET", "/storage/product-images/nothing.webp"],
  ["GET", "/dev/mailbox"],
  ["GET", "/sandbox"],
  ["GET", "/shop/"],
  ["GET", "/broken"],
  ["GET", "/admin/orders"],
  ["GET", "/admin/products/export.csv"],
  ["GET", "/checkout"],
  ["OPTIONS", "/functions/v1/create-payment-intent"],
  ["POST", "/functions/v1/create-payment-intent"],
  ["POST", "/functions/v1/nothing"],
  ["POST", "/webhooks/stripe"],
  ["POST", REPORTS_PATH],
];

test.each(answers)(
  "%s %s carries the headers of every answer, and opens nothing to other origins",
  async (method, path) => {
    const { headers } = await ask(path, method);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src ('none'|'self'; object-src 'none'; media-src 'none');.*frame-ancestors 'none'/,
    );
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(headers.get("referrer-policy")).toMatch(
      /^(no-referrer|same-origin|strict-origin-when-cross-origin)$/,
    );
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("cache-control")).not.toBeNull();
    expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  },
);

describe("private pages", () => {
  const isOpen = /^public/;

  test.each([
    ["/checkout", "no-referrer"],
    [
      "/checkout/confirmation?order_id=0b8f7c1e-2f57-4b52-9d0e-6f5a0c3d2e1f&payment_intent_id=pi_1",
      "no-referrer",
    ],
    ["/orders/no-such-token", "same-origin"],
    // Their plain forms need the origin that a browser hides together with the referrer.
    ["/restock/no-such-token", "same-origin"],
    ["/admin", "same-origin"],
    ["/admin/login", "same-origin"],
    ["/admin/orders", "same-origin"],
  ])("%s is never cached and reveals to no other site where a visitor came from", async (path, referrer) => {
    const { headers } = await ask(path);
    expect(headers.get("cache-control")).toMatch(/no-store/);
    expect(headers.get("referrer-policy")).toBe(referrer);
  });

  test.each(["/orders/no-such-token", "/restock/no-such-token"])(
    "%s, whose URL is a secret, also keeps search engines out",
    async (path) => {
      expect((await ask(path)).headers.get("x-robots-tag")).toMatch(/noindex/);
    },
  );

  test.each(
    answers.filter(([, path]) => /^\/(functions|webhooks|admin|checkout|csp|dev|sandbox)/.test(path)),
  )("%s %s is stored nowhere", async (method, path) => {
    const control = (await ask(path, method)).headers.get("cache-control") ?? "";
    expect(control).not.toMatch(isOpen);
    expect(control).toContain("no-store");
  });
});

test.each([
  ["X-Original-URL", "/admin/orders"],
  ["X-Rewrite-URL", "/admin/orders"],
  ["X-Forwarded-Host", "evil.example"],
  ["Forwarded", "host=evil.example"],
  ["X-Forwarded-Prefix", "//evil.example"],
])("[TR-11] %s: %s changes nothing on a page", async (name, value) => {
  const plain = await (await ask("/about")).text();
  const answer = await app.request(`${ORIGIN}/about`, { headers: { Host: "shop.example", [name]: value } });
  expect([answer.status, await answer.text()]).toEqual([200, plain]);
});
