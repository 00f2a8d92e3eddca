// The cart and its drawer: in one tab, in two, over what a browser may have stored, and while the owner
// changes prices and stock or other shoppers buy what is in it.
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserForTests, eventually } from "./browser.ts";
import { cartDrawer } from "./journey.ts";
import { type ShelfShop, startShelfShop } from "./shelf.ts";
import { BROKEN_REQUEST, cartButton, seesToast, sidewaysScroll, toastOf, WIDTHS } from "./storefront.ts";

let shop: ShelfShop;
const browser = browserForTests();
const [phone, desktop] = WIDTHS.map(({ viewport }) => viewport);

beforeAll(async () => {
  shop = await startShelfShop();
});

afterAll(async () => {
  await shop?.stop();
});

type Line = {
  name: string;
  option?: string;
  quantity?: number;
  price?: number;
  salePrice?: number | null;
  available?: number;
};

/** A line as the shop itself stores it. */
function stored({ name, option, quantity = 1, price = 3_000, salePrice = null, available = 9 }: Line) {
  const product = { id: shop.idOf(name), name, image: null, price, salePrice, available };
  return { product, quantity, selectedOption: option ?? null };
}

/** Opens a page in whose browser this is stored under `cart`. */
async function openedWith(page: Page, value: unknown, path = "/about"): Promise<void> {
  const empty = `${shop.url}/empty`;
  const body = '<!doctype html><link rel="icon" href="data:,">';
  await page.route(empty, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(empty);
  await page.evaluate(
    (text) => localStorage.setItem("cart", text),
    typeof value === "string" ? value : JSON.stringify(value),
  );
  await page.goto(shop.url + path);
}

const inStorage = (page: Page) => page.evaluate(() => localStorage.getItem("cart"));
const storedQuantities = async (page: Page) =>
  (JSON.parse((await inStorage(page)) ?? '{"lines":[]}').lines as { quantity: number }[]).map(
    (line) => line.quantity,
  );

const rows = (page: Page) =>
  cartDrawer(page).getByRole("list", { name: "Items in your cart" }).getByRole("listitem");
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const steps = (page: Page, name: string) => rowOf(page, name).getByRole("group", { name: /^Quantity of/ });

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

/** The summary's figures by their labels. */
const summary = (page: Page) =>
  cartDrawer(page)
    .locator("dl")
    .evaluate((list) =>
      Object.fromEntries(
        [...list.querySelectorAll("dt")].map((term) => [
          term.textContent,
          term.nextElementSibling?.textContent,
        ]),
      ),
    );

const addButton = (page: Page) =>
  page.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" });

describe("what the cart holds", () => {
  test("[CA-1] a line is a product in an option; adding grows it; it is stored and restored", async () => {
    await browser.visit("cart lines", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/product/${shop.idOf("Sized Shirt")}`);
      const options = page.getByRole("group", { name: "Size" });
      const add = async (option: string, title: string) => {
        await options.getByText(option, { exact: true }).click();
        await addButton(page).click();
        await seesToast(page, title);
        await rowOf(page, `Sized Shirt (${option})`).waitFor();
        // The message lies over nothing.
        const message = await cartDrawer(page).locator(".toast").boundingBox();
        const row = await rowOf(page, `Sized Shirt (${option})`).boundingBox();
        expect(message?.y).toBeGreaterThanOrEqual((row?.y ?? Infinity) + (row?.height ?? 0));
        await page.keyboard.press("Escape");
        await cartDrawer(page).waitFor({ state: "hidden" });
      };
      await add("M", "Added to cart");
      await add("L", "Added to cart");
      await add("L", "Updated quantity in cart");
      await page.reload();
      await openFreshDrawer(page);
      expect(await rows(page).count()).toBe(2);
      expect(await steps(page, "Sized Shirt (M)").locator("output").innerText()).toBe("1");
      expect(await steps(page, "Sized Shirt (L)").locator("output").innerText()).toBe("2");
      expect(await storedQuantities(page)).toEqual([2, 1]);
    });
  });

  test("[CA-1] two tabs stay in step", async () => {
    await browser.visit("two tabs", { viewport: desktop }, async ({ page, context }) => {
      await openedWith(page, { lines: [stored({ name: "Plain Cap" })] });
      const second = await anotherTab(context, `${shop.url}/about`);
      await openDrawer(second);
      await openDrawer(page);
      await steps(page, "Plain Cap").getByRole("button", { name: "Increase quantity" }).click();
      await eventually(async () => {
        expect(await steps(second, "Plain Cap").locator("output").innerText()).toBe("2");
        expect(await second.getByTestId("cart-count").innerText()).toBe("2");
      });
      await second.getByRole("button", { name: "Clear cart" }).click();
      await cartDrawer(page).getByText("Your cart is empty").waitFor();
      expect(await page.getByTestId("cart-count").count()).toBe(0);
    });
  });

  test("[CA-1] whatever the storage holds is a cart or dropped, never a crash", async () => {
    const good = () => stored({ name: "Plain Cap" });
    const marked = { ...good(), product: { ...good().product, name: "<img src=x onerror=alert(1)>" } };
    await browser.visit("foreign storage", { viewport: phone }, async ({ page }) => {
      await openedWith(page, "{");
      expect(await cartButton(page).getAttribute("aria-label")).toBe("Open cart");
      await openedWith(page, { lines: [null, 7, {}, { ...good(), quantity: -4 }, marked] });
      expect(await cartButton(page).getAttribute("aria-label")).toBe("Open cart, 1 item");
      await openedWith(page, {
        lines: [{ ...good(), product: { ...good().product, id: "../../x", name: "Odd" } }],
      });
      await openFreshDrawer(page);
      await cartDrawer(page).getByText("Odd is no longer sold and was removed.").waitFor();
      await cartDrawer(page).getByText("Your cart is empty").waitFor();
    });
  });

  test("[CA-2] [CD-5] the summary adds up as the settings say", async () => {
    const set = (tax: object, shipping: object) =>
      shop.change("update store_settings set tax = tax || $1::jsonb, shipping = shipping || $2::jsonb", [
        JSON.stringify(tax),
        JSON.stringify(shipping),
      ]);
    const lines = [
      stored({ name: "Third Off Cap", quantity: 2, salePrice: 1_999 }),
      stored({ name: "Bulk Cap", quantity: 3, price: 100, available: 5_000 }),
    ];
    const off = { enableTax: false, defaultTaxRate: 0, includeTaxInPrice: false };
    const flat = {
      enableFlatRateShipping: true,
      flatRateShippingCost: 599,
      enableFreeShipping: false,
      freeShippingThreshold: 5_000,
    };
    await browser.visit("summary", { viewport: phone }, async ({ page }) => {
      const figures = async (tax: object, shipping: object) => {
        await set({ ...off, ...tax }, { ...flat, ...shipping });
        await openedWith(page, { lines });
        await openFreshDrawer(page);
        await eventually(async () => expect(await rows(page).count()).toBe(2));
        return summary(page);
      };
      const tax = { enableTax: true, defaultTaxRate: 8.875 };
      expect(await figures(tax, { enableFreeShipping: true })).toEqual({
        Subtotal: "$42.98",
        "Tax (8.875%)": "$3.81",
        Shipping: "$5.99",
        Total: "$52.78",
      });
      await cartDrawer(page).getByText("Spend $7.02 more for free shipping").waitFor();
      const shipping = await (await fetch(`${shop.url}/shipping`)).text();
      expect(shipping).toContain("$50");
      const included = { ...tax, includeTaxInPrice: true };
      expect(await figures(included, { enableFreeShipping: true, freeShippingThreshold: 4_298 })).toEqual({
        Subtotal: "$42.98",
        Shipping: "Free shipping",
        Total: "$42.98",
      });
      expect(await cartDrawer(page).getByText("(Tax included)").count()).toBe(2);
    });
    await set(off, flat);
  });

  test("[CA-3] each change is told by one message of five seconds, which waits while it is read", async () => {
    await browser.visit("cart messages", { viewport: desktop }, async ({ page }) => {
      const arrival = new Date("2026-06-01T12:00:00Z");
      await page.clock.install({ time: arrival });
      await openedWith(page, { lines: [stored({ name: "Plain Cap", available: 12 })] });
      await openDrawer(page);
      // Beyond what the clocks are set forward by (three-zones.ts), which counts as time that has passed.
      await page.clock.pauseAt(new Date(arrival.getTime() + 2 * 86_400_000));
      const more = steps(page, "Plain Cap").getByRole("button", { name: "Increase quantity" });
      await more.click();
      await seesToast(page, "Updated quantity in cart");
      // A finger that comes past is not reading.
      await toastOf(page).dispatchEvent("pointerover", { pointerType: "touch" });
      await page.clock.runFor(4_900);
      expect(await toastOf(page).count()).toBe(1);
      await page.clock.runFor(200);
      expect(await toastOf(page).count()).toBe(0);
      await more.click();
      await toastOf(page).hover();
      await page.clock.runFor(20_000);
      expect(await toastOf(page).count()).toBe(1);
      await rowOf(page, "Plain Cap").getByRole("button", { name: "Remove Plain Cap" }).click();
      await seesToast(page, "Removed from cart");
      await page.mouse.move(0, 0);
      await page.clock.runFor(5_100);
      expect(await toastOf(page).count()).toBe(0);
    });
  });

  test("[CA-4] the quantity never exceeds the stock, however it is asked for", async () => {
    await browser.visit("stock limit", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/product/${shop.idOf("Nearly Gone Cap")}`);
      const more = page.locator(".purchase-controls").getByRole("button", { name: "Increase quantity" });
      for (let times = 0; times < 3; times += 1) await more.click();
      expect(await more.isDisabled()).toBe(true);
      await addButton(page).click();
      await rowOf(page, "Nearly Gone Cap").getByText("That's all we have").waitFor();
      expect(
        await steps(page, "Nearly Gone Cap").getByRole("button", { name: "Increase quantity" }).isDisabled(),
      ).toBe(true);
      await page.keyboard.press("Escape");
      await cartDrawer(page).waitFor({ state: "hidden" });
      await addButton(page).click();
      await seesToast(page, "No more in stock", "All 4 of Nearly Gone Cap are in your cart.");
      expect(await storedQuantities(page)).toEqual([4]);

      await openedWith(page, {
        lines: [stored({ name: "Bulk Cap", price: 100, quantity: 4_000, available: 5_000 })],
      });
      expect(await page.getByTestId("cart-count").innerText()).toBe("99");
      await openFreshDrawer(page);
      expect((await summary(page)).Subtotal).toBe("$99.00");
    });
  });

  test("[CA-4] what has changed since is told line by line when the drawer opens, and at checkout", async () => {
    const [gone, sold, less, dearer] = [
      "Vanishing Cap",
      "Five Left Cap",
      "Changing Cap",
      "Plain Cap",
    ] as const;
    const lines = [gone, sold, less, dearer].map((name) =>
      stored({
        name,
        quantity: 3,
        price: { [gone]: 2_000, [sold]: 3_200, [less]: 2_100, [dearer]: 3_000 }[name],
      }),
    );
    await browser.visit("changed cart", { viewport: phone }, async ({ page }) => {
      await openedWith(page, { lines: [...lines, stored({ name: "Bulk Cap", price: 100 })] });
      await shop.rows("update products set status = 'archived' where id = $1", [shop.idOf(gone)]);
      await shop.rows("select set_on_hand($1, '', 0, 0, 'test', now())", [shop.idOf(sold)]);
      await shop.rows("select set_on_hand($1, '', 2, 0, 'test', now())", [shop.idOf(less)]);
      await shop.change("update products set price = 3500 where id = $1", [shop.idOf(dearer)]);
      await openFreshDrawer(page);
      const told = cartDrawer(page).getByRole("status").filter({ hasText: "no longer sold" });
      await eventually(async () => {
        expect(await told.getByRole("listitem").allInnerTexts()).toEqual([
          "Vanishing Cap is no longer sold and was removed.",
          "Five Left Cap is sold out and was removed.",
          "Only 2 of Changing Cap left; the quantity was reduced.",
          "Plain Cap now costs $35.00 instead of $30.00.",
        ]);
      });
      expect(await rows(page).count()).toBe(3);
      expect((await summary(page)).Subtotal).toBe("$148.00");

      await shop.change("delete from products where id = $1", [shop.idOf(less)]);
      await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
      await page.waitForURL(`${shop.url}/checkout`);
      await page.getByText("Changing Cap is no longer sold and was removed.").waitFor();
      await eventually(async () => expect(await storedQuantities(page)).toEqual([3, 1]));
    });
  });

  test("[CA-4] without the server the cart shows what it last knew", async () => {
    await browser.visit("cart offline", { viewport: phone, expected: [BROKEN_REQUEST] }, async ({ page }) => {
      await openedWith(page, { lines: [stored({ name: "Bulk Cap", price: 100, quantity: 2 })] });
      await page.route("**/functions/v1/**", (route) => route.abort());
      await openDrawer(page);
      await rowOf(page, "Bulk Cap").waitFor();
      expect((await summary(page)).Subtotal).toBe("$2.00");
      await steps(page, "Bulk Cap").getByRole("button", { name: "Increase quantity" }).click();
      expect((await summary(page)).Subtotal).toBe("$3.00");
    });
  });
});

