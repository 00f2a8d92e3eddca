// The storefront's accessibility: axe on every page in every state, keyboard only, forced colors, touch targets, and
// every screen width. Journeys check the states that they pass (e2e/journeys).
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productPath as pathOfProduct } from "#domain/product/product-path.ts";
import { browserForTests, eventually } from "#test/browser/browser.ts";
import { CARDS, cartDrawer, confirmation, emailsTo, fillShipping, payWith } from "#test/browser/journey.ts";
import { pageFaults } from "#test/browser/look.ts";
import { type ShelfShop, startShelfShop } from "#test/browser/shelf.ts";
import { BROKEN_REQUEST, cartButton, seesToast, sidewaysScroll, WIDTHS } from "#test/browser/storefront.ts";

let shop: ShelfShop;
const browser = browserForTests();
const [phone, desktop] = WIDTHS.map(({ viewport }) => viewport);

beforeAll(async () => {
  shop = await startShelfShop();
});

afterAll(async () => {
  await shop?.stop();
});

const productPath = (name: string) => pathOfProduct({ id: shop.idOf(name), name });

describe.each(WIDTHS)("at $width px", ({ width, viewport }) => {
  const isPhone = width < 768;

  test("axe finds nothing on any page", async () => {
    await browser.visit(`axe pages ${width}`, { viewport, expected: [/status of 404/] }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const found: string[] = [];
      const paths = [
        "/",
        "/shop",
        "/shop?category=SHIRTS&size=L&q=shirt",
        "/shop?q=galoshes",
        productPath("Sized Shirt"),
        productPath("Sold Out Cap"),
        productPath("Bare Shirt"),
        "/about",
        "/contact",
        "/privacy",
        "/terms",
        "/shipping",
        "/size-guide",
        "/discount/SUMMER",
        "/orders",
        "/orders/a-link-that-was-cut-off",
        "/orders/a-link-that-was-cut-off/pay",
        "/restock/a-link-that-was-cut-off",
        "/nowhere",
        "/product/00000000-0000-4000-8000-000000000000",
      ];
      for (const path of paths) {
        await page.goto(shop.url + path);
        found.push(...(await pageFaults(page, path)));
      }
      expect(found).toEqual([]);
    });
  });

  test("axe finds nothing in any state of a page", async () => {
    const expected = [/status of (4|5)\d\d/, /^500 from/, BROKEN_REQUEST];
    await browser.visit(`axe states ${width}`, { viewport, expected }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const found: string[] = [];
      const look = async (state: string) => found.push(...(await pageFaults(page, state)));

      await page.goto(`${shop.url}/shop`);
      await page.evaluate(() => window.scrollTo(0, 400));
      await look("scrolled");
      if (isPhone) {
        await page.getByRole("button", { name: "Open menu" }).click();
        await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "ADMIN" }).waitFor();
        await look("menu");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Filters" }).click();
        await page.getByRole("button", { name: "Apply Filters" }).waitFor();
        await look("filters");
        await page.keyboard.press("Escape");
      } else {
        await page.locator("summary", { hasText: "Size" }).click();
        await look("filter");
        await page.keyboard.press("Escape");
      }
      await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
      const search = page.getByRole("combobox", { name: "Search products" });
      await search.waitFor();
      await look("search");
      await search.fill("shirt");
      await page.getByRole("option").first().waitFor();
      await search.press("ArrowDown");
      await look("search with a row chosen");
      await search.fill("galoshes");
      await page.getByText("No results for").waitFor();
      await look("search without products");
      await search.press("Enter");
      await page.waitForURL("**/shop?q=galoshes");
      await page.getByRole("heading", { name: "No products found" }).waitFor();
      await look("nothing found");
      await page.keyboard.press("/");
      await search.fill("");
      await page.getByText("Recent searches").waitFor();
      await look("recent searches");
      await page.keyboard.press("Escape");
      await cartButton(page).click();
      await cartDrawer(page).getByText("Your cart is empty").waitFor();
      await look("empty cart");
      await page.keyboard.press("Escape");

      await page.goto(shop.url + productPath("Sized Sale Shirt"));
      const refreshed = page.waitForResponse("**/refresh-cart");
      await page.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" }).click();
      const line = cartDrawer(page).getByRole("link", { name: "Sized Sale Shirt (M)" });
      await line.waitFor();
      await refreshed;
      await seesToast(page, "Added to cart");
      await look("cart and message");
      await renameOptions(" Tall");
      await line.click();
      await page.getByRole("group", { name: "Size" }).getByText("M Tall", { exact: true }).waitFor();
      await page.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" }).click();
      await seesToast(page, "Please select an option");
      await look("option missing");
      await renameOptions("");
      await page.getByRole("button", { name: "Dismiss notification" }).click();

      await shop.change(
        `update products set design = 'Cap', color = name, material = 'Twill.', fit = 'Mid-depth.', care = 'Spot-clean.'
          where name like '% Cap'`,
      );
      for (const name of ["Plain Cap", "Sold Out Cap"]) {
        await page.goto(shop.url + productPath(name));
        await page.getByRole("navigation", { name: "Colors" }).waitFor();
        for (const row of await page.locator("summary").all()) await row.click();
        await page.getByText("Spot-clean.").waitFor();
        await look(`colors and facts of ${name}`);
      }
      await shop.change("update products set design = '', color = '', material = '', fit = '', care = ''");

      await page.goto(`${shop.url}/contact`);
      await page.getByRole("button", { name: "Send Message" }).click();
      await page
        .getByText("Invalid email address")
        .or(page.getByText("Please enter your name"))
        .first()
        .waitFor();
      await look("contact errors");
      for (const [label, text] of [
        ["Name", "Pat"],
        ["Email", "pat@example.com"],
        ["Subject", "Hi"],
        ["Message", "Hi"],
      ] as const) {
        await page.getByLabel(label, { exact: true }).fill(text);
      }
      await page.getByRole("button", { name: "Send Message" }).click();
      await seesToast(page, "Message sent successfully");
      await look("message sent");

      await page.route("**/*.data*", (route) => route.abort());
      await page.getByRole("contentinfo").getByRole("link", { name: "Hats" }).click();
      await seesToast(page, "Error");
      await page.getByRole("region", { name: "Sample products" }).waitFor();
      await look("samples");
      await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
      await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
      await look("page that did not arrive");
      await page.unroute("**/*.data*");
      expect(found).toEqual([]);
    });
  });

  test("[PD-1] axe finds nothing around a product: zoom, sizes, buy bar, recently viewed, changed cart", async () => {
    await browser.visit(`axe product ${width}`, { viewport }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const found: string[] = [];
      const look = async (state: string) => found.push(...(await pageFaults(page, state)));
      await page.goto(shop.url + productPath("Plain Cap"));
      // A visit is recorded at the first sign of a shopper.
      await page.mouse.wheel(0, 200);
      await page.waitForFunction(() => localStorage.getItem("recentlyViewed") !== null);
      await page.goto(shop.url + productPath("Sized Shirt"));
      const buy = page.getByRole("region", { name: "Buy" });
      expect(await buy.count()).toBe(isPhone ? 1 : 0);

      await page.getByRole("main").getByRole("link", { name: "Size guide" }).click();
      const guide = page.getByRole("dialog", { name: "Size guide" });
      await guide.getByRole("table", { name: /^Shirts/ }).waitFor();
      await look("size guide");
      await page.keyboard.press("Escape");
      await guide.waitFor({ state: "hidden" });

      await page.getByRole("link", { name: "Zoom picture" }).click();
      const zoom = page.getByRole("dialog", { name: "Sized Shirt: picture" });
      const picture = zoom.getByRole("img", { name: "Illustration of Sized Shirt, view 2" });
      await zoom.getByRole("button", { name: "Next picture" }).click();
      // The next picture starts fitted to the screen.
      await page.getByRole("dialog", { name: "Sized Shirt: picture 2 of 4" }).waitFor();
      await eventually(async () => {
        expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      });
      await look("viewer");
      await zoom.getByRole("button", { name: "Enlarge picture" }).click();
      await zoom.getByRole("button", { name: "Fit picture" }).waitFor();
      await look("zoomed");
      await zoom.getByRole("button", { name: "Close" }).click();
      await zoom.waitFor({ state: "hidden" });

      const viewed = page.getByRole("region", { name: "Recently viewed" });
      await viewed.scrollIntoViewIfNeeded();
      expect(await viewed.locator(".card-link").allInnerTexts()).toEqual(["Plain Cap"]);
      const related = page.getByRole("region", { name: "You may also like" });
      expect(await related.locator(".card-link").count()).toBe(4);
      expect(await related.getByRole("link", { name: "Sized Shirt", exact: true }).count()).toBe(0);
      if (isPhone) {
        await look("buy bar");
        await buy.getByRole("button", { name: "Size M change" }).click();
        const sheet = page.getByRole("dialog", { name: "Sized Shirt" });
        await sheet.getByRole("radio", { name: "M" }).waitFor();
        await look("options");
        await sheet.getByRole("button", { name: "Add to Cart · M" }).click();
        await cartDrawer(page).getByRole("link", { name: "Sized Shirt (M)" }).waitFor();
      } else {
        expect(await buy.isVisible()).toBe(false);
        await look("viewed before");
      }

      await page.evaluate(
        ([id]) => {
          const product = { id, name: "Plain Cap", image: null, price: 100, salePrice: null, available: 3 };
          const lines = [{ product, quantity: 2, selectedOption: null }];
          localStorage.setItem("cart", JSON.stringify({ lines }));
        },
        [shop.idOf("Plain Cap")],
      );
      await page.goto(`${shop.url}/about`);
      await cartButton(page).click();
      await cartDrawer(page).getByText("Plain Cap now costs $30.00 instead of $1.00.").waitFor();
      await look("changed cart");
      expect(found).toEqual([]);
    });
  });

  test("axe finds nothing at checkout: form, errors, payment, confirmation", async () => {
    await browser.visit(
      `axe checkout ${width}`,
      { viewport, expected: [/status of 4\d\d/] },
      async ({ page }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        const found: string[] = [];
        const look = async (state: string) => found.push(...(await pageFaults(page, state)));
        await page.goto(shop.url + productPath("Plain Cap"));
        await page.locator(".purchase-controls").getByRole("button", { name: "Buy Now" }).click();
        await page.getByRole("heading", { name: "Shipping Information" }).waitFor();
        await look("shipping form");
        await page.getByRole("button", { name: "Continue to Payment" }).click();
        await page.getByText("Name must be at least 2 characters").locator("visible=true").first().waitFor();
        await look("shipping errors");
        await page.getByRole("button", { name: "Back to cart" }).click();
        await fillShipping(page, { name: "Pat Reader", email: "pat.reader@example.com" });
        await page.getByLabel("Card number").waitFor();
        await look("payment");
        await page.goto(`${shop.url}/checkout/confirmation?payment_intent_id=pi_unknown`);
        await page.getByText("Order Processing Failed").first().waitFor({ timeout: 30_000 });
        await look("confirmation failed");
        expect(found).toEqual([]);
      },
    );
  });
});

