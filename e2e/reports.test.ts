// Sales reports: from the dashboard to the tax of a month by state in two clicks, any days, a file, on both widths.
import { expect, test } from "vitest";
import { enterBackOffice, expectFitsNarrow, expectSoundOnBoth, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP } from "./browser.ts";
import { placeOrder } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

test("[KN-2] [KN-3] the tax of a month by state is two clicks away, and bad days have their sentence", async () => {
  await placeOrder(shop, { name: "Pat Reported", email: "pat.reported@example.com" });
  await browser.visit("reports", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    // What the page gets: a press that the driver takes back, because the page moved under it, never comes so far.
    await page.evaluate(() => addEventListener("click", () => (window.name = `${window.name}.`)));
    await page.getByRole("link", { name: "Reports", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
    await page.getByRole("link", { name: "By state" }).click();
    const arizona = page.getByRole("row").filter({ hasText: "Arizona" });
    await arizona.waitFor();
    expect(await page.evaluate(() => window.name)).toBe("..");
    await expectSoundOnBoth(page, "report by state");
    await page.emulateMedia({ media: "print" });
    expect(await arizona.isVisible()).toBe(true);
    for (const hidden of [page.getByRole("link", { name: "Export CSV" }), page.getByRole("navigation")])
      expect(await hidden.filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: null });
    await page.getByRole("link", { name: /^Sales tax of / }).click();
    await page.getByText("Nothing was sold or refunded on these days.").waitFor();
    await page.getByRole("link", { name: "This month" }).click();
    await arizona.waitFor();
    await page.getByRole("link", { name: "By option" }).click();
    await page.getByText("Shipping and tax belong to whole orders").waitFor();
    await expectSoundOnBoth(page, "report by option");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^report-by-option-.*\.csv$/);
    await page.getByLabel("First day").fill("2010-01-01");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("A report covers at most 10 years.").waitFor();
    expect(await page.getByLabel("First day").inputValue()).toBe("2010-01-01");
    await expectSoundOnBoth(page, "report refused");
    await expectFitsNarrow(page, "report");
  });
});
