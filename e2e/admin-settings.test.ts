// The owner's settings in a real browser: what is saved is true for shoppers at once, what is wrong is said
// beneath its field, and nothing that was typed gets lost.
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import {
  enterBackOffice,
  expectFitsNarrow,
  expectSound,
  holdBack,
  openAdmin,
  readToast,
  sentTo,
  unreadToast,
} from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { addCap, CAP, cartDrawer } from "./journey.ts";
import { type PlacedOrder, placeOrder, productIdOf } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const browser = browserForTests();
const shop = shopForTests();

/** Bought before the tests change what shipping costs. */
let order: PlacedOrder;

beforeAll(async () => {
  order = await placeOrder(shop, { name: "Pat Thumb", email: "pat.thumb@example.com" });
});

function openSettings(page: Page, path = ""): Promise<void> {
  return openAdmin(page, shop, `/admin/settings${path}`);
}

function chooseTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole("navigation", { name: "Store Configuration" });
  return tabs.getByRole("link", { name }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save Settings" }).click();
}

async function expectSaved(page: Page): Promise<void> {
  await page.getByText("Settings saved", { exact: true }).waitFor();
  await page.getByText("Your store configuration has been updated successfully.").waitFor();
}

describe.each([
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const)("the settings at the width of a %s", (name, viewport) => {
  test("[ST-1] dependent inputs are disabled until their switch is on; errors stand beneath the field", async () => {
    const expected = [/status of 422/];
    await browser.visit(`settings ${name}`, { viewport, expected }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openSettings(page);
      await expectSound(page, "settings-business");
      await page.getByLabel("Store Name").fill("P");
      await page.getByLabel("Email").fill("pat");
      await chooseTab(page, "Tax");
      const rate = page.getByLabel("Default Tax Rate (%)");
      const included = page.getByLabel("Include Tax in Price");
      expect([await rate.isDisabled(), await included.isDisabled()]).toEqual([true, true]);
      await page.getByLabel("Enable Tax").check();
      expect([await rate.isDisabled(), await included.isDisabled()]).toEqual([false, false]);
      await rate.fill("101");
      await expectSound(page, "settings-tax");
      await chooseTab(page, "Shipping");
      const threshold = page.getByLabel("Free Shipping Threshold ($)");
      expect(await threshold.isDisabled()).toBe(true);
      await page.getByLabel("Free Shipping", { exact: true }).check();
      await threshold.fill("");
      await page.getByLabel("Flat Rate Shipping").uncheck();
      expect(await page.getByLabel("Flat Rate Cost ($)").isDisabled()).toBe(true);
      await page.getByText("All orders will ship free").waitFor();
      const hint = await page.getByText("Days after delivery in which").boundingBox();
      const label = await page.getByText("Fix-it Window").first().boundingBox();
      expect((label?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeGreaterThan(8);
      await expectSound(page, "settings-shipping");
      await save(page);
      await page.getByText("Error saving settings").waitFor();
      await page.getByText("Store name must be at least 2 characters", { exact: true }).waitFor();
      await page.getByText("Please enter a valid email", { exact: true }).waitFor();
      await chooseTab(page, "Tax");
      await page.getByText("Tax rate must be a number from 0 to 100", { exact: true }).waitFor();
      await chooseTab(page, "Shipping");
      const missing = "Free shipping needs a threshold: enter 0 to ship every order free";
      await page.getByText(missing, { exact: true }).waitFor();
      await expectSound(page, "settings-errors");
      if (name === "phone") await expectFitsNarrow(page, "settings-errors");
    });
  });

  test("[ST-1] whoever leaves with unsaved changes is asked first", async () => {
    await browser.visit(`unsaved ${name}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openSettings(page);
      await page.getByLabel("Phone").fill("(602) 555-0199");
      await page.getByLabel("Email", { exact: true }).fill("pat at example.com");
      await save(page);
      // It stays, and the dialog that opens has its buttons free.
      await page.getByText("Error saving settings").waitFor();
      await chooseTab(page, "Shipping");
      await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
      const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
      await dialog.getByRole("button", { name: "Stay" }).click();
      await chooseTab(page, "Business Info");
      expect(await page.getByLabel("Phone").inputValue()).toBe("(602) 555-0199");
      await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
      await dialog.getByRole("button", { name: "Leave" }).click();
      await page.waitForURL("**/admin/orders");
    });
  });

  test("the pages beside the form fit the screen and are accessible", async () => {
    await browser.visit(`settings pages ${name}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      for (const path of ["/search", "/legal", "/legal?page=shipping", "/mail"]) {
        await openSettings(page, path);
        await expectSound(page, `settings${path}`);
        if (name === "phone") await expectFitsNarrow(page, `settings${path}`);
      }
    });
  });
});

test("[ST-1] what is saved is what shoppers pay at once", async () => {
  await browser.visit("settings to cart", {}, async ({ page, context }) => {
    const shopper = await context.newPage();
    await addCap(shopper, shop.url);
    await enterBackOffice(context, shop);
    await openSettings(page, "?section=shipping");
    await page.getByLabel("Flat Rate Cost ($)").fill("7.25");
    await page.getByText(/no orders yet|Of the last/).waitFor();
    await save(page);
    await expectSaved(page);
    await expect.poll(() => page.getByText("Unsaved changes").count()).toBe(0);
    await shopper.goto(`${shop.url}/shipping`);
    expect(await shopper.getByRole("main").innerText()).toContain("$7.25");
    await shopper.goto(shop.url);
    await shopper.getByRole("button", { name: /cart/i }).first().click();
    const drawer = cartDrawer(shopper);
    await drawer.getByText(CAP.name).first().waitFor();
    await drawer.getByText("$7.25").waitFor();
    await shopper.close();
  });
});

test("[ST-1] the second of two editors is told what changed and keeps what was typed", async () => {
  await browser.visit("two editors", { expected: [/status of 409/] }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    const second = await context.newPage();
    await openSettings(page);
    await openSettings(second);
    await page.getByLabel("Phone").fill("(602) 555-0111");
    await page.getByLabel("Business Hours").fill("Friday: 9am to noon");
    await save(page);
    await expectSaved(page);
    await second.getByLabel("Address").fill("12 Bunker Road");
    await second.getByLabel("Business Hours").fill("Sunday: 9am to noon");
    await save(second);
    await second.getByText("Somebody else has changed these settings meanwhile").waitFor();
    await expect.poll(() => second.getByLabel("Phone").inputValue()).toBe("(602) 555-0111");
    expect(await second.getByLabel("Address").inputValue()).toBe("12 Bunker Road");
    expect(await second.getByLabel("Business Hours").inputValue()).toBe("Sunday: 9am to noon");
    await save(second);
    await expectSaved(second);
    await second.close();
  });
});

