// The weight of a first visit in bytes as transferred: brotli, as the shop serves them. The pages are opened in a real
// browser without any interaction, so resources that load on the first interaction don't count, and everything else
// does. KB are 1000 bytes.
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { browserForTests, PHONE } from "#test/browser/browser.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { isPageApart } from "../src/web/build/shopper-table.ts";

const browser = browserForTests();
const shop = shopForTests();
let productPath = "";

beforeAll(async () => {
  const html = (await bytesOf("/shop", "identity")).toString("utf8");
  productPath = /\/product\/[0-9a-f-]{36}\/[a-z0-9-]+/.exec(html)?.[0] ?? "";
});

/** React and the router alone are 93 KB of each of these. */
const SCRIPTS_MAX = { bytes: 112_000, files: 9 };
const CHECKOUT_SCRIPTS_MAX = 130_000;
const ADMIN_SCRIPTS_MAX = 200_000;
const STYLES_MAX = 12_000;
const HTML_MAX = 14_000;
const FONTS_MAX = { bytes: 60_000, files: 2 };
const PICTURES_MAX = { home: 120_000, shop: 160_000 };

const names = ["home", "shop", "product"] as const;
const pathOf = (name: (typeof names)[number]) => ({ home: "/", shop: "/shop", product: productPath })[name];

describe("a first visit", () => {
  test.each(names)("%s: everything that a phone fetches stays within its budget", async (name) => {
    await browser.visit(`budget ${name}`, { viewport: PHONE }, async ({ context }) => {
      const sharp = await sharpScreen(context);
      try {
        const page = await sharp.newPage();
        const fetched = await openUntouched(page, shop.url + pathOf(name));
        const scripts = await weigh(fetched.filter((path) => path.endsWith(".js")));
        expect(scripts.bytes, scripts.table).toBeLessThanOrEqual(SCRIPTS_MAX.bytes);
        expect(scripts.files, scripts.table).toBeLessThanOrEqual(SCRIPTS_MAX.files);
        const styles = await weigh(fetched.filter((path) => path.endsWith(".css")));
        expect(styles.files).toBeGreaterThan(0);
        expect(styles.bytes, styles.table).toBeLessThanOrEqual(STYLES_MAX);
        const fonts = await weigh(fetched.filter((path) => path.endsWith(".woff2")));
        expect(fonts.bytes, fonts.table).toBeLessThanOrEqual(FONTS_MAX.bytes);
        expect(fonts.files, fonts.table).toBeLessThanOrEqual(FONTS_MAX.files);
        expect((await bytesOf(pathOf(name))).byteLength).toBeLessThanOrEqual(HTML_MAX);
        if (name === "product") return;
        const pictures = await weigh(await picturesInView(page));
        expect(pictures.files).toBeGreaterThan(0);
        expect(pictures.bytes, pictures.table).toBeLessThanOrEqual(PICTURES_MAX[name]);
      } finally {
        await sharp.close();
      }
    });
  });

  test("the checkout's scripts stay within their budget, not counting the payment provider's", async () => {
    await browser.visit("budget checkout", { viewport: PHONE }, async ({ page: before, context }) => {
      await before.goto(shop.url + productPath);
      await before.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" }).click();
      await before.waitForFunction(() => localStorage.getItem("cart") !== null);
      // A separate page, so that scripts that the product's page fetched on interaction don't count.
      const page = await context.newPage();
      const fetched = await openUntouched(page, `${shop.url}/checkout`);
      await page.getByRole("button", { name: "Continue to Payment" }).waitFor();
      // The payment step, its card form, and the wallets load while the address is typed: the first view does without.
      const scripts = await weigh(
        fetched.filter(
          (path) =>
            path.endsWith(".js") &&
            !/payment-(step|received|appearance)|card-form|express-ways|wallet-buttons|use-history-layer|stripe-loader|pure-|sandbox/.test(
              path,
            ),
        ),
      );
      expect(scripts.files).toBeGreaterThan(3);
      expect(scripts.bytes, scripts.table).toBeLessThanOrEqual(CHECKOUT_SCRIPTS_MAX);
    });
  });

  test("[CK-1] an empty cart fetches nothing of the checkout but the link to the shop", async () => {
    await browser.visit("budget empty checkout", { viewport: PHONE }, async ({ page }) => {
      const fetched = await openUntouched(page, `${shop.url}/checkout`, `${shop.url}/shop`);
      expect(
        fetched.filter((path) => /checkout-(page|run|flow)|card-form|shipping|field|sandbox/.test(path)),
      ).toEqual([]);
      const scripts = await weigh(fetched.filter((path) => path.endsWith(".js")));
      expect(scripts.bytes, scripts.table).toBeLessThanOrEqual(CHECKOUT_SCRIPTS_MAX);
    });
  });

  test("a shopper's route table has every page except the back office's and those that emails link to", async () => {
    const [shoppers, all] = await Promise.all([routeTable("/shop"), routeTable("/admin/login")]);
    const isApart = (id: string) => isPageApart([{ route: { id } }]);
    const drawn = Object.keys(all.routes).filter((id) => all.routes[id]?.hasDefaultExport);
    const pages = drawn.filter((id) => !isApart(id));
    const apart = Object.keys(all.routes).filter((id) => isApart(id) && !id.startsWith("routes/admin/"));
    expect(apart.length).toBeGreaterThan(2);
    expect(pages.length).toBeGreaterThan(10);
    expect(Object.keys(shoppers.routes).sort()).toEqual(pages.sort());
  });

  test("the scripts of every page of the back office stay within their budget", async () => {
    const { entry, routes } = await routeTable("/admin/login");
    const pages = adminRoutes(routes);
    expect(pages.length).toBeGreaterThan(10);
    for (const id of pages) {
      const chain = [entry];
      for (let at: string | undefined = id; at; at = routes[at]?.parentId) chain.push(routes[at] ?? entry);
      const paths = chain.flatMap(({ module, imports }) => [module, ...imports]);
      const scripts = await weigh([...new Set(paths)]);
      expect(scripts.bytes, `${id}\n${scripts.table}`).toBeLessThanOrEqual(ADMIN_SCRIPTS_MAX);
    }
  });
});

