// Header, menu, home, and contact in a browser, and the storefront without scripts or pictures.
// test/pages/storefront-pages.test.ts reads the pages' content without a browser.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { browserForTests, DESKTOP, eventually } from "#test/browser/browser.ts";
import { CAP, cartDrawer, emailsTo, SHIRT, signIn } from "#test/browser/journey.ts";
import { productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import {
  BROKEN_REQUEST,
  cardOf,
  namesIn,
  seesToast,
  served,
  sidewaysScroll,
  WIDTHS,
} from "#test/browser/storefront.ts";

const shop = shopForTests();
const browser = browserForTests();
const [phone, desktop] = WIDTHS.map(({ viewport }) => viewport);
let shirtPath: string;

beforeAll(async () => {
  shirtPath = `/product/${await productIdOf(shop, SHIRT.name, "SHIRTS")}`;
});

test("[HD-1] [HD-5] a desktop header marks the page, links home, and is compact once scrolled by more than 10 px", async () => {
  await browser.visit("header", { viewport: desktop }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(shop.url);
    const nav = page.getByRole("banner").getByRole("navigation", { name: "Main" });
    const current = () => nav.locator("a[aria-current=page]").allInnerTexts();
    expect(await nav.getByRole("link").allInnerTexts()).toEqual(["SHOP", "ABOUT", "CONTACT"]);
    for (const name of ["SHOP", "ABOUT"]) {
      await nav.getByRole("link", { name }).click();
      await page.waitForURL(`${shop.url}/${name.toLowerCase()}`);
      await eventually(async () => expect(await current()).toEqual([name]));
    }
    const look = () =>
      page.locator(".site-bar").evaluate((bar) => ({
        isBlurred: getComputedStyle(bar).backdropFilter.includes("blur"),
        height: bar.getBoundingClientRect().height,
      }));
    const scrollTo = async (y: number) => {
      await page.evaluate((top) => window.scrollTo(0, top), y);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
    };
    const tall = await look();
    expect(tall.isBlurred).toBe(false);
    await scrollTo(10);
    expect(await look()).toEqual(tall);
    await scrollTo(11);
    await eventually(async () => {
      const compact = await look();
      expect(compact.isBlurred).toBe(true);
      expect(compact.height).toBeLessThan(tall.height);
    });
    await scrollTo(0);
    await eventually(async () => expect(await look()).toEqual(tall));
    await page.getByRole("banner").getByRole("link", { name: "Golf Pro Shop" }).click();
    await page.waitForURL(`${shop.url}/`);
  });
});

test("[HD-2] from 768 px on the person icon leads a visitor to the sign-in and the owner to the dashboard", async () => {
  await browser.visit("person icon", { viewport: desktop }, async ({ page }) => {
    await page.goto(`${shop.url}/about`);
    const icons = () =>
      page
        .getByRole("banner")
        .locator(".icon-button:visible")
        .evaluateAll((buttons) => buttons.map((icon) => icon.getAttribute("aria-label")));
    for (const [width, last] of [
      [1280, "Staff sign-in"],
      [768, "Staff sign-in"],
      [767, "Open menu"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      expect(await icons()).toEqual(["Search", "Open cart", last]);
    }
    await page.setViewportSize(DESKTOP);
    const person = page.getByRole("banner").locator('a[href^="/admin"]');
    expect(await person.getAttribute("href")).toBe("/admin/login");
    await signIn(page, shop);
    await page.goto(`${shop.url}/about`);
    await eventually(async () => expect(await person.getAttribute("href")).toBe("/admin/dashboard"));
    await person.click();
    await page.waitForURL(`${shop.url}/admin/dashboard`);
  });
});

test("[HD-4] [FI-5] [PA-5] [FT-1] a phone's menu has every link, closes on navigation, and stays open when the phone is rotated", async () => {
  await browser.visit("mobile menu", { viewport: phone }, async ({ page }) => {
    await page.goto(shop.url);
    const header = page.getByRole("banner");
    const menu = page.getByRole("dialog", { name: "Menu" });
    const button = page.getByRole("button", { name: "Open menu" });
    const main = header.getByRole("navigation", { name: "Main" });
    expect(await main.isVisible()).toBe(false);
    const crest = header.locator(".crest");
    expect(await crest.isVisible()).toBe(false);
    expect(await header.getByText("Golf Pro Sho").last().isVisible()).toBe(true);
    await page.setViewportSize({ width: 340, height: 664 });
    expect(await crest.innerText()).toBe("GPS");
    expect(await crest.isVisible()).toBe(true);
    if (phone) await page.setViewportSize(phone);
    const links = {
      Hats: "/shop?category=HATS",
      Shirts: "/shop?category=SHIRTS",
      Sale: "/shop?sale=true",
      "Find your order": "/orders",
      "Size guide": "/size-guide",
      "Shipping & returns": "/shipping",
      SHOP: "/shop",
      ABOUT: "/about",
      CONTACT: "/contact",
      ADMIN: "/admin/login",
    };
    await button.click();
    await menu.getByRole("link", { name: "ADMIN" }).waitFor();
    const found = await menu.getByRole("link").evaluateAll((all) =>
      all.map((link) => ({
        text: (link as HTMLElement).innerText,
        to: link.getAttribute("href"),
        isTall: link.getBoundingClientRect().height >= 44,
      })),
    );
    expect(found).toEqual(Object.entries(links).map(([text, to]) => ({ text, to, isTall: true })));
    await menu.getByRole("link", { name: "ABOUT" }).click();
    await page.waitForURL(`${shop.url}/about`);
    await menu.waitFor({ state: "hidden" });
    await page.getByRole("navigation", { name: "Company" }).getByRole("link", { name: "Contact" }).click();
    await page.waitForURL(`${shop.url}/contact`);
    await button.click();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: "hidden" });
    expect(page.url()).toBe(`${shop.url}/contact`);
    await page.goBack();
    await page.waitForURL(`${shop.url}/about`);

    const footer = page.getByRole("contentinfo");
    const heights = await footer
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
    expect(heights).toHaveLength(13);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(400);

    await button.click();
    await menu.waitFor();
    await page.setViewportSize({ width: 844, height: 390 });
    expect(await button.count()).toBe(0);
    expect(await menu.isVisible()).toBe(true);
    await menu.getByRole("button", { name: "Close" }).click();
    await menu.waitFor({ state: "hidden" });
    await main.getByRole("link", { name: "SHOP" }).click();
    await page.waitForURL(`${shop.url}/shop`);
    // The menu has it on a phone; a desktop has no menu.
    expect(await footer.getByRole("link", { name: "Sale" }).isVisible()).toBe(true);
  });
});

