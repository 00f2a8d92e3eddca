// A guest buys two items on a phone, and the owner sees the sale: built pages, embedded database, payment sandbox with
// its signed webhooks, and emails in a folder. axe and html-validate check each page on the way.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, expectSound } from "#test/browser/back-office.ts";
import { browserForTests, eventually } from "#test/browser/browser.ts";
import {
  addCap,
  addShirt,
  CAP,
  CARDS,
  cartDrawer,
  confirmation,
  emailsTo,
  fillCard,
  fillShipping,
  mainText,
  openOrderOf,
  payNow,
  SHIPPING,
  SHIRT,
} from "#test/browser/journey.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { toastOf } from "#test/browser/storefront.ts";

const PHONE = { width: 390, height: 664 };
const TOTAL = "$105.99";
const customer = { name: "Pat Phone", email: "pat.phone@example.com" };

const shop = shopForTests();
const browser = browserForTests();

/** What this browser stores about the checkout. */
function remembered(page: Page) {
  return page.evaluate(() => ({
    processed: JSON.parse(localStorage.getItem("processedOrders") ?? "[]"),
    session: Object.keys(sessionStorage).filter((key) => /^(checkoutShipping|confirmedOrder)/.test(key)),
  }));
}

/** From the home page to the confirmation; resolves with the order's id. */
async function buy(page: Page): Promise<string> {
  await page.goto(shop.url);
  await expectSound(page, "home on a phone");
  await page.getByRole("main").locator('a[href="/shop?category=HATS"]').first().click();
  await page.waitForURL("**/shop?category=HATS");
  await addCap(page, shop.url);
  await addShirt(page);
  const summary = (await cartDrawer(page).innerText()).replace(/\s+/g, " ");
  for (const text of [CAP.name, CAP.price, SHIRT.price, `Shipping ${SHIPPING}`, `Total ${TOTAL}`])
    expect(summary).toContain(text);
  await expectSound(page, "cart on a phone");
  await fillShipping(page, customer);
  await fillCard(page, CARDS.succeeds);
  await expectSound(page, "payment on a phone");
  let confirms = 0;
  page.on("request", (request) => {
    if (/payment_intents\/pi_[^/]+\/confirm/.test(request.url())) confirms += 1;
  });
  await payNow(page).dblclick();
  const { orderId } = await confirmation(page);
  expect(confirms, "a double tap pays once").toBe(1);
  return orderId;
}

test("[CK-5] [PY-1] [PY-4] [CF-3] [CF-6] [CF-7] [OD-1] a guest buys two items on a phone; the owner sees the order, and one email is sent", async () => {
  let orderId = "";
  await browser.visit("buy as guest", { viewport: PHONE }, async ({ page }) => {
    orderId = await buy(page);
    const receipt = await mainText(page);
    for (const text of [CAP.name, SHIRT.name, SHIRT.size, "$100.00", SHIPPING, TOTAL])
      expect(receipt).toContain(text);
    expect(receipt).not.toContain(customer.email);
    expect(await page.getByTestId("cart-count").count()).toBe(0);
    await expectSound(page, "confirmation on a phone");
    expect(await remembered(page)).toEqual({ processed: [orderId], session: [] });

    await page.reload();
    expect((await confirmation(page)).orderId).toBe(orderId);
    expect(await remembered(page)).toEqual({ processed: [orderId], session: [] });
    expect(await toastOf(page).count()).toBe(0);
    await page.getByRole("link", { name: "Continue Shopping" }).first().click();
    await page.waitForURL("**/shop");
  });

  await eventually(async () => expect(await emailsTo(shop, customer.email)).toHaveLength(1));
  await browser.visit("owner of the guest's order", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openOrderOf(page, shop, customer);
    expect(page.url()).toContain(orderId);
    const detail = await mainText(page);
    for (const text of [customer.name, customer.email, "18 Fairway Drive", "Phoenix", "85001"])
      expect(detail).toContain(text);
    for (const text of [CAP.name, SHIRT.name, SHIRT.size, SHIPPING, TOTAL]) expect(detail).toContain(text);
  });
  const [mail, ...more] = await emailsTo(shop, customer.email);
  expect(more).toEqual([]);
  expect(mail?.to.name).toBe(customer.name);
  for (const text of [CAP.name, `${SHIRT.name} (${SHIRT.size})`, TOTAL]) expect(mail?.text).toContain(text);
});
