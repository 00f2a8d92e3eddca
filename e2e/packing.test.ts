// The packing table on a phone and on a desk: scan, scan, done; and a spreadsheet with tracking numbers.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const fieldIn = (page: Page, row: number) =>
  page
    .locator("[data-order]")
    .nth(row)
    .getByLabel(/^Tracking number/);

describe.each([
  { width: PHONE.width, viewport: PHONE },
  { width: DESKTOP.width, viewport: DESKTOP },
])("at $width px", ({ width, viewport }) => {
  test("[EA-2] orders are scanned one after the other, picked, printed as labels, and shipped by a file", async () => {
    const orders: PlacedOrder[] = [];
    for (const nth of [1, 2, 3])
      orders.push(await placeOrder(shop, { name: `Pat ${nth}`, email: `pack-${width}-${nth}@example.com` }));
    const options = { viewport, expected: [/status of 4(22|09)/] };
    await browser.visit(`packing ${width}`, options, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/dashboard");
      if (width < 768) await page.getByRole("button", { name: "More" }).click();
      await page
        .getByRole("link", { name: /^Packing/ })
        .first()
        .click();
      await page.getByText("3 orders wait to be sent, oldest first.").waitFor();
      await page.locator("summary").filter({ hasText: "Pick list: 3 pieces" }).click();
      await expectSound(page, "packing");
      await expectFitsNarrow(page, "packing");

      // With the click that leads here: two, and no pointer while scanning.
      await page.getByLabel("Carrier", { exact: true }).fill("UPS");
      await fieldIn(page, 0).click();
      await page.keyboard.type("1Z999AA10123456784");
      await page.keyboard.press("Enter");
      await page.keyboard.type("9.4E+21");
      await page.keyboard.press("Enter");
      await page.getByText("A spreadsheet has rounded this number. Scan it from the label").first().waitFor();
      await eventually(async () => expect(await page.locator("[data-order]").count()).toBe(2));
      expect(await fieldIn(page, 0).inputValue()).toBe("9.4E+21");
      await expectSound(page, "packing refused");
      await fieldIn(page, 0).fill("1Z999AA10123456785");
      await page.keyboard.press("Enter");
      await page.getByText("1 order waits to be sent, oldest first.").waitFor();

      await page.getByRole("link", { name: "Print slips" }).click();
      await page.getByRole("link", { name: "4 × 6 in label" }).waitFor();
      const box = await page.locator(".packing-slip").boundingBox();
      expect(box?.width).toBeLessThanOrEqual(4 * 96);
      await expectSound(page, "slips 4x6");

      await openAdmin(page, shop, "/admin/packing/tracking");
      expect(await page.getByLabel("Carrier", { exact: true }).inputValue()).toBe("UPS");
      const number = await orderNumberOf(page, orders[2]);
      const rows = `Order ID,Tracking Number\r\n${number},1Z999AA10123456786\r\nORD-999,1Z1\r\n`;
      await page.getByLabel("CSV file").setInputFiles({
        ...{ name: "shipments.csv", mimeType: "text/csv", buffer: Buffer.from(rows) },
      });
      await page.getByRole("button", { name: "Check file" }).click();
      await page.getByText("There is no order with this number. Correct the number.").waitFor();
      await expectSound(page, "tracking checked");
      await page.getByRole("button", { name: "Ship 1 order" }).click();
      await page.getByText("1 order shipped").first().waitFor();
      await expectSound(page, "tracking shipped");
      await page.getByRole("link", { name: "Packing", exact: true }).first().click();
      await page.getByText("Nothing waits to be sent").waitFor();
      await expectSound(page, "packing empty");
    });
  });
});

test("[EA-2] an order that is corrected behind its label is not shipped until it was looked at", async () => {
  const [first, second] = [
    await placeOrder(shop, { name: "Pat First", email: "pack-first@example.com" }),
    await placeOrder(shop, { name: "Pat Second", email: "pack-second@example.com" }),
  ];
  const options = { viewport: DESKTOP, expected: [/status of 409/] };
  await browser.visit("packing corrected", options, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/packing");
    const rowOf = (order: PlacedOrder) =>
      page.locator("[data-order]").filter({ has: page.locator(`input[value="${order.orderId}"]`) });
    const numberOf = (order: PlacedOrder) => rowOf(order).getByLabel(/^Tracking number/);
    await numberOf(second).fill("1Z999AA10123456785");

    const other = await context.newPage();
    await openAdmin(other, shop, `/admin/orders/${second.orderId}`);
    await other.locator("summary").filter({ hasText: "Correct the address" }).click();
    await other.getByLabel("Apartment, suite").fill("Unit 7");
    await other.getByRole("button", { name: "Save address" }).click();
    await other.getByText("Address corrected").first().waitFor();
    await other.close();

    await numberOf(first).fill("1Z999AA10123456784");
    await numberOf(first).press("Enter");
    await rowOf(first).waitFor({ state: "detached" });
    await rowOf(second).getByText("Unit 7").waitFor();
    expect(await numberOf(second).inputValue()).toBe("1Z999AA10123456785");
    await numberOf(second).press("Enter");
    await rowOf(second).getByText("This order was corrected meanwhile.").waitFor();
    await numberOf(second).press("Enter");
    await rowOf(second).waitFor({ state: "detached" });
  });
});

/** "ORD-007", as the order's page says it. */
async function orderNumberOf(page: Page, order: PlacedOrder | undefined): Promise<string> {
  const answer = await page.request.get(`${shop.url}/admin/orders/${order?.orderId}`);
  return /ORD-\d+/.exec(await answer.text())?.[0] ?? "";
}
