// A checkout that was left, in a real browser: the box, one mail, the cart back from its link, and an end to such mails.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgresDatabase } from "#server/db/database.ts";
import { remindShoppers } from "#server/reminders/remind-shoppers.ts";
import type { Shop } from "#server/shop.ts";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin, readToast } from "./back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import { mailsTo, submitAddress } from "./journey.ts";
import { type ShelfShop, startShelfShop } from "./shelf.ts";
import { shopNow } from "./three-zones.ts";

const browser = browserForTests();
const PAT = { name: "Pat Leaver", email: "pat.leaver@example.com" };
const HOUR_MS = 60 * 60_000;

let shop: ShelfShop;
beforeAll(async () => {
  shop = await startShelfShop();
});
afterAll(async () => {
  await shop?.stop();
});

/** Five hours later, and no payment can succeed any more: then what the worker does. */
async function fiveHoursLater(): Promise<void> {
  await shop.rows("update checkouts set state = 'expired', hold_active = false, intent_status = 'canceled'");
  await shop.rows("update inventory set held = 0");
  await shop.rows("update checkout_reminders set asked_at = $1", [new Date(shopNow() - 5 * HOUR_MS)]);
  const database = await openPostgresDatabase(shop.databaseUrl);
  await remindShoppers({ db: database.db, clock: shopNow, wakeWorker: () => {} } as unknown as Shop);
  await database.close();
}

test("[PE-3] whoever ticks the box and leaves gets one mail, takes the cart back, and can end such mails", async () => {
  const expected = [/status of 404/];
  await browser.visit("reminder", { viewport: PHONE, expected }, async ({ page, context }) => {
    const sound = async (state: string) => {
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        await expectSound(page, state);
      }
      await expectFitsNarrow(page, state);
    };
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/privacy");
    const offer = page.locator("form").filter({ has: page.getByLabel("Offer a reminder at the checkout") });
    await offer.getByLabel("Offer a reminder at the checkout").check();
    await offer.getByRole("button", { name: "Save" }).click();
    await readToast(page, /saved/i);
    await context.clearCookies();

    await page.goto(`${shop.url}/product/${shop.idOf("Plain Cap")}`);
    await page.locator(".purchase-controls").getByRole("button", { name: "Buy Now" }).click();
    const box = page.getByLabel("Remind me once by email if I don’t finish");
    expect(await box.isChecked()).toBe(false);
    await box.check();
    await submitAddress(page, PAT);
    await page.getByRole("heading", { name: "Payment Information" }).waitFor();
    await eventually(async () => {
      expect(await shop.rows("select 1 from checkout_reminders")).toHaveLength(1);
    });
    await page.goto("about:blank");

    await fiveHoursLater();
    const link = await eventually(async () => {
      const [mail, ...more] = (await mailsTo(shop, PAT.email)).filter(({ text }) => text.includes("/back/"));
      expect([mail?.text, more]).toEqual([expect.stringContaining("Plain Cap"), []]);
      return /http\S+\/back\/[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
    });

    // On another machine: nothing is in its cart.
    await page.goto(shop.url);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(link);
    await page.getByRole("heading", { name: "Your cart is still here" }).waitFor();
    await sound("cart that was left");
    await page.getByRole("button", { name: "Put it in the cart and check out" }).click();
    await page.waitForURL("**/checkout");
    await page.getByRole("heading", { name: "Shipping Information" }).waitFor();
    // On a phone the summary is folded.
    await page.setViewportSize(DESKTOP);
    await page.getByText("Plain Cap").locator("visible=true").first().waitFor();

    await page.setViewportSize(PHONE);
    await page.goto(link);
    await page.getByRole("button", { name: "No such reminders any more" }).click();
    await page.getByText("We remind you of no cart any more.").waitFor();
    await sound("no reminders any more");
    await page.goto(`${link}x`);
    await page.getByRole("heading", { name: "This cart is gone" }).waitFor();
    await sound("a cart that is gone");
  });
});
