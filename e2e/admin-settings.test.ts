// The owner's settings in a real browser: typed text is kept, a logo and legal texts reach shoppers, and no message
// covers the next step. Errors and saving of each field: journeys/settings-reach-the-shop.test.ts.
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import {
  enterBackOffice,
  expectFitsNarrow,
  expectSound,
  holdBack,
  openAdmin,
  readToast,
  sentTo,
  unreadToast,
} from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, openBeforeScripts, PHONE } from "#test/browser/browser.ts";
import { type PlacedOrder, placeOrder } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const browser = browserForTests();
const shop = shopForTests();

let order: PlacedOrder;
beforeAll(async () => {
  order = await placeOrder(shop, { name: "Pat Thumb", email: "pat.thumb@example.com" });
});

const openSettings = (page: Page, path = "") => openAdmin(page, shop, `/admin/settings${path}`);
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" }).click();

function chooseTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole("navigation", { name: "Store Configuration" });
  return tabs.getByRole("link", { name }).click();
}

test("[ST-1] inputs depend on their switch, and leaving with unsaved changes asks first", async () => {
  const expected = [/status of 422/];
  await browser.visit("unsaved settings", { viewport: PHONE, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openSettings(page);
    await page.getByLabel("Phone").fill("(602) 555-0199");
    await page.getByLabel("Email", { exact: true }).fill("pat at example.com");
    await chooseTab(page, "Shipping & returns");
    const threshold = page.getByLabel("Free Shipping Threshold ($)");
    expect(await threshold.isDisabled()).toBe(true);
    await page.getByLabel("Free Shipping", { exact: true }).check();
    await threshold.fill("");
    await page.getByLabel("Flat Rate Shipping").uncheck();
    expect(await page.getByLabel("Flat Rate Cost ($)").isDisabled()).toBe(true);
    await page.getByText("All orders will ship free").waitFor();
    const hint = await page.getByText("After delivery: 0 for no returns").boundingBox();
    const label = await page.getByText("Fix-it Window").first().boundingBox();
    expect((label?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeGreaterThan(8);
    await save(page);
    // The message stays, and does not cover the buttons of the dialog that opens.
    await page.getByText("Error saving settings").waitFor();
    await chooseTab(page, "Shipping & returns");
    await expectSound(page, "settings-shipping-errors");
    await expectFitsNarrow(page, "settings-shipping-errors");
    const leave = () =>
      page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
    await leave();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    await chooseTab(page, "Store");
    expect(await page.getByLabel("Phone").inputValue()).toBe("(602) 555-0199");
    await leave();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/admin/orders");
  });
});

test("[ST-1] edits made while the settings are saving stay, conflicts are reported, and they are saved next", async () => {
  await browser.visit("typed while saving", { expected: [/status of 409/] }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openSettings(page);
    const second = await context.newPage();
    await openSettings(second);
    const [phone, address] = [page.getByLabel("Phone"), page.getByLabel("Address")];
    const saving = await holdBack(page, sentTo("/admin/settings", "intent=save"));
    await phone.fill("(602) 555-0122");
    await save(page);
    await saving.isHeld;
    await address.fill("18 Fairway Lane");
    // Leaving now would abort the save.
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    saving.release();
    await page.getByText("Settings saved", { exact: true }).waitFor();
    await page.getByText("Unsaved changes").waitFor();
    expect(await phone.inputValue()).toBe("(602) 555-0122");
    expect(await address.inputValue()).toBe("18 Fairway Lane");
    await save(page);
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });

    await second.getByLabel("Business Hours").fill("Sunday: 9am to noon");
    await save(second);
    await second.getByText("This was changed in another tab").first().waitFor();
    await second.getByRole("listitem").filter({ hasText: "saved is “18 Fairway Lane”" }).waitFor();
    await expectSound(second, "settings-changed");
    expect(await second.getByLabel("Business Hours").inputValue()).toBe("Sunday: 9am to noon");
    await save(second);
    await second.getByText("Settings saved", { exact: true }).waitFor();
    await second.close();
  });
});

test("[ST-1] [kind: before the scripts] text typed before scripts arrive stays, counts as unsaved, and is saved", async () => {
  await browser.visit("settings on a slow line", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    const scripts = await holdBack(page, (request) => request.resourceType() === "script");
    await openBeforeScripts(page, `${shop.url}/admin/settings/mail`);
    const rules = page.getByRole("region", { name: "Review requests" });
    await rules.getByLabel("Days after delivery").fill("21");
    await rules.getByLabel("Ask customers for a review").uncheck();
    scripts.release();
    await page.waitForURL("**/admin/settings/mail");
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    expect(await rules.getByLabel("Days after delivery").inputValue()).toBe("21");
    await rules.getByRole("button", { name: "Save" }).click();
    await readToast(page, "Saved");
    await page.reload();
    expect(await rules.getByLabel("Days after delivery").inputValue()).toBe("21");
    expect(await rules.getByLabel("Ask customers for a review").isChecked()).toBe(false);
  });
});

