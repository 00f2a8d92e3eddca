// What can go wrong around a storefront: mistyped URLs, browsers without JavaScript, pictures
// that are gone, narrow and wide screens, and pages that jump while they load.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { browserForTests, eventually } from "./browser.ts";
import { CAP, cartDrawer, mailsTo, SHIRT } from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";
import { BROKEN_REQUEST, cardOf, namesIn, served, sidewaysScroll, WIDTHS } from "./storefront.ts";

const shop = shopForTests();
let shirtPath: string;
const browser = browserForTests();
const [phone, desktop] = WIDTHS.map(({ viewport }) => viewport);

beforeAll(async () => {
  const { html } = await served(`${shop.url}/shop?category=SHIRTS`);
  shirtPath = new RegExp(`href="(/product/[0-9a-f-]{36})"[^>]*>${SHIRT.name}<`).exec(html)?.[1] ?? "";
  expect(shirtPath).not.toBe("");
});

describe("mistyped URLs", () => {
  test("[SH-1] a hostile query shows a list and never breaks the shop", async () => {
    const everything = (await served(`${shop.url}/shop`)).text;
    const hostile = [
      "?category[]=HATS",
      "?category=HATS'--&sort=1;drop table products",
      "?sale=true%00&sort=%00",
      "?__proto__=x&constructor=y&toString=z",
      "?sort=price-low%20&category=%E2%80%AEHATS",
      `?utm_source=${"x".repeat(4_000)}`,
      "?&&&===&?&",
      "?pages=99999999999999999999",
    ];
    for (const query of hostile) {
      const { status, text } = await served(`${shop.url}/shop${query}`);
      expect({ query: query.slice(0, 60), status }).toEqual({ query: query.slice(0, 60), status: 200 });
      expect(text.includes("16 products") && everything.includes("16 products"), query).toBe(true);
    }
    for (const words of [
      "%",
      "_",
      "\\",
      "'",
      '"><script>alert(1)</script>',
      "%00",
      "💥".repeat(200),
      "a".repeat(3_000),
    ]) {
      for (const field of ["q", "size"]) {
        const address = `${shop.url}/shop?${field}=${encodeURIComponent(words)}`;
        const { status, html } = await served(address);
        expect({ field, words: words.slice(0, 20), status }).toMatchObject({ status: 200 });
        expect(html).not.toContain("<script>alert");
      }
    }
    for (const query of ["?q=%", "?q=%E0%A4%A", "?q=%FF%FE", "?category=%C0%AF"]) {
      expect((await served(`${shop.url}/shop${query}`)).status, query).toBe(200);
    }
    const repeated = await served(`${shop.url}/shop?category=HATS&category=SHIRTS&sale=true&sale=false`);
    expect(repeated.status).toBe(200);
    expect(repeated.text).toContain("Hats on Sale");
  });

  test("[SH-1] a hostile address works in the browser as well, and what was searched for stays text", async () => {
    await browser.visit("hostile query", { viewport: phone }, async ({ page }) => {
      const words = '"><img src=x onerror=alert(1)> ünï %00 \\';
      await page.goto(`${shop.url}/shop?sort=nope&q=${encodeURIComponent(words)}`);
      await page.getByRole("heading", { name: "No products found" }).waitFor();
      expect(await page.getByRole("searchbox").inputValue()).toBe(words);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.goto(`${shop.url}/shop?q=${"W".repeat(500)}`);
      expect(await page.getByRole("searchbox").inputValue()).toBe("W".repeat(80));
      expect(await sidewaysScroll(page)).toBe(0);
    });
  });
});

/** The page's scripts don't run from now on. */
async function turnOffScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setScriptExecutionDisabled", { value: true });
}

