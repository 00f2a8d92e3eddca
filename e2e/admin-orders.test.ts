// What comes after a sale, from the owner's side: ship, note, refund, filter, export, sync, in a real browser
// on a phone and on a desk, each page looked over by axe.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { enterBackOffice, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import {
  addCap,
  addShirt,
  CARDS,
  confirmation,
  fillShipping,
  mailsTo,
  openOrderOf,
  payWith,
} from "./journey.ts";
import { type RunningShop, startShop } from "./shop-process.ts";

let shop: RunningShop;
const browser = browserForTests();

beforeAll(async () => {
  shop = await startShop();
});

afterEach(({ task }) => {
  if (task.result?.state === "fail") console.log(`The shop said:\n${shop.output().slice(-4_000)}`);
});

afterAll(async () => {
  await shop?.stop();
});

const timeline = (page: Page) => page.locator(".timeline").innerText();

async function toastOf(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}

async function openDisclosure(page: Page, name: string): Promise<void> {
  const summary = page.locator("summary", { hasText: new RegExp(`^${name}$`) });
  if (!(await summary.evaluate((element) => (element.parentElement as HTMLDetailsElement).open)))
    await summary.click();
}

async function refund(page: Page, amount: string | null, reason: string): Promise<void> {
  await openDisclosure(page, "Refund");
  if (amount) await page.getByLabel("Amount ($)").fill(amount);
  await page.getByLabel("Reason").fill(reason);
  await page.getByLabel(/^Yes, send this money back/).check();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
}

describe.each([
  { width: 390, viewport: PHONE, customer: { name: "Pat Parcel", email: "pat.parcel@example.com" } },
  { width: 1280, viewport: DESKTOP, customer: { name: "Dana Desk", email: "dana.orders@example.com" } },
])("at $width pixels", ({ width, viewport, customer }) => {
  test("[OD-2] the owner ships, notes and refunds an order, and the timeline tells it all", async () => {
    await browser.visit(`orders sale ${width}`, { viewport }, async ({ page }) => {
      await addCap(page, shop.url);
      await addShirt(page);
      await fillShipping(page, customer);
      await payWith(page, CARDS.succeeds);
      await confirmation(page);
    });
    // The second tab's form is told that the order changed: the browser reports the 409 by itself.
    const options = { viewport, expected: [/status of 409/] };
    await browser.visit(`orders owner ${width}`, options, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openOrderOf(page, shop, customer);
      await expectSound(page, "order-paid");
      const other = await context.newPage();
      await other.goto(page.url());
      await openDisclosure(other, "Refund");

      await page.getByLabel("Carrier").fill("UPS");
      await page.getByLabel("Tracking number").fill("1Z999AA10123456784");
      await page.getByRole("button", { name: "Mark as shipped" }).click();
      await toastOf(page, "Order shipped");
      await vi.waitFor(
        async () => {
          const mails = await mailsTo(shop, customer.email);
          const letter = mails.find(({ subject }) => subject.includes("is on its way"));
          expect(letter?.text).toContain("1Z999AA10123456784");
        },
        { timeout: 20_000, interval: 250 },
      );

      await page.getByLabel("New note").fill("Customer called:\nleave it at the door");
      await page.getByRole("button", { name: "Add note" }).click();
      await toastOf(page, "Note added");
      await vi.waitFor(async () => expect(await page.getByLabel("New note").inputValue()).toBe(""));

      await refund(page, "10.00", "A stain on the cap");
      await toastOf(page, "Refund of $10.00 made");
      await vi.waitFor(async () => expect(await timeline(page)).toContain("A stain on the cap"));
      await expectSound(page, "order-part-refunded");

      await refund(other, "20.00", "Typed in another tab");
      await toastOf(other, "This order changed since you opened it");
      expect(await other.getByLabel("Reason").inputValue()).toBe("Typed in another tab");
      await other.close();

      await refund(page, null, "All of it after all");
      await toastOf(page, "Refund of $95.99 made");
      await page.getByRole("heading", { name: "Timeline" }).waitFor();
      await page.reload();
      const told = await timeline(page);
      for (const text of [
        "Refunded: $10.00",
        "Refunded: $95.99",
        "leave it at the door",
        "UPS 1Z999AA10123456784",
        "Shipped",
        "Partially refunded",
        "Paid",
      ]) {
        expect(told).toContain(text);
      }
      expect(await page.getByText("Mark as shipped").count()).toBe(0);
      await expectSound(page, "order-refunded");
      await page.getByRole("button", { name: "Mark as delivered" }).click();
      await toastOf(page, "Order marked as delivered");
      await page.emulateMedia({ media: "print" });
      expect(await page.locator(".packing-slip").isVisible()).toBe(true);
      expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(false);
      await page.emulateMedia({ media: "screen" });
    });
  });

  test("[AO-1] [AO-3] [AO-5] [AD-4] lists, filters, file, sync and dashboard", async () => {
    await browser.visit(`orders list ${width}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/dashboard");
      await page.getByRole("heading", { name: "Revenue and orders" }).waitFor();
      await page.getByRole("link", { name: "90 days" }).click();
      await page.waitForURL("**/admin/dashboard?days=90");
      await page.getByText("Show these days as a table").click();
      const days = page.getByRole("table", { name: /^Revenue and orders per day/ });
      expect(await days.getByRole("row").count()).toBe(91);
      await page.getByText("Show these days as a table").click();
      await expectSound(page, "dashboard");

      await page.goto(`${shop.url}/admin/orders`);
      await page.getByText("More filters").click();
      await page.getByLabel("Status", { exact: true }).selectOption("refunded");
      await page.getByLabel("Fulfillment").selectOption("delivered");
      await page.getByRole("button", { name: "Apply filters" }).click();
      await page.waitForURL(/status=refunded/);
      await page.getByText(customer.email).first().waitFor();
      await expectSound(page, "orders");
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Export CSV" }).click();
      const stream = await (await download).createReadStream();
      const file = Buffer.concat(await stream.toArray()).toString("utf8");
      expect(file).toContain(customer.email);
      expect(file).toContain("refunded,delivered");
      await page.getByRole("link", { name: "To ship" }).click();
      await page.waitForURL(/tab=to-ship/);
      await page.getByText("No orders found").waitFor();
      await page.goto(`${shop.url}/admin/orders`);
      await page.getByRole("button", { name: "Sync All Statuses" }).click();
      await toastOf(page, /^Successfully synced \d+ orders$/);
      await page.goto(`${shop.url}/admin/messages`);
      await page.getByText("No messages yet").waitFor();
      await expectSound(page, "messages");
      await page.goto(`${shop.url}/admin/mails`);
      await page.getByText("No mail has failed.").waitFor();
      await expectSound(page, "mails");
    });
  });
});

test("[AO-1] [OD-2] lists and forms work in a browser without scripts", async () => {
  await browser.visit("orders without scripts", {}, async ({ context }) => {
    await enterBackOffice(context, shop);
    const plain = await context.browser()?.newContext({
      javaScriptEnabled: false,
      storageState: await context.storageState(),
    });
    if (!plain) throw new Error("no browser");
    const sheet = await plain.newPage();
    await sheet.goto(`${shop.url}/admin/orders?q=example.com`);
    await sheet.getByRole("link", { name: /^View/ }).first().click();
    await sheet.getByLabel("New note").fill("Written without scripts");
    await sheet.getByRole("button", { name: "Add note" }).click();
    await sheet.getByText("Note added").waitFor();
    expect(await timeline(sheet)).toContain("Written without scripts");
    await plain.close();
  });
});
