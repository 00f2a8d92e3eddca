// The owner turns two-step sign-in on, signs in with a code of the app, and turns it off again.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectFitsNarrow, expectSound, openAdmin, readToast } from "#test/browser/back-office.ts";
import { browserForTests, PHONE } from "#test/browser/browser.ts";
import { signIn } from "#test/browser/journey.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { shopNow } from "#test/browser/three-zones.ts";
import { appCode } from "#test/shop/authenticator.ts";

const shop = shopForTests();
const browser = browserForTests();

const twoStep = (page: Page) => page.getByRole("region", { name: "Two-Step Sign-In" });

/** Turns two-step sign-in on; returns the key of the app and the recovery codes. */
async function turnOn(page: Page): Promise<{ key: string; codes: string[] }> {
  const panel = twoStep(page);
  await panel.getByLabel("Your password").fill(shop.adminPassword);
  await panel.getByRole("button", { name: "Set Up" }).click();
  await panel.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const key = (await panel.locator("code").innerText()).replaceAll(" ", "");
  await panel.getByLabel("Code", { exact: true }).fill("000000");
  await panel.getByRole("button", { name: "Turn On" }).click();
  await panel.getByText(/^This code is wrong/).waitFor();
  await expectSound(page, "two-step-setup");
  await expectFitsNarrow(page, "two-step-setup");
  await panel.getByLabel("Code", { exact: true }).fill(appCode(key, shopNow()));
  await panel.getByRole("button", { name: "Turn On" }).click();
  await panel.getByText("10 recovery codes are left.").waitFor();
  const list = panel.getByRole("region", { name: "Your recovery codes" });
  const codes = await list.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectSound(page, "two-step-on");
  return { key, codes };
}

test("[ST-2] [AL-1] [AL-2] [AL-3] the owner signs in with a code of the app, and with a recovery code turns it off", async () => {
  const expected = [/status of (401|422)/];
  await browser.visit("two steps", { viewport: PHONE, expected }, async ({ page, context }) => {
    await page.goto(`${shop.url}/admin/login`);
    await expectSound(page, "login");
    await signIn(page, shop);
    await page.goto(`${shop.url}/admin/login`);
    await page.waitForURL("**/admin/dashboard");
    await openAdmin(page, shop, "/admin/settings/user");
    await expectSound(page, "user-settings");
    const { key, codes } = await turnOn(page);
    await page.reload();
    expect(await page.getByText(codes[0] ?? "").count()).toBe(0);

    await context.clearCookies({ name: /session/ });
    await page.goto(`${shop.url}/admin/login/code`);
    await page.waitForURL("**/admin/login");
    await page.goto(`${shop.url}/admin/login?from=%2Fadmin%2Forders%3Ftab%3Dpaid`);
    await page.getByLabel("Email").fill(shop.adminEmail);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText("Failed to sign in. Please check your credentials and try again.").first().waitFor();
    await page.getByLabel("Password").fill(shop.adminPassword);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/admin/login/code?from=*");
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText("Failed to sign in. Please check your code and try again.").first().waitFor();
    await expectSound(page, "login-code");
    // The current code was used up by turning it on.
    await page.getByLabel("Code", { exact: true }).fill(appCode(key, shopNow(), 1));
    await page.getByRole("button", { name: "Sign In" }).click();
    await readToast(page, "Signed in successfully");
    await page.waitForURL("**/admin/orders?tab=paid");

    await openAdmin(page, shop, "/admin/settings/user");
    const panel = twoStep(page);
    await panel.getByText("Turn off", { exact: true }).click();
    const form = panel.locator("form").filter({ has: page.getByRole("button", { name: "Turn Off" }) });
    await form.getByLabel("Your password").fill(shop.adminPassword);
    await form.getByLabel(/^Code from your app/).fill((codes[0] ?? "").toLowerCase());
    await expectSound(page, "two-step-turn-off");
    await form.getByRole("button", { name: "Turn Off" }).click();
    await panel.getByRole("button", { name: "Set Up" }).waitFor();
    await page.getByRole("link", { name: "Activity" }).click();
    await page.getByRole("heading", { name: "Two-step sign-in turned off" }).first().waitFor();
    await expectSound(page, "activity");
  });
});
