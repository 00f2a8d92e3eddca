// The checkout as a place of its own: enclosed, in two steps of the browser's history, with a ZIP code that fills in
// the rest, and with the order in view from 'Pay Now' until its confirmation is drawn.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, RULES } from "#test/axe.ts";
import { browserForTests } from "./browser.ts";
import { addCap, CAP, CARDS, cartDrawer, confirmation, payWith } from "./journey.ts";
import { control } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";
import { holdBack, sidewaysScroll, toastOf, WIDTHS } from "./storefront.ts";

const CONFIRM = "**/sandbox/api/v1/payment_intents/*/confirm";
const VERIFY = "**/functions/v1/verify-checkout-session";
const CREATE = "**/functions/v1/create-payment-intent";
const CARD_REFUSED = /status of 40[02]/;
const FREE_TOTAL = "$33.99";

const shop = shopForTests();
const browser = browserForTests();

const form = (page: Page) => page.getByRole("form", { name: "Shipping Information" });
const toPaymentButton = (page: Page) => form(page).getByRole("button", { name: "Continue to Payment" });
const payNow = (page: Page) => page.getByRole("button", { name: /^Pay Now/ });
const cardNumber = (page: Page) => page.getByLabel("Card number");
const stepOf = (page: Page) => page.getByRole("list", { name: "Steps" }).locator('[aria-current="step"]');

/** From the shop to the form of the checkout, with one cap in the cart. */
async function openCheckout(page: Page): Promise<void> {
  await addCap(page, shop.url);
  await page.getByRole("button", { name: /^Open cart/ }).click();
  await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
  await toPaymentButton(page).waitFor();
}

/** Types what a ZIP code does not know. */
async function fillPerson(page: Page): Promise<void> {
  await form(page).getByLabel("Email").fill("pat@example.com");
  await form(page).getByLabel("Full name").fill("Pat Golfer");
  await form(page).getByLabel("Address", { exact: true }).fill("18 Fairway Drive");
}

async function toPayment(page: Page): Promise<void> {
  await openCheckout(page);
  await submitAddress(page);
}

/** From the open checkout to the card. */
async function submitAddress(page: Page): Promise<void> {
  await fillPerson(page);
  await form(page).getByLabel("ZIP code").fill("85251");
  await expect.poll(() => form(page).getByLabel("City").inputValue()).toBe("Scottsdale");
  await toPaymentButton(page).click();
  await cardNumber(page).waitFor();
}

async function faults(page: Page, state: string): Promise<string[]> {
  const broken = await accessibilityFaults(page, RULES);
  const found = broken.map(({ id, html }) => `${state}: ${id} ${html[0]?.slice(0, 160)}`);
  return (await sidewaysScroll(page)) > 0 ? [...found, `${state}: scrolls sideways`] : found;
}