test("[RT-5] the owner's legal text is shown as text, stays while it is saved, and can be reset to the default; a test email is sent", async () => {
  await browser.visit("legal text", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openSettings(page, "/legal?page=privacy");
    const text = page.getByLabel("Text of the Privacy page");
    await page.getByText("The default text is shown.").waitFor();
    const saving = await holdBack(page, sentTo("/admin/settings/legal"));
    await text.fill("Short.\n\n# Ours\n\n<b>{store name}</b>");
    await page.getByRole("button", { name: "Save Text" }).click();
    await saving.isHeld;
    await text.fill("Short, and longer soon.");
    saving.release();
    await page.getByText("Your own text is shown.").waitFor();
    expect(await text.inputValue()).toBe("Short, and longer soon.");
    const shopper = await context.newPage();
    await shopper.goto(`${shop.url}/privacy`);
    await shopper.getByRole("heading", { name: "Ours" }).waitFor();
    expect(await shopper.getByRole("main").innerText()).toContain("<b>Golf Pro Shop</b>");
    await shopper.close();
    // The message about the saved text covers none of the buttons.
    await page.locator(".toast").waitFor();
    await page.getByRole("button", { name: "Restore default" }).click();
    await page.getByText("The default text is shown.").waitFor();
    expect(await text.inputValue()).not.toContain("longer soon");

    await openSettings(page, "/mail");
    await page.getByRole("button", { name: "Send a test email" }).click();
    await page.getByRole("status").getByText("sent", { exact: true }).waitFor();
  });
});

test("[BR-7] [kind: before the scripts] the online store keeps what was typed early, tells a second tab what differs, opens what is folded and wrong, and discards", async () => {
  await browser.visit(
    "online store in two tabs",
    { expected: [/status of 409/] },
    async ({ page, context }) => {
      await enterBackOffice(context, shop);
      const second = await context.newPage();
      await openAdmin(second, shop, "/admin/store/words");
      const scripts = await holdBack(page, (request) => request.resourceType() === "script");
      await openBeforeScripts(page, `${shop.url}/admin/store/words`);
      await page.getByLabel("Line in the footer").fill("Made for early risers.");
      scripts.release();
      const save = async (tab: Page) => tab.getByRole("button", { name: "Save draft" }).click();
      await page.getByText("Unsaved changes").waitFor();
      await save(page);
      await readToast(page, "Draft saved");

      await second.getByLabel("Line in the footer").fill("Made for late risers.");
      await save(second);
      const difference =
        "Line in the footer: saved is “Made for early risers.”, you have “Made for late risers.”.";
      await second.getByRole("listitem").filter({ hasText: difference }).waitFor();
      await second.getByRole("button", { name: "Discard", exact: true }).click();
      await expect
        .poll(() => second.getByLabel("Line in the footer").inputValue())
        .toBe("Made for early risers.");
      await second.close();

      await openAdmin(page, shop, "/admin/store/home");
      const hero = page.getByRole("listitem").filter({ has: page.getByText("Hero", { exact: true }) });
      const heading = hero.getByLabel("Heading", { exact: true });
      await hero.locator("summary").click();
      await heading.fill("");
      await hero.locator("summary").click();
      await save(page);
      await hero.getByText("Enter a heading").waitFor();
      expect(await heading.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.getByRole("button", { name: "Discard", exact: true }).click();
      await expect.poll(() => heading.inputValue()).not.toBe("");

      await openAdmin(page, shop, "/admin/store/pages");
      await page.getByRole("button", { name: "Add a page" }).click();
      await page.getByLabel("Title", { exact: true }).last().pressSequentially("Care");
      const care = page.getByRole("listitem").filter({ has: page.getByText("Care", { exact: true }) });
      expect(await care.getByLabel("Heading", { exact: true }).inputValue()).toBe("Care");
      expect(await care.getByLabel("Address").isVisible()).toBe(true);
      await save(page);
      await readToast(page, "Draft saved");
      await page.getByRole("button", { name: "Discard draft" }).click();
      await page.getByRole("heading", { name: "Everything is published" }).waitFor();
    },
  );
});

test("[BR-1] [BR-7] a file that is not a picture is refused as a logo; a logo is drafted, previewed, published, and removed", async () => {
  await browser.visit(
    "logo",
    { viewport: PHONE, expected: [/status of 4(15|22)/] },
    async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/store");
      const file = page.getByLabel("Logo", { exact: true });
      await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
      await page.getByText("logo.png is not an image file").waitFor();
      const picture = sharp({ create: { width: 600, height: 200, channels: 3, background: "#184b33" } });
      const buffer = await picture.png().toBuffer();
      await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
      await page.getByLabel("What the picture shows").waitFor();
      const save = page.getByRole("button", { name: "Save draft" });
      await save.click();
      await page.getByText("Describe the picture in a few words").waitFor();
      await page.getByLabel("What the picture shows").fill("Dune & Draw");
      await page.getByRole("button", { name: "Dune", exact: true }).click();
      await save.click();
      await page.getByRole("heading", { name: "You have a draft" }).waitFor();
      await expectSound(page, "online store");
      await page.getByRole("link", { name: "Preview" }).click();
      const phone = page.frameLocator('iframe[title="On a phone"]');
      const shown = 'header img[src*="/product-images/"]';
      await phone.locator(shown).waitFor();
      await phone.getByText("Preview of your draft.").waitFor();
      await openAdmin(page, shop, "/admin/store");
      await page.getByRole("button", { name: "Publish" }).click();
      await page.getByRole("heading", { name: "Everything is published" }).waitFor();
      await page.goto(`${shop.url}/preview/end`);
      await page.locator(shown).waitFor();
      const paper = () =>
        page.evaluate(() => getComputedStyle(document.body.parentElement as Element).backgroundColor);
      expect(await paper()).toBe("rgb(251, 245, 234)");
      const icon = () => page.locator('link[rel="icon"]').getAttribute("href");
      expect(await icon()).toMatch(/^\/brand\/\w+\/favicon\.svg$/);
      await openAdmin(page, shop, "/admin/store");
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await page.getByRole("button", { name: "Clubhouse" }).click();
      await save.click();
      await page.getByRole("button", { name: "Publish" }).click();
      await page.getByRole("heading", { name: "Everything is published" }).waitFor();
      await page.goto(shop.url);
      expect(await page.locator(shown).count()).toBe(0);
      expect(await icon()).toBe("/favicon.svg");
      expect(await paper()).toBe("rgb(249, 247, 241)");
    },
  );
});

