// An order is set right before it ships: by the shopper on a phone, within the owner's window, and by the owner at a desk.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { countClicks, enterBackOffice, expectSound, openAdmin, readToast } from "./back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import { mailsTo, SHIRT } from "./journey.ts";
import { placeOrder, productIdOf } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";
import { BROKEN_REQUEST } from "./storefront.ts";

const shop = shopForTests();
const browser = browserForTests();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function orderPolos(email: string, quantity: number) {
  const productId = await productIdOf(shop, SHIRT.name, "SHIRTS");
  const customer = { name: "Casey Change", email };
  return placeOrder(shop, customer, { productId, option: "M", price: 7_200, quantity });
}

/** The path of the order's page, from the confirmation mail. */
const orderPage = (email: string) =>
  eventually(async () => {
    const texts = (await mailsTo(shop, email)).map(({ text }) => text);
    const path = texts.map((text) => /\/orders\/[\w-]{43}/.exec(text)?.[0]).find((found) => found);
    if (!path) throw new Error("no mail with the link yet");
    return path;
  });

const letterAbout = (email: string, words: string) =>
  eventually(async () => {
    const letters = (await mailsTo(shop, email)).map(({ text }) => text);
    expect(letters.find((text) => text.includes(words))).toBeDefined();
  });

/** The value of the choice that is size L. */
async function largeOption(page: Page): Promise<string> {
  const choice = page.getByLabel("Send", { exact: true }).locator("option").filter({ hasText: "(L)" });
  return (await choice.getAttribute("value")) ?? "";
}

/** The first field with an error has the focus. */
const expectFocused = (page: Page, name: string) =>
  page.waitForFunction((field) => document.activeElement?.getAttribute("name") === field, name);

const openFold = (page: Page, name: string) => page.locator("summary").filter({ hasText: name }).click();

async function openFix(page: Page, path: string, fold: string) {
  await page.goto(shop.url + path);
  await page.getByText("Something to change? Until").click();
  await page.getByText(fold, { exact: true }).click();
}

test("[RF-6] what a shopper has typed stays when the order was changed meanwhile", async () => {
  const email = "casey.twice@example.com";
  await orderPolos(email, 2);
  const path = await orderPage(email);
  const options = { viewport: PHONE, expected: [/status of 409/] };
  await browser.visit("fix meanwhile", options, async ({ page, context }) => {
    await openFix(page, path, "Another address");
    await page.getByLabel("City").fill("Mesa");
    await page.getByLabel("ZIP code").fill("85201");
    const other = await context.newPage();
    await openFix(other, path, "Another size");
    await other.getByLabel("Send me").selectOption("L");
    await button(other, "Change size").click();
    await other.getByText("Your order is changed").waitFor();
    await other.close();

    await button(page, "Change address").click();
    await page.getByText("The order was changed meanwhile. Look at it and try again.").waitFor();
    // The order of now is there.
    await page.locator('a[href$="option=L"]').waitFor();
    expect(await page.getByLabel("City").inputValue()).toBe("Mesa");
    expect(await page.getByLabel("ZIP code").inputValue()).toBe("85201");
    await button(page, "Change address").click();
    await page.getByText("Your order is changed").waitFor();
    await page.getByText("Mesa, AZ 85201").first().waitFor();
  });
});

test("[RF-6] a form in which nothing was typed has what the order was changed to meanwhile", async () => {
  const email = "casey.both@example.com";
  await orderPolos(email, 2);
  const path = await orderPage(email);
  const options = { viewport: PHONE, expected: [/status of 409/] };
  await browser.visit("fix untouched", options, async ({ page, context }) => {
    await openFix(page, path, "Another size");
    await page.getByLabel("Send me").selectOption("L");
    const other = await context.newPage();
    await openFix(other, path, "Another address");
    await other.locator('[name="address1"]').fill("7 Links Lane");
    await button(other, "Change address").click();
    await other.getByText("Your order is changed").waitFor();
    await other.close();

    await button(page, "Change size").click();
    await page.getByText("The order was changed meanwhile. Look at it and try again.").waitFor();
    await page.getByText("7 Links Lane").first().waitFor();
    await button(page, "Change size").click();
    await page.getByText("Your order is changed").waitFor();
    await page.locator('a[href$="option=L"]').waitFor();
    await page.getByText("Another address", { exact: true }).click();
    expect(await page.locator('[name="address1"]').inputValue()).toBe("7 Links Lane");
    await page.locator('[name="address2"]').fill("Unit 4");
    await button(page, "Change address").click();
    await page.getByText("Unit 4").first().waitFor();
    await page.getByText("7 Links Lane").first().waitFor();
  });
});

