// The owner counts what is on the shelf, on a phone and on a desk.
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  countClicks,
  enterBackOffice,
  expectFitsNarrow,
  expectSound,
  openAdmin,
  signInAgain,
} from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { SHIRT } from "./journey.ts";
import { placeOrder, productIdOf } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

/** "Which sizes run out": from the dashboard. */
const CLICKS_MAX = 1;

describe.each([
  { width: PHONE.width, viewport: PHONE },
  { width: DESKTOP.width, viewport: DESKTOP },
])("at $width px", ({ width, viewport }) => {
  test(`[KN-1] what runs out is ${CLICKS_MAX} click away, and counts are typed one after the other`, async () => {
    const expected = [/status of 409/];
    await browser.visit(`inventory ${width}`, { viewport, expected }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/dashboard");
      const clicks = await countClicks(page);
      await page.getByRole("link", { name: /sizes? low or sold out$/ }).click();
      await page.getByRole("heading", { level: 1, name: "Inventory" }).waitFor();
      expect(clicks()).toBe(CLICKS_MAX);
      await expectSound(page, "inventory-low");
      await page.getByRole("link", { name: "To order" }).click();
      await page.getByRole("link", { name: "For 12 weeks" }).click();
      await page.getByText("the pieces on hand last for 12 weeks").waitFor();
      await expectSound(page, "inventory-order");
      await expectFitsNarrow(page, "inventory-order");
      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "Purchase List (CSV)" }).click();
      expect((await downloading).suggestedFilename()).toMatch(/^order-12-weeks-\d{4}-\d\d-\d\d\.csv$/);
      await page.getByRole("link", { name: "All sizes", exact: true }).click();
      await page.waitForURL(/\/admin\/inventory$/);
      await expectSound(page, "inventory");
      await expectFitsNarrow(page, "inventory");

      const fields = page.getByRole("textbox", { name: /^On hand: / });
      const [first, second] = [fields.nth(0), fields.nth(1)];
      const row = page.locator("tbody tr").first();
      const name = await first.getAttribute("aria-label");
      await first.fill("-4");
      await first.press("Tab");
      await row.getByText("Quantity must be a non-negative integer.").waitFor();
      expect(await second.evaluate((field) => field === document.activeElement)).toBe(true);
      await expectSound(page, "inventory-refused");
      await first.fill(width === PHONE.width ? "40" : "41");
      await first.press("Enter");
      await row.getByText("Saved").waitFor();
      expect(await second.evaluate((field) => field === document.activeElement)).toBe(true);
      // The line stays where it is until the list is opened again.
      expect(await first.getAttribute("aria-label")).toBe(name);
      await row.getByText("In Stock").waitFor();

      const other = await context.newPage();
      await openAdmin(other, shop, "/admin/inventory");
      const same = other.getByRole("textbox", { name: name ?? "", exact: true });
      await first.fill("50");
      await first.press("Enter");
      await expect.poll(() => row.locator('input[name="was"]').inputValue()).toBe("50");
      await same.fill("60");
      await same.press("Enter");
      await other.getByText(/when you began and is 50 now/).waitFor();
      expect(await same.inputValue()).toBe("60");
      await same.press("Enter");
      await other.getByText("Saved", { exact: true }).waitFor();
      await other.close();
      // Opened again at the same address, the list says what is there by now, not what was counted here before.
      await page.getByRole("link", { name: "All sizes", exact: true }).click();
      const again = page.getByRole("row").filter({
        has: page.getByRole("textbox", { name: name ?? "", exact: true }),
      });
      await expect.poll(() => again.locator('input[name="was"]').inputValue()).toBe("60");
      await expect.poll(() => again.getByRole("textbox").inputValue()).toBe("60");
    });
  });
});

test("[EA-5] a count that is back after signing in is of its own size, and overtaken by what was sold meanwhile", async () => {
  const productId = await productIdOf(shop, SHIRT.name, "SHIRTS");
  const expected = [/status of 409/];
  await browser.visit("a count is back", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/inventory");
    const [first, second] = ["S", "M"].map((size) =>
      page.getByRole("textbox", { name: `On hand: ${SHIRT.name}, ${size}`, exact: true }),
    ) as [Locator, Locator];
    await second.fill("7");
    await second.press("Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
    const before = await first.inputValue();

    await second.fill("12");
    await context.clearCookies();
    await second.press("Tab");
    await page.waitForURL("**/admin/login?from=*");
    await placeOrder(
      shop,
      { name: "Pat Example", email: "pat@example.com" },
      { productId, option: "M", price: 7_200 },
    );
    await signInAgain(page, shop);
    await page.getByText("What you typed is back").waitFor();
    expect([await first.inputValue(), await second.inputValue()]).toEqual([before, "12"]);
    await second.press("Tab");
    await page.getByText(/ was 7 when you began and is 6 now/).waitFor();
    expect(await second.inputValue()).toBe("12");
    await second.press("Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
  });
});
