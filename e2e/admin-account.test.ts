// The owner's own side of the back office in a real browser: two-step sign-in, password, sessions, activity,
// and the messages and failed mails that wait for an answer.
import { rm } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedDatabase } from "#server/db/database.ts";
import { appCode } from "#test/authenticator.ts";
import {
  enterBackOffice,
  expectFitsNarrow,
  expectSound,
  expectSoundOnBoth,
  holdBack,
  openAdmin,
  readToast,
  sentTo,
} from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { mailsTo, signIn } from "./journey.ts";
import { copySampleShop, type RunningShop, startShop } from "./shop-process.ts";
import { shopNow } from "./three-zones.ts";

const browser = browserForTests();
let shop: RunningShop;
let dataDir = "";

const FAILED_TO = "gone@example.com";

beforeAll(async () => {
  dataDir = await copySampleShop();
  const { db, close } = await openEmbeddedDatabase(dataDir, () => {});
  const now = new Date(shopNow());
  const mail = { kind: "test_mail", payload: "{}", attempts: 8, created_at: now, next_at: now, dead_at: now };
  await db
    .insertInto("outbox")
    .values(
      [1, 2].map((count) => ({
        ...mail,
        unique_key: `test_mail:${count}`,
        recipient: FAILED_TO,
        last_error: "550 5.1.1 There is no such mailbox",
      })),
    )
    .execute();
  await close();
  shop = await startShop({ dataDir });
});
afterAll(async () => {
  await shop?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const USER_SETTINGS = "/admin/settings/user";
const NEW_PASSWORD = "an even longer pass phrase";

const twoStep = (page: Page) => page.getByRole("region", { name: "Two-Step Sign-In" });

/** Turns two-step sign-in on; answers the key of the app and the recovery codes. */
async function turnOn(page: Page): Promise<{ key: string; codes: string[] }> {
  const panel = twoStep(page);
  await panel.getByLabel("Your password").fill(shop.adminPassword);
  await panel.getByRole("button", { name: "Set Up" }).click();
  await panel.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await readToast(page, "Set up your app");
  const key = (await panel.locator("code").innerText()).replaceAll(" ", "");
  await panel.getByLabel("Code", { exact: true }).fill("000000");
  await panel.getByRole("button", { name: "Turn On" }).click();
  await panel.getByText(/^This code is wrong/).waitFor();
  await readToast(page, /^This code is wrong/);
  await expectSound(page, "two-step-setup");
  await expectFitsNarrow(page, "two-step-setup");
  await panel.getByLabel("Code", { exact: true }).fill(appCode(key, shopNow()));
  await panel.getByRole("button", { name: "Turn On" }).click();
  await panel.getByText("10 recovery codes are left.").waitFor();
  const codes = await panel
    .getByRole("region", { name: "Your recovery codes" })
    .getByRole("listitem")
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectSound(page, "two-step-on");
  await expectFitsNarrow(page, "two-step-on");
  return { key, codes };
}

async function passwordStep(page: Page): Promise<void> {
  await page.goto(`${shop.url}/admin/login?from=%2Fadmin%2Forders%3Ftab%3Dpaid`);
  await page.getByLabel("Email").fill(shop.adminEmail);
  await page.getByLabel("Password").fill(shop.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/admin/login/code?from=*");
}

describe.each([
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const)("two steps at the width of a %s", (name, viewport) => {
  test("[ST-2] [AL-1] [AL-3] turned on with an app, signed in with a code, turned off", async () => {
    const expected = [/status of (401|422)/];
    await browser.visit(`two steps ${name}`, { viewport, expected }, async ({ page, context }) => {
      await enterBackOffice(context, shop, { isOwn: true });
      await openAdmin(page, shop, USER_SETTINGS);
      await expectSound(page, "user-settings");
      const { key, codes } = await turnOn(page);
      await page.reload();
      expect(await page.getByText(codes[0] ?? "").count()).toBe(0);

      await context.clearCookies();
      await page.goto(`${shop.url}/admin/login/code`);
      await page.waitForURL("**/admin/login");
      await passwordStep(page);
      await page.goto(`${shop.url}/admin/dashboard`);
      await page.waitForURL("**/admin/login?from=*");
      await passwordStep(page);
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.getByText("Failed to sign in. Please check your code and try again.").first().waitFor();
      await expectSound(page, "login-code");
      await expectFitsNarrow(page, "login-code");
      // One width signs in with a recovery code and turns it off with the app, the other one the reverse.
      const isByApp = name === "desktop";
      if (isByApp) {
        await page.getByLabel("Code", { exact: true }).fill(appCode(key, shopNow(), 1));
      } else {
        await page.getByRole("link", { name: "Use a recovery code" }).click();
        await page.getByLabel("Recovery code").fill((codes[0] ?? "").toLowerCase());
      }
      await page.getByRole("button", { name: "Sign In" }).click();
      await readToast(page, "Signed in successfully");
      await page.waitForURL("**/admin/orders?tab=paid");

      await openAdmin(page, shop, USER_SETTINGS);
      const panel = twoStep(page);
      await panel.getByText(isByApp ? "10 recovery codes are left." : "9 recovery codes are left.").waitFor();
      await panel.getByText("Turn off", { exact: true }).click();
      const form = panel.locator("form").filter({ has: page.getByRole("button", { name: "Turn Off" }) });
      await form.getByLabel("Your password").fill(shop.adminPassword);
      await form.getByRole("button", { name: "Turn Off" }).click();
      await form.getByText("Please enter a code").waitFor();
      await readToast(page, "Two-step sign-in is still on");
      await expectSound(page, "two-step-turn-off");
      await form
        .getByLabel(/^Code of your app/)
        .fill(isByApp ? (codes[1] ?? "") : appCode(key, shopNow(), 1));
      await form.getByRole("button", { name: "Turn Off" }).click();
      await panel.getByRole("button", { name: "Set Up" }).waitFor();

      await page.getByRole("link", { name: "Activity" }).click();
      await page.getByRole("heading", { name: "Two-step sign-in turned off" }).first().waitFor();
      await page
        .getByRole("navigation", { name: "Kinds of changes" })
        .getByRole("link", { name: "Account" })
        .click();
      await page.waitForURL("**/admin/settings/activity?kind=account");
      await page.getByText("Sessions ended").first().click();
      await expectSound(page, "activity");
      await expectFitsNarrow(page, "activity");
      await page.getByRole("link", { name: "Products" }).last().click();
      await page.getByText("Nothing was changed yet").waitFor();
    });
  });
});

test("[PE-1] a message of a shopper is read, answered with a saved answer, and marked", async () => {
  const body = new URLSearchParams({
    name: "Pat Example",
    email: "pat@example.com",
    subject: "Which size?",
    message: "I am between M and L.\nWhich one?",
  });
  const sent = await fetch(`${shop.url}/contact`, { method: "POST", headers: { Origin: shop.url }, body });
  expect(sent.status).toBe(200);
  await browser.visit(
    "messages",
    { viewport: PHONE, expected: [/status of 422/] },
    async ({ page, context }) => {
      await enterBackOffice(context, shop, { isOwn: true });
      await openAdmin(page, shop, "/admin/messages");
      const message = page.getByRole("article").filter({ hasText: "Which size?" });
      await message.getByText("Unread").waitFor();
      const unread = page.getByRole("link", { name: /^Messages\s?\d+ new$/ }).filter({ visible: true });
      // Counted every ten seconds.
      const looked = async () => {
        await page.reload();
        return unread.count();
      };
      await expect.poll(looked, { timeout: 20_000, interval: 1_000 }).toBe(1);
      await expectSoundOnBoth(page, "messages-unread");
      await expectFitsNarrow(page, "messages-unread");
      await message.getByRole("button", { name: "Mark as read" }).click();
      await message.getByRole("button", { name: "Mark as unread" }).waitFor();
      await page
        .getByRole("navigation", { name: "Message lists" })
        .getByRole("link", { name: "Unread" })
        .click();
      await page.getByText("No unread messages").waitFor();
      await expect.poll(() => unread.count()).toBe(0);
      await openAdmin(page, shop, "/admin/messages/answers");
      await page.getByLabel("Name").fill("Sizes");
      await page.getByLabel("Answer", { exact: true }).fill("Hi {name}, take M.");
      await expectSound(page, "saved-answers");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Sizes" }).waitFor();
      await openAdmin(page, shop, "/admin/messages?show=to-answer");
      await message.getByRole("link", { name: "Answer Pat Example" }).click();
      await page.getByRole("button", { name: "Send answer" }).click();
      await page.getByText("Please write an answer").first().waitFor();
      await readToast(page, "The answer was not sent");
      await page.getByRole("button", { name: "Sizes" }).click();
      expect(await page.getByLabel("Your answer").inputValue()).toBe("Hi Pat, take M.");
      await expectSoundOnBoth(page, "message-thread");
      await expectFitsNarrow(page, "message-thread");
      // What is typed stays when another button is pressed, and goes once it was sent.
      for (const [does, next] of [
        ["Mark as answered", "Mark as not answered"],
        ["Mark as not answered", "Mark as answered"],
      ] as const) {
        await page.getByRole("button", { name: does }).click();
        await page.getByRole("button", { name: next }).waitFor();
      }
      expect(await page.getByLabel("Your answer").inputValue()).toBe("Hi Pat, take M.");
      await page.getByRole("button", { name: "Send answer" }).dblclick();
      // The second press is told of the first, if it came so late that it was sent.
      await readToast(page, /^(Answer on its way|This answer was sent before)$/);
      await expect.poll(async () => (await mailsTo(shop, "pat@example.com")).length).toBe(1);
      await page.getByText("Answered", { exact: true }).waitFor();
      expect(await page.getByLabel("Your answer").inputValue()).toBe("");
    },
  );
});

test("[PE-1] a saved answer that is being written stays when another one is deleted, and goes once it is saved", async () => {
  await browser.visit("saved answers", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/messages/answers");
    const another = page.getByRole("form", { name: "Another answer" });
    const name = another.getByLabel("Name");
    const text = another.getByLabel("Answer", { exact: true });
    const save = another.getByRole("button", { name: "Save" });
    await name.fill("Old returns");
    await text.fill("Hi {name}, within 14 days.");
    await save.click();
    const old = page.getByRole("heading", { name: "Old returns" });
    await old.waitFor();
    await expect.poll(() => name.inputValue()).toBe("");
    await name.fill("Returns");
    await text.fill("Hi {name}, within 30 days.");
    await page.getByRole("button", { name: "Delete Old returns" }).click();
    await old.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("Returns");
    expect(await text.inputValue()).toBe("Hi {name}, within 30 days.");
    await save.click();
    await page.getByRole("heading", { name: "Returns", exact: true }).waitFor();
    await expect.poll(() => text.inputValue()).toBe("");
  });
});

test("[PE-1] a half-written answer is left after a question alone, and stays over what else happens to its page", async () => {
  const body = new URLSearchParams({
    name: "Kim Example",
    email: "kim@example.com",
    subject: "Which color?",
    message: "Is the green one darker?",
  });
  const sent = await fetch(`${shop.url}/contact`, { method: "POST", headers: { Origin: shop.url }, body });
  expect(sent.status).toBe(200);
  await browser.visit("half-written answer", {}, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/messages?show=to-answer");
    const message = page.getByRole("article").filter({ hasText: "Which color?" });
    await message.getByRole("link", { name: "Answer Kim Example" }).click();
    const answer = page.getByLabel("Your answer");
    await answer.fill("Hi Kim, a little.");
    const { pathname } = new URL(page.url());
    await page
      .getByRole("link", { name: /^(Change saved answers|Save answers that you give often)$/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await answer.inputValue()).toBe("Hi Kim, a little.");

    const other = await context.newPage();
    await openAdmin(other, shop, pathname);
    await other.getByLabel("Your answer").fill("From the other tab.");
    await other.getByRole("button", { name: "Send answer" }).click();
    await readToast(other, "Answer on its way");
    await other.close();
    await page.getByRole("button", { name: "Mark as answered" }).click();
    await page.locator(".thread-entry").filter({ hasText: "From the other tab." }).waitFor();
    expect(await answer.inputValue()).toBe("Hi Kim, a little.");

    const sending = await holdBack(page, sentTo(pathname, "intent=reply"));
    const send = page.getByRole("button", { name: "Send answer", disabled: false });
    await send.click();
    await sending.isHeld;
    await answer.fill("Hi Kim, a little. So is the blue one.");
    sending.release();
    await readToast(page, "Answer on its way");
    await page.locator(".thread-entry").filter({ hasText: "Hi Kim, a little." }).waitFor();
    expect(await answer.inputValue()).toBe("Hi Kim, a little. So is the blue one.");
    await answer.fill("So is the blue one.");
    await send.click();
    await readToast(page, "Answer on its way");
    await expect.poll(() => answer.inputValue()).toBe("");
    // Nothing is left to ask about.
    await page.getByRole("link", { name: "All messages" }).click();
    await page.waitForURL("**/admin/messages");
  });
});

test("a mail that was given up is sent again or dismissed", async () => {
  await browser.visit("failed mails", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/mails");
    const mails = page.getByRole("article").filter({ hasText: "There is no such mailbox" });
    expect(await mails.count()).toBe(2);
    await expectSound(page, "mails-failed");
    await expectFitsNarrow(page, "mails-failed");
    await mails.first().getByRole("button", { name: "Send again" }).click();
    await readToast(page, "The mail is being sent again");
    await expect.poll(async () => (await mailsTo(shop, FAILED_TO)).length).toBe(1);
    await expect.poll(() => mails.count()).toBe(1);
    await mails.first().getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("No mail has failed.").waitFor();
    expect(await mailsTo(shop, FAILED_TO)).toHaveLength(1);
  });
});

test("[TR-2] the password step knows a browser that has signed in before", async () => {
  await browser.visit("known browser", {}, async ({ page, context }) => {
    const wasKnown = () => /.*"isKnownBrowser":(true|false)/s.exec(shop.output())?.[1];
    await signIn(page, shop);
    await expect.poll(wasKnown).toBe("false");
    await context.clearCookies({ name: /session/ });
    await signIn(page, shop);
    await expect.poll(wasKnown).toBe("true");
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
    await openAdmin(page, shop, USER_SETTINGS);
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
    await openAdmin(page, shop, USER_SETTINGS);
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