test("axe finds nothing on an order's pages: confirmation, order by its link, look-up", async () => {
  const customer = { name: "Pat Looker", email: "pat.looker@example.com" };
  await browser.visit("axe order", { viewport: phone, expected: [/status of 422/] }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    const look = async (state: string) => {
      for (const { width, viewport } of WIDTHS) {
        await page.setViewportSize(viewport);
        found.push(...(await pageFaults(page, `${state} at ${width} px`)));
      }
    };
    await page.goto(shop.url + productPath("Bulk Cap"));
    await page.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" }).click();
    await fillShipping(page, customer);
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    await look("confirmation");

    const link = await eventually(async () => {
      const [mail] = await emailsTo(shop, customer.email);
      const path = /\/orders\/[\w-]{43}/.exec(mail?.text ?? "")?.[0];
      if (!path) throw new Error("The confirmation mail with its link is not there yet");
      return path;
    });
    await page.goto(shop.url + link);
    await page.getByText(customer.name).first().waitFor();
    await look("order by its link");
    await page.getByText(/^Receipt:/).click();
    await page.getByText("Something wrong? Return or exchange").click();
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Tell us what is wrong").waitFor();
    await look("message errors");
    await page.getByLabel("Your message").fill("Please put both in one box");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("We received your message").waitFor();
    await look("message about an order");

    await page.goto(`${shop.url}/orders`);
    const send = page.getByRole("button", { name: "Send me the link" });
    await send.click();
    await eventually(async () => {
      expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe("true");
    });
    await look("look-up errors");
    await page.getByLabel("Order number").fill("ORD-999");
    await page.getByLabel("Email").fill(customer.email);
    await send.click();
    await page.getByText("Check your email").waitFor();
    await look("look-up sent");
    expect(found).toEqual([]);
  });
});