test.each(WIDTHS)(
  "[HM-1] the hero's buttons are on the first screen, and nothing jumps while home, shop, and product load, at $width px",
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
        if (path === "/") {
          for (const to of ["/shop", "/about"]) {
            const box = await page.locator(`.hero a.button[href="${to}"]`).boundingBox();
            expect(box?.y).toBeLessThan(viewport.height);
          }
        }
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

/** Sums up layout shifts from the start of every page. */
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

test("[HM-2] each category tile shows a random picture of one of its products", async () => {
  await browser.visit("doors", { viewport: desktop }, async ({ context }) => {
    const shown: string[][] = [];
    for (const chance of [0, 0.999]) {
      const page = await context.newPage();
      await page.addInitScript((value) => {
        Math.random = () => value;
      }, chance);
      await page.goto(shop.url);
      const doors = page.locator(".door img");
      await eventually(async () => expect(await doors.count()).toBe(2));
      shown.push(await doors.evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? "")));
    }
    for (const [index, category] of ["HATS", "SHIRTS"].entries()) {
      expect(shown[0]?.[index]).not.toBe(shown[1]?.[index]);
      const { html } = await served(`${shop.url}/shop?category=${category}`);
      for (const sources of shown) expect(html).toContain(sources[index]);
    }
  });
});

test("[HM-2] [PC-1] [PD-1] [CD-3] a missing picture becomes a placeholder on tile, card, page, and in the cart", async () => {
  const expected = [BROKEN_REQUEST];
  await browser.visit("broken pictures", { viewport: desktop, expected }, async ({ page }) => {
    await page.route("**/storage/product-images/**", (route) =>
      route.fulfill({ status: 404, body: "Not found" }),
    );
    await page.goto(shop.url);
    const doors = page.locator(".door");
    await eventually(async () => expect(await doors.getByText(/coming soon/i).count()).toBe(2));
    await page.waitForLoadState("networkidle");
    expect(await doors.locator("img").count()).toBe(0);
    await doors.first().click();
    await page.waitForURL("**/shop?category=HATS");
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
  });
});

