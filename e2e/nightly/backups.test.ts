// A backup in the owner's browser, 20 minutes after signing in: made, restored for a test, downloaded, and found damaged.
import { truncateSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin } from "#test/browser/back-office.ts";
import { browserForTests, PHONE } from "#test/browser/browser.ts";
import { copySampleShop, type RunningShop, startShop } from "#test/browser/shop-process.ts";
import { clockShiftMs } from "#test/browser/three-zones.ts";

const browser = browserForTests();
const LATER_MS = 20 * 60_000;
const WORK_MS = 60_000;
const LONG = 180_000;

let shop: RunningShop;
let dataDir = "";
let session: Parameters<BrowserContext["addCookies"]>[0] = [];

beforeAll(async () => {
  dataDir = await copySampleShop();
  shop = await startShop({ dataDir });
  await browser.visit("session", { viewport: PHONE }, async ({ context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    session = await context.cookies();
  });
  await shop.stop();
  shop = await startShop({ dataDir, port: shop.port, clockAheadMs: clockShiftMs + LATER_MS });
}, LONG);
afterAll(async () => {
  await shop?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test(
  "[KN-6] the owner makes a backup, downloads it after confirming the password, and sees when a restore test fails",
  async () => {
    const expected = [/status of (403|422)/];
    await browser.visit("backups", { viewport: PHONE, expected }, async ({ page, context }) => {
      await context.addCookies(session);
      await openAdmin(page, shop, "/admin/backups");
      await page.getByText("No backup yet.").waitFor();
      await page.getByRole("button", { name: "Back Up Now" }).click();
      await page.getByText("You can leave this page.").last().waitFor();
      const backups = page.getByRole("list", { name: "Backups" });
      await backups.locator("li[data-state=done]").first().waitFor({ timeout: WORK_MS });
      await page.getByText(/Fully restored: [\d,]+ rows/).waitFor({ timeout: WORK_MS });
      await expectSound(page, "backups, done");
      await expectFitsNarrow(page, "backups, done");

      await backups
        .getByRole("link", { name: /^Download/ })
        .first()
        .click();
      await page.getByLabel("Your password", { exact: true }).fill(shop.adminPassword);
      await expectSound(page, "backups, password");
      await page.getByRole("button", { name: "Continue" }).click();
      const link = page.getByRole("link", { name: "Download the backup" });
      await link.waitFor();
      const arriving = page.waitForEvent("download");
      await link.click();
      const download = await arriving;
      expect(download.suggestedFilename()).toMatch(/^shop-[\w-]+\.backup$/);
      await download.cancel();

      await openAdmin(page, shop, "/admin/backups");
      const folder = path.join(dataDir, "backups");
      for (const name of await readdir(folder))
        if (name.endsWith(".backup")) truncateSync(path.join(folder, name), 5_000);
      await page.getByRole("button", { name: "Run Restore Test" }).click();
      await page.getByText(/It could not be restored: /).waitFor({ timeout: WORK_MS });
      await expectSound(page, "backups, restore test failed");
      await openAdmin(page, shop, "/admin/orders");
      const alert = page.getByText(/could not be restored/).first();
      await alert.waitFor();
      await page.emulateMedia({ media: "print" });
      expect(await alert.isVisible()).toBe(false);
    });
  },
  LONG,
);
