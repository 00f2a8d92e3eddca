// The search on every page: by pointer, keyboard, and screen reader, with a slow and a broken network, without scripts,
// and with the Back button.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, DESKTOP, eventually, PHONE } from "#test/browser/browser.ts";
import { CAP } from "#test/browser/journey.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { BROKEN_REQUEST, holdBack, namesIn } from "#test/browser/storefront.ts";

const shop = shopForTests();
const browser = browserForTests();

const SUGGESTIONS = "**/search-suggestions*";
const layer = (page: Page) => page.getByRole("dialog", { name: "Search" });
const button = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Search" });
const field = (page: Page) => layer(page).getByRole("combobox", { name: "Search products" });
const rows = (page: Page) => layer(page).getByRole("option");
/** The response to the last key has arrived, and not one to earlier keys. */
const answered = (page: Page) =>
  layer(page)
    .getByRole("status")
    .getByText(/^\d+ of \d+ results$/)
    .waitFor();
const activeRow = (page: Page) => layer(page).locator('[aria-selected="true"]');
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

async function open(page: Page): Promise<void> {
  await button(page).click();
  await layer(page).waitFor();
  await eventually(async () => expect(await isFocused(page, "[role=combobox]")).toBe(true));
}

/** Types one text after the other, faster than any pause. */
function typeAtOnce(page: Page, texts: string[]): Promise<void> {
  return field(page).evaluate((input, values) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    for (const text of values) {
      value?.set?.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, texts);
}

test("[FI-1] [FI-3] the search shows products while a shopper types, and leads to one of them, to all, or to suggestions", async () => {
  await browser.visit("search", { viewport: PHONE }, async ({ page }) => {
    const requested: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/search-suggestions") requested.push(searchParams.get("q") ?? "");
    });
    await page.goto(`${shop.url}/about`, { waitUntil: "networkidle" });
    await page.evaluate(() => window.scrollTo(0, 200));
    await page.keyboard.press("/");
    await layer(page).waitFor();
    expect(await field(page).inputValue()).toBe("");
    expect(await layer(page).getByRole("link").allInnerTexts()).toEqual(["Hats", "Shirts", "Sale"]);
    await typeAtOnce(page, ["R", "Ro", "Rope", "Rope ", "Rope CAP"]);
    await rows(page).first().waitFor();
    expect(requested).toEqual(["rope cap"]);
    // A slash is a letter here.
    await page.keyboard.press("End");
    await page.keyboard.press("/");
    expect(await field(page).inputValue()).toBe("Rope CAP/");
    await page.keyboard.press("Backspace");
    const cap = rows(page).filter({ hasText: CAP.name });
    await cap.waitFor();
    expect(await cap.innerText()).toContain(CAP.price);
    const picture = cap.locator("img");
    await eventually(async () =>
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
    );
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /-320\.(webp|avif)$/,
    );
    await rows(page)
      .filter({ hasText: /^See all \d+ results$/ })
      .click();
    await page.waitForURL(`${shop.url}/shop?q=rope+cap`);
    await layer(page).waitFor({ state: "hidden" });
    await eventually(async () => expect(await namesIn(page)).toContain(CAP.name));
    await page.goBack();
    await page.waitForURL(`${shop.url}/about`);
    await eventually(async () => expect(await page.evaluate(() => window.scrollY)).toBe(200));

    await open(page);
    await layer(page).getByRole("link", { name: "Rope CAP" }).click();
    await page.waitForURL(`${shop.url}/shop?q=Rope+CAP`);
    // The words of the open list can be changed.
    await open(page);
    expect(await field(page).inputValue()).toBe("Rope CAP");
    await field(page).fill("");
    await layer(page).getByRole("button", { name: 'Remove "Rope CAP" from recent searches' }).click();
    expect(await layer(page).getByText("Recent searches").count()).toBe(0);
    expect(await isFocused(page, "[role=combobox]")).toBe(true);
    await field(page).fill("galoshes");
    await layer(page).getByRole("status").getByText('No results for "galoshes".').waitFor();
    expect(await rows(page).allInnerTexts()).toEqual(["See all products"]);
    await field(page).press("Enter");
    await page.waitForURL(`${shop.url}/shop?q=galoshes`);
    const main = page.getByRole("main");
    await main.getByRole("heading", { name: "No products found" }).waitFor();
    await main.getByRole("heading", { name: /^(Best sellers|New in the shop)$/ }).waitFor();
    await eventually(async () => expect(await namesIn(page)).toHaveLength(4));
  });
});

