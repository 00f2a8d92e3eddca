// The owner's own side of the back office, 20 minutes after signing in: confirming the password, messages, failed
// emails, sessions. And a shopper who left gets a cart reminder.
import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { remindShoppers } from "#server/checkout/reminders/remind-shoppers.ts";
import type { Shop } from "#server/core/shop.ts";
import { openEmbeddedDatabase } from "#server/db/database.ts";
import {
  enterBackOffice,
  expectFitsNarrow,
  expectSound,
  holdBack,
  openAdmin,
  readToast,
  sentTo,
} from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "#test/browser/browser.ts";
import { emailTo } from "#test/browser/emails.ts";
import { addCap, CAP, emailsTo, signIn, submitAddress } from "#test/browser/journey.ts";
import { type PlacedOrder, placeOrder } from "#test/browser/place-order.ts";
import { copySampleShop, type RunningShop, startShop } from "#test/browser/shop-process.ts";
import { clockShiftMs, shopNow } from "#test/browser/three-zones.ts";

const browser = browserForTests();
const HOUR_MS = 60 * 60_000;
const LATER_MS = 20 * 60_000;
const LONG = 180_000;

const FAILED_TO = "gone@example.com";
const LEAVER = { name: "Pat Leaver", email: "pat.leaver@example.com" };
const NEW_PASSWORD = "an even longer pass phrase";

let shop: RunningShop;
let dataDir = "";
let order: PlacedOrder;
type Cookies = Parameters<BrowserContext["addCookies"]>[0];
/** Opened 20 minutes before the shop's clock advances. */
let session: Cookies = [];

/** Two emails that failed for good. */
async function failTwoEmails(): Promise<void> {
  const { db, close } = await openEmbeddedDatabase(dataDir, () => {});
  const now = new Date(shopNow());
  const mail = { kind: "test_mail", payload: "{}", attempts: 8, created_at: now, next_at: now, dead_at: now };
  const failure = { recipient: FAILED_TO, last_error: "550 5.1.1 There is no such mailbox" };
  for (const count of [1, 2]) {
    const values = { ...mail, ...failure, unique_key: `test_mail:${count}` };
    await db.insertInto("outbox").values(values).execute();
  }
  await close();
}

/** The owner offers reminders; a shopper checks the box, types an address, and leaves before paying. */
async function leaveCheckout(page: Page): Promise<void> {
  await openAdmin(page, shop, "/admin/settings/mail");
  const offer = page.locator("form").filter({ has: page.getByLabel("Offer a reminder at checkout") });
  await offer.getByLabel("Offer a reminder at checkout").check();
  await offer.getByRole("button", { name: "Save" }).click();
  await readToast(page, /saved/i);
  await addCap(page, shop.url);
  await page.goto(`${shop.url}/checkout`);
  const box = page.getByLabel("Remind me once by email if I don’t finish");
  expect(await box.isChecked()).toBe(false);
  await box.check();
  await submitAddress(page, LEAVER);
  await page.getByLabel("Card number").waitFor();
}

