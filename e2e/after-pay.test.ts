// What comes after paying: the confirmation, the order's page in the browser that bought, and what can be asked for there.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { arrivalOf, tellArrival } from "#domain/checkout/delivery.ts";
import { defaultDeliveryRules } from "#domain/settings/delivery-rules.ts";
import { browserForTests, eventually } from "./browser.ts";
import { addCap, CAP, CARDS, cartDrawer, confirmation, fillShipping, mailsTo, payWith } from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";
import { seesToast, sidewaysScroll, toastOf, WIDTHS } from "./storefront.ts";

const shop = shopForTests();
const browser = browserForTests();

const mainText = async (page: Page) => (await page.getByRole("main").innerText()).replace(/\s+/g, " ");

test.each(WIDTHS)(
  "[AS-1] [AS-2] [PA-1] [CF-3] at $width pixels a shopper tracks the order, writes about it and buys again",
  async ({ width, viewport }) => {
    const customer = { name: "Robin Example", email: `robin.${width}@example.com` };
    const masked = "r…@example.com";
    await browser.visit(
      `after pay ${width}`,
      { viewport, expected: [/status of 422/] },
      async ({ page, context }) => {
        await addCap(page, shop.url);
        await page.getByRole("button", { name: /^Open cart/ }).click();
        await fillShipping(page, customer);
        const arrives = await page
          .evaluate(() => Date.now())
          .then((now) => tellArrival(arrivalOf(now, defaultDeliveryRules)));
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

        // Whoever merely has the URL reads the order as before, and no link to its page.
        const stranger = await context.browser()?.newContext({ viewport });
        const other = await stranger?.newPage();
        if (!stranger || !other) throw new Error("no second context");
        await other.goto(opened);
        await other.getByRole("heading", { name: "Order confirmed" }).waitFor();
        const read = (await other.content()) + (await mainText(other));
        expect(read).not.toMatch(/\/orders\/[\w-]{43}|r…@/);
        expect(await other.getByRole("link", { name: "Track this order" }).count()).toBe(0);
        await stranger.close();

        // Opened again later, it says so once.
        await page.goto(`${shop.url}/about`);
        await page.goto(opened);
        await seesToast(page, "Order found in database");
        // On a phone there is no margin.
        if (width === 1280) expect(await coveredWords(page)).toEqual([]);

        await page.getByRole("link", { name: "Track this order" }).click();
        await page.waitForURL(/\/orders\/[\w-]{43}$/);
        await page.getByRole("heading", { name: "We are preparing your order" }).waitFor();
        const status = await mainText(page);
        expect(status).toContain(`Arrives ${arrives}`);
        const folded = page.getByRole("group").filter({ has: page.getByText(/^Receipt: 1 item/) });
        expect(await folded.getByText(CAP.name).isVisible()).toBe(false);
        expect(await page.locator('[aria-current="step"]').innerText()).toContain("Placed");
        expect(await sidewaysScroll(page)).toBe(0);
        await page.getByText(/^Receipt: 1 item/).click();
        await folded.getByText(CAP.name).waitFor();

        await writeAboutIt(page);
        await page.getByText("Your message is with us").waitFor();
        expect(await mainText(page)).toContain(`We answer to ${masked}.`);
        await page.reload();
        await page.getByText(/^You wrote to us: About order ORD-\d+/).waitFor();
        await writeAboutIt(page);
        await page.getByText("You have written this already").waitFor();
        expect(await page.getByText(/^You wrote to us/).count()).toBe(1);

        await page.getByRole("button", { name: "Buy again" }).click();
        await cartDrawer(page).getByText(CAP.name).first().waitFor();
        expect(await toastOf(page).count()).toBe(0);
      },
    );
    const mail = await eventually(async () => {
      const found = (await mailsTo(shop, customer.email)).find(({ text }) => text.includes("Arrives "));
      if (!found) throw new Error("The confirmation mail is not there yet");
      return found;
    });
    expect(mail.text).toContain("Something wrong? Ask for a return or an exchange on your order's page");
  },
);

/** Before a parcel has left, there is a message instead of a return. */
async function writeAboutIt(page: Page): Promise<void> {
  const send = page.getByRole("button", { name: "Send message" });
  if (!(await send.isVisible())) await page.getByText("Something wrong? Return or exchange").click();
  await send.click();
  await page.getByText("Tell us what is wrong").waitFor();
  await page.getByLabel("Your message").fill("The same in navy, please");
  await send.click();
}

/** Words of the page that its message lies over. */
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
