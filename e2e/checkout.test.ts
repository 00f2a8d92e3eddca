// The checkout in a browser: its own header, two steps in the browser's history, a ZIP code that fills in the rest, and
// the order in view from 'Pay Now' until the confirmation is rendered. The rules of each step are tested with
// checkout-flow.ts; here a shopper walks through them.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, expectSound } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "#test/browser/browser.ts";
import {
  CAP,
  CARDS,
  cartDrawer,
  confirmation,
  openCartWithCap,
  payNow,
  payWith,
} from "#test/browser/journey.ts";
import { control } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import { holdBack, toastOf } from "#test/browser/storefront.ts";

const CONFIRM = "**/sandbox/api/v1/payment_intents/*/confirm";
const VERIFY = "**/functions/v1/verify-checkout-session";
const CREATE = "**/functions/v1/create-payment-intent";
const HOLD = "**/functions/v1/hold-at-pay";
const REFUSED = /status of 4\d\d/;
const TOTAL = "$33.99";
/** The URL path and name of a product in a list. */
const PRODUCT = /href="\/product\/([0-9a-f-]{36})[^"]*"[^>]*>([^<]+)</g;

const shop = shopForTests();
const browser = browserForTests();

const form = (page: Page) => page.getByRole("form", { name: "Shipping Information" });
const toPaymentButton = (page: Page) => form(page).getByRole("button", { name: "Continue to Payment" });
const cardNumber = (page: Page) => page.getByLabel("Card number");
const stepOf = (page: Page) => page.getByRole("list", { name: "Steps" }).locator('[aria-current="step"]');
const banner = (page: Page) => page.getByRole("alert").filter({ hasText: "Checkout Error" });
const note = (page: Page) => page.getByRole("status").filter({ hasText: "Your cart has changed" });
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
const hash = (page: Page) => new URL(page.url()).hash;
const storedCart = (page: Page) => page.evaluate(() => localStorage.getItem("cart"));

/** From the list of hats to the checkout form, with one cap in the cart. */
async function openCheckout(page: Page): Promise<void> {
  await openCartWithCap(page, shop.url);
  await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
  await toPaymentButton(page).waitFor();
}

/** Types what the ZIP code does not fill in. */
async function fillPerson(page: Page): Promise<void> {
  await form(page).getByLabel("Email").fill("pat@example.com");
  await form(page).getByLabel("Full name").fill("Pat Golfer");
  await form(page).getByLabel("Address", { exact: true }).fill("18 Fairway Drive");
}

async function toPayment(page: Page): Promise<void> {
  await openCheckout(page);
  await submitAddress(page);
}

/** From the open checkout to the card form. */
async function submitAddress(page: Page): Promise<void> {
  await fillPerson(page);
  await form(page).getByLabel("ZIP code").fill("85251");
  await expect.poll(() => form(page).getByLabel("City").inputValue()).toBe("Scottsdale");
  await toPaymentButton(page).click();
  await cardNumber(page).waitFor();
}