/** Five hours later no payment can succeed anymore; then the worker's part. */
async function remindLeaver(): Promise<void> {
  const { db, close } = await openEmbeddedDatabase(dataDir, () => {});
  const asked = await db
    .updateTable("checkout_reminders")
    .set({ asked_at: new Date(shopNow() - 5 * HOUR_MS) })
    .returning("checkout_id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("checkouts")
    .set({ state: "expired", hold_active: false, intent_status: "canceled" })
    .where("id", "=", asked.checkout_id)
    .execute();
  await db.updateTable("inventory").set({ held: 0 }).execute();
  const { reminded } = await remindShoppers({ db, clock: shopNow, wakeWorker: () => {} } as unknown as Shop);
  expect(reminded).toBe(1);
  await close();
}

beforeAll(async () => {
  dataDir = await copySampleShop();
  await failTwoEmails();
  shop = await startShop({ dataDir });
  order = await placeOrder(shop, { name: "Pat Example", email: "pat@example.com" });
  await browser.visit("sessions", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    session = await context.cookies();
    await leaveCheckout(page);
  });
  await shop.stop();
  await remindLeaver();
  const clockAheadMs = clockShiftMs + LATER_MS;
  shop = await startShop({ dataDir, port: shop.port, clockAheadMs });
}, LONG);
afterAll(async () => {
  await shop?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("[TR-9] a refund asks for the password over the page and then continues", async () => {
  const options = { viewport: PHONE, expected: [/status of 403/] };
  await browser.visit("password question", options, async ({ page, context }) => {
    await context.addCookies(session);
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await page
      .locator("summary")
      .filter({ hasText: /^Refund$/ })
      .click();
    const form = page.locator("form").filter({ has: page.getByLabel("Total ($)") });
    await form.getByLabel("Total ($)").fill("10.00");
    await form.getByLabel("Reason").fill("A stain on the cap");
    await form.getByRole("button", { name: "Refund $10.00" }).click();
    const question = page.getByRole("dialog", { name: "Please enter your password" });
    await question.waitFor();
    await expectSound(page, "password-question");
    await expectFitsNarrow(page, "password-question");
    // An owner who goes back finds everything as it was typed.
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    expect(await form.getByLabel("Reason").inputValue()).toBe("A stain on the cap");
    await form.getByRole("button", { name: "Refund $10.00" }).click();
    await question.waitFor();
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await question.getByText("This is not your current password").waitFor();
    // The wrong password is selected, so the next key replaces it.
    await page.waitForFunction(() => {
      const { selectionStart = 0, selectionEnd = 0 } = document.activeElement as HTMLInputElement;
      return selectionStart !== selectionEnd;
    });
    await page.keyboard.type(shop.adminPassword);
    await page.keyboard.press("Enter");
    await readToast(page, "Refund of $10.00 made");
    await question.waitFor({ state: "hidden" });
    // Confirmed just now, so the next refund does not ask.
    await openAdmin(page, shop, "/admin/settings/user");
    await page.getByLabel("Sign me out after being idle for").selectOption("2 hours");
    const limits = page.getByRole("region", { name: "Session Limits" });
    await limits.getByRole("button", { name: "Save" }).click();
    await readToast(page, "Session limits saved");
  });
});

test("[PE-1] a shopper's message is answered with a saved answer, and typed text survives other changes of the page", async () => {
  const message = { subject: "Which size?", message: "I am between M and L.\nWhich one?" };
  const body = new URLSearchParams({ name: "Kim Example", email: "kim@example.com", ...message });
  const sent = await fetch(`${shop.url}/contact`, { method: "POST", headers: { Origin: shop.url }, body });
  expect(sent.status).toBe(200);
  const options = { viewport: PHONE, expected: [/status of 422/] };
  await browser.visit("messages", options, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/messages/answers");
    await page.getByLabel("Name").fill("Sizes");
    await page.getByLabel("Answer", { exact: true }).fill("Hi {name}, take M.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Sizes" }).waitFor();
    await expectSound(page, "saved-answers");

    await openAdmin(page, shop, "/admin/messages");
    const article = page.getByRole("article").filter({ hasText: "Which size?" });
    await article.getByText("Unread").waitFor();
    await expectSound(page, "messages-unread");
    await article.getByRole("button", { name: "Mark as read" }).click();
    await article.getByRole("button", { name: "Mark as unread" }).waitFor();
    await article.getByRole("link", { name: "Answer Kim Example" }).click();
    const answer = page.getByLabel("Your answer");
    const send = page.getByRole("button", { name: "Send answer", disabled: false });
    await send.click();
    await page.getByText("Please enter a reply").first().waitFor();
    await page.getByRole("button", { name: "Sizes" }).click();
    expect(await answer.inputValue()).toBe("Hi Kim, take M.");
    await expectSound(page, "message-thread");
    // Typed text stays when another button is pressed, and leaving asks first.
    await page.getByRole("button", { name: "Mark as answered" }).click();
    await page.getByRole("button", { name: "Mark as not answered" }).waitFor();
    await page.getByRole("link", { name: /^(Edit saved answers|Save common answers)$/ }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await answer.inputValue()).toBe("Hi Kim, take M.");

    const sending = await holdBack(page, sentTo(new URL(page.url()).pathname, "intent=reply"));
    await send.click();
    await sending.isHeld;
    await answer.fill("Hi Kim, take M. Or L.");
    sending.release();
    await readToast(page, "Answer on its way");
    await page.locator(".thread-entry").filter({ hasText: "Hi Kim, take M." }).waitFor();
    expect(await answer.inputValue()).toBe("Hi Kim, take M. Or L.");
    await answer.fill("Or L.");
    // The second press of a double click reports the first one's result, if it was sent.
    await send.dblclick();
    await readToast(page, /^(Answer on its way|Already sent)$/);
    await expect.poll(() => answer.inputValue()).toBe("");
    await eventually(async () => expect(await emailsTo(shop, "kim@example.com")).toHaveLength(2));
  });
});

