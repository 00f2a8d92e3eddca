// After paying: the confirmation, the order's page in the buyer's browser, what can be requested there, and how a
// customer returns to the order.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { arrivalOf, formatArrival } from "#domain/checkout/delivery.ts";
import { defaultDeliveryRules } from "#domain/settings/delivery-rules.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "#test/browser/browser.ts";
import {
  CAP,
  CARDS,
  type Customer,
  cartDrawer,
  confirmation,
  emailsTo,
  fillShipping,
  mainText,
  openCartWithCap,
  payWith,
} from "#test/browser/journey.ts";
import { placeOrder } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { seesToast, sidewaysScroll, toastOf } from "#test/browser/storefront.ts";

const shop = shopForTests();
const browser = browserForTests();

test("[AS-1] [AS-2] [PA-1] [CF-3] a shopper tracks the order, writes about it and buys again", async () => {
  const customer = { name: "Robin Example", email: "robin@example.com" };
  const masked = "r…@example.com";
  const options = { viewport: PHONE, expected: [/status of 422/] };
  await browser.visit("after pay", options, async ({ page, context }) => {
    await openCartWithCap(page, shop.url);
    await fillShipping(page, customer);
    const now = await page.evaluate(() => Date.now());
    const arrives = formatArrival(arrivalOf(now, defaultDeliveryRules));
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    await page.getByRole("heading", { name: "What happens next" }).waitFor();
    const receipt = await mainText(page);
    expect(receipt).toContain(`A confirmation is on its way to ${masked}.`);
    expect(receipt).toContain(`Arrives ${arrives}`);
    expect(receipt).not.toContain(customer.email);
    expect(receipt).not.toContain("TAX");
    expect(receipt.indexOf("ORDER ID")).toBeGreaterThan(receipt.indexOf("TOTAL"));
    const opened = page.url();
    expect(opened).not.toMatch(/robin|%40/);
    expect(await sidewaysScroll(page)).toBe(0);

    // Anyone else with the URL sees the order as before, without a link to its page.
    const stranger = await context.browser()?.newContext({ viewport: PHONE });
    const other = await stranger?.newPage();
    if (!stranger || !other) throw new Error("no second context");
    await other.goto(opened);
    await other.getByRole("heading", { name: "Order confirmed" }).waitFor();
    const read = (await other.content()) + (await mainText(other));
    expect(read).not.toMatch(/\/orders\/[\w-]{43}|r…@/);
    expect(await other.getByRole("link", { name: "Track this order" }).count()).toBe(0);
    await stranger.close();

    // Opened again later, it shows the message once. A phone has no margin for it.
    await page.setViewportSize(DESKTOP);
    await page.goto(`${shop.url}/about`);
    await page.goto(opened);
    await seesToast(page, "Order found in database");
    expect(await coveredWords(page)).toEqual([]);
    await page.setViewportSize(PHONE);

    await page.getByRole("link", { name: "Track this order" }).click();
    await page.waitForURL(/\/orders\/[\w-]{43}$/);
    await page.getByRole("heading", { name: "We're preparing your order" }).waitFor();
    expect(await mainText(page)).toContain(`Arrives ${arrives}`);
    const picture = page.getByRole("listitem").filter({ hasText: CAP.name }).locator("img").first();
    expect((await picture.boundingBox())?.y).toBeLessThan(PHONE.height);
    const folded = page.getByRole("group").filter({ has: page.getByText(/^Receipt: 1 item/) });
    expect(await folded.getByText(CAP.name).isVisible()).toBe(false);
    expect(await page.locator('[aria-current="step"]').innerText()).toContain("Placed");
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByText(/^Receipt: 1 item/).click();
    await folded.getByText(CAP.name).waitFor();

    await writeAboutIt(page);
    await page.getByText("We received your message").waitFor();
    expect(await mainText(page)).toContain(`We'll reply to ${masked}.`);
    await page.reload();
    await page.getByText(/^Your message: About order ORD-\d+/).waitFor();
    await writeAboutIt(page);
    await page.getByText("We already have this message").waitFor();
    expect(await page.getByText(/^Your message/).count()).toBe(1);

    await page.getByRole("button", { name: "Buy again" }).click();
    await cartDrawer(page).getByText(CAP.name).first().waitFor();
    expect(await toastOf(page).count()).toBe(0);
  });
  const mail = await mailOf(customer, /^Your .* order ORD-\d+$/);
  expect(mail.text).toContain("Arrives ");
  expect(mail.text).toContain("Something wrong? Request a return or exchange on your order page");
});