test("[PA-3] [CK-3] the address step asks for empty fields, and a ZIP code fills in city and state", async () => {
  await browser.visit("address step", { viewport: PHONE }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openCheckout(page);
    // "Added to cart" has been read, and would cover the form.
    expect(await toastOf(page).count()).toBe(0);
    expect(await page.getByRole("banner").getByRole("link").count()).toBe(1);
    const help = page.getByRole("contentinfo").getByRole("link");
    expect(await help.allInnerTexts()).toEqual([
      "Shipping & returns",
      "Privacy",
      "Terms",
      "Contact",
      expect.stringContaining("@"),
    ]);
    expect(await stepOf(page).innerText()).toMatch(/1\s*Address/);
    expect(await focusedId(page)).toBe("main");

    const top = async () => (await form(page).getByLabel("Email").boundingBox())?.y ?? 0;
    const before = await top();
    await toPaymentButton(page).click();
    await form(page).getByText("Postal code must be at least 5 characters").last().waitFor();
    expect(await focusedId(page)).toBe("email");
    expect((await top()) - before, "the first field stays in view").toBeLessThan(80);

    await fillPerson(page);
    const [zip, city, state] = ["ZIP code", "City", "State"].map((label) => form(page).getByLabel(label)) as [
      ReturnType<Page["getByLabel"]>,
      ReturnType<Page["getByLabel"]>,
      ReturnType<Page["getByLabel"]>,
    ];
    await zip.pressSequentially("00000");
    await page.waitForLoadState("networkidle");
    expect([await city.inputValue(), await state.inputValue()]).toEqual(["", ""]);
    await zip.fill("");
    await zip.pressSequentially("85251");
    await expect.poll(() => city.inputValue()).toBe("Scottsdale");
    expect(await state.inputValue()).toBe("AZ");
    await expect.poll(() => form(page).getByText("City must be at least 2 characters").count()).toBe(0);

    // An address submitted before its ZIP code is looked up does not keep another one's city.
    const places = await holdBack(page, "**/functions/v1/zip-places/100");
    await zip.fill("10001");
    await toPaymentButton(page).click();
    await form(page).getByText("City must be at least 2 characters").last().waitFor();
    places();
    await expect.poll(() => city.inputValue()).toBe("New York");
    expect(await state.inputValue()).toBe("NY");
    await expect.poll(() => form(page).getByText("City must be at least 2 characters").count()).toBe(0);

    // What the shopper types stays, even when the ZIP code changes.
    await city.fill("Old Town");
    await zip.fill("85251-1234");
    await expect.poll(() => state.inputValue()).toBe("AZ");
    await page.reload();
    expect([await zip.inputValue(), await city.inputValue()]).toEqual(["85251-1234", "Old Town"]);

    // A click at the upper edge of the button counts, even though the message of the field that loses focus moves the
    // button.
    await zip.fill("1234");
    const message = form(page).locator("#postalCode-error");
    await toPaymentButton(page).scrollIntoViewIfNeeded();
    const box = await toPaymentButton(page).boundingBox();
    if (!box) throw new Error("The button has no box");
    await page.mouse.move(box.x + box.width / 2, box.y + 3);
    await page.mouse.down();
    expect(await message.count()).toBe(0);
    await page.mouse.up();
    await message.waitFor();
    await expect.poll(() => focusedId(page)).toBe("postalCode");
    const heights = [zip, city, state].map(async (field) => (await field.boundingBox())?.height);
    expect(new Set(await Promise.all(heights)).size).toBe(1);
    // Leaving a field by keyboard shows its message.
    await zip.fill("85251");
    await expect.poll(() => message.count()).toBe(0);
    await zip.fill("123");
    await zip.press("Tab");
    await message.waitFor();
  });
});

test("[CK-3] [DC-1] [kind: awaited answer] a complete form shows no error while it is sent, and a refusal is visible", async () => {
  await browser.visit("awaited", { viewport: PHONE, expected: [REFUSED] }, async ({ page }) => {
    await openCheckout(page);
    await fillPerson(page);
    await form(page).getByLabel("City").fill("Scottsdale");
    await form(page).getByLabel("State").selectOption("AZ");
    const answered = Promise.withResolvers<void>();
    await page.route(CREATE, async (route) => {
      await answered.promise;
      const error = {
        code: "discount_refused",
        message: "SUMMER has ended.",
        details: { totals: { total: 3_399 } },
      };
      await route.fulfill({ status: 409, json: { error } });
    });
    await form(page).getByLabel("ZIP code").pressSequentially("85251");
    await toPaymentButton(page).click();
    await form(page).getByRole("button", { name: "Processing..." }).waitFor();
    // The check on blur runs after the press.
    await page.waitForTimeout(300);
    const wrong = form(page).locator('[aria-invalid="true"]');
    expect(await wrong.count()).toBe(0);
    answered.resolve();
    const refusal = page.getByRole("status").filter({ hasText: "SUMMER has ended." });
    await refusal.waitFor();
    await expect.poll(() => refusal.evaluate((element) => element === document.activeElement)).toBe(true);
    const box = await refusal.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(await wrong.count()).toBe(0);
  });
});