async function renameOptions(suffix: string): Promise<void> {
  await shop.change(
    `with renamed as (
        update inventory set variation = split_part(variation, ' ', 1) || $2::text where product_id = $1
      ) update products set version = version + 1 where id = $1`,
    [shop.idOf("Sized Sale Shirt"), suffix],
  );
}

/** The focused element, as assistive technology would announce it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0] : null;
    return activeElement?.getAttribute("aria-label") ?? (label ?? activeElement)?.textContent?.trim() ?? "";
  });

async function tabTo(page: Page, name: RegExp | string, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const reached = await focused(page);
    if (typeof name === "string" ? reached === name : name.test(reached)) return;
  }
  throw new Error(`${name} was not reached by ${key}`);
}

const focusIsInDialog = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("dialog[open]") !== null);

describe("by keyboard alone", () => {
  test("[PD-2] keyboard focus is never hidden by the bar", async () => {
    await browser.visit("keys and bar", { viewport: phone }, async ({ page }) => {
      await page.goto(shop.url + productPath("Sized Shirt"));
      await page.keyboard.press("Tab");
      const covered: string[] = [];
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(async () => {
          for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
          const { activeElement: at } = document;
          const { bottom = 0 } = at?.getBoundingClientRect() ?? {};
          const top = document.querySelector(".buy-bar")?.getBoundingClientRect().top ?? Infinity;
          const isOfBar = at?.closest(".buy-bar") != null;
          return { text: at?.textContent ?? "", isCovered: !isOfBar && bottom > top };
        });
        if (focused.isCovered) covered.push(focused.text);
      }
      expect(covered).toEqual([]);
    });
  });

  test("from the skip link over menu and filters to a card, on a phone", async () => {
    await browser.visit("keyboard phone", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/shop`);
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Skip to content");
      expect(
        await page.locator(".skip-link").evaluate((link) => link.getBoundingClientRect().top),
      ).toBeGreaterThanOrEqual(0);
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());

      await tabTo(page, "Open menu", "Shift+Tab");
      await walkDialog(page, "Menu", "Open menu");
      await tabTo(page, /^Filters/);
      await walkDialog(page, "Filters", /^Filters/);
      await tabTo(page, "Plain Cap");
      await tabTo(page, "Add to Cart: Plain Cap");
      await page.keyboard.press("Enter");
      await cartDrawer(page).getByText("Plain Cap").first().waitFor();
      expect(await focusIsInDialog(page)).toBe(true);
      await tabTo(page, "Increase quantity");
      await page.keyboard.press("Enter");
      await eventually(async () => expect(await page.getByTestId("cart-count").innerText()).toBe("2"));
      await tabTo(page, "Remove Plain Cap", "Shift+Tab");
      await page.keyboard.press("Enter");
      await cartDrawer(page).getByText("Your cart is empty").waitFor();
      await page.keyboard.press("Tab");
      expect(await focusIsInDialog(page)).toBe(true);
      await tabTo(page, "Undo");
      await page.keyboard.press("Enter");
      await cartDrawer(page).getByRole("link", { name: "Plain Cap" }).waitFor();
      await page.keyboard.press("Escape");
      await cartDrawer(page).waitFor({ state: "hidden" });
      await eventually(async () => expect(await focused(page)).toBe("Add to Cart: Plain Cap"));
    });
  });

  test("from a card through its options into the checkout, on a desktop", async () => {
    await browser.visit("keyboard desk", { viewport: desktop }, async ({ page }) => {
      await page.goto(`${shop.url}/shop?category=SHIRTS`);
      await tabTo(page, "Sized Shirt");
      await page.keyboard.press("Enter");
      await page.waitForURL(shop.url + productPath("Sized Shirt"));
      await eventually(async () => {
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      });
      await tabTo(page, "Zoom picture");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Sized Shirt: picture" }).waitFor();
      await tabTo(page, "Enlarged picture");
      await page.keyboard.press("ArrowRight");
      await page.getByRole("dialog", { name: "Sized Shirt: picture 2 of 4" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Sized Shirt: picture" }).waitFor({ state: "hidden" });
      await eventually(async () => expect(await focused(page)).toBe("Zoom picture"));
      await walkDialog(page, "Sized Shirt: picture", "Zoom picture");
      await tabTo(page, "Size guide");
      await walkDialog(page, "Size guide", "Size guide");
      await tabTo(page, "M", "Shift+Tab");
      await page.keyboard.press("ArrowRight");
      expect(await page.getByRole("radio", { name: "L", exact: true }).isChecked()).toBe(true);
      await tabTo(page, "Increase quantity");
      await page.keyboard.press("Space");
      await tabTo(page, "Buy Now · L");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${shop.url}/checkout`);
      await page.getByRole("heading", { name: "Shipping Information" }).waitFor();
      expect(await page.getByRole("region", { name: "Order Summary" }).innerText()).toContain("2 items");
      await tabTo(page, "Continue to Payment");
      await page.keyboard.press("Enter");
      await eventually(async () => {
        expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe("true");
      });
    });
  });
});

/** Opens the dialog of the focused button, cycles through it, closes it, and is back at the button. */
async function walkDialog(page: Page, name: string, button: RegExp | string): Promise<void> {
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name });
  await dialog.waitFor();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest("dialog[open]");
    });
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await eventually(async () => expect(await focused(page)).toMatch(button));
}