describe.each(WIDTHS)("at $width px", ({ width, viewport }) => {
  test("[PA-3] [CK-3] [CK-4] enclosed, two named steps, a ZIP code that fills in, Back and Forward between the steps", async () => {
    await browser.visit(`steps ${width}`, { viewport }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const found: string[] = [];
      await openCheckout(page);
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
      const focused = () => page.evaluate(() => document.activeElement?.id);
      expect(await focused()).toBe(width < 1024 ? "main" : "email");

      // What is empty is asked for, and the first field stays in view.
      const top = async () => (await form(page).getByLabel("Email").boundingBox())?.y ?? 0;
      const before = await top();
      await toPaymentButton(page).click();
      await form(page).getByText("Enter your ZIP code").last().waitFor();
      expect(await focused()).toBe("email");
      if (width < 1024) expect((await top()) - before).toBeLessThan(80);
      found.push(...(await faults(page, "asked")));

      await fillPerson(page);
      const zip = form(page).getByLabel("ZIP code");
      const city = form(page).getByLabel("City");
      const state = form(page).getByLabel("State");
      await zip.pressSequentially("00000");
      await page.waitForLoadState("networkidle");
      expect([await city.inputValue(), await state.inputValue()]).toEqual(["", ""]);
      await zip.fill("");
      await zip.pressSequentially("85251");
      await expect.poll(() => city.inputValue()).toBe("Scottsdale");
      expect(await state.inputValue()).toBe("AZ");
      await expect.poll(() => form(page).getByText("Enter your city").count()).toBe(0);
      // What the shopper writes stays, also when the ZIP code changes.
      await city.fill("Old Town");
      await zip.fill("10001");
      await expect.poll(() => state.inputValue()).toBe("NY");
      expect(await city.inputValue()).toBe("Old Town");
      await zip.fill("85251-1234");
      await expect.poll(() => state.inputValue()).toBe("AZ");
      await page.reload();
      expect([await zip.inputValue(), await city.inputValue()]).toEqual(["85251-1234", "Old Town"]);

      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("create-payment-intent"))
          asked.push((request.postDataJSON() as { idempotency_key: string }).idempotency_key);
      });
      await toPaymentButton(page).click();
      await cardNumber(page).waitFor();
      expect(await stepOf(page).innerText()).toMatch(/2\s*Payment/);
      expect(await page.getByText("Items held for").count()).toBe(0);
      expect(await page.getByLabel("ZIP code").inputValue()).toBe("85251-1234");
      found.push(...(await faults(page, "payment")));
      await page.goBack();
      await toPaymentButton(page).waitFor();
      expect(await city.inputValue()).toBe("Old Town");
      expect(new URL(page.url()).hash).toBe("");
      await page.goForward();
      await cardNumber(page).waitFor();
      // The same checkout each time, never a second one.
      await page.reload();
      await cardNumber(page).waitFor();
      await page.goBack();
      await toPaymentButton(page).waitFor();
      expect(new Set(asked).size).toBe(1);
      await page.goBack();
      await page.waitForURL("**/shop?category=HATS");
      expect(found).toEqual([]);
    });
  });

  test("[CK-3] a click at the upper edge of the button counts, although the field that it leaves is wrong", async () => {
    await browser.visit(`edge ${width}`, { viewport }, async ({ page }) => {
      await openCheckout(page);
      await fillPerson(page);
      const zip = form(page).getByLabel("ZIP code");
      const message = form(page).locator("#postalCode-error");
      await form(page).getByLabel("City").fill("Phoenix");
      await form(page).getByLabel("State").selectOption("AZ");
      await zip.fill("1234");
      const button = toPaymentButton(page);
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      if (!box) throw new Error("The button has no box");
      await page.mouse.move(box.x + box.width / 2, box.y + 3);
      await page.mouse.down();
      expect(await message.count()).toBe(0);
      await page.mouse.up();
      await message.waitFor();
      await expect.poll(() => zip.evaluate((element) => element === document.activeElement)).toBe(true);

      const heights = [zip, form(page).getByLabel("City"), form(page).getByLabel("State")].map(
        async (field) => (await field.boundingBox())?.height,
      );
      expect(new Set(await Promise.all(heights)).size).toBe(1);
      // By the keyboard a field is left with its message, as before.
      await zip.fill("85251");
      await expect.poll(() => message.count()).toBe(0);
      await zip.fill("123");
      await zip.press("Tab");
      await message.waitFor();
    });
  });

  test("[PA-4] [PY-2] [PY-5] [CF-3] after Pay the order stays in view until it is confirmed, and Back changes nothing", async () => {
    await browser.visit(`after pay ${width}`, { viewport }, async ({ page }) => {
      await toPayment(page);
      const answerOfBank = await holdBack(page, CONFIRM);
      const answerOfShop = await holdBack(page, VERIFY);
      await payWith(page, CARDS.succeeds);
      await page.getByText("Processing payment via Stripe...").waitFor();
      await page.goBack();
      await page.getByText("Processing payment via Stripe...").waitFor();
      await expect.poll(() => new URL(page.url()).hash).toBe("#payment");
      answerOfBank();

      const heading = page.getByRole("heading", { name: "Payment received." });
      await heading.waitFor();
      expect(await toastOf(page).innerText()).toBe("Payment successful!");
      await page.getByText("Writing your scorecard...").waitFor();
      expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const summary = page.getByRole("region", { name: "Order Summary" });
      for (const text of [CAP.name, FREE_TOTAL])
        expect(await summary.getByText(text).filter({ visible: true }).count()).toBeGreaterThan(0);
      expect(await page.evaluate(() => localStorage.getItem("cart"))).toContain(CAP.name);
      expect(await faults(page, "received")).toEqual([]);
      await page.goBack();
      await heading.waitFor();
      const told = toastOf(page).filter({ hasText: "Order successfully created" }).innerText();
      answerOfShop();

      await confirmation(page);
      expect(await page.evaluate(() => localStorage.getItem("cart"))).toBeNull();
      expect((await told).split("\n")).toEqual(["Payment successful!", "Order successfully created"]);
      await page.goBack();
      await page.waitForURL("**/shop?category=HATS");
    });
  });
});

