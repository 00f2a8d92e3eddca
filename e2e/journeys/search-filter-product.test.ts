// A shopper on a phone searches, filters, picks a size, and adds it to the cart. Each state on the way has to satisfy
// axe, html-validate, and a thumb.
import { expect, test } from "vitest";
import { browserForTests, eventually } from "#test/browser/browser.ts";
import { cartDrawer, SHIRT } from "#test/browser/journey.ts";
import { pageFaults } from "#test/browser/look.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { namesIn, seesToast } from "#test/browser/storefront.ts";

/** A phone's viewport between its browser's bars. */
const VIEWPORT = { width: 390, height: 664 };

const shop = shopForTests();
const browser = browserForTests();

test("[FI-1] [FI-4] [SH-4] [PD-2] [PD-4] [CD-1] a shopper searches, filters, picks a size, and has it in the cart", async () => {
  await browser.visit("search, filter, product", { viewport: VIEWPORT }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    const look = async (state: string) => found.push(...(await pageFaults(page, `journey ${state}`)));
    await page.goto(shop.url);
    await look("home");

    await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
    const search = page.getByRole("dialog", { name: "Search" });
    await search.getByRole("combobox", { name: "Search products" }).fill("polo");
    await search.getByRole("option").filter({ hasText: SHIRT.name }).waitFor();
    await look("search");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${shop.url}/shop?q=polo`);
    await eventually(async () => expect(await namesIn(page)).toContain("Skins Game Polo"));
    await look("results");

    await page.getByRole("button", { name: /^Filters/ }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByRole("checkbox", { name: /^L, \d+ products$/ }).check();
    await sheet.getByRole("button", { name: /^Apply Filters \(\d+\)$/ }).waitFor();
    await look("filters");
    await sheet.getByRole("button", { name: /^Apply Filters/ }).click();
    await page.waitForURL(`${shop.url}/shop?q=polo&size=L`);
    // It has this size, but none in stock.
    await eventually(async () => expect(await namesIn(page)).not.toContain("Skins Game Polo"));

    await page.getByRole("link", { name: SHIRT.name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: SHIRT.name }).waitFor();
    const sizes = page.getByRole("group", { name: "Size" });
    expect(await sizes.getByRole("radio", { name: /^2XL \(sold out\)/ }).isDisabled()).toBe(true);
    await look("product");
    await sizes.getByText(SHIRT.size, { exact: true }).click();
    await page
      .locator(".purchase-controls")
      .getByRole("button", { name: `Add to Cart · ${SHIRT.size}` })
      .click();
    await cartDrawer(page)
      .getByRole("link", { name: `${SHIRT.name} (${SHIRT.size})` })
      .waitFor();
    await seesToast(page, "Added to cart");
    expect(await cartDrawer(page).locator("dl").first().innerText()).toContain(SHIRT.price);
    await look("cart");
    await page.keyboard.press("Escape");
    await cartDrawer(page).waitFor({ state: "hidden" });
    expect(await page.getByTestId("cart-count").innerText()).toBe("1");
    expect(found).toEqual([]);
  });
});
