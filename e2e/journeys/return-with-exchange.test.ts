// A shirt is too large: the shopper asks for another size on a phone, and the owner approves, receives, and sends it.
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, handOver, openAdmin, readToast } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "#test/browser/browser.ts";
import { emailTo, orderPathOf } from "#test/browser/emails.ts";
import { SHIRT } from "#test/browser/journey.ts";
import { placeOrder, productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const customer = { name: "Sam Size", email: "sam.size@example.com" };

test("[RF-7] a shopper exchanges one of two shirts for another size, and the new one is a shipment of its own", async () => {
  const productId = await productIdOf(shop, SHIRT.name, "SHIRTS");
  const shirts = { productId, option: SHIRT.size, price: 7_200, quantity: 2 };
  const order = await placeOrder(shop, customer, shirts);
  const path = await orderPathOf(shop, customer.email);
  const expected = [/status of 422/];
  await browser.visit("exchange", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/orders/${order.orderId}`);
    await handOver(page);

    const phone = await context.newPage();
    await phone.setViewportSize(PHONE);
    await phone.goto(shop.url + path);
    await phone.getByText("Something wrong? Return or exchange").click();
    await phone.getByRole("button", { name: "Send request" }).click();
    await phone.getByText("Choose a refund or an exchange").waitFor();
    await expectSound(phone, "return errors");
    const name = `${SHIRT.name} (${SHIRT.size})`;
    await phone.getByText("Exchange", { exact: true }).click();
    // A field that is fixed loses its message, and no other does.
    expect(await phone.getByText("Choose a refund or an exchange").count()).toBe(0);
    expect(await phone.getByLabel("Why?").getAttribute("aria-invalid")).toBe("true");
    await phone.getByLabel("Why?").selectOption("too-large");
    const sizes = phone.getByRole("group", { name: /^Exchange for/ }).getByRole("radio");
    expect(await sizes.first().getAttribute("value")).toBe("M");
    expect(await sizes.first().isChecked()).toBe(true);
    await phone.getByLabel("Anything we should know?").fill("It slips");
    await phone.getByRole("button", { name: "Send request" }).click();
    await phone.getByText("We received your request").waitFor();
    await phone.getByText(`1 × ${name} for M`).waitFor();
    await expectSound(phone, "exchange asked for");

    await openAdmin(page, shop, "/admin/dashboard");
    await page.getByRole("link", { name: /return to answer/ }).click();
    await page.getByRole("heading", { name: "Exchange: Too large" }).waitFor();
    await expectSound(page, "returns");
    await page.getByRole("link", { name: /Answer it/ }).click();
    await page.getByText("It slips").waitFor();
    await page.getByText(/\(M\): \d+ in stock/).waitFor();
    await expectSound(page, "order with an exchange to answer");
    await page.getByLabel("What the customer does").fill("Send it to 1 Links Road");
    await button("Approve the exchange").click();
    await readToast(page, "Return approved");
    expect(await emailTo(shop, customer.email, "Your exchange for")).toContain("is kept aside for you");
    await button("Received, exchange 1 item").click();
    await readToast(page, /^Received\. 1 item is to send in exchange/);
    await page.getByText("Partly shipped").first().waitFor();
    await expectSound(page, "order with an exchange to send");
    await handOver(page);

    await phone.goto(shop.url + path);
    const shipment = phone.getByRole("region", { name: "Shipment 2" });
    await shipment.getByText(`1 × ${SHIRT.name} (M)`).waitFor();
    await expectSound(phone, "exchange sent");
    await phone.close();
  });
});
