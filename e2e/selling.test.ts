// What the owner sets up before a sale, and what shoppers then see and pay: counted stock, a discount code, and sales
// tax by state.
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  countClicks,
  enterBackOffice,
  expectFitsNarrow,
  expectSound,
  holdBack,
  openAdmin,
  sentTo,
  signInAgain,
} from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "#test/browser/browser.ts";
import {
  addCap,
  CARDS,
  cartDrawer,
  confirmation,
  fillAddress,
  payWith,
  SHIRT,
} from "#test/browser/journey.ts";
import { placeOrder, productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

test("[KN-1] low stock is one click away, and counts are typed one after the other", async () => {
  const expected = [/status of 409/];
  await browser.visit("inventory", { viewport: PHONE, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    const clicks = await countClicks(page);
    await page.getByRole("link", { name: /sizes? low or sold out$/ }).click();
    await page.getByRole("heading", { level: 1, name: "Inventory" }).waitFor();
    expect(clicks()).toBe(1);
    await page.getByRole("link", { name: "To order" }).click();
    await page.getByRole("link", { name: "For 12 weeks" }).click();
    await page.getByText("lasts 12 more weeks").waitFor();
    await expectSound(page, "inventory-order");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Purchase List (CSV)" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^order-12-weeks-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByRole("link", { name: "All sizes", exact: true }).click();
    await page.waitForURL(/\/admin\/inventory$/);

    const fields = page.getByRole("textbox", { name: /^On hand: / });
    const [first, second] = [fields.nth(0), fields.nth(1)];
    const row = page.locator("tbody tr").first();
    const name = (await first.getAttribute("aria-label")) ?? "";
    await first.fill("four");
    await first.press("Tab");
    await row.getByText("Quantity must be a non-negative integer.").waitFor();
    expect(await isFocused(second)).toBe(true);
    await expectSound(page, "inventory-refused");
    await expectFitsNarrow(page, "inventory");
    await first.fill("40");
    await first.press("Enter");
    await row.getByText("Saved").waitFor();
    expect(await isFocused(second)).toBe(true);
    // The line stays where it is until the list is opened again.
    expect(await first.getAttribute("aria-label")).toBe(name);

    const other = await context.newPage();
    await openAdmin(other, shop, "/admin/inventory");
    const same = other.getByRole("textbox", { name, exact: true });
    await first.fill("50");
    await first.press("Enter");
    await expect.poll(() => row.locator('input[name="was"]').inputValue()).toBe("50");
    await same.fill("60");
    await same.press("Enter");
    await other.getByText(/when you started and is 50 now/).waitFor();
    expect(await same.inputValue()).toBe("60");
    await same.press("Enter");
    await other.getByText("Saved", { exact: true }).waitFor();
    await other.close();
    // Opened again at the same address, the list shows the current stock, not the earlier count.
    await page.getByRole("link", { name: "All sizes", exact: true }).click();
    const again = page.getByRole("row").filter({ has: page.getByRole("textbox", { name, exact: true }) });
    await expect.poll(() => again.locator('input[name="was"]').inputValue()).toBe("60");
    await expect.poll(() => again.getByRole("textbox").inputValue()).toBe("60");
  });
});

test("[EA-5] a count restored after signing in belongs to its own size, and yields to sales in the meantime", async () => {
  const productId = await productIdOf(shop, SHIRT.name, "SHIRTS");
  const expected = [/status of 409/];
  await browser.visit("a count is back", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/inventory");
    const countOf = (size: string) =>
      page.getByRole("textbox", { name: `On hand: ${SHIRT.name}, ${size}`, exact: true });
    const [first, second] = [countOf("S"), countOf("M")];
    await second.fill("7");
    await second.press("Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
    const before = await first.inputValue();
    await second.fill("12");
    await context.clearCookies();
    await second.press("Tab");
    await page.waitForURL("**/admin/login?from=*");
    const customer = { name: "Pat Example", email: "pat@example.com" };
    await placeOrder(shop, customer, { productId, option: "M", price: 7_200 });
    await signInAgain(page, shop);
    await page.getByText("What you typed is back").waitFor();
    expect([await first.inputValue(), await second.inputValue()]).toEqual([before, "12"]);
    await second.press("Tab");
    await page.getByText(/ was 7 when you started and is 6 now/).waitFor();
    expect(await second.inputValue()).toBe("12");
    await second.press("Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
  });
});

test("[DC-1] the owner makes a code, a link saves it in the browser, and a shopper pays less with it", async () => {
  const email = "code@example.com";
  const expected = [/status of 422/];
  await browser.visit("discount code", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/discounts");
    await page.getByRole("link", { name: "New Discount" }).click();
    await page.getByLabel("Code").fill("G");
    await page.getByLabel("Percent").fill("0");
    await button(page, "Create Discount").click();
    await page.getByText("Percent must be a whole number from 1 to 100").waitFor();
    await expectSound(page, "discount refused");
    await page.getByLabel("Code").fill("golf25");
    await page.getByLabel("Percent").fill("25");
    await button(page, "Create Discount").click();
    await page.getByRole("heading", { level: 1, name: "GOLF25" }).waitFor();
    // Turning it off and on keeps unsaved text, and so does saving it.
    await page.getByLabel("Percent").fill("26");
    for (const [does, next] of [
      ["Switch Off", "Switch On"],
      ["Switch On", "Switch Off"],
    ] as const) {
      await button(page, does).click();
      await button(page, next).waitFor();
    }
    expect(await page.getByLabel("Percent").inputValue()).toBe("26");
    await page.getByLabel("Percent").fill("25");
    const saving = await holdBack(page, sentTo(new URL(page.url()).pathname, "intent=save"));
    const base = page.locator('input[name="base"]');
    const before = await base.inputValue();
    await page.getByLabel("Uses per customer").fill("3");
    await button(page, "Save Discount").click();
    await saving.isHeld;
    await page.getByLabel("Total uses").fill("50");
    saving.release();
    await expect.poll(() => base.inputValue()).not.toBe(before);
    expect(await page.getByLabel("Total uses").inputValue()).toBe("50");
    await button(page, "Save Discount").click();
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });

    await page.setViewportSize(PHONE);
    await page.goto(`${shop.url}/discount/golf25`);
    await page.getByText("It's saved in this browser.").waitFor();
    await addCap(page, shop.url);
    await button(page, /^Open cart/)
      .first()
      .click();
    await cartDrawer(page).getByText("Discount (GOLF25)").waitFor();
    await cartDrawer(page).getByText("−$7.00").waitFor();
    await expectSound(page, "cart with a code");
    await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    await page.waitForURL("**/checkout");
    await fillAddress(page, { name: "Pat Example", email });
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    await page.getByText("Discount (GOLF25)").waitFor();
    await page.getByText("$26.99").first().waitFor();
    await expectSound(page, "confirmation with a discount");
    await openAdmin(page, shop, `/admin/orders?q=${encodeURIComponent(email)}`);
    await page.getByRole("link", { name: /^ORD-/ }).first().click();
    await page.getByText("Discount (GOLF25)").waitFor();
  });
});