describe.each(WIDTHS)("without JavaScript, at $width px", ({ width, viewport }) => {
  test("[RT-1] home leads into the shop, and every way to narrow the list works", async () => {
    await browser.visit(`no script shop ${width}`, { viewport }, async ({ page }) => {
      await turnOffScripts(page);
      await page.goto(shop.url);
      const category = page.getByRole("navigation", { name: "Category" });
      await page.getByRole("banner").getByRole("link", { name: "SHOP", exact: true }).click();
      await page.waitForURL(`${shop.url}/shop`);
      await category.getByRole("link", { name: "Hats" }).click();
      await page.waitForURL(`${shop.url}/shop?category=HATS`);
      await page.getByRole("checkbox", { name: "On Sale" }).check();
      await page.getByRole("combobox", { name: "Sort" }).selectOption("price-low");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.waitForURL(/sale=true/);
      expect(await namesIn(page)).toEqual(["Twilight Rate Visor", CAP.name]);
      expect(await page.getByRole("button", { name: /^Filters/ }).isVisible()).toBe(false);
      for (const dead of [/^Add to Cart/, "Open menu", /^Open cart/]) {
        for (const button of await page.getByRole("button", { name: dead }).all()) {
          expect(await button.isVisible(), String(dead)).toBe(false);
        }
      }
      await page.goto(`${shop.url}/shop`);
      await page.locator("summary", { hasText: /^Size/ }).click();
      await page.getByRole("checkbox", { name: /^XL\b/ }).check();
      await page.getByRole("searchbox").fill("polo");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.waitForURL(/q=polo/);
      const found = await namesIn(page);
      expect(found).toContain(SHIRT.name);
      expect(found).not.toContain("Skins Game Polo");
      expect(await sidewaysScroll(page)).toBe(0);
    });
  });

  test("[PD-1] [CT-2] product, legal pages and the contact form work, and the cart says what it needs", async () => {
    await browser.visit(
      `no script pages ${width}`,
      { viewport, expected: [/status of 422/] },
      async ({ page }) => {
        await turnOffScripts(page);
        await page.goto(shop.url + shirtPath);
        const box = page.locator(".buy-box");
        const note = box.locator("noscript");
        expect(await note.isVisible()).toBe(true);
        expect(await note.innerText()).toContain("The cart needs JavaScript. Please turn it on to buy.");
        expect(await box.getByText(SHIRT.price).isVisible()).toBe(true);
        expect(await page.locator(".purchase-controls button").filter({ visible: true }).count()).toBe(0);
        const picture = page.locator(".gallery-stage img").first();
        await eventually(async () => {
          expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
        });
        for (const path of ["/privacy", "/terms", "/shipping"]) {
          await page.goto(shop.url + path);
          expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(400);
        }
        await page.goto(`${shop.url}/checkout`);
        expect(await page.getByRole("main").locator("noscript").innerText()).toContain("needs JavaScript");

        await page.goto(`${shop.url}/contact`);
        const send = page.getByRole("button", { name: "Send Message" });
        await page.getByLabel("Name").fill("Pat Plain");
        await page.getByLabel("Email").fill("pat");
        await send.click();
        await page.getByText("Invalid email address").waitFor();
        expect(await page.getByLabel("Name").inputValue()).toBe("Pat Plain");
        await page.getByLabel("Email").fill(`plain${width}@example.com`);
        await page.getByLabel("Subject").fill("No script");
        await page.getByLabel("Message", { exact: true }).fill("It works.");
        await send.click();
        await page.getByText("Message sent successfully").waitFor();
        expect(await page.getByLabel("Name").inputValue()).toBe("");
        await eventually(async () => {
          const mails = await mailsTo(shop, "hello@example.com");
          expect(
            mails.filter((mail) => JSON.stringify(mail).includes(`plain${width}@example.com`)),
          ).toHaveLength(1);
        });
      },
    );
  });
});

test("[PC-1] [PD-1] [CD-3] pictures that are gone become placeholders on card, page and in the cart", async () => {
  await browser.visit(
    "broken pictures",
    { viewport: desktop, expected: [BROKEN_REQUEST] },
    async ({ page }) => {
      await page.route("**/storage/product-images/**", (route) =>
        route.fulfill({ status: 404, body: "Not found" }),
      );
      await page.goto(`${shop.url}/shop?category=HATS`);
      const card = cardOf(page, CAP.name);
      await card.locator(".picture-placeholder").waitFor();
      await card.hover();
      await page.getByRole("button", { name: `Add to Cart: ${CAP.name}` }).click();
      const row = cartDrawer(page).getByRole("listitem").filter({ hasText: CAP.name });
      await row.locator(".picture-placeholder").waitFor();
      expect(await row.locator("img").count()).toBe(0);
      await page.goto(shop.url + shirtPath);
      await page.locator(".gallery-stage .picture-placeholder").first().waitFor();
      await eventually(async () => {
        expect(await page.getByRole("list", { name: "Thumbnails" }).locator("img").count()).toBe(0);
      });
    },
  );
});

test("no page scrolls sideways from 320 px to 2560 px", async () => {
  const widths = [320, 390, 768, 1024, 1280, 1920, 2560];
  await browser.visit("sideways", { viewport: phone, expected: [/status of 404/] }, async ({ page }) => {
    const paths = [
      "/",
      "/shop",
      "/shop?q=nothingatall",
      shirtPath,
      "/about",
      "/contact",
      "/privacy",
      "/terms",
      "/shipping",
      "/size-guide",
      "/orders",
      "/checkout",
      "/nowhere",
      "/product/1",
    ];
    for (const path of paths) {
      await page.goto(shop.url + path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect({ path, width, sideways: await sidewaysScroll(page) }).toEqual({ path, width, sideways: 0 });
      }
    }
  });
});