test("[ST-1] what is typed while the settings are saved stays, and is not saved yet", async () => {
  await browser.visit("typed while saving", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openSettings(page);
    const [phone, address] = [page.getByLabel("Phone"), page.getByLabel("Address")];
    const saving = await holdBack(page, sentTo("/admin/settings", "intent=save"));
    await phone.fill("(602) 555-0122");
    await save(page);
    await saving.isHeld;
    await address.fill("18 Fairway Lane");
    // Whoever goes now would take the save back.
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Orders" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    saving.release();
    await expectSaved(page);
    await page.getByText("Unsaved changes").waitFor();
    expect(await phone.inputValue()).toBe("(602) 555-0122");
    expect(await address.inputValue()).toBe("18 Fairway Lane");
    await save(page);
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save Settings", disabled: false }).waitFor();
    await page.reload();
    expect(await address.inputValue()).toBe("18 Fairway Lane");
  });
});

test("[ST-1] saving works without scripts", async () => {
  await browser.visit("no scripts", {}, async ({ context }) => {
    await enterBackOffice(context, shop);
    const plain = await context.browser()?.newContext({ javaScriptEnabled: false });
    if (!plain) throw new Error("no browser");
    await plain.addCookies(await context.cookies());
    const quiet = await plain.newPage();
    await quiet.goto(`${shop.url}/admin/settings?section=tax`);
    await quiet.getByLabel("Enable Tax").check();
    await quiet.getByLabel("Default Tax Rate (%)").fill("8.6");
    await quiet.getByRole("button", { name: "Save Settings" }).click();
    await quiet.getByText("Settings saved").waitFor();
    await quiet.goto(`${shop.url}/terms`);
    expect(await quiet.getByRole("main").innerText()).toContain("Sales tax of 8.6%");
    await quiet.goto(`${shop.url}/admin/settings`);
    await quiet.getByLabel("Business Hours").fill("Saturday: 9am to noon");
    await quiet.getByLabel("Time Zone").selectOption("America/New_York");
    await quiet.getByRole("button", { name: "Save Settings" }).click();
    await quiet.getByText("Settings saved").waitFor();
    await quiet.goto(`${shop.url}/contact`);
    expect(await quiet.getByRole("main").innerText()).toMatch(/Saturday\s+9am to noon E[DS]T/);
    await plain.close();
  });
});

