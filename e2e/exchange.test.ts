// What came is too large: the shopper asks for another size on a phone, the owner approves it, receives it, and sends a new
// parcel on the same order.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin, readToast } from "./back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import { mailsTo, SHIRT } from "./journey.ts";
import { placeOrder } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const customer = { name: "Sam Size", email: "sam.size@example.com" };
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

const letterAbout = (subject: string) =>
  eventually(async () => {
    const letters = (await mailsTo(shop, customer.email)).filter((mail) => mail.subject.includes(subject));
    expect(letters, subject).not.toEqual([]);
    return letters.map(({ text }) => text).join("\n");
  });

/** The shirt's id, as the list of shirts links to it. */
async function shirtId(): Promise<string> {
  const html = await (await fetch(`${shop.url}/shop?category=SHIRTS`)).text();
  const id = new RegExp(`href="/product/([0-9a-f-]{36})[^"]*"[^>]*>${SHIRT.name}<`).exec(html)?.[1];
  if (!id) throw new Error(`The list of shirts has no link to ${SHIRT.name}`);
  return id;
}

async function handOver(page: Page): Promise<void> {
  await page.getByLabel("How it goes").selectOption("pickup");
  await button(page, "Mark as shipped").click();
  await readToast(page, "Order shipped");
  await button(page, "Mark as delivered").click();
  await readToast(page, "Order marked as delivered");
}

/** Fills in the request for one piece of size L. */
async function askForM(page: Page): Promise<void> {
  const name = `${SHIRT.name} (${SHIRT.size})`;
  const pieces = page.getByRole("group", { name: `Pieces of ${name}` });
  await pieces.getByRole("button", { name: "Increase quantity" }).click();
  await page.getByLabel(`Send back for, ${name}`).selectOption({ label: "Exchange for M" });
  await page.getByLabel("Why?").selectOption("too-large");
}

async function approve(page: Page): Promise<void> {
  await page.getByLabel("What the customer does").fill("Send it to 1 Links Road");
  await button(page, "Approve the exchange").click();
  await readToast(page, "Return approved");
}

test("[RF-7] a shopper exchanges one of two shirts for another size, and it leaves in a parcel of its own", async () => {
  const productId = await shirtId();
  const order = await placeOrder(shop, customer, {
    productId,
    option: SHIRT.size,
    price: 7_200,
    quantity: 2,
  });
  const path = /\/orders\/[\w-]{43}/.exec(await letterAbout("order"))?.[0] ?? "";
  await browser.visit("exchange owner ships", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await handOver(page);
  });

  await browser.visit("exchange shopper", { viewport: PHONE }, async ({ page }) => {
    await page.goto(shop.url + path);
    await page.getByText("Something wrong? Return or exchange").click();
    await askForM(page);
    await expectSound(page, "exchange form");
    await button(page, "Send request").click();
    await page.getByText("Your request is with us").waitFor();
    await page.getByText(`1 × ${SHIRT.name} (L) for M`).waitFor();
    await expectSound(page, "exchange asked for");
  });

  await browser.visit("exchange owner", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await page.getByText(/\(M\): \d+ in stock/).waitFor();
    await expectSound(page, "order with an exchange to answer");
    await approve(page);
    expect(await letterAbout("Your exchange for")).toContain("is kept aside for you");
    await expectSound(page, "order with an approved exchange");
    await button(page, "Received, exchange 1 piece").click();
    await readToast(page, /^Received\. 1 piece is to send in exchange/);
    await page.getByText("Partly shipped").first().waitFor();
    await expectSound(page, "order with an exchange to send");
    await page.getByLabel("How it goes").selectOption("pickup");
    await button(page, "Mark as shipped").click();
    await readToast(page, "Order shipped");
    await eventually(async () => {
      const sent = (await mailsTo(shop, customer.email)).filter(({ text }) => text.includes("(M)"));
      expect(sent.map(({ subject }) => subject).join()).toMatch(/on its way|picked up|ready/i);
    });
    await button(page, "Mark as delivered").click();
    await readToast(page, "Order marked as delivered");
  });

  await browser.visit("exchange sent", { viewport: PHONE }, async ({ page }) => {
    await page.goto(shop.url + path);
    await page.getByRole("region", { name: "Parcel 2" }).getByText(`1 × ${SHIRT.name} (M)`).waitFor();
    await expectSound(page, "exchange sent");
    await askForM(page);
    await button(page, "Send request").click();
    await page.getByText("Your request is with us").waitFor();
  });

  await browser.visit("exchange refunded otherwise", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await approve(page);
    await button(page, "Received, exchange 1 piece").waitFor();
    await page.locator("summary").filter({ hasText: "Refund" }).click();
    const refund = page.locator("form").filter({ has: page.getByLabel("Total ($)") });
    const pieces = refund.getByRole("group", { name: `Pieces of ${SHIRT.name} (${SHIRT.size})` });
    await pieces.getByRole("button", { name: "Increase quantity" }).click();
    await button(page, "Refund $72.00").click();
    await button(page, /^Received, exchange/).waitFor({ state: "detached" });
    await button(page, /^Received/)
      .first()
      .waitFor();
  });
});
