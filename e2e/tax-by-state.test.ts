// Sales tax by state: the owner ticks two states, and what a shopper is shown and charged goes by the address, in the
// form and in a wallet.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, PHONE } from "./browser.ts";
import { addCap, CARDS, cartDrawer, confirmation, fillAddress, payWith } from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const summary = (page: Page) => page.getByRole("region", { name: "Order Summary" });

async function tick(page: Page, state: string, rate: string): Promise<void> {
  await page.getByLabel("Add a state").selectOption(state);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const field = page.getByLabel(/^Rate for /).last();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill(rate);
}

test("[KN-3] two states are ticked, and form and wallet show and charge the tax of theirs", async () => {
  await browser.visit("tax by state", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/settings?section=tax");
    await page.getByLabel("Enable Tax").check();
    await page.getByLabel("Rates by State").check();
    await tick(page, "AZ", "8.6");
    await tick(page, "CA", "72.5");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("The rate for CA must be a number from 0 to 15").first().waitFor();
    await expectSound(page, "state rates refused");
    await page.getByLabel("Rate for California (%)").fill("7.25");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("Settings saved", { exact: true }).waitFor();

    await addCap(page, shop.url);
    await page
      .getByRole("button", { name: /^Open cart/ })
      .first()
      .click();
    await cartDrawer(page).getByText("By state, at checkout").waitFor();
    await cartDrawer(page).getByText("Total before tax").waitFor();
    await expectSound(page, "cart before tax");
    await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    await page.waitForURL("**/checkout");

    // $28.00, $2.41 of it to Arizona, and $5.99 for shipping.
    const wallet = page.getByRole("dialog", { name: "Sandbox Wallet" });
    // The drawer may still be closing, with a button of its own.
    await page.locator("#main").getByRole("button", { name: "Sandbox Wallet" }).click();
    await wallet.getByRole("button", { name: "Pay $36.40" }).waitFor();
    await wallet.getByRole("radio", { name: /Another state/ }).check();
    await wallet.getByRole("button", { name: "Pay $33.99" }).waitFor();
    await wallet.getByRole("button", { name: "Cancel" }).click();

    await summary(page)
      .getByRole("button", { name: /Order Summary/ })
      .click();
    await summary(page).getByText("By your state").waitFor();
    await page.getByLabel("ZIP code").fill("90001");
    await summary(page).getByText("Tax (7.25%)", { exact: true }).waitFor();
    await summary(page).getByText("$2.03", { exact: true }).waitFor();
    await expectSound(page, "checkout with the tax of a state");
    await fillAddress(page, { name: "Pat Taxed", email: "pat.taxed@example.com" });
    await summary(page).getByText("Tax (8.6%)", { exact: true }).waitFor();
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    await page.getByText("$2.41").first().waitFor();
    await page.getByText("$36.40").first().waitFor();
  });
});