/** A message stays while it has the focus, so it must not cover the next button. */
async function pressBeneath(page: Page, message: string, next: Locator): Promise<void> {
  const toast = unreadToast(page, message);
  await toast.getByRole("button", { name: "Dismiss notification" }).focus();
  await next.scrollIntoViewIfNeeded();
  const found = await next.evaluate((element) => {
    const place = (of: Element) => of.getBoundingClientRect();
    const card = place(document.querySelector(".toast") ?? document.body);
    const { left, top, width, height } = place(element);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const bars = [...document.querySelectorAll(".save-bar, .admin-nav-thumbs")];
    return {
      isOnTop: hit !== null && element.contains(hit),
      barsBeneath: bars.filter((bar) => place(bar).top < card.bottom && card.top < place(bar).bottom).length,
    };
  });
  expect(found, message).toEqual({ isOnTop: true, barsBeneath: 0 });
  expect(await toast.count(), message).toBe(1);
  await readToast(page, message);
  await next.click();
}

/** Links, buttons, and the title, if a message covers them. */
async function coveredBy(toast: Locator): Promise<string[]> {
  await toast.waitFor();
  return toast.evaluate((card) => {
    const place = card.getBoundingClientRect();
    return [...document.querySelectorAll("main :is(a, button, h1), .admin-nav :is(a, button)")]
      .filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        const isBeside = right <= place.left || left >= place.right;
        return width > 0 && !isBeside && top < place.bottom && bottom > place.top;
      })
      .map((element) => element.textContent ?? "");
  });
}

test("[EA-5] no message covers the next button on a phone, or the back link or a title on a desktop", async () => {
  await browser.visit("messages in the way", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await page.getByLabel("Carrier").fill("UPS");
    await page.getByLabel("Tracking number", { exact: true }).fill("1Z 7");
    await button("Mark as shipped").click();
    await pressBeneath(page, "Order shipped", button("Mark as delivered"));
    await readToast(page, "Order marked as delivered");
    await openSettings(page);
    await page.getByLabel("Phone").fill("602-555-0100");
    await save(page);
    await unreadToast(page, "Settings saved").waitFor();
    await page.getByLabel("Phone").fill("602-555-0101");
    await pressBeneath(page, "Settings saved", button("Save Settings"));
    await readToast(page, "Settings saved");

    await page.setViewportSize(DESKTOP);
    await openAdmin(page, shop, "/admin/discounts/new");
    await page.getByLabel("Code", { exact: true }).fill("DESK10");
    await page.getByLabel("Percent").fill("10");
    await button("Create Discount").click();
    await page.getByRole("heading", { level: 1, name: "DESK10" }).waitFor();
    await readToast(page, "Discount created");
    await button("Switch Off").click();
    expect(await coveredBy(unreadToast(page, "Discount switched off"))).toEqual([]);
    await openSettings(page);
    await page.getByLabel("Phone").fill("602-555-0102");
    await save(page);
    expect(await coveredBy(unreadToast(page, "Settings saved"))).toEqual([]);
  });
});