test("[CK-2] [DC-1] on a desktop: two columns, a list that scrolls within 400 pixels, and a code that keeps the focus", async () => {
  const html = await (await fetch(`${shop.url}/shop`)).text();
  const lines = [...html.matchAll(PRODUCT)].flatMap(([, id = "", name = ""]) =>
    // Each one unchanged and in L: the shop merges what it sells.
    [null, "L"].map((selectedOption) => ({
      product: { id, name, image: null, price: 2_800, salePrice: null, available: 3 },
      quantity: 1,
      selectedOption,
    })),
  );
  await browser.visit("desk", { viewport: DESKTOP }, async ({ page }) => {
    await page.goto(`${shop.url}/about`);
    await page.evaluate((cart) => localStorage.setItem("cart", cart), JSON.stringify({ lines }));
    await page.goto(`${shop.url}/checkout`);
    const summary = page.getByRole("region", { name: "Order Summary" });
    const list = summary.getByRole("list", { name: "Items" });
    await list.waitFor();
    expect(await focusedId(page)).toBe("email");
    expect(await list.getByRole("listitem").count()).toBeGreaterThan(8);
    const [height, whole] = await list.evaluate((element) => [element.clientHeight, element.scrollHeight]);
    expect(height).toBe(400);
    expect(whole).toBeGreaterThan(400);
    await list.getByRole("listitem").last().scrollIntoViewIfNeeded();
    expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    const [title, left, right] = await Promise.all(
      [page.getByRole("heading", { level: 1, name: "Checkout", exact: true }), form(page), summary].map(
        async (part) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
      ),
    );
    if (!title || !left || !right) throw new Error("A part is not on the page");
    expect(title.x).toBeCloseTo(left.x, 0);
    expect(right.x).toBeGreaterThan(left.x + left.width);
    expect(right.y).toBeLessThan(left.y + left.height);

    await page.getByRole("button", { name: "Have a code?" }).click();
    const code = page.getByLabel("Code", { exact: true });
    const email = form(page).getByLabel("Email");
    await code.fill("nope");
    const answer = await holdBack(page, "**/functions/v1/refresh-cart");
    await page.getByRole("button", { name: "Apply" }).click();
    await email.pressSequentially("pat");
    answer();
    await page.getByText("NOPE isn't a valid code.").waitFor();
    await page.keyboard.type("@example.com");
    expect([await email.inputValue(), await code.inputValue()]).toEqual(["pat@example.com", "nope"]);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => code.evaluate((element) => element === document.activeElement)).toBe(true);
    // A code that is left in its field counts like one that is applied.
    await code.fill("later");
    await email.focus();
    await page.getByText("LATER isn't a valid code.").waitFor();
  });
});

test("[PA-3] [CK-4] the payment step is a history entry: Back, Forward, and a reload, always for one checkout", async () => {
  await browser.visit("payment step", { viewport: PHONE }, async ({ page }) => {
    const stored = () => page.evaluate(() => sessionStorage.getItem("checkoutShippingInfo"));
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/create-payment-intent"))
        asked.push((request.postDataJSON() as { idempotency_key: string }).idempotency_key);
    });
    await openCheckout(page);
    expect(await stored()).toBeNull();
    await submitAddress(page);
    expect(JSON.parse((await stored()) ?? "null")).toMatchObject({
      name: "Pat Golfer",
      email: "pat@example.com",
      address1: "18 Fairway Drive",
      city: "Scottsdale",
      state: "AZ",
      postalCode: "85251",
    });
    expect(await stepOf(page).innerText()).toMatch(/2\s*Payment/);
    expect(await page.getByText("Items held for").count()).toBe(0);
    expect(await page.getByLabel("ZIP code").inputValue()).toBe("85251");
    await page.goBack();
    await toPaymentButton(page).waitFor();
    expect(await form(page).getByLabel("City").inputValue()).toBe("Scottsdale");
    expect(hash(page)).toBe("");
    await page.goForward();
    await cardNumber(page).waitFor();
    await page.reload();
    await cardNumber(page).waitFor();

    // Back before the payment is ready leads to the address, and a late response changes nothing.
    const answer = await holdBack(page, CREATE);
    const isAsked = page.waitForRequest(CREATE);
    await page.reload();
    await isAsked;
    await page.goBack();
    answer();
    await toPaymentButton(page).waitFor();
    expect(hash(page)).toBe("");
    expect(await payNow(page).count()).toBe(0);
    expect(new Set(asked).size, "one checkout").toBe(1);

    await page.unroute(CREATE);
    await page.goBack();
    await page.waitForURL("**/shop?category=HATS");

    // In its last minutes the payment shows how long the items are held. A page whose clock changes while it runs waits
    // for times in the past, so it is reopened.
    await page.clock.install();
    await page.goto(`${shop.url}/checkout`);
    await cardNumber(page).waitFor();
    await page.clock.fastForward("12:30");
    await page.getByText(/Items held for [12]:\d\d/).waitFor();

    // Without the payment in progress, the page starts with the saved address.
    await page.evaluate(() => localStorage.removeItem("openCheckout"));
    await page.reload();
    await toPaymentButton(page).waitFor();
    expect(await form(page).getByLabel("Full name").inputValue()).toBe("Pat Golfer");
    expect(await form(page).getByLabel("ZIP code").inputValue()).toBe("85251");
  });
});

