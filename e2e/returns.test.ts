// Something came and is sent back: the shopper asks on a phone, the owner answers and refunds at a desk.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin, readToast } from "./back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import { CAP, mailsTo } from "./journey.ts";
import { placeOrder } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const customer = { name: "Riley Return", email: "riley.return@example.com" };
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** The path of the order's page, from the confirmation mail. */
const orderPage = () =>
  eventually(async () => {
    const texts = (await mailsTo(shop, customer.email)).map(({ text }) => text);
    const path = texts.map((text) => /\/orders\/[\w-]{43}/.exec(text)?.[0]).find((found) => found);
    if (!path) throw new Error("no mail with the link yet");
    return path;
  });

const letterAbout = (subject: string) =>
  eventually(async () => {
    const letter = (await mailsTo(shop, customer.email)).find((mail) => mail.subject.includes(subject));
    expect(letter, subject).toBeDefined();
    return letter?.text ?? "";
  });

test("[RF-7] a shopper asks to return one of two caps, the owner approves it and refunds what came back", async () => {
  const order = await placeOrder(shop, customer, { quantity: 2 });
  const path = await orderPage();
  await browser.visit("return owner ships", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await page.getByLabel("How it goes").selectOption("pickup");
    await button(page, "Mark as shipped").click();
    await readToast(page, "Order shipped");
    await button(page, "Mark as delivered").click();
    await readToast(page, "Order marked as delivered");
  });

  await browser.visit(
    "return shopper",
    { viewport: PHONE, expected: [/status of 422/] },
    async ({ page }) => {
      await page.goto(shop.url + path);
      await page.getByText("Something wrong? Return or exchange").click();
      await button(page, "Send request").click();
      await page.getByText("Choose at least one piece").waitFor();
      await expectSound(page, "return errors");
      // What is changed loses its message, and no other does.
      await button(page, "Increase quantity").click();
      expect(await page.getByText("Choose at least one piece").count()).toBe(0);
      const why = page.getByLabel("Why?");
      expect(await why.getAttribute("aria-invalid")).toBe("true");
      await why.selectOption("other");
      expect(await why.getAttribute("aria-invalid")).toBeNull();
      await button(page, "Send request").click();
      const note = page.getByLabel("Anything we should know?");
      await page.getByText("Tell us what is wrong").waitFor();
      await note.fill("Odd");
      expect(await note.getAttribute("aria-invalid")).toBeNull();
      await why.selectOption("too-large");
      await page.getByLabel("Anything we should know?").fill("It slips");
      await button(page, "Send request").click();
      await page.getByText("Your request is with us").waitFor();
      await page.getByText("We are looking at it.").waitFor();
      await expectSound(page, "return asked for");
    },
  );

  await browser.visit("return owner", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    await page.getByRole("link", { name: /return to answer/ }).click();
    await page.getByRole("heading", { name: "Return: Too large" }).waitFor();
    await expectSound(page, "returns");
    await page.getByRole("link", { name: /Answer it/ }).click();
    await page.getByText("It slips").waitFor();
    await expectSound(page, "order with a return");
    await page.getByLabel("What the customer does").fill("Send it to 1 Links Road");
    await button(page, "Approve").click();
    await readToast(page, "Return approved");
    expect(await letterAbout("Your return for")).toContain(`1 × ${CAP.name}`);
    await expectSound(page, "order with an approved return");
    await button(page, /^Received, refund \$/).click();
    await readToast(page, /^Received\. Refund of \$/);
    expect(await letterAbout("Your refund of")).toContain("What it is for:");
    await page.getByText("1 of 2 refunded").waitFor();
  });

  await browser.visit("return refunded", { viewport: PHONE }, async ({ page }) => {
    await page.goto(shop.url + path);
    await page.getByText("It is back with us, and your money is on its way.").waitFor();
    expect(await page.getByText("Send it to 1 Links Road").count()).toBe(0);
    await expectSound(page, "return refunded");
  });
});