test("[CD-1] at 400 % zoom nothing stays in the way, and all of the drawer can be reached", async () => {
  // What is left of a screen of 1280 × 1024 pixels.
  const viewport = { width: 320, height: 256 };
  await browser.visit("zoomed", { viewport }, async ({ page }) => {
    await page.goto(shop.url + shirtPath);
    await page.mouse.wheel(0, 700);
    await eventually(async () => {
      const { bottom, scrolled } = await page
        .getByRole("banner")
        .evaluate((header) => ({ bottom: header.getBoundingClientRect().bottom, scrolled: window.scrollY }));
      expect(scrolled).toBeGreaterThan(300);
      expect(bottom).toBeLessThanOrEqual(0);
    });
    await page.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" }).click();
    expect(await page.getByRole("region", { name: "Buy" }).isVisible()).toBe(false);
    const drawer = cartDrawer(page);
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    for (const control of [
      drawer.getByRole("button", { name: /^Remove/ }),
      drawer.getByRole("button", { name: "Increase quantity" }),
      drawer.getByRole("button", { name: "Clear cart" }),
      drawer.getByRole("link", { name: "Proceed to Checkout" }),
      drawer.getByRole("button", { name: "Close" }),
    ]) {
      // Scrolls to it and finds it uncovered, without a click.
      await control.click({ trial: true });
    }
    expect(await drawer.evaluate((panel) => panel.scrollHeight > panel.clientHeight)).toBe(true);
    expect(await drawer.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
  });
});

/** Sums up what moves without a shopper's doing, from the first moment of every page. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const shifts: string[] = [];
    Object.assign(window, { shifted: 0, shifts });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        if (shift.hadRecentInput) continue;
        Reflect.set(window, "shifted", Reflect.get(window, "shifted") + shift.value);
        const moved = shift.sources.map(({ node }) =>
          node instanceof Element ? node.className : node?.nodeName,
        );
        shifts.push(`${shift.value.toFixed(4)} ${moved.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

test.each(WIDTHS)(
  "nothing jumps while home, shop and product load, at $width px",
  async ({ width, viewport }) => {
    await browser.visit(`shifts ${width}`, { viewport }, async ({ page, context }) => {
      await watchShifts(page);
      const session = await context.newCDPSession(page);
      await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 40,
        downloadThroughput: 400_000,
        uploadThroughput: 400_000,
      });
      for (const path of ["/", "/shop", shirtPath]) {
        await page.goto(shop.url + path);
        await page.evaluate(() => document.fonts.ready);
        await page.mouse.wheel(0, 2_000);
        await page.waitForLoadState("networkidle");
        const { shifted, shifts } = await page.evaluate(() => ({
          shifted: Number(Reflect.get(window, "shifted")),
          shifts: Reflect.get(window, "shifts") as string[],
        }));
        expect(shifted, `${path}: ${shifts.join("; ")}`).toBeLessThanOrEqual(0.01);
      }
    });
  },
);

test("[SH-7] a page that does not arrive gives way to the samples, which are never without their styles", async () => {
  await browser.visit("styles of a failure", { expected: [BROKEN_REQUEST] }, async ({ page }) => {
    await page.goto(`${shop.url}/contact`);
    const sheets = () => page.evaluate(() => document.styleSheets.length);
    const before = await sheets();
    // Drawn at each frame while the page gives way.
    await page.evaluate(() => {
      const counted: number[] = [];
      Object.assign(window, { counted });
      const count = () => {
        counted.push(document.styleSheets.length);
        requestAnimationFrame(count);
      };
      count();
    });
    await page.route("**/*.data*", (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Hats" }).click();
    await page.getByRole("region", { name: "Sample products" }).waitFor();
    const counted = () => page.evaluate(() => (window as unknown as { counted: number[] }).counted);
    const seen = (await counted()).length;
    await expect.poll(async () => (await counted()).length).toBeGreaterThan(seen + 10);
    expect(Math.min(...(await counted()))).toBeGreaterThanOrEqual(before);
    expect(before).toBeGreaterThan(0);
  });
});

test("[PC-4] who wants less motion gets none", async () => {
  await browser.visit("reduced motion", { viewport: desktop }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${shop.url}/shop?category=HATS`);
    await cardOf(page, CAP.name).hover();
    await page.getByRole("button", { name: `Add to Cart: ${CAP.name}` }).click();
    await cartDrawer(page).getByText(CAP.name).first().waitFor();
    const slow = await page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getTiming().duration))
        .filter((duration) => duration > 1),
    );
    expect(slow).toEqual([]);
  });
});