test("[PA-3] [CA-4] a cart that changes during the payment, here or in another tab, shows a note", async () => {
  await browser.visit("changed cart", { viewport: PHONE }, async ({ page, context }) => {
    await toPayment(page);
    await page.getByRole("banner").getByRole("button", { name: "Back to cart" }).click();
    await cartDrawer(page)
      .getByRole("button", { name: /^Increase/ })
      .click();
    await page.keyboard.press("Escape");
    await note(page).getByText("The total is now $61.99.").waitFor();
    expect(await banner(page).count()).toBe(0);
    await expect.poll(() => hash(page)).toBe("");
    await toPaymentButton(page).click();
    await page.getByRole("button", { name: "Pay Now $61.99" }).waitFor();

    const other = await context.newPage();
    await other.goto(`${shop.url}/about`);
    const inOtherTab = (from: string, to: string) =>
      other.evaluate(
        ([old, changed]) =>
          localStorage.setItem(
            "cart",
            (localStorage.getItem("cart") ?? "").replace(old ?? "", changed ?? ""),
          ),
        [from, to],
      );
    await inOtherTab('"salePrice":2800', '"salePrice":2500');
    await note(page).waitFor();
    await toPaymentButton(page).waitFor();
  });
});

test("[PY-8] items not held yet say that they are reserved at Pay, are refused there without a charge, and are bought when they can be held", async () => {
  const options = { viewport: PHONE, expected: [REFUSED] };
  await browser.visit("reserved at Pay", options, async ({ page }) => {
    await page.route(CREATE, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), isHeld: false } });
    });
    await toPayment(page);
    await page.getByText("Reserved when you pay").filter({ visible: true }).waitFor();
    const sold = { error: { code: "out_of_stock", message: "", details: { lines: [] } } };
    await page.route(HOLD, (route) => route.fulfill({ status: 409, json: sold }));
    let confirmed = 0;
    await page.route(CONFIRM, (route) => {
      confirmed += 1;
      return route.continue();
    });
    await payWith(page, CARDS.succeeds);
    await banner(page).getByText("Nothing was charged.").waitFor();
    expect(confirmed).toBe(0);
    await page.unroute(HOLD);
    await toPaymentButton(page).click();
    const held = page.waitForResponse(HOLD);
    await payWith(page, CARDS.succeeds);
    expect((await held).status()).toBe(200);
    await confirmation(page);
    expect(confirmed).toBe(1);
  });
});

/** The checkout as a live shop serves it, with unreachable functions. */
async function breakLiveShop(page: Page): Promise<void> {
  await page.route(`${shop.url}/checkout`, async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    const demo = await response.text();
    const body = demo.replace(String.raw`\"mode\",\"sandbox\"`, String.raw`\"mode\",\"live\"`);
    expect(body).not.toBe(demo);
    await route.fulfill({ response, headers, body });
  });
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.route(CREATE, (route) => route.fulfill({ status: 404, body: "Not found" }));
}

test("[CK-6] [CK-7] in live mode only the signed-in owner sees the setup advice", async () => {
  const options = { viewport: PHONE, expected: [REFUSED] };
  await browser.visit("live setup", options, async ({ page, context }) => {
    const advice = banner(page).getByText("Edge Functions Not Deployed");
    await breakLiveShop(page);
    await openCheckout(page);
    await page.goto(`${shop.url}/checkout`);
    await fillPerson(page);
    await form(page).getByLabel("ZIP code").fill("85251");
    await expect.poll(() => form(page).getByLabel("City").inputValue()).toBe("Scottsdale");
    await toPaymentButton(page).click();
    await banner(page).getByText("Unable to process payment. Please try again later.").waitFor();
    await banner(page).getByText("Nothing was charged and your cart is saved.").waitFor();
    expect(await advice.count()).toBe(0);
    await enterBackOffice(context, shop);
    await page.reload();
    await toPaymentButton(page).click();
    await advice.waitFor();
  });
});

