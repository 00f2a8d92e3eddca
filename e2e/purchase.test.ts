// The sale, from the first page to the owner's list of orders, in a real browser against the real process:
// built pages, embedded database, payment sandbox with its signed webhooks, dev mailbox.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests, DESKTOP, eventually, PHONE } from "./browser.ts";
import {
  addCap,
  addShirt,
  CAP,
  CARDS,
  type Customer,
  cartDrawer,
  confirmation,
  fillAddress,
  fillShipping,
  mailsTo,
  openOrderOf,
  payWith,
  SHIPPING,
  SHIRT,
  signIn,
} from "./journey.ts";
import { control } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";
import { toastOf } from "./storefront.ts";

const TOTAL = "$105.99";
/** The browser itself reports a card that was refused: the provider answers it with status 402. */
const CARD_REFUSED = /status of 402/;
/** The browser reports the request that the test cuts off; it may have been sent before the browser closes. */
const VERIFY_CUT_OFF = /ERR_FAILED .*verify-checkout-session/;

const shop = shopForTests();
const browser = browserForTests();

/** The URL path and name of a product in a list. */
const PRODUCT = /href="\/product\/([0-9a-f-]{36})[^"]*"[^>]*>([^<]+)</g;

async function place(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not on the page");
  return box;
}

/** The text of the page's main part, blanks joined. */
async function mainText(page: Page): Promise<string> {
  return (await page.getByRole("main").innerText()).replace(/\s+/g, " ");
}

/** What this browser has kept of a checkout: the orders it has seen, and whatever the tab still holds. */
function kept(page: Page): Promise<{ processed: string[]; session: string[] }> {
  return page.evaluate(() => ({
    processed: JSON.parse(localStorage.getItem("processedOrders") ?? "[]"),
    session: ["checkoutShippingInfo", "checkoutShippingDraft", "confirmedOrderCart"].filter(
      (key) => sessionStorage.getItem(key) !== null,
    ),
  }));
}

/** A cart with one of each of these hats, as the browser stores it. */
/** Each as it is and in L: the shop keeps what it sells. */
async function fillCart(page: Page, products: { id: string; name: string }[]): Promise<void> {
  const lines = products.flatMap(({ id, name }) =>
    [null, "L"].map((selectedOption) => ({
      product: { id, name, image: null, price: 2_800, salePrice: null, available: 3 },
      quantity: 1,
      selectedOption,
    })),
  );
  await page.goto(`${shop.url}/about`);
  await page.evaluate((text) => localStorage.setItem("cart", text), JSON.stringify({ lines }));
}

async function oneConfirmationMail(customer: Customer): Promise<void> {
  await eventually(async () => expect(await mailsTo(shop, customer.email)).toHaveLength(1));
  // A second one would follow the webhook or the next round of the worker.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const mails = await mailsTo(shop, customer.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to.name).toBe(customer.name);
  for (const text of [CAP.name, `${SHIRT.name} (${SHIRT.size})`, TOTAL])
    expect(mails[0]?.text).toContain(text);
}