test("an own legal text is shown to shoppers as text, and the default comes back", async () => {
  await browser.visit("legal text", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openSettings(page, "/legal?page=privacy");
    const text = page.getByLabel("Text of the Privacy page");
    await text.fill("Short.\n\n# Ours\n\n<b>{store name}</b>");
    await page.getByRole("button", { name: "Save Text" }).click();
    await page.getByText("Text saved").first().waitFor();
    await page.goto(`${shop.url}/privacy`);
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    expect(await page.getByRole("main").innerText()).toContain("<b>Golf Pro Shop</b>");
    await openSettings(page, "/legal?page=privacy");
    await page.getByRole("button", { name: "Restore default" }).click();
    await page.getByText("Default text restored").first().waitFor();
    await page.goto(`${shop.url}/privacy`);
    await page.getByRole("heading", { name: "When you order" }).waitFor();
  });
});

test("what is typed while a legal text is saved stays", async () => {
  await browser.visit("legal text while saving", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openSettings(page, "/legal?page=shipping");
    const text = page.getByLabel("Text of the Shipping");
    await page.getByText("The default text is shown.").waitFor();
    const saving = await holdBack(page, sentTo("/admin/settings/legal"));
    await text.fill("It comes by mail.");
    await page.getByRole("button", { name: "Save Text" }).click();
    await saving.isHeld;
    await text.fill("It comes by mail, within a week.");
    saving.release();
    await page.getByText("Your own text is shown.").waitFor();
    expect(await text.inputValue()).toBe("It comes by mail, within a week.");
    // The message about the saved text is there, and lies over none of the buttons.
    await page.locator(".toast").waitFor();
    await page.getByRole("button", { name: "Restore default" }).click();
    await page.getByText("The default text is shown.").waitFor();
    expect(await text.inputValue()).not.toContain("within a week");
  });
});

test("a test mail is sent and its result shown", async () => {
  await browser.visit("test mail", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openSettings(page, "/mail");
    await page.getByRole("button", { name: "Send a test mail" }).click();
    await page.getByText("Test mail queued").first().waitFor();
    await page.getByRole("status").getByText("sent", { exact: true }).waitFor();
  });
});

test("a logo is uploaded, refused where it is no picture, shown to shoppers and taken away", async () => {
  await browser.visit("logo", { viewport: PHONE, expected: [/status of 422/] }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openSettings(page);
    const logo = page.getByRole("region", { name: "Logo" });
    const file = logo.getByLabel("Picture file");
    const upload = logo.getByRole("button", { name: "Upload Logo" });
    await upload.click();
    await page.getByText("Please choose a picture file first.").first().waitFor();
    // On a phone it lies over the button.
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
    await upload.click();
    await page.getByText("This is not an image file.").first().waitFor();
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    const picture = sharp({ create: { width: 600, height: 200, channels: 3, background: "#184b33" } });
    await file.setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: await picture.png().toBuffer(),
    });
    await upload.click();
    await page.getByText("Logo saved").first().waitFor();
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    const image = logo.getByRole("img", { name: /^The logo of/ });
    await image.waitFor();
    expect(
      await image.evaluate(async (shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth)),
    ).toBe(600);
    expect(await file.inputValue()).toBe("");
    await expectSound(page, "settings-logo");
    await logo.getByRole("button", { name: "Remove Logo" }).click();
    await page.getByText("Logo removed").first().waitFor();
    await image.waitFor({ state: "detached" });
  });
});