test("[PA-4] [PY-2] [PY-5] [CF-3] after Pay the order stays in view until it is confirmed, and Back changes nothing", async () => {
  await browser.visit("after pay", { viewport: PHONE }, async ({ page }) => {
    await toPayment(page);
    const answerOfBank = await holdBack(page, CONFIRM);
    const answerOfShop = await holdBack(page, VERIFY);
    await payWith(page, CARDS.succeeds);
    const paying = page.getByText("Processing payment via Stripe...");
    await paying.waitFor();
    await page.goBack();
    await paying.waitFor();
    await expect.poll(() => hash(page)).toBe("#payment");
    answerOfBank();

    const heading = page.getByRole("heading", { name: "Payment received." });
    await heading.waitFor();
    expect(await toastOf(page).innerText()).toBe("Payment successful!");
    await page.getByText("Preparing your confirmation...").waitFor();
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // The ball does not move with reduced motion.
    const animation = () =>
      page.locator(".received-ball").evaluate((element) => getComputedStyle(element).animation);
    expect(await animation()).toContain("1.2s");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await animation()).not.toContain("1.2s");
    const summary = page.getByRole("region", { name: "Order Summary" });
    for (const text of [CAP.name, TOTAL])
      expect(await summary.getByText(text).filter({ visible: true }).count()).toBeGreaterThan(0);
    expect(await storedCart(page)).toContain(CAP.name);
    await expectSound(page, "payment received");
    await page.goBack();
    await heading.waitFor();
    const told = toastOf(page).filter({ hasText: "Order successfully created" }).innerText();
    answerOfShop();

    await confirmation(page);
    expect(await storedCart(page)).toBeNull();
    expect((await told).split("\n")).toEqual(["Payment successful!", "Order successfully created"]);
    await page.goBack();
    await page.waitForURL("**/shop?category=HATS");
  });
});

test("[CF-3] a payment that the bank declines later restores the cart, and nothing says confirmed", async () => {
  await browser.visit("processing, failed", {}, async ({ page }) => {
    await toPayment(page);
    await control(shop, "faults", { kind: "payment_processing", settleAfterMs: null });
    await payWith(page, CARDS.succeeds);
    await page.getByRole("heading", { name: "Order received" }).waitFor();
    expect(await storedCart(page)).toBeNull();
    const id = new URL(page.url()).searchParams.get("payment_intent_id");
    await control(shop, `payments/${id}/settle`, { outcome: "failed" });
    await page.getByText("nothing was charged. Your cart is just as you left it").waitFor();
    expect(await page.getByText("Order confirmed").count()).toBe(0);
    expect(await storedCart(page)).toContain(CAP.name);
    await page.getByRole("link", { name: "Return to checkout" }).click();
    await toPaymentButton(page).waitFor();
  });
});

test("[TR-4] five declines end the payment, and a new one is offered", async () => {
  await browser.visit("declined out", { expected: [REFUSED] }, async ({ page }) => {
    await toPayment(page);
    for (let tries = 1; tries <= 5; tries += 1) {
      const asked = page.waitForResponse(VERIFY);
      await payWith(page, CARDS.declined);
      await asked;
    }
    const ended = page.getByRole("alert").filter({ hasText: "too many cards were declined" });
    await ended.getByRole("button", { name: "Start a new payment" }).click();
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
  });
});

test("[PY-3] a browser that stores nothing can still buy", async () => {
  // The router's own script in the page's head reports an error.
  const expected = [/SecurityError: denied/, /^uncaught: $/];
  await browser.visit("no storage", { expected }, async ({ page }) => {
    await page.addInitScript(() => {
      const denied = {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      };
      Object.defineProperty(window, "localStorage", denied);
      Object.defineProperty(window, "sessionStorage", denied);
    });
    await toPayment(page);
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
  });
});

test("without scripts the checkout says that it needs them", async () => {
  await browser.visit("no scripts", {}, async ({ context }) => {
    const quiet = await context.browser()?.newContext({ javaScriptEnabled: false });
    const page = await quiet?.newPage();
    if (!quiet || !page) throw new Error("no second context");
    await page.goto(`${shop.url}/checkout`);
    expect(await page.getByText("Processing your request...").isVisible()).toBe(false);
    expect(await page.locator(".skeleton").first().isVisible()).toBe(false);
    expect(await page.getByRole("main").innerText()).toContain("Checkout needs JavaScript");
    expect(await page.getByRole("link", { name: "Back to the shop" }).isVisible()).toBe(true);
    await quiet.close();
  });
});
