// The cart and its drawer in a browser: tabs, storage, focus, and messages. Unit tests in src/domain/cart and
// src/web/storefront/cart prove its rules.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserForTests, eventually } from "#test/browser/browser.ts";
import { CAP, cartDrawer, SHIRT } from "#test/browser/journey.ts";
import { productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";
import {
  BROKEN_REQUEST,
  cartButton,
  seesToast,
  sidewaysScroll,
  toastOf,
  WIDTHS,
} from "#test/browser/storefront.ts";

const shop = shopForTests();
const browser = browserForTests();
const [phone, desktop] = WIDTHS.map(({ viewport }) => viewport);
/** 27 are in stock. */
let capId: string;
/** Size 2XL is sold out. */
let shirtId: string;
/** Three are in stock. */
const LOW = "Tree Line Rope Cap";
let lowId: string;

beforeAll(async () => {
  capId = await productIdOf(shop, CAP.name);
  shirtId = await productIdOf(shop, SHIRT.name, "SHIRTS");
  lowId = await productIdOf(shop, LOW);
});

type Line = { id: string; name: string; quantity?: number; price?: number; option?: string };

/** A line as the shop itself stores it. */
function stored({ id, name, quantity = 1, price = 2_800, option }: Line) {
  const product = { id, name, image: null, price, salePrice: null, available: 99 };
  return { product, quantity, selectedOption: option ?? null };
}
const cap = (quantity = 1) => stored({ id: capId, name: CAP.name, quantity });

/** Opens a page in a browser with this content stored under `cart`. */
async function openedWith(page: Page, value: unknown): Promise<void> {
  const empty = `${shop.url}/empty`;
  const body = '<!doctype html><link rel="icon" href="data:,">';
  await page.route(empty, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(empty);
  await page.evaluate(
    (text) => localStorage.setItem("cart", text),
    typeof value === "string" ? value : JSON.stringify(value),
  );
  await page.goto(`${shop.url}/about`);
}

const inStorage = (page: Page) => page.evaluate(() => localStorage.getItem("cart"));
const quantities = async (page: Page) =>
  (JSON.parse((await inStorage(page)) ?? '{"lines":[]}').lines as { quantity: number }[]).map(
    (line) => line.quantity,
  );

const rows = (page: Page) =>
  cartDrawer(page).getByRole("list", { name: "Items in your cart" }).getByRole("listitem");
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const more = (page: Page, name: string) =>
  rowOf(page, name).getByRole("button", { name: "Increase quantity" });
const addButton = (page: Page) =>
  page.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" });

async function openDrawer(page: Page): Promise<void> {
  await cartButton(page).click();
  await cartDrawer(page).getByRole("button", { name: "Close" }).waitFor();
}

/** Opens the drawer and waits until it has today's prices and stock. */
async function openFreshDrawer(page: Page): Promise<void> {
  const refreshed = page.waitForResponse("**/refresh-cart");
  await openDrawer(page);
  await refreshed;
}

async function closed(page: Page, close: () => Promise<void>): Promise<void> {
  await close();
  await cartDrawer(page).waitFor({ state: "hidden" });
}

/** The summary's figures by label. */
const summary = (page: Page) =>
  cartDrawer(page)
    .locator("dt")
    .evaluateAll((terms) =>
      Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])),
    );

test("[CA-1] [CD-3] [CD-5] [HD-3] a line's quantity increases, is stored, and updates in another tab; its row links to the product", async () => {
  await browser.visit("cart lines", { viewport: phone }, async ({ page, context }) => {
    await page.goto(`${shop.url}/product/${shirtId}`);
    expect(await page.getByTestId("cart-count").count()).toBe(0);
    const add = async (option: string, title: string) => {
      await page.getByRole("group", { name: "Size" }).getByText(option, { exact: true }).click();
      await addButton(page).click();
      await seesToast(page, title);
      const row = rowOf(page, `${SHIRT.name} (${option})`);
      await row.waitFor();
      // The message covers nothing.
      const message = await cartDrawer(page).locator(".toast").boundingBox();
      const box = await row.boundingBox();
      expect(message?.y).toBeGreaterThanOrEqual((box?.y ?? Infinity) + (box?.height ?? 0));
      await closed(page, () => page.keyboard.press("Escape"));
    };
    await add("M", "Added to cart");
    await add("L", "Added to cart");
    await add("L", "Updated quantity in cart");
    expect(await page.getByTestId("cart-count").innerText()).toBe("3");
    await page.reload();
    const second = await context.newPage();
    await second.goto(`${shop.url}/about`);
    await openFreshDrawer(second);
    await openFreshDrawer(page);
    expect(await rows(page).count()).toBe(2);
    expect(await quantities(page)).toEqual([2, 1]);
    expect(await summary(page)).toEqual({ Subtotal: "$216.00", Shipping: "$5.99", Total: "$221.99" });
    const large = `${SHIRT.name} (L)`;
    await rowOf(page, large).locator("img").waitFor();
    expect(await rowOf(page, large).getByText("$72.00").count()).toBe(1);
    await more(page, large).click();
    await eventually(async () => {
      expect(await rowOf(second, large).locator("output").innerText()).toBe("3");
      expect(await second.getByTestId("cart-count").innerText()).toBe("4");
    });
    await second.getByRole("button", { name: "Clear cart" }).click();
    await cartDrawer(page).getByText("Your cart is empty").waitFor();
    expect(await page.getByTestId("cart-count").count()).toBe(0);
    await toastOf(second).getByRole("button", { name: "Undo" }).click();
    await rowOf(page, large).getByRole("link", { name: large }).click();
    await page.waitForURL(`${shop.url}/product/${shirtId}/*`);
  });
});