test("[SH-1] a hostile URL works in a browser as well, and its words stay text", async () => {
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

describe("contact", () => {
  const letter = {
    Name: "Pat Writer",
    Email: "pat@example.com",
    Subject: "A size for a phone",
    Message: "Do you have XL?",
  };
  const write = async (page: Page, values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
  const written = (page: Page) =>
    Promise.all(Object.keys(letter).map((label) => page.getByLabel(label, { exact: true }).inputValue()));

  test("[CT-2] a message survives an error and a lost connection until it is sent, and reaches the store", async () => {
    const expected = [/status of 422/, BROKEN_REQUEST];
    await browser.visit("contact", { viewport: phone, expected }, async ({ page, context }) => {
      const brought = page.waitForResponse(/\/assets\/toast-outlet/).then((response) => response.finished());
      await page.goto(`${shop.url}/contact`);
      const send = page.getByRole("button", { name: "Send Message" });
      await write(page, { ...letter, Email: "pat@nowhere" });
      await send.click();
      await page.getByText("Invalid email address").waitFor();
      expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
      expect(await written(page)).toEqual([letter.Name, "pat@nowhere", letter.Subject, letter.Message]);
      await eventually(async () => {
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("email");
      });
      await write(page, letter);
      // Scripts that the page fetches on the first interaction have loaded before anyone has typed a message.
      await brought;
      await context.setOffline(true);
      await send.click();
      await seesToast(
        page,
        "The shop can't be reached",
        "Everything you typed is still here. Check your connection, then try again.",
      );
      expect(await written(page)).toEqual(Object.values(letter));
      await context.setOffline(false);
      const held = Promise.withResolvers<void>();
      await page.route("**/contact.data*", async (route) => {
        if (route.request().method() === "POST") await held.promise;
        await route.continue();
      });
      await send.click();
      const sending = page.getByRole("button", { name: "Sending..." });
      await sending.waitFor();
      expect(await sending.isDisabled()).toBe(true);
      held.resolve();
      await seesToast(page, "Message sent successfully", "We'll get back to you as soon as possible.");
      expect(await written(page)).toEqual(["", "", "", ""]);
      await eventually(async () => {
        const mails = await emailsTo(shop, "hello@example.com");
        expect(mails.filter((mail) => JSON.stringify(mail).includes(letter.Subject))).toHaveLength(1);
      });
    });
  });
});

test("[RT-1] [FI-1] [FI-4] [SH-1] [PD-1] [CT-2] without scripts the shop can be browsed, searched, and filtered, a message is sent, and the cart says what it needs", async () => {
  const expected = [/status of 422/];
  await browser.visit("no scripts", { viewport: phone, expected }, async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setScriptExecutionDisabled", { value: true });
    await page.goto(shop.url);
    await page.getByRole("banner").getByRole("link", { name: "SHOP", exact: true }).click();
    await page.waitForURL(`${shop.url}/shop`);
    await page.getByRole("navigation", { name: "Category" }).getByRole("link", { name: "Hats" }).click();
    await page.waitForURL(`${shop.url}/shop?category=HATS`);
    await page.getByRole("checkbox", { name: "On Sale" }).check();
    await page.getByRole("combobox", { name: "Sort" }).selectOption("price-low");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/sale=true/);
    expect(await namesIn(page)).toEqual(["Twilight Rate Visor", CAP.name]);
    expect(await page.getByRole("button", { name: /^Filters/ }).isVisible()).toBe(false);
    for (const dead of [/^Add to Cart/, "Open menu", /^Open cart/]) {
      for (const button of await page.getByRole("button", { name: dead }).all())
        expect(await button.isVisible(), String(dead)).toBe(false);
    }
    await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
    await page.waitForURL(/\/shop\??$/);
    await page.locator("summary", { hasText: /^Size/ }).click();
    await page.getByRole("checkbox", { name: /^XL\b/ }).check();
    await page.getByRole("searchbox").fill("polo");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/q=polo/);
    expect(await namesIn(page)).toContain(SHIRT.name);
    expect(await namesIn(page)).not.toContain("Skins Game Polo");
    expect(await sidewaysScroll(page)).toBe(0);

    await page.getByRole("link", { name: SHIRT.name, exact: true }).click();
    await page.waitForURL(`${shop.url}${shirtPath}/**`);
    const box = page.locator(".buy-box");
    const note = box.locator("noscript");
    expect(await note.isVisible()).toBe(true);
    expect(await note.innerText()).toContain("The cart needs JavaScript. Please turn it on to buy.");
    expect(await page.locator(".purchase-controls button").filter({ visible: true }).count()).toBe(0);
    await page.locator("summary", { hasText: "Shipping & returns" }).click();
    await page.getByText(/^Delivered in 3-5 business days/).waitFor();
    const picture = page.locator(".gallery-stage img").first();
    await eventually(async () => {
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    });
    await page.goto(`${shop.url}/checkout`);
    expect(await page.getByRole("main").locator("noscript").innerText()).toContain("needs JavaScript");

    await page.goto(`${shop.url}/contact`);
    const send = page.getByRole("button", { name: "Send Message" });
    await page.getByLabel("Name").fill("Pat Plain");
    await page.getByLabel("Email").fill("pat");
    await send.click();
    await page.getByText("Invalid email address").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Pat Plain");
    await page.getByLabel("Email").fill("plain@example.com");
    await page.getByLabel("Subject").fill("No script");
    await page.getByLabel("Message", { exact: true }).fill("It works.");
    await send.click();
    await page.getByText("Message sent successfully").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("");
  });
});