describe.each([
  { width: 390, viewport: PHONE, customer: { name: "Pat Phone", email: "pat.phone@example.com" } },
  { width: 1280, viewport: DESKTOP, customer: { name: "Dana Desk", email: "dana.desk@example.com" } },
])("at $width pixels", ({ width, viewport, customer }) => {
  test("[PY-4] [CF-3] [CF-6] [CF-7] [OD-1] a shopper buys a cap and a shirt, and the owner sees the sale", async () => {
    let orderId = "";
    await browser.visit(`purchase ${width}`, { viewport }, async ({ page }) => {
      await addCap(page, shop.url);
      await addShirt(page);
      const summary = (await cartDrawer(page).innerText()).replace(/\s+/g, " ");
      for (const text of [CAP.name, CAP.price, SHIRT.price, `Shipping ${SHIPPING}`, `Total ${TOTAL}`]) {
        expect(summary).toContain(text);
      }
      await fillShipping(page, customer);
      await payWith(page, CARDS.succeeds);
      ({ orderId } = await confirmation(page));
      const receipt = await mainText(page);
      for (const text of [CAP.name, SHIRT.name, SHIRT.size, "$100.00", SHIPPING, TOTAL])
        expect(receipt).toContain(text);
      expect(receipt).not.toContain(customer.email);
      expect(await page.getByTestId("cart-count").count()).toBe(0);
      expect(await kept(page)).toEqual({ processed: [orderId], session: [] });
      // Only what was not seen before is told.
      await page.reload();
      expect((await confirmation(page)).orderId).toBe(orderId);
      expect(await kept(page)).toEqual({ processed: [orderId], session: [] });
      await page.getByRole("link", { name: "Continue Shopping" }).first().click();
      await page.waitForURL("**/shop");
      expect(await toastOf(page).count()).toBe(0);
    });

    await browser.visit(`owner ${width}`, { viewport }, async ({ page }) => {
      await signIn(page, shop);
      await openOrderOf(page, shop, customer);
      expect(page.url()).toContain(orderId);
      const detail = await mainText(page);
      for (const text of [customer.name, customer.email, "18 Fairway Drive", "Phoenix", "85001"]) {
        expect(detail).toContain(text);
      }
      for (const text of [CAP.name, SHIRT.name, SHIRT.size, SHIPPING, TOTAL]) expect(detail).toContain(text);
    });

    await oneConfirmationMail(customer);
  });
});

test("[CK-2] two columns, and a long list that scrolls within 400 pixels", async () => {
  const products = [...(await (await fetch(`${shop.url}/shop`)).text()).matchAll(PRODUCT)];
  await browser.visit("long cart", {}, async ({ page }) => {
    await fillCart(
      page,
      products.map(([, id = "", name = ""]) => ({ id, name })),
    );
    await page.goto(`${shop.url}/checkout`);
    const summary = page.getByRole("region", { name: "Order Summary" });
    await summary.getByRole("heading", { name: "Order Summary" }).waitFor();
    const list = summary.getByRole("list", { name: "Items" });
    expect(await list.getByRole("listitem").count()).toBeGreaterThan(8);
    const [height, whole] = await list.evaluate((element) => [element.clientHeight, element.scrollHeight]);
    expect(height).toBe(400);
    expect(whole).toBeGreaterThan(400);
    await list.getByRole("listitem").last().scrollIntoViewIfNeeded();
    expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);

    const title = await place(page.getByRole("heading", { level: 1, name: "Checkout", exact: true }));
    const form = await place(page.getByRole("form", { name: "Shipping Information" }));
    const right = await place(summary);
    expect(title.x).toBeCloseTo(form.x, 0);
    expect(right.x).toBeGreaterThan(form.x + form.width);
    expect(right.y).toBeLessThan(form.y + form.height);
  });
});

test("[CK-4] the address is kept in the tab when it is submitted, and is in the form again after a reload", async () => {
  await browser.visit("kept address", { viewport: PHONE }, async ({ page }) => {
    await addCap(page, shop.url);
    await page.getByRole("button", { name: /^Open cart/ }).click();
    const stored = () => page.evaluate(() => sessionStorage.getItem("checkoutShippingInfo"));
    await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    await page.waitForURL("**/checkout");
    // 'Added to cart' has been heard, and would lie over the form.
    expect(await page.locator(".toast").count()).toBe(0);
    expect(await stored()).toBeNull();
    await fillAddress(page, { name: "Kit Kept", email: "kit@example.com" });
    expect(JSON.parse((await stored()) ?? "null")).toMatchObject({
      name: "Kit Kept",
      email: "kit@example.com",
      address1: "18 Fairway Drive",
      city: "Phoenix",
      state: "AZ",
      postalCode: "85001",
    });
    // Without the payment that was begun the page starts with its form.
    await page.evaluate(() => localStorage.removeItem("openCheckout"));
    await page.reload();
    const form = page.getByRole("form", { name: "Shipping Information" });
    await form.getByRole("button", { name: "Continue to Payment" }).waitFor();
    for (const [label, value] of [
      ["Email", "kit@example.com"],
      ["Full name", "Kit Kept"],
      ["Address", "18 Fairway Drive"],
      ["City", "Phoenix"],
      ["State", "AZ"],
      ["ZIP code", "85001"],
    ] as const) {
      expect(await form.getByLabel(label, { exact: label === "Address" }).inputValue(), label).toBe(value);
    }
  });
});