test("[CA-1] [CA-2] [CA-4] any stored content becomes a cart at today's prices and stock, with a list of changes", async () => {
  await browser.visit("stored cart", { viewport: phone, expected: [BROKEN_REQUEST] }, async ({ page }) => {
    await openedWith(page, "{");
    expect(await cartButton(page).getAttribute("aria-label")).toBe("Open cart");
    const marked = stored({ id: capId, name: "<img src=x onerror=alert(1)>" });
    await openedWith(page, { lines: [null, 7, {}, { ...cap(), quantity: -4 }, marked] });
    expect(await cartButton(page).getAttribute("aria-label")).toBe("Open cart, 1 item");

    const gone = stored({ id: "../../x", name: "Odd Cap" });
    const soldOut = stored({ id: shirtId, name: SHIRT.name, option: "2XL", price: 7_200 });
    const less = stored({ id: lowId, name: LOW, quantity: 9, price: 3_800 });
    const dearer = stored({ id: capId, name: CAP.name, price: 100, quantity: 80 });
    await openedWith(page, { lines: [gone, soldOut, less, dearer] });
    expect(await page.getByTestId("cart-count").innerText()).toBe("91");
    await openFreshDrawer(page);
    const told = cartDrawer(page).getByRole("status").filter({ hasText: "no longer sold" });
    await eventually(async () => {
      expect(await told.getByRole("listitem").allInnerTexts()).toEqual([
        "Odd Cap is no longer sold and was removed.",
        `${SHIRT.name} (2XL) is sold out and was removed.`,
        `Only 3 of ${LOW} left; the quantity was reduced.`,
        `Only 27 of ${CAP.name} left; the quantity was reduced.`,
        `${CAP.name} now costs $28.00 instead of $1.00.`,
      ]);
    });
    await rowOf(page, LOW).getByText("That's all we have").waitFor();
    expect(await more(page, LOW).isDisabled()).toBe(true);
    expect((await summary(page)).Subtotal).toBe("$870.00");
    await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    await page.waitForURL(`${shop.url}/checkout`);
    await eventually(async () => expect(await quantities(page)).toEqual([3, 27]));

    await page.goto(`${shop.url}/product/${lowId}`);
    await addButton(page).click();
    await seesToast(page, "No more in stock", `All 3 of ${LOW} are in your cart.`);

    // Without the server the cart shows what it last knew.
    await openedWith(page, { lines: [stored({ id: capId, name: CAP.name, price: 100 })] });
    await page.route("**/functions/v1/**", (route) => route.abort());
    await openDrawer(page);
    await more(page, CAP.name).click();
    expect((await summary(page)).Subtotal).toBe("$2.00");
  });
});

test("[CA-3] a change shows one message for five seconds, which stays while it is read", async () => {
  await browser.visit("cart messages", { viewport: desktop }, async ({ page }) => {
    const arrival = new Date("2026-06-01T12:00:00Z");
    await page.clock.install({ time: arrival });
    await openedWith(page, { lines: [cap()] });
    await openDrawer(page);
    // Beyond the clocks' head start (three-zones.ts), which counts as time passed.
    await page.clock.pauseAt(new Date(arrival.getTime() + 2 * 86_400_000));
    await more(page, CAP.name).click();
    await seesToast(page, "Updated quantity in cart");
    // A finger that passes over it does not count as reading.
    await toastOf(page).dispatchEvent("pointerover", { pointerType: "touch" });
    await page.clock.runFor(4_900);
    expect(await toastOf(page).count()).toBe(1);
    await page.clock.runFor(200);
    expect(await toastOf(page).count()).toBe(0);
    await more(page, CAP.name).click();
    await toastOf(page).hover();
    await page.clock.runFor(20_000);
    expect(await toastOf(page).count()).toBe(1);
    await rowOf(page, CAP.name)
      .getByRole("button", { name: `Remove ${CAP.name}` })
      .click();
    await seesToast(page, "Removed from cart");
    await page.mouse.move(0, 0);
    await page.clock.runFor(5_100);
    expect(await toastOf(page).count()).toBe(0);
  });
});