async function tick(page: Page, state: string, rate: string): Promise<void> {
  await page.getByLabel("Add a state").selectOption(state);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const field = page.getByLabel(/^Rate for /).last();
  expect(await isFocused(field)).toBe(true);
  await field.fill(rate);
}

test("[KN-3] two states are taxed, and form and wallet show and charge each state's tax", async () => {
  await browser.visit("tax by state", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/settings?section=tax");
    await page.getByLabel("Enable Tax").check();
    await page.getByLabel("Rates by State").check();
    await tick(page, "AZ", "8.6");
    await tick(page, "CA", "72.5");
    await button(page, "Save Settings").click();
    await page.getByText("The rate for CA must be a number from 0 to 15").first().waitFor();
    await expectSound(page, "state rates refused");
    await page.getByLabel("Rate for California (%)").fill("7.25");
    await button(page, "Save Settings").click();
    await page.getByText("Settings saved", { exact: true }).waitFor();

    await addCap(page, shop.url);
    await button(page, /^Open cart/)
      .first()
      .click();
    await cartDrawer(page).getByText("By state, at checkout").waitFor();
    await cartDrawer(page).getByText("Total before tax").waitFor();
    await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    await page.waitForURL("**/checkout");

    // $28.00, $2.41 of it to Arizona, and $5.99 for shipping.
    const wallet = page.getByRole("dialog", { name: "Sandbox Wallet" });
    // The drawer may still be closing, with its own button.
    await page.locator("#main").getByRole("button", { name: "Sandbox Wallet" }).click();
    await wallet.getByRole("button", { name: "Pay $36.40" }).waitFor();
    await wallet.getByRole("radio", { name: /Another state/ }).check();
    await wallet.getByRole("button", { name: "Pay $33.99" }).waitFor();
    await wallet.getByRole("button", { name: "Cancel" }).click();

    const summary = page.getByRole("region", { name: "Order Summary" });
    await summary.getByRole("button", { name: /Order Summary/ }).click();
    await summary.getByText("By your state").waitFor();
    await page.getByLabel("ZIP code").fill("90001");
    await summary.getByText("Tax (7.25%)", { exact: true }).waitFor();
    await summary.getByText("$2.03", { exact: true }).waitFor();
    await expectSound(page, "checkout with the tax of a state");
    await fillAddress(page, { name: "Pat Taxed", email: "pat.taxed@example.com" });
    await summary.getByText("Tax (8.6%)", { exact: true }).waitFor();
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    await page.getByText("$2.41").first().waitFor();
    await page.getByText("$36.40").first().waitFor();
  });
});