test("in forced colors, nothing is shown by color alone", async () => {
  await browser.visit("forced colors", { viewport: desktop }, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await page.goto(`${shop.url}/shop?category=HATS`);
    const style = (selector: string, property: string, pseudo?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, [name, part]) => getComputedStyle(element, part ?? null).getPropertyValue(name), [
          property,
          pseudo,
        ] as const);
    const background = await style(".site-bar", "background-color");
    expect(await style(".nav-link[aria-current]", "background-color", "::after")).not.toBe(background);
    expect(await style(".pill[aria-current]", "border-color")).not.toBe(
      await style(".pill:not([aria-current])", "border-color"),
    );
    expect(await style(".badge", "border-top-width")).toBe("1px");
    expect(await style(".card-action", "border-top-color")).not.toBe(background);
    expect(await style("input.check", "appearance")).toBe("auto");
    await page.goto(shop.url + productPath("Sized Shirt"));
    expect(await style(".option-chip:has(:checked)", "outline-style")).toBe("solid");
    expect(await style(".option-chip:has(:disabled)", "color")).not.toBe(
      await style(".option-chip:not(:has(:disabled))", "color"),
    );
    expect(await style(".thumbnail[aria-current]", "outline-style")).toBe("solid");
    expect(await style(".stepper", "border-top-color")).not.toBe(background);
    await page.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" }).click();
    await seesToast(page, "Added to cart");
    // The toast moves into the drawer while that opens: for a moment there is none.
    await expect.poll(() => style(".toast", "border-top-style")).toBe("solid");
    expect(await style("dialog[open]", "border-top-style")).toBe("solid");
    expect(await style(".cart-count", "border-top-style")).toBe("solid");
  });
});

test("no page scrolls sideways from 320 px to 2560 px", async () => {
  const widths = [320, 390, 768, 1024, 1280, 1920, 2560];
  await browser.visit("sideways", { viewport: phone, expected: [/status of 404/] }, async ({ page }) => {
    const paths = [
      "/",
      "/shop",
      "/shop?q=nothingatall",
      productPath("Sized Shirt"),
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