/** Newer than the oldest browsers in README.md; features that are detected before use are left out. */
const YOUNGER =
  /\b(?:AbortSignal\.any|(?<!`function`\?)URL\.(?:canParse|parse)(?!==)|(?:Object|Map)\.groupBy|Promise\.(?:withResolvers|try)|Array\.fromAsync|Iterator\.from|RegExp\.escape|Response\.json)\b|\.(?:checkVisibility|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|showPopover|togglePopover|isWellFormed|toWellFormed)\(|(?<![.\w])requestIdleCallback\(/;

test("[kind: old browsers] no script needs a feature that the oldest browser lacks", () => {
  const folder = path.join(import.meta.dirname, "../build/client/assets");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(100);
  const young = scripts.flatMap((name) => {
    const found = YOUNGER.exec(readFileSync(path.join(folder, name), "utf8"));
    return found ? [`${name}: ${found[0]}`] : [];
  });
  expect(young).toEqual([]);
});

/** Paths of everything that a page fetches from the shop automatically. */
async function openUntouched(page: Page, address: string, arrives = address): Promise<string[]> {
  const paths = new Set<string>();
  page.on("response", (response) => {
    if (response.url().startsWith(shop.url)) paths.add(new URL(response.url()).pathname);
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.waitForURL(arrives, { waitUntil: "networkidle" });
  return [...paths];
}

async function sharpScreen(context: BrowserContext): Promise<BrowserContext> {
  const running = context.browser();
  if (!running) throw new Error("The browser is not running");
  return running.newContext({ viewport: PHONE, deviceScaleFactor: 2 });
}

function picturesInView(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        return top < window.innerHeight && bottom > 0 && left < window.innerWidth && right > 0;
      })
      .map((image) => new URL(image.currentSrc).pathname),
  );
}

type Part = { module: string; imports: string[]; parentId?: string; hasDefaultExport?: boolean };

const adminRoutes = (routes: Record<string, Part>): string[] =>
  Object.keys(routes).filter((id) => id.startsWith("routes/admin/"));

/** The router's route table as this page loads it: the scripts of each page. */
async function routeTable(path: string): Promise<{ entry: Part; routes: Record<string, Part> }> {
  const html = (await bytesOf(path, "identity")).toString("utf8");
  const file = /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0] ?? "";
  const script = (await bytesOf(file, "identity")).toString("utf8");
  return JSON.parse(script.replace(/^window\.__reactRouterManifest=/, "").replace(/;?\s*$/, ""));
}

async function weigh(paths: string[]): Promise<{ bytes: number; files: number; table: string }> {
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, bytes: (await bytesOf(path)).byteLength })),
  );
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  const table = sizes.map((size) => `${size.bytes} ${size.path}`).join("\n");
  return { bytes, files: paths.length, table: `${table}\n${bytes} in all` };
}

/** The body as transferred; fetch would decompress it. */
function bytesOf(path: string, encoding = "br"): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asked = request(shop.url + path, { headers: { "accept-encoding": encoding } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve(Buffer.concat(parts)));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end();
  });
}