test("[AL-4] a session that ends in the middle of the settings loses nothing that was typed", async () => {
  await browser.visit("settings session ends", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openSettings(page);
    await page.getByLabel("Phone").fill("(602) 555-0177");
    await context.clearCookies();
    // The preview asks by itself, and leads nowhere.
    const isPreview = sentTo("/admin/settings", "intent=preview");
    const preview = page.waitForResponse((response) => isPreview(response.request()));
    await chooseTab(page, "Shipping");
    await page.getByLabel("Flat Rate Cost ($)").fill("8.75");
    await preview;
    const told = page.getByRole("region", { name: "What if" }).getByRole("status");
    await expect.poll(() => told.getAttribute("aria-busy", { timeout: 1_000 })).toBeNull();
    await chooseTab(page, "Business Info");
    await save(page);
    await page.waitForURL("**/admin/login?from=*");
    await page.getByLabel("Email").fill(shop.adminEmail);
    await page.getByLabel("Password").fill(shop.adminPassword);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/admin/settings*");
    await page.getByText("They are back in the form.").waitFor();
    expect(await page.getByLabel("Phone").inputValue()).toBe("(602) 555-0177");
    expect(await page.getByLabel("Flat Rate Cost ($)").inputValue()).toBe("8.75");
    await save(page);
    await expectSaved(page);
  });
});

/** A message stays for as long as it has the focus: meanwhile the next button is free to be pressed. */
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

test("on a phone no message lies over the button that comes next", async () => {
  await browser.visit("messages on a phone", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await page.getByLabel("Carrier").fill("UPS");
    await page.getByLabel("Tracking number", { exact: true }).fill("1Z 7");
    await button("Mark as shipped").click();
    await pressBeneath(page, "Order shipped", button("Mark as delivered"));
    await readToast(page, "Order marked as delivered");

    await openAdmin(page, shop, `/admin/products/edit/${await productIdOf(shop, CAP.name)}`);
    const description = page.getByLabel("Description");
    const before = await description.inputValue();
    await description.fill("For a thumb.");
    await button("Update Product").click();
    await unreadToast(page, "Product updated successfully").waitFor();
    await description.fill(before);
    await pressBeneath(page, "Product updated successfully", button("Update Product"));
    await unreadToast(page, "Product updated successfully").waitFor();
    await button("More for this product").click();
    await button("Delete Product").click();
    const question = page.getByRole("dialog", { name: "Are you absolutely sure?" });
    await pressBeneath(
      page,
      "Product updated successfully",
      question.getByRole("button", { name: "Cancel" }),
    );
    await question.waitFor({ state: "hidden" });

    await openSettings(page);
    await page.getByLabel("Phone").fill("602-555-0100");
    await save(page);
    await unreadToast(page, "Settings saved").waitFor();
    await page.getByLabel("Phone").fill("602-555-0101");
    await pressBeneath(page, "Settings saved", button("Save Settings"));
    await readToast(page, "Settings saved");
  });
});

/** Links, buttons, and the title, as far as a message lies over them. */
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

test("on a desk a message lies over neither the way back nor a title that stands alone", async () => {
  await browser.visit("messages on a desk", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/discounts/new");
    await page.getByLabel("Code", { exact: true }).fill("DESK10");
    await page.getByLabel("Percent").fill("10");
    await page.getByRole("button", { name: "Create Discount" }).click();
    const heading = page.getByRole("heading", { level: 1, name: "DESK10" });
    await heading.waitFor();
    await readToast(page, "Discount created");
    await page.getByRole("button", { name: "Switch Off" }).click();
    expect(await coveredBy(unreadToast(page, "Discount switched off"))).toEqual([]);
    await readToast(page, "Discount switched off");

    await openSettings(page);
    await page.getByLabel("Phone").fill("602-555-0102");
    await save(page);
    expect(await coveredBy(unreadToast(page, "Settings saved"))).toEqual([]);
  });
});
