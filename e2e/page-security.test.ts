// What a real browser lets run on the shop's pages.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserForTests } from "#test/browser/browser.ts";
import { CAP } from "#test/browser/journey.ts";
import { productIdOf } from "#test/browser/place-order.ts";
import { type RunningShop, startShop } from "#test/browser/shop-process.ts";
import { served } from "#test/browser/storefront.ts";

let shop: RunningShop;
const browser = browserForTests();

beforeAll(async () => {
  shop = await startShop({ env: { NODE_OPTIONS: "--import ./test/browser/raw-text-hole.ts" } });
});
afterAll(async () => {
  await shop?.stop();
});

type Refusal = { directive: string; blocked: string };

test("[TR-10] the browser blocks a script injected into a product's text, on a fresh page and on a cached one", async () => {
  const path = `/product/${await productIdOf(shop, CAP.name)}`;
  const address = shop.url + path;
  const expected = [/Content Security Policy/, /Minified React error/, /status of 404/];
  for (const way of ["rendered", "from memory"]) {
    await browser.visit(`injected script ${way}`, { expected }, async ({ page }) => {
      await page.addInitScript(() => {
        const refusals: Refusal[] = [];
        Object.assign(window, { refusals });
        document.addEventListener("securitypolicyviolation", (event) => {
          refusals.push({ directive: event.effectiveDirective, blocked: event.blockedURI });
        });
      });
      await page.goto(address);
      const refusals = await page.evaluate(() => (window as unknown as { refusals: Refusal[] }).refusals);
      for (const directive of ["script-src-elem", "script-src-attr", "style-src-elem", "style-src-attr"]) {
        expect(refusals, way).toContainEqual({ directive, blocked: "inline" });
      }
      expect(refusals.filter(({ directive }) => directive === "script-src-elem")).toHaveLength(3);
      expect(await page.evaluate(() => "stolen" in window), way).toBe(false);
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).not.toBe("rgb(1, 2, 3)");
      // The shop's own scripts ran: the page is interactive.
      expect(await page.evaluate(() => "__reactRouterContext" in window)).toBe(true);
    });
  }
  const { headers, html } = await served(address);
  expect(html).toContain("<script>window.stolen");
  expect(html).not.toContain(' nonce="');
  const policy = headers.get("content-security-policy") ?? "";
  for (const [, content = ""] of html.matchAll(/<script[^>]*>(window\.stolen[^<]*)<\/script>/g)) {
    expect(policy).not.toContain(createHash("sha256").update(content).digest("base64"));
  }
});