test("[CD-2] [CD-4] [CD-3] the last unit and the whole cart are removed without a question, and 'Undo' restores them", async () => {
  await browser.visit("clear", { viewport: phone }, async ({ page }) => {
    await openedWith(page, { lines: [cap()] });
    await openFreshDrawer(page);
    const drawer = cartDrawer(page);
    const undo = () => toastOf(page).getByRole("button", { name: "Undo" }).click();
    await rowOf(page, CAP.name).getByRole("button", { name: "Decrease quantity" }).click();
    await seesToast(page, "Removed from cart");
    await drawer.getByText("Your cart is empty", { exact: true }).waitFor();
    await drawer.getByText("Add some products to your cart to see them here.", { exact: true }).waitFor();
    expect(await drawer.getByRole("link", { name: "Proceed to Checkout" }).count()).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
    await undo();
    await rowOf(page, CAP.name).waitFor();
    await drawer.getByRole("button", { name: "Clear cart" }).click();
    await seesToast(page, "Cart cleared");
    // In the drawer and not behind it, where it can't be pressed.
    expect(await drawer.locator(".toast").count()).toBe(1);
    await drawer.getByText("Your cart is empty").waitFor();
    expect(await inStorage(page)).toBeNull();
    await undo();
    expect(await quantities(page)).toEqual([1]);
    await drawer.getByRole("link", { name: "Proceed to Checkout" }).waitFor();
  });
});

test.each(WIDTHS)(
  "[CD-1] the drawer slides in from the right, traps the focus, and returns it, at $width px",
  async ({ width, viewport }) => {
    await browser.visit(`drawer ${width}`, { viewport }, async ({ page }) => {
      await openedWith(page, { lines: [cap()] });
      const drawer = cartDrawer(page);
      let refreshes = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/refresh-cart")) refreshes += 1;
      });
      await openDrawer(page);
      await eventually(async () => {
        const box = await drawer.boundingBox();
        expect(box?.width).toBe(width === 390 ? 390 : 384);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(width);
        expect(box?.height).toBe(viewport.height);
      });
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press("Tab");
        const isOutside = await page.evaluate(() => {
          const { activeElement } = document;
          return activeElement !== document.body && !activeElement?.closest("dialog[open]");
        });
        expect(isOutside).toBe(false);
      }
      await closed(page, () => page.keyboard.press("Escape"));
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("cart-button");
      expect(refreshes).toBe(1);
      await openDrawer(page);
      if (width > 640) await closed(page, () => page.mouse.click(20, 400));
      else {
        await closed(page, () => drawer.getByRole("button", { name: "Close" }).click());
        await openDrawer(page);
        await closed(page, () => drawer.getByRole("button", { name: "Continue Shopping" }).click());
      }
    });
  },
);

test("[CD-1] at 400 % zoom nothing blocks the view, and all of the drawer is reachable", async () => {
  // The rest of a screen of 1280 × 1024 pixels.
  const viewport = { width: 320, height: 256 };
  await browser.visit("zoomed", { viewport }, async ({ page }) => {
    await page.goto(`${shop.url}/product/${shirtId}`);
    await page.mouse.wheel(0, 700);
    await eventually(async () => {
      const { bottom, scrolled } = await page
        .getByRole("banner")
        .evaluate((header) => ({ bottom: header.getBoundingClientRect().bottom, scrolled: window.scrollY }));
      expect(scrolled).toBeGreaterThan(300);
      expect(bottom).toBeLessThanOrEqual(0);
    });
    await addButton(page).click();
    expect(await page.getByRole("region", { name: "Buy" }).isVisible()).toBe(false);
    const drawer = cartDrawer(page);
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    for (const control of [
      drawer.getByRole("button", { name: /^Remove/ }),
      drawer.getByRole("button", { name: "Increase quantity" }),
      drawer.getByRole("button", { name: "Clear cart" }),
      drawer.getByRole("link", { name: "Proceed to Checkout" }),
      drawer.getByRole("button", { name: "Close" }),
    ]) {
      // Scrolls to it and finds it uncovered, without a click.
      await control.click({ trial: true });
    }
    expect(await drawer.evaluate((panel) => panel.scrollHeight > panel.clientHeight)).toBe(true);
    expect(await drawer.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
  });
});