test("[KN-5] a failed email is resent or dismissed", async () => {
  await browser.visit("failed emails", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/mails");
    const emails = page.getByRole("article").filter({ hasText: "There is no such mailbox" });
    expect(await emails.count()).toBe(2);
    await expectSound(page, "mails-failed");
    await emails.first().getByRole("button", { name: "Send again" }).click();
    await readToast(page, "The email is being resent");
    await eventually(async () => expect(await emailsTo(shop, FAILED_TO)).toHaveLength(1));
    await expect.poll(() => emails.count()).toBe(1);
    await emails.first().getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("No failed emails.").waitFor();
    expect(await emailsTo(shop, FAILED_TO)).toHaveLength(1);
  });
});

test("[ST-2] changing the password signs out another session and keeps this one", async () => {
  const expected = [/status of 422/];
  await browser.visit("password", { expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    const other = await context.browser()?.newContext();
    if (!other) throw new Error("no browser");
    await enterBackOffice(other, shop, { isOwn: true });
    const elsewhere = await other.newPage();
    await openAdmin(page, shop, "/admin/settings/user");
    await page.getByText("(this one)").waitFor();
    await page.getByLabel("Current Password").fill("not the password");
    await page.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Repeat New Password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Change Password" }).click();
    await page.getByText("This is not your current password", { exact: true }).first().waitFor();
    await page.getByLabel("Current Password").fill(shop.adminPassword);
    await page.getByRole("button", { name: "Change Password" }).click();
    await page.getByText("Password changed").first().waitFor();
    await elsewhere.goto(`${shop.url}/admin/settings`);
    await elsewhere.waitForURL("**/admin/login?from=*");
    await signIn(elsewhere, { ...shop, adminPassword: NEW_PASSWORD });
    await openAdmin(page, shop, "/admin/settings/user");
    await page.getByRole("button", { name: "Sign out others" }).click();
    await page
      .getByText(/sessions? signed out/)
      .first()
      .waitFor();
    await elsewhere.goto(`${shop.url}/admin/settings`);
    await elsewhere.waitForURL("**/admin/login?from=*");
    await other.close();
  });
});

test("[PE-3] a shopper who checked the box and left gets one email, reopens the cart, and can unsubscribe", async () => {
  const text = await emailTo(shop, LEAVER.email, "/back/");
  expect(text).toContain(CAP.name);
  expect(await emailsTo(shop, LEAVER.email)).toHaveLength(1);
  const link = /http\S+\/back\/[\w-]+/.exec(text)?.[0] ?? "";
  // Another device with an empty cart.
  await browser.visit("reminder", { viewport: PHONE }, async ({ page }) => {
    await page.goto(link);
    await page.getByRole("heading", { name: "Your cart is still here" }).waitFor();
    await expectSound(page, "cart that was left");
    await page.getByRole("button", { name: "Add to cart and check out" }).click();
    await page.waitForURL("**/checkout");
    await page.getByRole("heading", { name: "Shipping Information" }).waitFor();
    // On a phone the summary is folded.
    await page.setViewportSize(DESKTOP);
    await page.getByText(CAP.name).locator("visible=true").first().waitFor();
    await page.setViewportSize(PHONE);
    await page.goto(link);
    await page.getByRole("button", { name: "Stop cart reminders" }).click();
    await page.getByText("We no longer send you cart reminders.").waitFor();
    await expectSound(page, "no reminders anymore");
  });
});
