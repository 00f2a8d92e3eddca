// Backups in a real browser: made by the button, downloaded behind the password, tried, and what is said when a trial fails
// or the S3 store does not answer.
import { truncateSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedDatabase } from "#server/db/database.ts";
import { startS3Server } from "#test/s3-server.ts";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { copySampleShop, type RunningShop, startShop } from "./shop-process.ts";
import { clockShiftMs, shopNow } from "./three-zones.ts";

const browser = browserForTests();
const LATER_MS = 20 * 60_000;
const WORK_MS = 60_000;
const LONG = 180_000;

let shop: RunningShop;
let dataDir = "";
let session: Parameters<BrowserContext["addCookies"]>[0] = [];

/** It is past three in the morning here, so the shop would make its nightly backup in the middle of all this. */
async function leaveNightsToTheOwner(): Promise<void> {
  const { db, close } = await openEmbeddedDatabase(dataDir, () => {});
  const since = new Date(shopNow() + 2 * LATER_MS);
  await db
    .insertInto("backup_rules")
    .values({ since })
    .onConflict((it) => it.column("id").doUpdateSet({ since }))
    .execute();
  await close();
}

/** The session is opened 20 minutes before the shop goes on, without its store. */
beforeAll(async () => {
  const s3 = await startS3Server();
  dataDir = await copySampleShop();
  await leaveNightsToTheOwner();
  shop = await startShop({ dataDir, env: s3.variables });
  await browser.visit("session", {}, async ({ context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    session = await context.cookies();
  });
  await shop.stop();
  await s3.stop();
  const clockAheadMs = clockShiftMs + LATER_MS;
  shop = await startShop({ dataDir, port: shop.port, clockAheadMs, env: s3.variables });
}, LONG);
afterAll(async () => {
  await shop?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test(
  "[KN-6] the owner makes a backup, downloads it behind the password, and is told when a trial fails",
  async () => {
    const expected = [/status of (403|422)/];
    await browser.visit("backups", { viewport: PHONE, expected }, async ({ page, context }) => {
      await context.addCookies(session);
      const sound = async (state: string) => {
        for (const viewport of [DESKTOP, PHONE]) {
          await page.setViewportSize(viewport);
          await expectSound(page, state);
        }
        await expectFitsNarrow(page, state);
      };
      await openAdmin(page, shop, "/admin/backups");
      await page.getByText("No backup yet.").waitFor();
      await sound("backups, none");
      await page.getByRole("button", { name: "Back Up Now" }).click();
      await page.getByText("You may leave this page; it goes on.").last().waitFor();
      await sound("backups, running");
      const backups = page.getByRole("list", { name: "Backups" });
      await backups.locator("li[data-state=done]").first().waitFor({ timeout: WORK_MS });
      await page.getByText(/It was restored whole: [\d,]+ rows/).waitFor({ timeout: WORK_MS });
      await page
        .getByText(/The copy in the S3 store is missing: /)
        .first()
        .waitFor({ timeout: WORK_MS });
      await sound("backups, done");

      await backups
        .getByRole("link", { name: /^Download/ })
        .first()
        .click();
      await page.getByLabel("Your password", { exact: true }).fill(shop.adminPassword);
      await sound("backups, password");
      await page.getByRole("button", { name: "Continue" }).click();
      const link = page.getByRole("link", { name: "Download the backup" });
      await link.waitFor();
      await sound("backups, file");
      const arriving = page.waitForEvent("download");
      await link.click();
      const download = await arriving;
      expect(download.suggestedFilename()).toMatch(/^shop-[\w-]+\.backup$/);
      await download.cancel();

      await openAdmin(page, shop, "/admin/backups");
      await page.getByRole("button", { name: "Show the Recovery Key" }).click();
      await page.getByRole("region", { name: "Recovery key" }).getByRole("status").waitFor();
      await sound("backups, recovery key");

      const folder = path.join(dataDir, "backups");
      for (const name of await readdir(folder))
        if (name.endsWith(".backup")) truncateSync(path.join(folder, name), 5_000);
      await page.getByRole("button", { name: "Try a Restore Now" }).click();
      await page.getByText(/It could not be restored: /).waitFor({ timeout: WORK_MS });
      await sound("backups, trial failed");
      await page.getByLabel("Every backup, for days").fill("0");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Enter a whole number of days from 1 to 90").first().waitFor();
      await openAdmin(page, shop, "/admin/orders");
      const trouble = page.getByText(/could not be restored/).first();
      await trouble.waitFor();
      await page.emulateMedia({ media: "print" });
      expect(await trouble.isVisible()).toBe(false);
    });
  },
  LONG,
);
