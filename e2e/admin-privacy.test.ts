// A customer is forgotten in a real browser: what goes and what stays is said before, and the books stay.
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import {
  enterBackOffice,
  expectFitsNarrow,
  expectSound,
  expectSoundOnBoth,
  openAdmin,
} from "./back-office.ts";
import { browserForTests, PHONE } from "./browser.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const browser = browserForTests();
const shop = shopForTests();
const PAT = { name: "Pat Leaving", email: "pat.leaving@example.com" };

let order: PlacedOrder;
beforeAll(async () => {
  order = await placeOrder(shop, PAT);
});

test("[PE-2] [EA-1] a customer is forgotten once nothing is open, by their email typed; the order stays without them", async () => {
  await browser.visit(
    "forget a customer",
    { viewport: PHONE, expected: [/status of 422/] },
    async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, `/admin/customers/${order.orderId}`);
      await page.getByRole("link", { name: "Forget this person" }).click();
      await page.getByRole("heading", { name: "Not possible yet" }).waitFor();
      await page.getByText("it is paid and has not been shipped").waitFor();
      await expectSoundOnBoth(page, "forget, not yet");
      await expectFitsNarrow(page, "forget, not yet");
      await page.getByRole("link", { name: "Open the order" }).click();
      await page.getByLabel("Carrier").first().fill("UPS");
      await page
        .getByLabel(/^Tracking number/)
        .first()
        .fill("1Z999");
      await page.getByRole("button", { name: "Mark as shipped" }).click();
      await page.getByRole("button", { name: "Mark as delivered" }).click();
      await page.getByText("Order marked as delivered").first().waitFor();

      await openAdmin(page, shop, "/admin/search?q=1Z999");
      await page.getByRole("main").getByRole("link", { name: /^ORD-/ }).click();
      await page.waitForURL(`**/admin/orders/${order.orderId}`);

      await openAdmin(page, shop, `/admin/customers/${order.orderId}`);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Everything (JSON)" }).click(),
      ]);
      expect(await readFile(await file.path(), "utf8")).toContain(PAT.email);

      await openAdmin(page, shop, "/admin/privacy");
      await expectSoundOnBoth(page, "privacy");
      await expectFitsNarrow(page, "privacy");
      await page.getByLabel("Email address").fill(PAT.email.toUpperCase());
      await page.getByRole("main").getByRole("button", { name: "Find" }).click();
      await page.getByRole("link", { name: "Forget this person" }).click();
      await page.getByRole("heading", { name: "This can’t be undone" }).waitFor();
      await expectSoundOnBoth(page, "forget");
      const typed = page.getByLabel("Type their email address to confirm");
      const forget = page.getByRole("button", { name: "Forget this person" });
      await typed.fill("somebody@example.com");
      await forget.click();
      await page.getByText("This is not their email address.").first().waitFor();
      await typed.fill(PAT.email);
      await forget.click();
      await page.waitForURL("**/admin/privacy");
      await page.getByText("A customer forgotten").first().waitFor();
      await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
      await page.getByText("The customer was forgotten.").waitFor();
      await expectSound(page, "order of nobody");
      expect(await page.content()).not.toMatch(/leaving/i);
    },
  );
});
