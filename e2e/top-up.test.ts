// What a dearer swap costs more: the owner asks for it at a desk, the shopper pays it on a phone by the link in the mail.
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin, readToast } from "./back-office.ts";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import { CARDS, mailsTo, SHIRT } from "./journey.ts";
import { placeOrder, productIdOf } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

/** "Receipt: 1 item, $37.99" → 3799. */
const sumIn = (text: string | null) => Number(text?.split("$")[1]?.replace(/\D/g, ""));

test("[RF-5] the owner asks for what a polo costs more than a cap; declined, then paid, and swapped", async () => {
  const email = "robin.dearer@example.com";
  const order = await placeOrder(shop, { name: "Robin Dearer", email });
  const polo = await productIdOf(shop, SHIRT.name, "SHIRTS");
  const expected = [/status of 4(02|09)/];
  await browser.visit("top-up owner", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await page.locator("summary").filter({ hasText: "Swap size or product" }).click();
    await page.getByLabel("Send", { exact: true }).selectOption("other");
    const other = page.getByLabel("Its SKU, or the address of its page with the option chosen");
    await other.fill(`${shop.url}/product/${polo}?option=L`);
    await page.getByRole("button", { name: "Swap", exact: true }).click();
    await page.getByText("It costs $44.00 more, tax included.").waitFor();
    await expectSound(page, "swap form with a difference");
    await page.getByRole("button", { name: "Swap and ask for $44.00" }).click();
    await readToast(page, "$44.00 asked for");
    await page.getByRole("heading", { name: "$44.00 asked for" }).waitFor();
    await page.getByText("Not paid yet.").waitFor();
    await expectSound(page, "order that asks for a difference");
  });
  const path = await eventually(async () => {
    const texts = (await mailsTo(shop, email)).map(({ text }) => text);
    const found = texts.map((text) => /\/orders\/[\w-]{43}\/pay/.exec(text)?.[0]).find((link) => link);
    if (!found) throw new Error("no mail that asks yet");
    return found;
  });
  await browser.visit("top-up shopper", { viewport: PHONE, expected }, async ({ page }) => {
    await page.goto(shop.url + path.replace(/\/pay$/, ""));
    await page.getByRole("heading", { name: "A change of your order waits for you" }).waitFor();
    await expectSound(page, "order page with a difference");
    const receipt = page.getByText(/^Receipt:/);
    const paidBefore = sumIn(await receipt.textContent());
    await page.getByRole("link", { name: "Pay $44.00" }).click();
    const pay = page.getByRole("button", { name: "Pay $44.00" });
    const payWith = async (card: string) => {
      await page.getByLabel("Card number").fill(card);
      await page.getByLabel("Expiration date").fill("12 / 34");
      await page.getByLabel("Security code").fill("123");
      await page.getByLabel("ZIP code").fill("85001");
      await pay.click();
    };
    await page.getByLabel("Card number").waitFor();
    await expectSound(page, "page that takes the difference");
    await payWith(CARDS.declined);
    await page
      .getByRole("alert")
      .filter({ hasText: /declined/i })
      .first()
      .waitFor();
    await payWith(CARDS.succeeds);
    await page.getByRole("heading", { name: "Thank you, your order is changed" }).waitFor();
    await expectSound(page, "difference paid");
    await page.getByRole("link", { name: "See your order" }).click();
    await page.getByText("Order changed").waitFor();
    expect(await page.getByText("A change of your order waits for you").count()).toBe(0);
    expect(sumIn(await receipt.textContent()) - paidBefore).toBe(4_400);
    await receipt.click();
    await page.getByText("Paid for a change").waitFor();
    expect(await page.getByText(SHIRT.name).first().isVisible()).toBe(true);
    await page.goBack();
    await page.getByRole("heading", { name: "Thank you, your order is changed" }).waitFor();
  });
});