test("[FI-1] it works by keyboard, says what it found, and gives the focus back", async () => {
  await browser.visit("search keys", { viewport: DESKTOP }, async ({ page }) => {
    await page.goto(`${shop.url}/shop`, { waitUntil: "networkidle" });
    await page.getByRole("main").getByRole("searchbox").focus();
    await page.keyboard.type("a/b");
    expect(await layer(page).count()).toBe(0);
    await button(page).focus();
    await page.keyboard.press("Control+/");
    await page.keyboard.press("Enter");
    await field(page).waitFor();
    await page.keyboard.type("polo");
    await answered(page);
    const found = (await rows(page).count()) - 1;
    const tree = await layer(page).ariaSnapshot();
    expect(tree).toMatch(/combobox "Search products" \[expanded\]: polo/);
    expect(tree).toMatch(new RegExp(`status: ${found} of \\d+ results`));
    expect(tree).toMatch(/listbox "Products":\n\s+- option ".+\$\d+\.\d\d/);
    expect(await activeRow(page).count()).toBe(0);
    await page.keyboard.press("ArrowUp");
    expect(await activeRow(page).innerText()).toMatch(/^See all/);
    await page.keyboard.press("ArrowDown");
    expect(await activeRow(page).count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    const first = await rows(page).first().getAttribute("href");
    const named = await field(page).getAttribute("aria-activedescendant");
    expect(await activeRow(page).getAttribute("id")).toBe(named);
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press("Tab");
      expect(await isFocused(page, "dialog *, body")).toBe(true);
    }
    await field(page).focus();
    await page.keyboard.press("Escape");
    await layer(page).waitFor({ state: "hidden" });
    expect(await isFocused(page, '[aria-label="Search"]')).toBe(true);
    await page.keyboard.press("Enter");
    await field(page).waitFor();
    await page.keyboard.type("polo");
    await answered(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(shop.url + first);
  });
});

test("[FI-1] [PA-5] the Back button closes the search and nothing else, and the page is not loaded again", async () => {
  await browser.visit("search back", { viewport: PHONE }, async ({ page }) => {
    await page.goto(`${shop.url}/about`);
    await page.getByRole("contentinfo").getByRole("link", { name: "Hats" }).click();
    await page.waitForURL(`${shop.url}/shop?category=HATS`);
    // The address changes a moment before the page does, and a new page closes what is open.
    await page.getByRole("heading", { level: 1, name: "Hats" }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => window.scrollTo(0, 700));
    const loaded: string[] = [];
    page.on(
      "request",
      (request) => void (request.url().includes("/shop.data") && loaded.push(request.url())),
    );
    await page.keyboard.press("/");
    await field(page).waitFor();
    await page.goBack();
    await layer(page).waitFor({ state: "hidden" });
    expect(page.url()).toBe(`${shop.url}/shop?category=HATS`);
    // Closed by its own button it leaves no entry behind, either.
    await page.keyboard.press("/");
    await field(page).waitFor();
    await layer(page).getByRole("button", { name: "Close" }).click();
    await layer(page).waitFor({ state: "hidden" });
    await eventually(async () => expect(await page.evaluate(() => history.state.layer)).toBeUndefined());
    expect(await page.evaluate(() => window.scrollY)).toBe(700);
    expect(loaded).toEqual([]);

    // Opened again while the browser still reports the closing, it stays open.
    await page.keyboard.press("/");
    await field(page).waitFor();
    await page.evaluate(async () => {
      document.querySelector<HTMLDialogElement>("dialog.search-layer")?.requestClose();
      // Like a key: after all that hears the first event, before the next one, which reports the closing.
      await Promise.resolve();
      document.querySelector<HTMLElement>('header [aria-label="Search"]')?.click();
    });
    await field(page).fill("polo");
    await rows(page).first().waitFor();
    await page.goBack();
    await layer(page).waitFor({ state: "hidden" });
    await page.goBack();
    await page.waitForURL(`${shop.url}/about`);
  });
});

test("[FI-1] a late answer is dropped, a missing one is reported, and without the search the list's own search replaces it", async () => {
  await browser.visit("search slow", { expected: [BROKEN_REQUEST] }, async ({ page, context }) => {
    await page.goto(shop.url);
    await open(page);
    const held = Promise.withResolvers<void>();
    await page.route(SUGGESTIONS, async (route) => {
      if (route.request().url().endsWith("q=polo")) await held.promise;
      await route.continue().catch(() => {});
    });
    await field(page).fill("polo");
    await layer(page).getByText("Still searching. Press Enter to search the shop.").waitFor();
    await field(page).fill("visor");
    await rows(page).filter({ hasText: /visor/i }).first().waitFor();
    held.resolve();
    await page.waitForTimeout(200);
    expect(await rows(page).filter({ hasText: /polo/i }).count()).toBe(0);
    await page.unroute(SUGGESTIONS);
    await page.route(SUGGESTIONS, (route) => route.abort());
    await field(page).fill("polo");
    await layer(page)
      .getByText("Suggestions can't be loaded right now. Press Enter to search the shop.")
      .waitFor();
    await field(page).press("Enter");
    await page.waitForURL(`${shop.url}/shop?q=polo`);

    const other = await context.newPage();
    await other.route("**/assets/search-layer-*", (route) => route.abort());
    await other.goto(`${shop.url}/about`, { waitUntil: "networkidle" });
    await button(other).click();
    await other.waitForURL(/\/shop\??$/);
  });
});

test("[SH-8] what is typed into the list's box stays when its scripts or the list come later", async () => {
  await browser.visit("typed early", { viewport: PHONE }, async ({ page }) => {
    const scripts = await holdBack(page, "**/assets/*.js");
    const opened = page.goto(`${shop.url}/shop`);
    const box = page.getByRole("main").getByRole("searchbox");
    const chip = (words: RegExp) => page.getByRole("link", { name: words });
    await box.fill(" rope");
    scripts();
    await opened;
    expect(await box.inputValue()).toBe(" rope");

    const list = await holdBack(page, "**/shop.data*");
    const requested = page.waitForRequest("**/shop.data*");
    await box.press("Enter");
    await requested;
    await box.pressSequentially(" c");
    list();
    await chip(/Remove filter.*rope/).waitFor();
    expect(await box.inputValue()).toBe(" rope c");
    await box.fill("rope");
    await chip(/Remove filter.*rope/).click();
    await eventually(async () => expect(await box.inputValue()).toBe(""));
    // Words with more blanks than the list is named by are replaced, too.
    await box.fill("rope  cap");
    await box.press("Enter");
    await chip(/Remove filter.*rope cap/).click();
    await eventually(async () => expect(await box.inputValue()).toBe(""));
  });
});
