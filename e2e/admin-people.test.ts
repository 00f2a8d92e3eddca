// Who writes and who buys, in the back office of a real browser: the one search that finds them.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { CAP } from "./journey.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const browser = browserForTests();
const shop = shopForTests();
const PAT = { name: "Pat Seeker", email: "pat.seeker@example.com" };

let order: PlacedOrder;
beforeAll(async () => {
  order = await placeOrder(shop, PAT);
});

/** From any page: one field, one click. */
async function find(page: Page, words: string, link: RegExp | string): Promise<void> {
  await openAdmin(page, shop, "/admin/dashboard");
  const field = page.getByRole("searchbox", { name: "Search the back office" });
  await field.fill(words);
  await field.press("Enter");
  await page.waitForURL("**/admin/search?q=*");
  await page.getByRole("main").getByRole("link", { name: link }).first().click();
}

describe.each([
  { name: "desktop", viewport: DESKTOP },
  { name: "phone", viewport: PHONE },
])("$name", ({ name, viewport }) => {
  test("[EA-1] [PE-2] an order, a customer and a product are each found with one field and one click", async () => {
    await browser.visit(`office search ${name}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await find(page, order.orderId.slice(0, 13), /^ORD-/);
      await page.waitForURL(`**/admin/orders/${order.orderId}`);
      await find(page, "pat.seek", /^Pat Seeker/);
      await page.getByRole("heading", { name: "Pat Seeker", level: 1 }).waitFor();
      await page.waitForURL("**/admin/customers/*");
      await expectSound(page, "customer");
      await expectFitsNarrow(page, "customer");
      await page.getByRole("link", { name: /^ORD-/ }).first().click();
      await page.getByRole("link", { name: "1st order, " }).click();
      await page.waitForURL("**/admin/customers/*");
      await openAdmin(page, shop, "/admin/customers?q=seeker");
      await page.getByRole("link", { name: "Pat Seeker" }).waitFor();
      await expectSound(page, "customers");
      await find(page, CAP.name.slice(0, 10), CAP.name);
      await page.waitForURL("**/admin/products/edit/*");
      await openAdmin(page, shop, "/admin/search?q=Pat+Seeker");
      await page.getByText("2 found for").waitFor();
      await expectSound(page, "search");
      await expectFitsNarrow(page, "search");
      if (name === "phone") {
        await page.getByRole("button", { name: "More" }).click();
        await page
          .getByRole("navigation", { name: "All pages" })
          .getByRole("link", { name: "Settings" })
          .waitFor();
        await expectSound(page, "all-pages");
        await page.goBack();
        await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
        await page.getByRole("button", { name: "More" }).click();
        await page
          .getByRole("navigation", { name: "All pages" })
          .getByRole("link", { name: "Reviews" })
          .click();
        await page.waitForURL("**/admin/reviews");
      } else {
        await page.getByRole("heading", { name: "Search" }).click();
        await page.keyboard.press("/");
        await page.keyboard.type("nobody at all");
        await page.keyboard.press("Enter");
        await page.getByText("Nothing found for “nobody at all”").waitFor();
        await page.getByRole("checkbox", { name: /leads to the search/ }).uncheck();
        await page.getByRole("heading", { name: "Search" }).click();
        await page.keyboard.press("/");
        expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT");
      }
    });
  });
});

test("[EA-1] all pages stay in sight when the phone is turned while they are open", async () => {
  await browser.visit("turned office", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    await page.getByRole("button", { name: "More" }).click();
    const sheet = page.getByRole("dialog", { name: "All pages" });
    await sheet.waitFor();
    await page.setViewportSize({ width: 844, height: 390 });
    expect(await sheet.isVisible()).toBe(true);
    await sheet.getByRole("button", { name: "Close" }).click();
    await sheet.waitFor({ state: "hidden" });
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
    await page.waitForURL("**/admin/orders");
  });
});
