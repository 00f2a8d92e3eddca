// What a phone requests when a page is opened without any interaction, and in which order: counts and bytes, no times.
// Photographs are counted and not weighed, because their weight is up to the owner; e2e/budgets.test.ts weighs the
// samples.
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserForTests, PHONE } from "#test/browser/browser.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const browser = browserForTests();
const shop = shopForTests();
let productPath = "";

beforeAll(async () => {
  const html = await (await fetch(`${shop.url}/shop`)).text();
  productPath = /\/product\/[0-9a-f-]{36}\/[a-z0-9-]+/.exec(html)?.[0] ?? "";
});

const names = ["home", "shop", "product"] as const;
const pathOf = (name: (typeof names)[number]) => ({ home: "/", shop: "/shop", product: productPath })[name];

const REQUESTS_MAX = 20;
/** Page, styles, fonts, scripts, and drawings, with the response headers. */
const BYTES_WITHOUT_PHOTOGRAPHS_MAX = 180_000;

type Asked = { path: string; bytes: number };

test.each(names)("%s: a phone requests few files, and only pictures near the viewport", async (name) => {
  await browser.visit(`first view of ${name}`, { viewport: PHONE }, async ({ context }) => {
    const { page, asked, close } = await phonePage(context);
    try {
      await page.goto(shop.url + pathOf(name), { waitUntil: "networkidle" });
      const files = asked();
      const table = files.map(({ path, bytes }) => `${bytes} ${path}`).join("\n");
      expect(files.length, table).toBeLessThanOrEqual(REQUESTS_MAX);
      const rest = files.filter(({ path }) => !/\.(avif|webp|jpg)$/.test(path));
      expect(
        rest.reduce((sum, { bytes }) => sum + bytes, 0),
        table,
      ).toBeLessThanOrEqual(BYTES_WITHOUT_PHOTOGRAPHS_MAX);
      expect(files.filter(({ path }) => path.startsWith("/storage/")).length, table).toBeGreaterThan(0);
      await everyPictureComes(page);
    } finally {
      await close();
    }
  });
});

test.each(names)("%s: no script is requested before the first picture has loaded", async (name) => {
  const early: number[] = [];
  const look = async ({ page }: { page: Page }) => {
    await page.goto(shop.url + pathOf(name), { waitUntil: "networkidle" });
    const { scripts, painted } = await page.evaluate(() => {
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const first = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')?.currentSrc;
      return {
        scripts: files.filter(({ name }) => name.endsWith(".js")).map(({ startTime }) => startTime),
        painted: files
          .filter(({ name }) => name === first || /\.(css|woff2)$/.test(name))
          .map(({ responseEnd }) => responseEnd),
      };
    });
    expect(painted.length).toBeGreaterThan(1);
    expect(scripts.length).toBeGreaterThan(3);
    early.push(Math.max(...painted) - Math.min(...scripts));
  };
  // Scripts wait a second for the picture, which a busy machine may exceed. Scripts that don't wait are early every
  // time.
  while (early.length < 3 && early.every((ms) => ms > 0))
    await browser.visit(`order of ${name}`, { viewport: PHONE }, look);
  expect(Math.min(...early)).toBeLessThanOrEqual(0);
});

test("without scripts every picture of the list loads, even far below", async () => {
  await browser.visit("list without scripts", { viewport: PHONE }, async ({ context }) => {
    const plain = await context.browser()?.newContext({ viewport: PHONE, javaScriptEnabled: false });
    if (!plain) throw new Error("The browser is not running");
    try {
      const page = await plain.newPage();
      await page.goto(`${shop.url}/shop`, { waitUntil: "networkidle" });
      const pictures = page.locator(".product-grid img");
      expect(await pictures.count()).toBeGreaterThan(4);
      await pictures.last().scrollIntoViewIfNeeded();
      const box = await pictures.last().boundingBox();
      expect(box?.width).toBeGreaterThan(100);
      await expect.poll(() => isDrawn(page)).toBe(true);
    } finally {
      await plain.close();
    }
  });
});

/** The last picture of the list shows more than its placeholder: a screenshot of it has many colors. */
async function isDrawn(page: Page): Promise<boolean> {
  const png = await page.locator(".product-grid img").last().screenshot();
  // A single color compresses to almost nothing.
  return png.byteLength > 8_000;
}

/** After scrolling through, no picture is missing. */
async function everyPictureComes(page: Page): Promise<void> {
  const away = () =>
    page.evaluate(async () => {
      for (const image of document.images) {
        image.scrollIntoView({ block: "center", inline: "center" });
        // Waiting for the next frame would take a second on a busy machine, and there are many.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return [...document.images]
        .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
        .map(
          ({ complete, currentSrc, src }) => `${complete ? "broken" : "on its way"}: ${currentSrc || src}`,
        );
    });
  await expect.poll(away, { timeout: 20_000 }).toEqual([]);
}

async function phonePage(context: BrowserContext) {
  const running = context.browser();
  if (!running) throw new Error("The browser is not running");
  const phone = await running.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await phone.newPage();
  const devTools: CDPSession = await phone.newCDPSession(page);
  const files = new Map<string, Asked>();
  devTools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith(shop.url))
      files.set(requestId, { path: new URL(request.url).pathname, bytes: 0 });
  });
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await devTools.send("Network.enable");
  return { page, asked: () => [...files.values()], close: () => phone.close() };
}
