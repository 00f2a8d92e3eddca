// What a phone gets at the first view of a page and how soon it answers the first touches, in a real Chromium: the line
// and the processor are slowed down as Lighthouse's mobile preset does when it slows them down itself. Lighthouse brings
// 110 packages and 170 MB, which is why it is not installed here; what it counts is told by the browser anyway. Without
// a Chromium there are no figures.
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { ShopProcess, type ShopSettings } from "#test/processes/shop-process.ts";
import { findChromium } from "../../../e2e/chromium.ts";
import { atMost, type Figure, median, noted } from "../figures.ts";

const RUNS = 5;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Lighthouse's mobile preset: 1.6 Mbit/s and 150 ms, as a browser has to be told them. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const WANTED = { lcpMs: 1_500, cls: 0.01, tbtMs: 60, requests: 16, answerMs: 100 };
const KB_WANTED: Record<string, number> = { home: 200, shop: 240, product: 220 };
/** The worker draws pictures as AVIF from a minute after the start, with pauses. */
const AVIF_MS_MAX = 15 * 60_000;
const LONG_TASK_MS = 50;

type View = { fcpMs: number; lcpMs: number; cls: number; tbtMs: number; kb: number; requests: number };
type Kept = { lcp: number; cls: number; tasks: [start: number, ms: number][]; answers: number[] };

declare global {
  interface Window {
    kept: Kept;
  }
}

export async function measureFirstView(
  settings: ShopSettings,
  say: (line: string) => void,
): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) {
    say("There is no Chromium on this machine: the first view is not measured. CHROMIUM_PATH may name one.");
    return [];
  }
  const shop = new ShopProcess({ ...settings, variables: { AVIF_PICTURES: "on" } });
  await shop.start();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    say("  waiting for the pictures to be drawn as AVIF");
    await pictures(shop.origin);
    const product = await linkedProduct(shop.origin);
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries({ home: "/", shop: "/shop", product }))
      figures.push(...(await viewsOf(browser, name, shop.origin + path)));
    return [...figures, ...(await answersOf(browser, shop.origin, product))];
  } finally {
    await browser.close();
    await shop.end("SIGTERM");
  }
}