test("[RF-6] a shopper takes another size within the window; after it the form is gone, and a late one is refused", async () => {
  const email = "casey.change@example.com";
  await orderPolos(email, 2);
  const path = await orderPage(email);
  const expected = [/status of 409/, BROKEN_REQUEST];
  await browser.visit("fix shopper", { viewport: PHONE, expected }, async ({ page, context }) => {
    await openFix(page, path, "Another size");
    await page.getByText("Another address", { exact: true }).click();
    await page.getByText("Another email", { exact: true }).click();
    await expectSound(page, "fix-it forms");
    await page.getByLabel("Send me").selectOption("L");
    // What is typed before the changed order is there stays as well.
    const order = Promise.withResolvers<void>();
    await page.route("**/orders/*.data*", async (route) => {
      if (route.request().method() === "GET") await order.promise;
      await route.continue();
    });
    await button(page, "Change size").click();
    await page.getByText("Your order is changed").waitFor();
    await page.getByLabel("City").fill("Mesa");
    order.resolve();
    await page.locator('a[href$="option=L"]').waitFor();
    expect(await page.getByLabel("City").inputValue()).toBe("Mesa");
    await page.unroute("**/orders/*.data*");
    await letterAbout(email, `you now get 1 × ${SHIRT.name} (L)`);
    await expectSound(page, "fix-it done");
    await page.getByLabel("ZIP code").fill("8500");
    await button(page, "Change address").click();
    await expectFocused(page, "postalCode");
    expect(await page.getByLabel("City").inputValue()).toBe("Mesa");
    await expectSound(page, "fix-it errors");

    await page.getByLabel("Email", { exact: true }).fill("casey.right@example.com");
    await button(page, "Change email").click();
    await page.waitForURL((url) => url.pathname.startsWith("/orders/") && url.pathname !== path);
    await page.getByText("The old link is closed.").waitFor();
    expect(await orderPage("casey.right@example.com")).toBe(new URL(page.url()).pathname);
    expect((await fetch(shop.url + path)).status).toBe(404);
    await expectSound(page, "fix-it email");
    await page.getByText("Another address", { exact: true }).click();

    const owner = await context.newPage();
    await enterBackOffice(context, shop);
    await openAdmin(owner, shop, "/admin/settings?section=shipping");
    await owner.getByLabel("Fix-it Window (minutes)").fill("0");
    await button(owner, "Save Settings").click();
    await owner.getByText("Settings saved", { exact: true }).waitFor();

    await page.getByLabel("ZIP code").fill("85201");
    await context.setOffline(true);
    await button(page, "Change address").click();
    await page.getByText("The shop can't be reached", { exact: true }).waitFor();
    expect(await page.getByLabel("ZIP code").inputValue()).toBe("85201");
    await context.setOffline(false);
    await button(page, "Change address").click();
    await page.getByText("The time for changes is over").waitFor();
    await page.getByText("The shop can't be reached", { exact: true }).waitFor({ state: "hidden" });
    await page.getByText("Something to change?").waitFor({ state: "detached" });
    await page.getByText("The time for changes is over").waitFor();
    await expectSound(page, "fix-it over");
    await page.reload();
    await page.getByRole("heading", { name: "What happened so far" }).waitFor();
    expect(await page.getByText("Something to change?").count()).toBe(0);
  });
});

test("[RF-5] the owner swaps M for L with at most six clicks; what is wrong is said beside its field", async () => {
  const email = "casey.swap@example.com";
  const order = await orderPolos(email, 1);
  const expected = [/status of 4(22|09)/];
  await browser.visit("swap owner", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    const clicks = await countClicks(page);
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    // The dashboard lists the order, too, until the list is there.
    await page.getByRole("heading", { name: "Orders", level: 1, exact: true }).waitFor();
    await page.locator(`a[href="/admin/orders/${order.orderId}"]`).first().click();
    await openFold(page, "Swap size or product");
    await page.getByLabel("Send", { exact: true }).selectOption(await largeOption(page));
    await button(page, "Swap").click();
    await readToast(page, "Pieces swapped");
    // A choice of a list is a click to open it, and one to take it.
    expect(clicks() + 2).toBeLessThanOrEqual(6);
    await page.getByRole("cell", { name: "L", exact: true }).waitFor();
    await expectSound(page, "order with a swap");

    await page.getByLabel("Send", { exact: true }).selectOption("other");
    const other = page.getByLabel("Its SKU, or the address of its page with the option chosen");
    await other.fill("no such thing");
    await button(page, "Swap").click();
    await page.getByText("No product is known by that SKU or address").waitFor();
    expect(await other.getAttribute("aria-invalid")).toBe("true");
    expect(await other.inputValue()).toBe("no such thing");
    await openFold(page, "Correct the email");
    await page.getByLabel("Email", { exact: true }).fill("casey.swap@example");
    await button(page, "Save email").click();
    await page.getByText("Invalid email address").waitFor();
    await openFold(page, "Correct the address");
    await page.getByLabel("ZIP code").fill("8500");
    await page.getByLabel("City").fill("Mesa");
    await button(page, "Save address").click();
    await page.getByText("Postal code must be at least 5 characters").waitFor();
    await expectFocused(page, "postalCode");
    await expectSound(page, "correction errors");
    await page.setViewportSize(PHONE);
    await expectSound(page, "correction errors on a phone");
    await page.getByLabel("ZIP code").fill("85201");
    await button(page, "Save address").click();
    await readToast(page, "Address corrected");
    await page.getByText("Mesa, AZ 85201").first().waitFor();
    await expectSound(page, "corrected address");
  });
});