/** Before anything has shipped, there is a message instead of a return. */
async function writeAboutIt(page: Page): Promise<void> {
  const send = page.getByRole("button", { name: "Send message" });
  if (!(await send.isVisible())) await page.getByText("Something wrong? Return or exchange").click();
  await send.click();
  await page.getByText("Tell us what is wrong").waitFor();
  await page.getByLabel("Your message").fill("The same in navy, please");
  await send.click();
}

/** Texts of the page that its message covers. */
async function coveredWords(page: Page): Promise<string[]> {
  return toastOf(page).evaluate((toast) => {
    const card = toast.getBoundingClientRect();
    const walker = document.createTreeWalker(
      document.querySelector("main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const covered: string[] = [];
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const isUnder = ({ left, right, top, bottom }: DOMRect) =>
        left < card.right && right > card.left && top < card.bottom && bottom > card.top;
      if ([...range.getClientRects()].some(isUnder)) covered.push(range.toString());
    }
    return covered;
  });
}

async function mailOf(customer: Customer, subject: RegExp): Promise<{ text: string }> {
  return eventually(async () => {
    const found = (await emailsTo(shop, customer.email)).filter((mail) => subject.test(mail.subject));
    expect(found).toHaveLength(1);
    return found[0] as { text: string };
  });
}

const linkIn = (mail: { text: string }) =>
  /http:\/\/localhost:\d+\/orders\/[\w-]{43}/.exec(mail.text)?.[0] ?? "";

test("[CF-8] the link in the email opens the order, and a lost one is emailed again, even without JavaScript", async () => {
  const customer = { name: "Pat Example", email: "pat@example.com" };
  const sam = { name: "Sam Example", email: "sam@example.com" };
  await placeOrder(shop, customer);
  await placeOrder(shop, sam);
  const mail = await mailOf(customer, /^Your .* order ORD-\d+$/);
  const number = /ORD-\d+/.exec(mail.text)?.[0] ?? "";
  const expected = [/status of 404 .*\/orders\/A{43}/, /status of 422 .*\/orders\.data/];
  await browser.visit("order page", { viewport: PHONE, expected }, async ({ page, context }) => {
    const answer = await page.goto(linkIn(mail));
    expect(answer?.headers()).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "same-origin",
    });
    expect(answer?.headers()["x-robots-tag"]).toContain("noindex");
    await page.getByText(/^Receipt:/).click();
    const text = await page.getByRole("main").innerText();
    const shown = ["We're preparing your order", CAP.name, "$33.99", number, "18 Fairway Drive"];
    for (const each of [...shown, "Payment received"]) expect(text).toContain(each);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toContain("noindex");
    expect(await sidewaysScroll(page)).toBe(0);

    const guess = await page.goto(`${shop.url}/orders/${"A".repeat(43)}`);
    expect(guess?.status()).toBe(404);
    await page.getByRole("main").getByRole("link", { name: "Find your order" }).click();
    await page.waitForURL("**/orders");
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.getByText("Please enter the order number, for example ORD-001").waitFor();

    const plain = await context.browser()?.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const form = await plain?.newPage();
    if (!plain || !form) throw new Error("no second context");
    await form.goto(`${shop.url}/orders`);
    for (const { email } of [sam, customer]) {
      await form.getByLabel("Order number").fill(number);
      await form.getByLabel("Email").fill(email);
      await form.getByRole("button", { name: "Send me the link" }).click();
      await form.getByText("Check your email").waitFor();
    }
    await plain.close();
  });
  expect(linkIn(await mailOf(customer, /^Link to your/))).toBe(linkIn(mail));
  // Sam has an order as well, but under another number.
  expect(await emailsTo(shop, sam.email)).toHaveLength(1);
});