async function pictures(origin: string): Promise<void> {
  const end = performance.now() + AVIF_MS_MAX;
  for (;;) {
    const html = await (await fetch(`${origin}/shop`)).text();
    const [all, avif] = [/<article/g, /type="image\/avif"/g].map((part) => html.match(part)?.length ?? 0);
    if (all === avif || performance.now() > end) return;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** The first product of the shop that has options. */
async function linkedProduct(origin: string): Promise<string> {
  const html = await (await fetch(`${origin}/shop`)).text();
  const path =
    /href="(\/product\/[^"?#]+)"[^>]*aria-label="View Options|aria-label="View Options[^>]*href="([^"]+)"/;
  const [, before, after] = path.exec(html) ?? [];
  const found = before ?? after;
  if (!found) throw new Error("no product with options is linked from /shop");
  return found;
}

async function viewsOf(browser: Browser, name: string, address: string): Promise<Figure[]> {
  const views: View[] = [];
  for (let run = 0; run < RUNS; run += 1) views.push(await firstView(browser, address));
  const middle = (key: keyof View) => median(views.map((view) => view[key]));
  return [
    noted(`${name}, first paint on a slow phone`, middle("fcpMs"), "ms"),
    atMost(`${name}, largest paint on a slow phone`, middle("lcpMs"), WANTED.lcpMs, "ms"),
    atMost(`${name}, layout shift`, middle("cls"), WANTED.cls, ""),
    atMost(`${name}, blocking time on a slow phone`, middle("tbtMs"), WANTED.tbtMs, "ms"),
    atMost(`${name}, bytes of a first view`, middle("kb"), KB_WANTED[name] ?? 0, "KB"),
    atMost(`${name}, requests of a first view`, middle("requests"), WANTED.requests, ""),
  ];
}

async function firstView(browser: Browser, address: string): Promise<View> {
  const { context, page, devTools } = await slowPhone(browser);
  let [bytes, requests] = [0, 0];
  devTools.on("Network.requestWillBeSent", ({ request }) => {
    if (!request.url.startsWith("data:")) requests += 1;
  });
  devTools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", SLOW_4G);
  await page.goto(address, { waitUntil: "networkidle" });
  await hydrated(page);
  const fcpMs = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  );
  const { lcp, cls, tasks } = await page.evaluate(() => window.kept);
  await context.close();
  const blocking = tasks.filter(([start]) => start >= fcpMs).map(([, ms]) => ms - LONG_TASK_MS);
  const tbtMs = blocking.reduce((sum, ms) => sum + ms, 0);
  return { fcpMs, lcpMs: lcp, cls, tbtMs, kb: bytes / 1_000, requests };
}

/** How long the page takes to show that it was touched (what INP counts), each from a page at rest. */
async function answersOf(browser: Browser, origin: string, product: string): Promise<Figure[]> {
  const times = new Map<string, number[]>();
  for (let run = 0; run < RUNS; run += 1) {
    const { context, page } = await slowPhone(browser);
    const timed = async (name: string, act: () => Promise<void>) => {
      await rest(page);
      await page.evaluate(() => window.kept.answers.splice(0));
      await act();
      await rest(page);
      const worst = Math.max(0, ...(await page.evaluate(() => window.kept.answers)));
      times.set(name, [...(times.get(name) ?? []), worst]);
    };
    await page.goto(origin + product, { waitUntil: "networkidle" });
    await hydrated(page);
    await timed("an option", () => page.locator(".option-chip:not(:has(:checked, :disabled))").first().tap());
    await timed("add to cart", () =>
      page
        .locator(".purchase-controls")
        .getByRole("button", { name: /^Add to Cart/ })
        .tap(),
    );
    await page.getByRole("button", { name: "Close" }).tap();
    await timed("the drawer", () => page.getByRole("button", { name: /^Open cart/ }).tap());
    await page.goto(`${origin}/shop`, { waitUntil: "networkidle" });
    await hydrated(page);
    await timed("the filters", () => page.getByRole("button", { name: /^Filters/ }).tap());
    await timed("a filter", () => page.getByRole("dialog").getByLabel("Hats").tap());
    await timed("apply filters", () => page.getByRole("button", { name: "Apply Filters" }).tap());
    await timed("search", async () => {
      await page.getByLabel("Search products").tap();
      await page.keyboard.type("polo", { delay: 80 });
      await page.keyboard.press("Enter");
    });
    await context.close();
  }
  return [...times].map(([name, ms]) =>
    atMost(`answer to ${name} on a slow phone`, median(ms), WANTED.answerMs, "ms"),
  );
}

async function slowPhone(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; devTools: CDPSession }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(keepTimes);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return { context, page, devTools };
}

/** Runs in the page. */
function keepTimes(): void {
  const kept: Kept = { lcp: 0, cls: 0, tasks: [], answers: [] };
  window.kept = kept;
  const watch = (type: string, keep: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({
      type,
      buffered: true,
      ...(type === "event" && { durationThreshold: 16 }),
    });
  watch("largest-contentful-paint", ({ startTime }) => {
    kept.lcp = startTime;
  });
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) kept.cls += value;
  });
  watch("longtask", ({ startTime, duration }) => kept.tasks.push([startTime, duration]));
  watch("event", (entry) => {
    const { interactionId = 0 } = entry as PerformanceEntry & { interactionId?: number };
    if (interactionId > 0) kept.answers.push(entry.duration);
  });
}

/** The page's scripts have taken it over: React has marked its nodes. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__react")));
  await rest(page);
}

/** Nothing is asked for and nothing moves any longer. */
async function rest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map(({ finished }) => finished),
    );
    await new Promise((resolve) => setTimeout(resolve, 600));
  });
}
