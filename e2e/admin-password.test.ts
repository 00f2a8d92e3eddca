// The question for the password in a real browser: over the page, on a phone and on a desk, and without scripts.
import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin, readToast } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import { copySampleShop, type RunningShop, startShop } from "./shop-process.ts";
import { clockShiftMs } from "./three-zones.ts";

const browser = browserForTests();
const LATER_MS = 20 * 60_000;
const TITLE = "Please enter your password";
const expected = [/status of 403/];

let shop: RunningShop;
let dataDir = "";
type Cookies = Parameters<BrowserContext["addCookies"]>[0];
/** A session for each test. */
const sessions: Cookies[] = [];
const orders: PlacedOrder[] = [];

/** All sessions are opened 20 minutes before the shop goes on. */
beforeAll(async () => {
  dataDir = await copySampleShop();
  shop = await startShop({ dataDir });
  for (const name of ["Pat Example", "Kim Example"])
    orders.push(await placeOrder(shop, { name, email: "pat@example.com" }));
  await browser.visit("sessions", {}, async ({ context }) => {
    for (let count = 0; count < 3; count += 1) {
      await enterBackOffice(context, shop, { isOwn: true });
      sessions.push(await context.cookies());
    }
  });
  await shop.stop();
  shop = await startShop({ dataDir, port: shop.port, clockAheadMs: clockShiftMs + LATER_MS });
});
afterAll(async () => {
  await shop?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const refundForm = (page: Page) => page.locator("form").filter({ has: page.getByLabel("Total ($)") });

async function sendRefund(page: Page, order: PlacedOrder | undefined, reason: string): Promise<void> {
  await openAdmin(page, shop, `/admin/orders/${order?.orderId}`);
  await page
    .locator("summary")
    .filter({ hasText: /^Refund$/ })
    .click();
  const form = refundForm(page);
  await form.getByLabel("Total ($)").fill("10.00");
  await form.getByLabel("Reason").fill(reason);
  // Without scripts the button does not say how much.
  await form.getByRole("button", { name: /^Refund/ }).click();
}

const widths: [string, typeof PHONE][] = [
  ["phone", PHONE],
  ["desktop", DESKTOP],
];

test.each(widths)(
  "[TR-9] a refund asks for the password over the page and then goes on (%s)",
  async (name, viewport) => {
    const order = orders[name === "phone" ? 0 : 1];
    await browser.visit(`password ${name}`, { viewport, expected }, async ({ page, context }) => {
      await context.addCookies(sessions[name === "phone" ? 0 : 1] ?? []);
      await sendRefund(page, order, "A stain on the cap");
      const question = page.getByRole("dialog", { name: TITLE });
      await question.waitFor();
      // A button under the pointer changes its color, which the look must not meet half-way.
      await page.mouse.move(0, 0);
      await expectSound(page, "password-question");
      await expectFitsNarrow(page, "password-question");
      // Whoever turns back finds everything as it was typed.
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "hidden" });
      expect(await refundForm(page).getByLabel("Reason").inputValue()).toBe("A stain on the cap");
      await refundForm(page).getByRole("button", { name: "Refund $10.00" }).click();
      await question.waitFor();
      await page.keyboard.type("not the password");
      await page.keyboard.press("Enter");
      await question.getByText("This is not your current password").waitFor();
      // What was wrong is marked, so the next key replaces it.
      await page.waitForFunction(() => {
        const { selectionStart = 0, selectionEnd = 0 } = document.activeElement as HTMLInputElement;
        return selectionStart !== selectionEnd;
      });
      await page.keyboard.type(shop.adminPassword);
      await page.keyboard.press("Enter");
      await readToast(page, "Refund of $10.00 made");
      await question.waitFor({ state: "hidden" });
      // Given just now: the next one asks nothing.
      if (name === "phone") return;
      await openAdmin(page, shop, "/admin/settings/user");
      await page.getByLabel("Sign me out when I have not used the shop for").selectOption("2 hours");
      await page
        .getByRole("region", { name: "Session Limits" })
        .getByRole("button", { name: "Save" })
        .click();
      await readToast(page, "Session limits saved");
      // The button is pale while the page is still being read again.
      await page
        .getByRole("region", { name: "Session Limits" })
        .getByRole("button", { name: "Save", disabled: false })
        .waitFor();
      await page.mouse.move(0, 0);
      await expectSound(page, "session-limits");
    });
  },
);

test("[TR-9] without scripts the page asks, and the refund and the file of orders go on", async () => {
  await browser.visit("password without scripts", { expected }, async ({ context }) => {
    const plain = await context.browser()?.newContext({ javaScriptEnabled: false, viewport: PHONE });
    if (!plain) throw new Error("no browser");
    await plain.addCookies(sessions[2] ?? []);
    const page = await plain.newPage();
    await page.goto(`${shop.url}/admin/orders/export`);
    await page.getByRole("heading", { name: TITLE }).waitFor();
    await sendRefund(page, orders[0], "Another stain");
    await page.getByRole("heading", { name: TITLE }).waitFor();
    await page.getByLabel("Your password", { exact: true }).fill(shop.adminPassword);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Refund of $10.00 made").first().waitFor();
    await page.goto(`${shop.url}/admin/password`);
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    expect((await coming).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
    await plain.close();
  });
});
