// The owner changes the shipping cost and the tax; shoppers see and pay it right away.
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "#test/browser/browser.ts";
import { addCap, CAP, cartDrawer, fillShipping } from "#test/browser/journey.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

test("[ST-1] an owner's settings show errors at their fields, are saved, and are what the next shopper pays", async () => {
  const expected = [/status of 422/];
  await browser.visit("settings", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    const shopper = await context.newPage();
    await shopper.setViewportSize(PHONE);
    await addCap(shopper, shop.url);

    const chooseTab = (name: string) =>
      page.getByRole("navigation", { name: "Store Configuration" }).getByRole("link", { name }).click();
    const save = () => page.getByRole("button", { name: "Save Settings" }).click();
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/settings");
    await expectSound(page, "settings-business");
    await page.getByLabel("Store Name").fill("P");
    await chooseTab("Tax");
    const rate = page.getByLabel("Default Tax Rate (%)");
    const included = page.getByLabel("Include Tax in Price");
    expect([await rate.isDisabled(), await included.isDisabled()]).toEqual([true, true]);
    await page.getByLabel("Enable Tax").check();
    expect([await rate.isDisabled(), await included.isDisabled()]).toEqual([false, false]);
    await rate.fill("101");
    await save();
    await page.getByText("Error saving settings").waitFor();
    await page.getByText("Store name must be at least 2 characters", { exact: true }).waitFor();
    await chooseTab("Tax");
    await page.getByText("Tax rate must be a number from 0 to 100", { exact: true }).waitFor();
    await expectSound(page, "settings-errors");
    await rate.fill("10");
    await chooseTab("Store");
    await page.getByLabel("Store Name").fill("Fairway Journey");
    await chooseTab("Shipping & returns");
    await page.getByLabel("Flat Rate Cost ($)").fill("7.25");
    await expectSound(page, "settings-shipping");
    await save();
    await page.getByText("Settings saved", { exact: true }).waitFor();
    await page.getByText("Your store configuration has been updated successfully.").waitFor();
    await expect.poll(() => page.getByText("Unsaved changes").count()).toBe(0);

    await shopper.goto(`${shop.url}/shipping`);
    expect(await shopper.getByRole("main").innerText()).toContain("$7.25");
    expect(await shopper.title()).toContain("Fairway Journey");
    await expectSound(shopper, "shipping page");
    await shopper.goto(shop.url);
    await shopper
      .getByRole("button", { name: /^Open cart/ })
      .first()
      .click();
    const drawer = cartDrawer(shopper);
    await drawer.getByText(CAP.name).first().waitFor();
    await drawer.getByText("$7.25").waitFor();
    await drawer.getByText("$2.80").waitFor();
    await expectSound(shopper, "cart with the new settings");
    await fillShipping(shopper, { name: "Pat Example", email: "pat@example.com" });
    await shopper.getByRole("button", { name: "Pay Now $38.05" }).waitFor();
    await expectSound(shopper, "payment with the new settings");
    await shopper.close();
  });
});
