import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { listAlerts } from "../../operations/alerts/list-alerts.ts";
import { baseHeaders, contentSecurityPolicy } from "../security-headers.ts";
import { checkCheckoutPage } from "./check-checkout-page.ts";

const OWN = 'window.__reactRouterContext.streamController.enqueue("[{\\"a\\":1}]\\n");';
const FILE = "/assets/checkout-O1TyZ2Ce.js";
const HTML = `<html><link rel="modulepreload" href="${FILE}"/><p>Checkout</p><script>${OWN}</script></html>`;
const bytes = new TextEncoder().encode("export {}");

const store = freshShop({ env: { PUBLIC_URL: "https://shop.example" } });

const LATER = "/assets/card-form-P2UyZ3Df.js";

type Change = {
  html?: string;
  headers?: Record<string, string>;
  status?: number;
  file?: string;
  later?: string;
};

/** The page with the policy that a shop which had rendered it this way would send, and then changed on its way. */
function look({
  html = HTML,
  headers = {},
  status = 200,
  file = "export {}",
  later = "export {}",
}: Change = {}) {
  const hashes = [...html.matchAll(/<script>([^<]*)</g)].map(([, text = ""]) =>
    createHash("sha256").update(text).digest("base64"),
  );
  const sent = {
    ...baseHeaders(store.shop.env),
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": contentSecurityPolicy(hashes, {
      usesStripe: false,
      imageOrigin: null,
      isSecure: true,
    }),
    ...headers,
  };
  return checkCheckoutPage(store.shop, {
    load: async (path) => {
      if (path === FILE || path === LATER) return new Response(path === FILE ? file : later);
      return new Response(html, { status, headers: sent });
    },
    builtFile: (path) => (path === FILE || path === LATER ? bytes : null),
    builtScripts: () => [FILE, LATER, "/assets/dashboard-P2UyZ3Df.js"],
  });
}

const alerts = async () => (await listAlerts(store.shop)).map(({ reason }) => reason);

test("[TR-10] the checkout page as it was built is no alert", async () => {
  expect(await look()).toEqual([]);
  const stricter = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };
  expect(await look({ headers: stricter })).toEqual([]);
  expect(await alerts()).toEqual([]);
});

test.each([
  [
    "a script from a stranger",
    { html: `${HTML}<script src="https://evil.example/x.js"></script>` },
    "a script from https://evil.example/x.js",
  ],
  [
    "a script that a proxy wrote in",
    { html: `${HTML}<script>track()</script>` },
    "a script in the page: track()",
  ],
  [
    "more text in an own script",
    { html: HTML.replace(OWN, `${OWN}steal()`) },
    "a script in the page: window.__reactRouterContext",
  ],
  [
    "a file that is not in the inventory",
    { html: `${HTML}<link rel="modulepreload" href="/assets/other-12345678.js">` },
    "a script from /assets/other-12345678.js",
  ],
  ["other contents of an own file", { file: "steal()" }, `the contents of ${FILE}`],
  ["other contents of a file that comes later", { later: "steal()" }, `the contents of ${LATER}`],
  ["an open script element", { html: `${HTML}<script>` }, "a broken script element"],
  ["a frame", { html: `${HTML}<iframe src="https://evil.example">` }, "an element <iframe>"],
  [
    "a weaker policy",
    { headers: { "Content-Security-Policy": "script-src *" } },
    "the header Content-Security-Policy",
  ],
  ["another referrer policy", { headers: { "Referrer-Policy": "unsafe-url" } }, "the header Referrer-Policy"],
  [
    "an opened origin",
    { headers: { "Access-Control-Allow-Origin": "*" } },
    "the header Access-Control-Allow-Origin",
  ],
])(
  "[TR-10] %s on the checkout page alerts the owner, and clears when the page is correct again",
  async (_what, change, told) => {
    const found = await look(change);
    expect(found?.join("\n")).toContain(told);
    await look(change);
    expect(await alerts()).toEqual([expect.stringContaining(told)]);
    expect(store.logs.at(-1)).toMatchObject({ event: "security.checkout_page_changed", level: "error" });
    expect(await look()).toEqual([]);
    expect(await alerts()).toEqual([]);
  },
);

test("a page that can't be had is logged, and the alert from before stays", async () => {
  await look({ file: "steal()" });
  expect(await look({ status: 503 })).toBeNull();
  expect(store.logs.at(-1)).toMatchObject({ event: "security.checkout_not_reached" });
  expect(await alerts()).toHaveLength(1);
});