test("[PA-4] the ball lies still where motion is not wanted", async () => {
  await browser.visit("still", {}, async ({ page }) => {
    await toPayment(page);
    const answer = await holdBack(page, VERIFY);
    await payWith(page, CARDS.succeeds);
    const ball = page.locator(".received-ball");
    const animation = () => ball.evaluate((element) => getComputedStyle(element).animation);
    await ball.waitFor({ state: "attached" });
    expect(await animation()).toContain("1.2s");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await animation()).not.toContain("1.2s");
    answer();
    await confirmation(page);
  });
});

test("[PY-3] each message about a card stands in one place and goes when the card is corrected", async () => {
  await browser.visit("card messages", { expected: [CARD_REFUSED] }, async ({ page }) => {
    await toPayment(page);
    await payNow(page).click();
    await page.getByText("Your card number is incomplete.").waitFor();
    expect(await page.getByText("Your card number is incomplete.").count()).toBe(1);
    expect(await page.getByText("try another card").count()).toBe(0);
    await payWith(page, CARDS.declined);
    await page.getByText("Your card was declined.").waitFor();
    await cardNumber(page).fill(CARDS.authenticates);
    expect(await page.getByText("Your card was declined.").count()).toBe(0);
    await payNow(page).click();
    await page.getByRole("button", { name: "Fail authentication" }).click();
    await page
      .getByText("Your bank didn't confirm the payment. Nothing was charged. Try again or use another card.")
      .waitFor();
    expect(await page.getByText("An unexpected error occurred").count()).toBe(0);
  });
});

test("[PA-3] a cart that the shopper changes beside the payment is a note, and priced anew", async () => {
  await browser.visit("edited cart", {}, async ({ page }) => {
    await toPayment(page);
    await page.getByRole("banner").getByRole("button", { name: "Back to cart" }).click();
    await cartDrawer(page)
      .getByRole("button", { name: /^Increase/ })
      .click();
    await page.keyboard.press("Escape");
    const note = page.getByRole("status").filter({ hasText: "Your cart has changed" });
    await note.getByText("The total is now $61.99.").waitFor();
    expect(await page.getByText("Checkout Error").count()).toBe(0);
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    await toPaymentButton(page).click();
    await page.getByRole("button", { name: "Pay Now $61.99" }).waitFor();
  });
});

test("[CA-4] a price that changes beside the payment is told before anything is paid", async () => {
  await browser.visit("another price", {}, async ({ page, context }) => {
    await toPayment(page);
    const other = await context.newPage();
    await other.goto(shop.url);
    await other.evaluate(() => {
      const cart = localStorage.getItem("cart") ?? "";
      localStorage.setItem("cart", cart.replace(/"price":\d+/, '"price":2500'));
    });
    await page.getByRole("status").filter({ hasText: "Your cart has changed" }).waitFor();
    await toPaymentButton(page).waitFor();
  });
});

test("[PY-3] a browser that keeps nothing buys all the same", async () => {
  // The router's own script in the page's head complains.
  await browser.visit(
    "no storage",
    { expected: [/SecurityError: denied/, /^uncaught: $/] },
    async ({ page }) => {
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
    },
  );
});

test("[CF-3] a payment that the bank refuses after all brings the cart back, and nothing is called confirmed", async () => {
  await browser.visit("processing, failed", {}, async ({ page }) => {
    await toPayment(page);
    await control(shop, "faults", { kind: "payment_processing", settleAfterMs: null });
    await payWith(page, CARDS.succeeds);
    await page.getByRole("heading", { name: "Order received" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("cart"))).toBeNull();
    const id = new URL(page.url()).searchParams.get("payment_intent_id");
    await control(shop, `payments/${id}/settle`, { outcome: "failed" });
    await page.getByText("nothing was charged. Your cart is as you left it").waitFor();
    expect(await page.getByText("Order confirmed").count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("cart"))).toContain(CAP.name);
    await page.getByRole("link", { name: "Return to checkout" }).click();
    await toPaymentButton(page).waitFor();
  });
});

test("[PA-3] Back before the payment is ready leads to the address, and the answer that comes then to nothing else", async () => {
  await browser.visit("early back", {}, async ({ page }) => {
    await toPayment(page);
    const answer = await holdBack(page, CREATE);
    const asked = page.waitForRequest(CREATE);
    await page.reload();
    await asked;
    await page.goBack();
    answer();
    await toPaymentButton(page).waitFor();
    expect(new URL(page.url()).hash).toBe("");
    expect(await payNow(page).count()).toBe(0);
  });
});

