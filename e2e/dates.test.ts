// A time has one date for every viewer: server, shop, and browser are in three time zones here, each on a different
// day.
import { expect, test } from "vitest";
import { shopDay, tellMoment } from "#domain/text/dates.ts";
import { DEFAULT_TIME_ZONE } from "#domain/text/default-time-zone.ts";
import { browserForTests, eventually } from "#test/browser/browser.ts";
import { emailsTo, signIn } from "#test/browser/journey.ts";
import { placeOrder } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { BROWSER_ZONE, SERVER_ZONE, shopNow } from "#test/browser/three-zones.ts";

const shop = shopForTests();
const browser = browserForTests();

const customer = { name: "Zoe Zone", email: "zoe.zone@example.com" };

test("an order has the shop's date on every page, rendered by the server and in the browser", async () => {
  const { orderId, paymentIntentId } = await placeOrder(shop, customer);
  const now = new Date(shopNow()).toISOString();
  const dateIn = (zone: string) => tellMoment(now, zone, "date");
  expect(new Set([SERVER_ZONE, DEFAULT_TIME_ZONE, BROWSER_ZONE].map(dateIn)).size).toBe(3);

  const [mail] = await eventually(async () => {
    const mails = await emailsTo(shop, customer.email);
    expect(mails).toHaveLength(1);
    return mails;
  });
  const statusPage = /http\S+\/orders\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(await (await fetch(statusPage)).text()).toContain(dateIn(DEFAULT_TIME_ZONE));

  await browser.visit("dates", {}, async ({ page }) => {
    await page.goto(statusPage);
    const local = await page.evaluate(() => new Date().toLocaleDateString("en-US", { dateStyle: "medium" }));
    expect(local).toBe(dateIn(BROWSER_ZONE));
    await page.getByText(dateIn(DEFAULT_TIME_ZONE)).locator("visible=true").first().waitFor();
    await page.goto(
      `${shop.url}/checkout/confirmation?order_id=${orderId}&payment_intent_id=${paymentIntentId}`,
    );
    await page.getByText(dateIn(DEFAULT_TIME_ZONE), { exact: true }).waitFor();

    await signIn(page, shop);
    const today = tellMoment(now, DEFAULT_TIME_ZONE, "date");
    await page
      .getByRole("row")
      .filter({ hasText: customer.name })
      .getByText(today, { exact: true })
      .waitFor();
    await page.goto(`${shop.url}/admin/orders/${orderId}`);
    await page.getByText(`Placed ${today}`).waitFor();
    const day = shopDay(shopNow(), DEFAULT_TIME_ZONE);
    await page.goto(`${shop.url}/admin/orders?from=${day}&to=${day}`);
    await page
      .getByRole("row")
      .filter({ hasText: customer.name })
      .getByText(today, { exact: true })
      .waitFor();
  });
});