describe("the drawer", () => {
  test.each(WIDTHS)(
    "[CD-1] it slides in from the right, traps the focus and gives it back, at $width px",
    async ({ width, viewport }) => {
      await browser.visit(`drawer ${width}`, { viewport }, async ({ page }) => {
        await openedWith(page, { lines: [stored({ name: "Bulk Cap", price: 100 })] });
        const drawer = cartDrawer(page);
        let refreshes = 0;
        page.on("request", (request) => {
          if (request.url().endsWith("/refresh-cart")) refreshes += 1;
        });
        const closed = async (close: () => Promise<void>) => {
          await openDrawer(page);
          await close();
          await drawer.waitFor({ state: "hidden" });
        };
        await openDrawer(page);
        await eventually(async () => {
          const box = await drawer.boundingBox();
          expect(box?.width).toBe(width === 390 ? 390 : 384);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(width);
          expect(box?.height).toBe(viewport.height);
        });
        for (let presses = 0; presses < 20; presses += 1) {
          await page.keyboard.press("Tab");
          const outside = await page.evaluate(() => {
            const { activeElement } = document;
            return activeElement !== document.body && !activeElement?.closest("dialog[open]");
          });
          expect(outside).toBe(false);
        }
        await page.keyboard.press("Escape");
        await drawer.waitFor({ state: "hidden" });
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("cart-button");
        expect(refreshes).toBe(1);

        await closed(() => drawer.getByRole("button", { name: "Close" }).click());
        await closed(() => drawer.getByRole("button", { name: "Continue Shopping" }).click());
        if (width > 640) await closed(() => page.mouse.click(20, 400));
        await closed(() => drawer.getByRole("link", { name: "Bulk Cap" }).last().click());
        await page.waitForURL(`${shop.url}/product/${shop.idOf("Bulk Cap")}`);
        await closed(() => drawer.getByRole("link", { name: "Proceed to Checkout" }).click());
        await page.waitForURL(`${shop.url}/checkout`);
      });
    },
  );

  test("[CD-2] an empty cart says so", async () => {
    await browser.visit("empty drawer", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/about`);
      await openDrawer(page);
      const drawer = cartDrawer(page);
      await drawer.getByText("Your cart is empty", { exact: true }).waitFor();
      await drawer.getByText("Add some products to your cart to see them here.", { exact: true }).waitFor();
      expect(await drawer.getByRole("link", { name: "Proceed to Checkout" }).count()).toBe(0);
      await drawer.getByRole("button", { name: "Continue Shopping" }).click();
      await drawer.waitFor({ state: "hidden" });
      expect(await sidewaysScroll(page)).toBe(0);
    });
  });

  test("[CD-3] a line has picture, name, price, stepper and remove, with Undo", async () => {
    await browser.visit("drawer line", { viewport: phone }, async ({ page }) => {
      await openedWith(page, {
        lines: [stored({ name: "Sized Shirt", option: "L", quantity: 2, price: 7_000 })],
      });
      await openFreshDrawer(page);
      const row = rowOf(page, "Sized Shirt (L)");
      await row.locator("img").waitFor();
      expect(await row.getByText("$70.00").count()).toBe(1);
      expect(await row.getByText("(Tax included)").count()).toBe(0);
      const less = row.getByRole("button", { name: "Decrease quantity" });
      await less.click();
      expect((await summary(page)).Subtotal).toBe("$70.00");
      await less.click();
      await seesToast(page, "Removed from cart");
      await cartDrawer(page).getByText("Your cart is empty").waitFor();
      await toastOf(page).getByRole("button", { name: "Undo" }).click();
      await row.getByRole("button", { name: "Remove Sized Shirt (L)" }).click();
      await toastOf(page).getByRole("button", { name: "Undo" }).click();
      await row.waitFor();
      expect(await storedQuantities(page)).toEqual([1]);
      await row.getByRole("link", { name: "Sized Shirt (L)" }).click();
      await page.waitForURL(`${shop.url}/product/${shop.idOf("Sized Shirt")}`);
    });
  });

  test("[CD-4] the cart is cleared at once, and 'Undo' brings it back", async () => {
    await browser.visit("clear", { viewport: phone }, async ({ page }) => {
      await openedWith(page, {
        lines: [
          stored({ name: "Bulk Cap", price: 100, quantity: 2 }),
          stored({ name: "Bare Shirt", price: 5_000 }),
        ],
      });
      await openFreshDrawer(page);
      await cartDrawer(page).getByRole("button", { name: "Clear cart" }).click();
      await seesToast(page, "Cart cleared");
      // In the drawer and not behind it, where nobody could press it.
      expect(await cartDrawer(page).locator(".toast").count()).toBe(1);
      await cartDrawer(page).getByText("Your cart is empty").waitFor();
      expect(await inStorage(page)).toBeNull();
      await toastOf(page).getByRole("button", { name: "Undo" }).click();
      expect(await rows(page).count()).toBe(2);
      expect(await storedQuantities(page)).toEqual([2, 1]);
      await cartDrawer(page).getByRole("link", { name: "Proceed to Checkout" }).waitFor();
      expect(await cartDrawer(page).getByRole("button", { name: "Continue Shopping" }).isVisible()).toBe(
        true,
      );
    });
  });
});

async function anotherTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