test("[PY-8] a request that never arrived does not make the browser forget the checkout that holds its pieces", async () => {
  const expected = [/ERR_FAILED/];
  await browser.visit("lost request", { expected }, async ({ page }) => {
    const asked: { order_id: string; supersedes: string | null }[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/create-payment-intent")) asked.push(request.postDataJSON());
    });
    await toPayment(page);
    await page.goBack();
    await form(page).getByLabel("Full name").fill("Pat Golfer Jr.");
    await page.route(CREATE, (route) => route.abort());
    await toPaymentButton(page).click();
    await page.getByText("Unable to process payment. Please try again later.").first().waitFor();
    await page.unroute(CREATE);
    await page.reload();
    await toPaymentButton(page).waitFor();
    await form(page).getByLabel("Full name").fill("Pat Golfer III");
    await toPaymentButton(page).click();
    await cardNumber(page).waitFor();
    const [first, lost, ...more] = asked;
    expect(lost?.supersedes).toBe(first?.order_id);
    expect(more.at(-1)?.supersedes).toBe(first?.order_id);
  });
});

test("[DC-1] the answer about a code leaves the focus with who types elsewhere by then", async () => {
  await browser.visit("late code", {}, async ({ page }) => {
    await openCheckout(page);
    await page.getByRole("button", { name: "Have a code?" }).click();
    const code = page.getByLabel("Code", { exact: true });
    const apply = page.getByRole("button", { name: "Apply" });
    await code.fill("nope");
    const answer = await holdBack(page, "**/functions/v1/refresh-cart");
    await apply.click();
    const email = form(page).getByLabel("Email");
    await email.pressSequentially("pat");
    answer();
    await page.getByText("NOPE is not a code of this shop.").waitFor();
    await page.keyboard.type("@example.com");
    expect([await email.inputValue(), await code.inputValue()]).toEqual(["pat@example.com", "nope"]);
    await apply.click();
    await expect.poll(() => code.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

test("[PA-3] an address that is sent before its ZIP code is known has not the place of another one", async () => {
  await browser.visit("corrected ZIP", {}, async ({ page }) => {
    await openCheckout(page);
    await fillPerson(page);
    const zip = form(page).getByLabel("ZIP code");
    const city = form(page).getByLabel("City");
    await zip.fill("85251");
    await expect.poll(() => city.inputValue()).toBe("Scottsdale");
    const answer = await holdBack(page, "**/functions/v1/zip-places/100");
    await zip.fill("10001");
    await toPaymentButton(page).click();
    await form(page).getByText("Enter your city").last().waitFor();
    answer();
    await expect.poll(() => city.inputValue()).toBe("New York");
    expect(await form(page).getByLabel("State").inputValue()).toBe("NY");
    await expect.poll(() => form(page).getByText("Enter your city").count()).toBe(0);
    await toPaymentButton(page).click();
    await cardNumber(page).waitFor();
  });
});

test("[PA-3] a payment of the last minutes says how long the items are held", async () => {
  await browser.visit("hurry", {}, async ({ page }) => {
    await openCheckout(page);
    await page.clock.install();
    await submitAddress(page);
    expect(await page.getByText("Items held for").count()).toBe(0);
    await page.clock.fastForward("12:30");
    await page.getByText(/Items held for 2:\d\d/).waitFor();
  });
});

test("without scripts the checkout says what it needs and pretends nothing", async () => {
  const html = await (await fetch(`${shop.url}/checkout`)).text();
  expect(html).toContain("Checking out needs JavaScript");
  await browser.visit("no scripts", {}, async ({ context }) => {
    const running = context.browser();
    if (!running) throw new Error("The browser is not running");
    const quiet = await running.newContext({ javaScriptEnabled: false });
    const page = await quiet.newPage();
    await page.goto(`${shop.url}/checkout`);
    expect(await page.getByText("Processing your request...").isVisible()).toBe(false);
    expect(await page.locator(".skeleton").first().isVisible()).toBe(false);
    expect(await page.getByRole("main").innerText()).toContain("Checking out needs JavaScript");
    expect(await page.getByRole("link", { name: "Back to the shop" }).isVisible()).toBe(true);
    await quiet.close();
  });
});
