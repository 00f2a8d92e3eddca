// The owner finds a paid order, ships it, and refunds one of its units; the customer is emailed about both.
import { expect, test } from "vitest";
import {
  countClicks,
  enterBackOffice,
  expectSound,
  openAdmin,
  readToast,
} from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "#test/browser/browser.ts";
import { emailTo, orderPathOf } from "#test/browser/emails.ts";
import { placeOrder, productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const customer = { name: "Dana Desk", email: "dana.desk@example.com" };

test("[OD-2] [RF-1] [AO-1] an order is shipped, and one of its units refunded with five clicks and no arithmetic", async () => {
  const productId = await productIdOf(shop, "Red Clay Rope Cap");
  const order = await placeOrder(shop, customer, { productId, price: 3_800, quantity: 3 });
  await browser.visit("shipped and refunded", { viewport: DESKTOP }, async ({ page, context }) => {
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    await expectSound(page, "dashboard");
    const clicks = await countClicks(page);
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
    // The dashboard lists the order, too, until the list has loaded.
    await page.getByRole("heading", { name: "Orders", level: 1, exact: true }).waitFor();
    await expectSound(page, "orders");
    await page.locator(`a[href="/admin/orders/${order.orderId}"]`).first().click();
    await page.getByLabel("Carrier").fill("UPS");
    await page.getByLabel("Tracking number", { exact: true }).fill("1Z999AA10123456784");
    await expectSound(page, "order-paid");
    const beforeShipping = clicks();
    await button("Mark as shipped").click();
    await readToast(page, "Order shipped");
    await button("Mark as delivered").waitFor();
    const toShip = clicks() - beforeShipping;
    expect(await emailTo(shop, customer.email, "1Z999AA10123456784")).toContain("UPS");

    await page
      .locator("summary")
      .filter({ hasText: /^Refund$/ })
      .click();
    const form = page.locator("form").filter({ has: page.getByLabel("Total ($)") });
    expect(await form.getByLabel("Total ($)").inputValue()).toBe("0.00");
    await form.getByRole("button", { name: "Increase quantity" }).click();
    expect(await form.getByLabel("Total ($)").inputValue()).toBe("38.00");
    await expectSound(page, "order-refund-units");
    await form.getByRole("button", { name: "Refund $38.00" }).click();
    await readToast(page, "Refund of $38.00 made");
    expect(clicks() - toShip).toBeLessThanOrEqual(5);
    await page.getByText("1 of 3 refunded").waitFor();
    const timeline = page.locator(".timeline");
    for (const text of ["Paid", "UPS 1Z999AA10123456784", "Refunded: $38.00"])
      await eventually(async () => expect(await timeline.innerText()).toContain(text));
    await expectSound(page, "order-part-refunded");
  });

  const path = await orderPathOf(shop, customer.email);
  expect(await emailTo(shop, customer.email, "Your refund of")).toContain("$38.00");
  await browser.visit("refund seen", { viewport: PHONE }, async ({ page }) => {
    await page.goto(shop.url + path);
    await page.getByText("1Z999AA10123456784").first().waitFor();
    await page.getByText("Partially refunded").waitFor();
    await expectSound(page, "order page after a refund");
  });
});