test("[PY-6] [CF-6] an order that this browser calls done and has no address of is made all the same", async () => {
  const customer = { name: "Mo Missing", email: "mo.missing@example.com" };
  let orderId = "";
  await browser.visit("nothing kept", { viewport: PHONE }, async ({ page }) => {
    await addCap(page, shop.url);
    await page.getByRole("button", { name: /^Open cart/ }).click();
    const started = page.waitForResponse("**/functions/v1/create-payment-intent");
    await fillShipping(page, customer);
    ({ orderId } = (await (await started).json()) as { orderId: string });
    await page.evaluate((id) => {
      sessionStorage.clear();
      localStorage.setItem("processedOrders", JSON.stringify([id]));
    }, orderId);
    // Nothing but the page itself can make the order.
    await control(shop, "faults", { kind: "webhook_lost", times: 10 });
    await payWith(page, CARDS.succeeds);
    expect((await confirmation(page)).orderId).toBe(orderId);
    await control(shop, "faults/clear", {});
    expect(await mainText(page)).not.toContain("Missing shipping information");
    expect(await kept(page)).toEqual({ processed: [orderId], session: [] });
  });
  await eventually(async () => expect(await mailsTo(shop, customer.email)).toHaveLength(1));
  const [mail] = await mailsTo(shop, customer.email);
  for (const text of [customer.name, "18 Fairway Drive", "85001"]) expect(mail?.text).toContain(text);
});

test("[PY-2] [PY-3] a declined card charges nothing, and a good one then pays the same order", async () => {
  const customer = { name: "Drew Second-Try", email: "drew@example.com" };
  await browser.visit("declined", { expected: [CARD_REFUSED] }, async ({ page }) => {
    await addCap(page, shop.url);
    await addShirt(page);
    await fillShipping(page, customer);
    await payWith(page, CARDS.declined);
    await page.getByText("Your card was declined.").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/checkout");
    expect(await mailsTo(shop, customer.email)).toEqual([]);
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    await oneConfirmationMail(customer);
  });
  await browser.visit("owner after decline", {}, async ({ page }) => {
    await signIn(page, shop);
    await openOrderOf(page, shop, customer);
    expect(await mainText(page)).toContain(TOTAL);
  });
});

test("[PY-1] a card that asks for authentication pays after it was given", async () => {
  const customer = { name: "Robin Secure", email: "robin@example.com" };
  await browser.visit("authentication", {}, async ({ page }) => {
    await addCap(page, shop.url);
    await addShirt(page);
    await fillShipping(page, customer);
    await payWith(page, CARDS.authenticates);
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await confirmation(page);
  });
});

test("[PY-4] a browser that closes right after paying still leaves an order", async () => {
  const customer = { name: "Gale Gone", email: "gale@example.com" };
  await browser.visit("closed", { expected: [VERIFY_CUT_OFF] }, async ({ page, context }) => {
    await addCap(page, shop.url);
    await addShirt(page);
    await fillShipping(page, customer);
    // From here on the shop's own pages can't tell the server anything: only the provider's webhook can.
    await context.route("**/functions/v1/verify-checkout-session", (route) => route.abort());
    const paid = page.waitForResponse((response) =>
      /payment_intents\/pi_[^/]+\/confirm/.test(response.url()),
    );
    await payWith(page, CARDS.succeeds);
    expect((await paid).status()).toBe(200);
    await context.close();
  });
  await browser.visit("owner after closed browser", {}, async ({ page }) => {
    await signIn(page, shop);
    await openOrderOf(page, shop, customer);
    const detail = await mainText(page);
    for (const text of [customer.email, CAP.name, SHIRT.name, SHIRT.size, TOTAL])
      expect(detail).toContain(text);
    await oneConfirmationMail(customer);
  });
});
