// The doctor's page, on a phone and on a desk, and what it says once it has looked.
import { describe, test } from "vitest";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

describe.each([
  { width: PHONE.width, viewport: PHONE },
  { width: DESKTOP.width, viewport: DESKTOP },
])("at $width px", ({ width, viewport }) => {
  test("[KN-5] the doctor looks when it is asked, and proves the webhook by a signed call", async () => {
    await browser.visit(`doctor ${width}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/doctor");
      await page.getByRole("heading", { level: 1, name: "Doctor" }).waitFor();
      await expectSound(page, "doctor");
      await expectFitsNarrow(page, "doctor");
      await page.getByRole("button", { name: "Check Now" }).click();
      await page.getByText("Checked just now").first().waitFor();
      await page.getByText(/A signed event to the shop's own address was answered just now/).waitFor();
      await page.getByRole("link", { name: "See which" }).click();
      await page.getByRole("heading", { level: 1, name: "Inventory" }).waitFor();
    });
  });
});
