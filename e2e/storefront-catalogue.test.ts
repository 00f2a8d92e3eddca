// Lists, cards, and the product's page in a browser: what only scripts, focus, touch, and history can show.
// test/pages/storefront-lists.test.ts reads the pages' content without a browser. Each product of the catalog covers
// one case.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productPath as pathOfProduct } from "#domain/product/product-path.ts";
import { browserForTests, eventually, PHONE } from "#test/browser/browser.ts";
import { cartDrawer } from "#test/browser/journey.ts";
import { type ShelfShop, shelf, startShelfShop } from "#test/browser/shelf.ts";
import {
  BROKEN_REQUEST,
  cardOf,
  cartButton,
  holdBack,
  namesIn,
  seesToast,
  sidewaysScroll,
  toastOf,
  WIDTHS,
} from "#test/browser/storefront.ts";

const PAGE_SIZE = 24;
/** In list order: sold-out products come last. */
const entries = Object.entries(shelf).sort(([, a], [, b]) => Number(a.stock === 0) - Number(b.stock === 0));
const names = entries.map(([name]) => name);
const hats = entries.filter(([, product]) => product.category === "Hats").map(([name]) => name);

let shop: ShelfShop;
const browser = browserForTests();
const [phone, desktop] = WIDTHS.map(({ viewport }) => viewport);

beforeAll(async () => {
  shop = await startShelfShop();
  await fillIn();
});

afterAll(async () => {
  await shop?.stop();
});

/** Facets, a design in twelve colors, facts, and reviews. */
async function fillIn(): Promise<void> {
  await shop.rows(
    "update products set type = 'Rope cap', color = 'Pine' where name in ('Plain Cap', 'Sold Out Cap')",
  );
  await shop.rows("update products set type = 'Polo', color = 'Calcutta' where name = 'Sized Sale Shirt'");
  await shop.rows(
    `update products set design = 'Range Polo', color = 'Color ' || right(name, 2)
      where name like 'Range Polo %' and right(name, 2) <= '12'`,
  );
  await shop.rows(
    `update products set material = 'Piqué.', care = 'Wash cold.', fit = 'Slim.' || chr(10) || repeat('Averylongword', 38)
      where name = 'Range Polo 01'`,
  );
  await shop.rows("alter table reviews drop constraint if exists reviews_order_item_id_fkey");
  await shop.change(
    `insert into reviews (id, order_item_id, product_id, stars, body, name, state, written_at, changed_at)
      select gen_random_uuid(), gen_random_uuid(), $1, 5, 'Fits.', 'Pat', 'shown', now(), now() from generate_series(1, 11)`,
    [shop.idOf("Sized Sale Shirt")],
  );
}

const productPath = (name: string) => pathOfProduct({ id: shop.idOf(name), name });
const search = (page: Page) => new URL(page.url()).search;
const purchase = (page: Page) => page.locator(".purchase-controls");
const quantity = (page: Page) => purchase(page).locator("output");
const chosen = (page: Page) => page.getByRole("group", { name: "Size" }).locator(":checked");

async function closeDrawer(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await cartDrawer(page).waitFor({ state: "hidden" });
}

/** What has the focus. */
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe("the list", () => {
  test("[SH-1] [SH-2] [SH-6] [SH-8] the list's controls write the URL without defaults, and Back and Forward work", async () => {
    await browser.visit("shop controls", { viewport: desktop }, async ({ page }) => {
      await page.goto(`${shop.url}/shop?category=SHIRTS&sale=true&sort=price-high`);
      const category = page.getByRole("navigation", { name: "Category" });
      const pill = (name: string) => category.getByRole("link", { name, exact: true });
      const onSale = page.getByRole("checkbox", { name: "On Sale" });
      const sort = page.getByRole("combobox", { name: "Sort" });
      expect(await category.getByRole("link").allInnerTexts()).toEqual(["All", "Hats", "Shirts"]);
      expect(await pill("Shirts").getAttribute("aria-current")).toBe("true");
      expect(await onSale.isChecked()).toBe(true);
      expect(await sort.inputValue()).toBe("price-high");
      expect(await namesIn(page)).toEqual(["Sized Sale Shirt"]);

      await onSale.click();
      await page.waitForURL(`${shop.url}/shop?category=SHIRTS&sort=price-high`);
      await sort.selectOption({ label: "Newest" });
      await page.waitForURL(`${shop.url}/shop?category=SHIRTS`);
      await pill("Hats").click();
      await page.waitForURL(`${shop.url}/shop?category=HATS`);
      await eventually(async () => expect(await namesIn(page)).toEqual(hats));
      await pill("All").click();
      await page.waitForURL(`${shop.url}/shop`);
      await page.goBack();
      await eventually(async () => expect(await namesIn(page)).toEqual(hats));
      expect(await pill("Hats").getAttribute("aria-current")).toBe("true");
      await page.goForward();
      await eventually(async () => expect(await namesIn(page)).toHaveLength(PAGE_SIZE));
      expect(search(page)).toBe("");
      expect(await page.getByRole("button", { name: /^Filters/ }).isVisible()).toBe(false);

      const box = page.getByRole("searchbox", { name: "Search products" });
      await box.fill("  windbreaker ");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${shop.url}/shop?q=windbreaker`);
      await eventually(async () => expect(await namesIn(page)).toEqual(["Windbreaker Vest"]));
      await page.getByText("1 product", { exact: true }).waitFor();
      await page.getByRole("link", { name: /Remove filter.*windbreaker/ }).click();
      await page.waitForURL(`${shop.url}/shop`);
      await eventually(async () => expect(await box.inputValue()).toBe(""));
      await page.goto(`${shop.url}/shop?category=HATS&sale=true&sort=price-low&q=galoshes`);
      await page.getByRole("link", { name: "Reset Filters" }).click();
      await page.waitForURL(`${shop.url}/shop`);
      await eventually(async () => expect(await namesIn(page)).toEqual(names.slice(0, PAGE_SIZE)));
      expect(await box.inputValue()).toBe("");
    });
  });

  test("[SH-4] a phone filters in a side sheet: nothing changes before 'Apply Filters', offline or turned", async () => {
    const expected = [BROKEN_REQUEST];
    await browser.visit("filter sheet", { viewport: phone, expected }, async ({ page, context }) => {
      await page.goto(`${shop.url}/shop?sort=price-low`);
      const category = page.getByRole("navigation", { name: "Category" });
      expect(await category.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Filters", exact: true }).click();
      const sheet = page.getByRole("dialog", { name: "Filters" });
      const box = (name: string) => sheet.getByRole("checkbox", { name });
      const apply = (count: number) =>
        sheet.getByRole("button", { name: `Apply Filters (${count})`, exact: true });
      await apply(names.length).waitFor();

      // A filter that can't be counted keeps its check mark and its last number.
      await context.setOffline(true);
      const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/shop"));
      await box("Hats").check();
      await failed;
      await box("On Sale").check();
      expect(await box("Hats").isChecked()).toBe(true);
      expect(await apply(names.length).isVisible()).toBe(true);
      await context.setOffline(false);
      await box("On Sale").uncheck();
      await apply(hats.length).waitFor();
      await box("On Sale").check();
      expect(await box("Shirts").isChecked()).toBe(false);
      expect(search(page)).toBe("?sort=price-low");
      await apply(1).click();
      await page.waitForURL(`${shop.url}/shop?category=HATS&sale=true&sort=price-low`);
      await sheet.waitFor({ state: "hidden" });
      await eventually(async () => expect(await namesIn(page)).toEqual(["Third Off Cap"]));

      await page.getByRole("button", { name: "Filters (2)" }).click();
      await apply(1).waitFor();
      expect(await box("Hats").isChecked()).toBe(true);
      await box("Shirts").check();
      await box("On Sale").uncheck();
      await apply(names.length).waitFor();
      await sheet.getByRole("checkbox", { name: "M, 2 products", exact: true }).check();
      await apply(2).waitFor();
      await sheet.getByRole("button", { name: "Clear all" }).click();
      await apply(names.length).click();
      await page.waitForURL(`${shop.url}/shop?sort=price-low`);

      await page.getByRole("button", { name: "Filters", exact: true }).click();
      await sheet.waitFor();
      await page.setViewportSize({ width: 844, height: 390 });
      expect(await sheet.isVisible()).toBe(true);
      await sheet.getByRole("button", { name: "Close" }).click();
      await sheet.waitFor({ state: "hidden" });
      expect(await page.getByRole("button", { name: "Filters", exact: true }).isVisible()).toBe(false);
      await category.getByRole("link", { name: "Hats" }).click();
      await page.waitForURL(`${shop.url}/shop?category=HATS&sort=price-low`);
    });
  });

  test("[FI-4] a desktop filters by options with counts, and chips remove them; all of it is in the URL", async () => {
    await browser.visit("filters", { viewport: desktop }, async ({ page }) => {
      await page.goto(`${shop.url}/shop`);
      const open = (name: string) => page.locator("summary", { hasText: name }).click();
      const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
      await open("Type");
      await box("Rope cap, 2 products").click();
      await page.waitForURL(`${shop.url}/shop?type=rope+cap`);
      await eventually(async () => expect(await namesIn(page)).toEqual(["Plain Cap", "Sold Out Cap"]));
      await box("Polo, 1 product").click();
      await page.waitForURL(`${shop.url}/shop?type=polo&type=rope+cap`);
      await eventually(async () => expect(await namesIn(page)).toHaveLength(3));
      await page.keyboard.press("Escape");
      await open("Color");
      await box("Calcutta, 1 product").waitFor();
      await box("Green, 2 products").click();
      await page.waitForURL(`${shop.url}/shop?type=polo&type=rope+cap&color=green`);
      await box("In stock only").click();
      await eventually(async () => expect(await namesIn(page)).toEqual(["Plain Cap"]));
      await page.getByRole("link", { name: "Remove filter Rope cap" }).click();
      await page.waitForURL(`${shop.url}/shop?type=polo&color=green&instock=true`);
      await page.getByRole("heading", { name: "No products found" }).waitFor();
      await page.goBack();
      await eventually(async () => expect(await namesIn(page)).toEqual(["Plain Cap"]));
      await page.getByRole("link", { name: "Clear all" }).click();
      await page.waitForURL(`${shop.url}/shop`);
    });
  });

  test("[SH-5] [SH-7] [PD-6] [PD-7] loading shows a skeleton, and a failed load keeps the last page with a message and a retry", async () => {
    const expected = [/status of 50\d/, /^50\d from/, BROKEN_REQUEST];
    await browser.visit("loading and failing", { viewport: desktop, expected }, async ({ page }) => {
      const footer = page.getByRole("contentinfo");
      const breakData = (path: string) => page.route(path, (route) => route.abort());
      await page.goto(`${shop.url}/about`);
      const showList = await holdBack(page, "**/shop.data*");
      await footer.getByRole("link", { name: "Hats" }).click();
      const tiles = page.getByTestId("product-placeholder");
      await tiles.nth(5).waitFor();
      expect(await tiles.count()).toBe(6);
      showList();
      await eventually(async () => expect(await namesIn(page)).toEqual(hats));
      expect(await tiles.count()).toBe(0);

      await breakData("**/shop.data*");
      await page.getByRole("combobox", { name: "Sort" }).selectOption("price-low");
      await seesToast(page, "Error", "Failed to load products. Please try again later.");
      expect(
        await page
          .getByRole("alert")
          .filter({ has: toastOf(page) })
          .count(),
      ).toBe(1);
      expect(await namesIn(page)).toEqual(hats);
      await page.unroute("**/shop.data*");
      await page.getByRole("button", { name: "Retry" }).click();
      await eventually(async () => expect((await namesIn(page))[0]).toBe("Bulk Cap"));
      await eventually(async () => expect(await toastOf(page).count()).toBe(0));
      expect(search(page)).toBe("?category=HATS&sort=price-low");

      const showProduct = await holdBack(page, "**/product/*/*.data*");
      await page.getByRole("link", { name: "Plain Cap", exact: true }).click();
      await page.getByRole("status", { name: "Loading" }).waitFor();
      expect(await page.locator(".skeleton:visible").count()).toBeGreaterThan(3);
      showProduct();
      await page.getByRole("heading", { level: 1, name: "Plain Cap" }).waitFor();

      await page.goto(`${shop.url}/shop?q=cap`);
      await breakData("**/product/*/*.data*");
      await page.getByRole("link", { name: "Bulk Cap", exact: true }).click();
      await seesToast(page, "Error", "Failed to load product details. Please try again later.");
      await page.unroute("**/product/*/*.data*");
      await page.getByRole("button", { name: "Retry" }).click();
      await page.getByRole("heading", { level: 1, name: "Bulk Cap" }).waitFor();
      await eventually(async () => expect(await toastOf(page).count()).toBe(0));
      expect(await cartButton(page).isVisible()).toBe(true);

      // Lists are in memory, whatever the database does; a product's page reads its reviews.
      await shop.rows("alter table reviews rename to reviews_away");
      try {
        await page.goto(`${shop.url}/shop?category=HATS&sort=price-high`);
        await page.getByRole("link", { name: "Plain Cap", exact: true }).waitFor();
        await page.goto(shop.url + productPath("Range Polo 07"));
        await seesToast(page, "Error", "Failed to load product details. Please try again later.");
      } finally {
        await shop.rows("alter table reviews_away rename to reviews");
      }
      await page.getByRole("button", { name: "Retry" }).click();
      await page.getByRole("heading", { level: 1, name: "Range Polo 07" }).waitFor();
    });
  });

  test("[SH-7] without any list four samples replace it, never without their styles; a missing script loses no product", async () => {
    const expected = [BROKEN_REQUEST];
    await browser.visit("samples", { viewport: phone, expected }, async ({ page }) => {
      await page.goto(`${shop.url}/contact`);
      const before = await page.evaluate(() => document.styleSheets.length);
      // Checked at each frame during the transition.
      await page.evaluate(() => {
        const counted: number[] = [];
        Object.assign(window, { counted });
        const count = () => {
          counted.push(document.styleSheets.length);
          requestAnimationFrame(count);
        };
        count();
      });
      await page.route("**/*.data*", (route) => route.abort());
      await page.getByRole("contentinfo").getByRole("link", { name: "All Products" }).click();
      await seesToast(page, "Error", "Failed to load products. Please try again later.");
      const samples = page.getByRole("region", { name: "Sample products" });
      expect(await samples.getByRole("listitem").count()).toBe(4);
      expect(await samples.locator("a, button").count()).toBe(0);
      const counted = () => page.evaluate(() => (window as unknown as { counted: number[] }).counted);
      const seen = (await counted()).length;
      await expect.poll(async () => (await counted()).length).toBeGreaterThan(seen + 10);
      expect(before).toBeGreaterThan(0);
      expect(Math.min(...(await counted()))).toBeGreaterThanOrEqual(before);
      await page.unroute("**/*.data*");

      await page.route("**/assets/applied-filters-*.js", (route) => route.abort());
      const lost = page.waitForEvent("requestfailed", (request) =>
        request.url().includes("/applied-filters-"),
      );
      await page.goto(`${shop.url}/shop?q=cap`);
      await lost;
      await page.locator(".product-grid .card-link").first().waitFor();
      expect(await page.getByRole("list", { name: "Applied filters" }).isVisible()).toBe(true);
      expect(await toastOf(page).count()).toBe(0);
    });
  });
});

test("[SH-8] [PC-3] [PC-4] [PC-5] [PD-7] from 'Load more' to a card: its button, the flying dot, and the options it leads to", async () => {
  await browser.visit("cards", { viewport: desktop, expected: [BROKEN_REQUEST] }, async ({ page }) => {
    await page.addInitScript(() => {
      const animate = Element.prototype.animate;
      const flights: unknown[] = [];
      Object.assign(window, { flights });
      Element.prototype.animate = function (this: Element, frames, options) {
        if (this.classList.contains("flying-dot"))
          flights.push((options as KeyframeAnimationOptions).duration);
        return animate.call(this, frames, options);
      };
    });
    const flights = () => page.evaluate(() => Reflect.get(window, "flights"));
    // From an anchor within a page, the next one loads fully, like everyone else's.
    await page.goto(`${shop.url}/about#main`);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url().slice(shop.url.length)));
    await page.getByRole("contentinfo").getByRole("link", { name: "All Products" }).click();
    await page.waitForURL(`${shop.url}/shop`);
    await eventually(async () => expect(await namesIn(page)).toHaveLength(PAGE_SIZE));
    expect(requested).toContain("/shop.data");
    expect(requested.filter((address) => /^\/shop.*_routes/.test(address))).toEqual([]);
    await page.getByRole("link", { name: "Load more" }).click();
    await page.waitForURL(`${shop.url}/shop?pages=2`);
    await eventually(async () => expect(await namesIn(page)).toEqual(names));
    await eventually(async () => expect(await focusedText(page)).toBe(names[PAGE_SIZE]));
    expect(await page.getByRole("link", { name: "Load more" }).count()).toBe(0);

    const button = cardOf(page, "Plain Cap").locator(".card-action");
    const opacity = () => button.evaluate((element) => Number(getComputedStyle(element).opacity));
    await page.mouse.move(0, 0);
    await eventually(async () => expect(await opacity()).toBe(0));
    await button.focus();
    await eventually(async () => expect(await opacity()).toBe(1));
    await button.blur();
    await eventually(async () => expect(await opacity()).toBe(0));
    await cardOf(page, "Plain Cap").hover();
    await eventually(async () => expect(await opacity()).toBe(1));
    await button.click();
    await cartDrawer(page).getByText("Plain Cap").first().waitFor();
    expect(await flights()).toEqual([400]);
    expect(await page.locator(".flying-dot").count()).toBe(0);
    expect(await page.getByTestId("cart-count").innerText()).toBe("1");
    await closeDrawer(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await cardOf(page, "Plain Cap").hover();
    await button.click();
    await cartDrawer(page).getByText("Plain Cap").first().waitFor();
    expect(await flights()).toEqual([400]);
    expect(await page.getByTestId("cart-count").innerText()).toBe("2");
    const slow = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map((animation) => Number(animation.effect?.getTiming().duration))
          .filter((duration) => duration > 1),
      );
    expect(await slow()).toEqual([]);
    await closeDrawer(page);

    await page.setViewportSize(PHONE);
    const options = cardOf(page, "Sized Shirt").locator(".card-action");
    await options.click();
    const sheet = page.getByRole("dialog", { name: "Sized Shirt" });
    await sheet.getByRole("button", { name: "Add to Cart", exact: true }).click();
    await sheet.getByText("Please select an option").waitFor();
    await sheet.getByText("M", { exact: true }).click();
    await sheet.getByRole("button", { name: "Add to Cart · M" }).click();
    await cartDrawer(page).getByText("Sized Shirt (M)").first().waitFor();
    expect(await page.getByTestId("cart-count").innerText()).toBe("3");
    await closeDrawer(page);
    await page.route("**/functions/v1/find-product", (route) => route.abort());
    await options.click();
    await seesToast(page, "Select options", "This product requires selecting options on its detail page");
    await page.waitForURL(shop.url + productPath("Sized Shirt"));
    const size = page.getByRole("group", { name: "Size" });
    await eventually(async () => {
      const { y = 0, height = 0 } = (await size.boundingBox()) ?? {};
      expect(y, "they are in view").toBeGreaterThan(64);
      expect(y + height).toBeLessThan(PHONE.height * 0.75);
    });
    expect(await page.getByTestId("cart-count").innerText()).toBe("3");
  });
});

test("[PC-3] on a touch screen the card's button is always visible, on the picture and large enough for a thumb", async () => {
  await browser.visit("card on touch", { viewport: desktop }, async ({ context }) => {
    const tablet = await context.browser()?.newContext({ viewport: desktop, hasTouch: true, isMobile: true });
    const page = await tablet?.newPage();
    if (!tablet || !page) throw new Error("No browser for the tablet");
    await page.goto(`${shop.url}/shop`);
    const looks = await page.locator(".card-action").evaluateAll((all) =>
      all.map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${width} by ${height}, opacity ${getComputedStyle(element).opacity}`;
      }),
    );
    expect(new Set(looks)).toEqual(new Set(["44 by 44, opacity 1"]));
    await page.getByRole("link", { name: "View Options: Sized Shirt" }).waitFor();
    const plus = await cardOf(page, "Plain Cap").locator(".card-action").boundingBox();
    const picture = await cardOf(page, "Plain Cap").locator(".card-picture").boundingBox();
    if (!plus || !picture) throw new Error("no card");
    expect(plus.y + plus.height).toBeLessThan(picture.y + picture.height);
    expect(plus.x + plus.width).toBeLessThan(picture.x + picture.width);
    await tablet.close();
  });
});

describe("the product's page", () => {
  test("[PD-1] [CH-2] [CH-3] a phone looks at pictures, other colors, and facts", async () => {
    await browser.visit("product", { viewport: phone }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(shop.url + productPath("Sized Shirt"));
      const main = page.getByRole("main");
      const title = main.getByRole("heading", { level: 1, name: "Sized Shirt" });
      for (const part of [title, main.locator(".buy-box").getByText("$70.00").first()]) {
        const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
        expect(y, "on the first screen").toBeGreaterThan(0);
        expect(y + height, "on the first screen").toBeLessThan(phone?.height ?? 0);
      }
      const thumbnails = page.getByRole("list", { name: "Thumbnails" }).getByRole("link");
      const stage = page.locator(".gallery-stage");
      await thumbnails.nth(2).click();
      await eventually(async () => {
        expect(await stage.evaluate((list) => Math.round(list.scrollLeft / list.clientWidth))).toBe(2);
        expect(await thumbnails.nth(2).getAttribute("aria-current")).toBe("true");
      });
      await page.getByRole("button", { name: "Next picture" }).click();
      await eventually(async () => expect(await thumbnails.nth(3).getAttribute("aria-current")).toBe("true"));
      expect(await page.getByRole("button", { name: "Next picture" }).isDisabled()).toBe(true);
      await page.getByRole("link", { name: "Back to Shop" }).click();
      await page.waitForURL(`${shop.url}/shop`);

      await page.goto(shop.url + productPath("Range Polo 01"));
      const dots = page.getByRole("navigation", { name: "Colors" }).getByRole("link");
      for (const dot of await dots.all()) {
        const box = await dot.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      const fit = page.getByText("Slim.");
      expect(await fit.isVisible()).toBe(false);
      await page.getByText("Fit & size", { exact: true }).focus();
      await page.keyboard.press("Enter");
      await fit.waitFor();
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByRole("link", { name: "See the size guide" }).click();
      await page.waitForURL(`${shop.url}/size-guide`);
      await page.goBack();
      await dots.nth(10).click();
      await page.waitForURL(shop.url + productPath("Range Polo 11"));
      await page.getByRole("heading", { level: 1, name: "Range Polo 11" }).waitFor();
      await eventually(async () => expect(await dots.nth(10).getAttribute("aria-current")).toBe("page"));
    });
  });

  test("[PD-2] [PD-3] [PD-4] [CH-4] a size is chosen by a link, on the page, or in the sheet, and is remembered; quantity stays within its stock", async () => {
    await browser.visit("chosen size", { viewport: phone }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const shirt = shop.url + productPath("Sized Shirt");
      const options = page.getByRole("group", { name: "Size" });
      const bar = page.getByRole("region", { name: "Buy" });
      const sheet = page.getByRole("dialog", { name: "Sized Shirt" });
      const adding = (place: Locator) => place.getByRole("button", { name: /^(Add to Cart|Buy Now)/ });
      await page.goto(shirt);
      expect(await adding(purchase(page)).allInnerTexts()).toEqual(["Add to Cart · M", "Buy Now · M"]);
      await page.mouse.wheel(0, 40);
      // The options are below the screen: the first tap asks for one and adds nothing.
      await bar.getByRole("button", { name: "Add to Cart · M for $70.00" }).click();
      await sheet.getByRole("radio", { name: "M" }).waitFor();
      expect(await page.getByTestId("cart-count").count()).toBe(0);
      await sheet.getByText("L", { exact: true }).click();
      await page.goBack();
      await sheet.waitFor({ state: "hidden" });
      expect(page.url()).toBe(shirt);
      // Once is enough, and the chosen size shows everywhere.
      for (const name of ["Size L change", "Add to Cart · L for $70.00"]) {
        const { height = 0 } = (await bar.getByRole("button", { name }).boundingBox()) ?? {};
        expect(height).toBeGreaterThanOrEqual(44);
      }
      await bar.getByRole("button", { name: "Add to Cart · L" }).click();
      await cartDrawer(page).getByText("Sized Shirt (L)").first().waitFor();
      await cartDrawer(page)
        .getByText(/^Arrives \w{3}, /)
        .waitFor();
      await closeDrawer(page);
      expect(await adding(purchase(page)).allInnerTexts()).toEqual(["Add to Cart · L", "Buy Now · L"]);

      // The next page starts with it. A link to another size takes precedence, and one to a sold-out size selects none.
      await page.goto(shirt);
      await eventually(async () => expect(await chosen(page).getAttribute("value")).toBe("L"));
      const joke = page.getByText("3-5 Day Shipping – faster than fixing your slice!");
      const red = await joke.evaluate((element) => getComputedStyle(element).color);
      expect(red).not.toBe(await page.locator("body").evaluate((body) => getComputedStyle(body).color));
      await page.goto(`${shirt}?option=S`);
      await eventually(async () => expect(await chosen(page).count()).toBe(0));
      await purchase(page).getByRole("button", { name: "Add to Cart" }).click();
      await seesToast(page, "Please select an option", "You must select a size/option before adding to cart");
      expect(await joke.isVisible()).toBe(false);
      await page.goto(`${shirt}?option=M`);
      await eventually(async () => expect(await chosen(page).getAttribute("value")).toBe("M"));
      await page.mouse.wheel(0, 40);
      await bar.waitFor();
      await options.evaluate((group) => group.scrollIntoView({ block: "center" }));
      await bar.waitFor({ state: "hidden" });
      await page.evaluate(() => window.scrollTo(0, 0));
      // Shoppers who have seen the options are not asked.
      await bar.getByRole("button", { name: "Add to Cart · M" }).click();
      await cartDrawer(page).getByText("Sized Shirt (M)").first().waitFor();
      await closeDrawer(page);
      await purchase(page).getByRole("button", { name: "Buy Now" }).click();
      await page.waitForURL(`${shop.url}/checkout`);
      await page.getByRole("heading", { name: "Shipping Information" }).waitFor();
      await page.getByRole("button", { name: /^Order Summary\s*2 items/ }).waitFor();

      await page.goto(shirt);
      const more = page.getByRole("button", { name: "Increase quantity" });
      expect(await page.getByRole("button", { name: "Decrease quantity" }).isDisabled()).toBe(true);
      await more.click();
      await more.click();
      expect(await quantity(page).innerText()).toBe("3");
      expect(await more.isDisabled()).toBe(true);
      await options.getByText("L", { exact: true }).click();
      await more.click();
      await more.click();
      expect(await quantity(page).innerText()).toBe("5");
      await options.getByText("M", { exact: true }).click();
      expect(await quantity(page).innerText()).toBe("3");
      await page.reload();
      expect(await quantity(page).innerText()).toBe("1");

      // More reviews keep the size from the link. Until React has taken the link over, a press loads a whole new page.
      await page.goto(`${shop.url + productPath("Sized Sale Shirt")}?utm_source=feed&option=extra-large`);
      await eventually(async () => expect(await chosen(page).getAttribute("value")).toBe("XL"));
      const reviews = page.getByRole("link", { name: "More reviews" });
      await eventually(async () => {
        const isTaken = await reviews.evaluate((link) =>
          Object.keys(link).some((name) => name.startsWith("__reactProps$")),
        );
        expect(isTaken).toBe(true);
      });
      await reviews.click();
      await page.getByRole("link", { name: "Newest reviews" }).waitFor();
      await page.waitForURL("**/product/*/*reviews=*");
      expect(await chosen(page).getAttribute("value")).toBe("XL");
    });
  });

  test("[PD-5] without an option nothing is added, and the page says what is missing", async () => {
    await browser.visit("option missing", { viewport: phone }, async ({ page }) => {
      const id = shop.idOf("Sized Sale Shirt");
      await page.goto(shop.url + productPath("Sized Sale Shirt"));
      const refreshed = page.waitForResponse("**/refresh-cart");
      await purchase(page).getByRole("button", { name: "Add to Cart" }).click();
      const line = cartDrawer(page).getByRole("link", { name: "Sized Sale Shirt (M)" });
      await line.waitFor();
      await refreshed;
      // The owner renames the sizes in the meantime; the page shows it on the next visit.
      await shop.change(
        `with renamed as (update inventory set variation = variation || ' Tall' where product_id = $1)
          update products set version = version + 1 where id = $1`,
        [id],
      );
      await line.click();
      const options = page.getByRole("group", { name: "Size" });
      await options.getByText("M Tall", { exact: true }).waitFor();
      await cartDrawer(page).waitFor({ state: "hidden" });
      expect(await options.locator(":checked").count()).toBe(0);
      const before = await page.getByTestId("cart-count").innerText();
      for (const [button, description] of [
        ["Add to Cart", "You must select a size/option before adding to cart"],
        ["Buy Now", "You must select a size/option before proceeding"],
      ] as const) {
        await purchase(page).getByRole("button", { name: button }).click();
        await seesToast(page, "Please select an option", description);
        expect(await toastOf(page).getAttribute("data-tone")).toBe("error");
        await options.getByText("Please select an option", { exact: true }).waitFor();
      }
      expect(new URL(page.url()).pathname).toBe(productPath("Sized Sale Shirt"));
      expect(await page.getByTestId("cart-count").innerText()).toBe(before);
      await options.getByText("XL Tall", { exact: true }).click();
      expect(await options.getByRole("alert").count()).toBe(0);
      await purchase(page).getByRole("button", { name: "Add to Cart" }).click();
      await cartDrawer(page).getByText("Sized Sale Shirt (XL Tall)").first().waitFor();
    });
    await shop.change(
      "update inventory set variation = replace(variation, ' Tall', '') where product_id = $1",
      [shop.idOf("Sized Sale Shirt")],
    );
  });

  test("[CH-5] [PD-7] a sold-out size leads to the restock form, even when its script is late or fails, or the size is back", async () => {
    const id = shop.idOf("Sized Shirt");
    const stock = (option: string, change: string) =>
      shop.change(`update inventory set ${change} where product_id = $1 and variation = $2`, [id, option]);
    await stock("L", "held = on_hand");
    const expected = [BROKEN_REQUEST, /status of 409/];
    await browser.visit("struck sizes", { viewport: phone, expected }, async ({ page }) => {
      const script = "**/assets/restock-form-*.js";
      await page.route(script, (route) => route.abort());
      const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/restock-form-"));
      await page.goto(shop.url + productPath("Sized Shirt"));
      await movesUntil(page, lost);
      await purchase(page).getByRole("button", { name: "Add to Cart" }).click();
      await cartDrawer(page).getByText("Sized Shirt (M)").first().waitFor();
      await closeDrawer(page);
      const form = page.getByRole("region", { name: "Tell me when it's back" });
      const email = form.getByLabel("Email");
      const send = form.getByRole("button", { name: "Tell me", exact: true });
      const thanks = form.getByText("Check your email");
      const struck = page.locator(".option-chip.struck");
      expect(await email.isVisible()).toBe(false);
      await page.unroute(script);
      // A running script opens the form for the size; the server-rendered one stays closed.
      await struck.nth(0).click({ force: true });
      await eventually(async () => expect(await email.isVisible()).toBe(true));
      await page.getByText("Tell me when it's back").click();
      // From the options sheet, too, which closes.
      await page.mouse.wheel(0, 4_000);
      await page.getByRole("region", { name: "Buy" }).getByRole("button", { name: /^Size/ }).click();
      await page.getByRole("dialog").locator(".struck").first().click({ force: true });
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await eventually(async () => expect(await email.isVisible()).toBe(true));

      await email.fill("pat@example.com");
      await send.click();
      await thanks.waitFor();
      await struck.nth(1).click({ force: true });
      await email.fill("kim@example.com");
      const isLost = Promise.withResolvers<void>();
      await page.route("**/product/*/*.data*", async (route) => {
        await isLost.promise;
        await route.abort();
      });
      await send.click();
      await form.getByRole("button", { name: "Sending..." }).waitFor();
      expect(await thanks.count()).toBe(0);
      isLost.resolve();
      await seesToast(page, "The shop can't be reached");
      await send.waitFor();
      expect(await email.inputValue()).toBe("kim@example.com");
      await page.unroute("**/product/*/*.data*");
      await send.click();
      await thanks.waitFor();

      await struck.nth(0).click({ force: true });
      await page.waitForURL(/option=S#restock$/);
      await stock("S", "on_hand = 2");
      await email.fill("lou@example.com");
      await send.click();
      await form.getByText("It's back: S is in stock.").waitFor();
      await eventually(async () => expect(await struck.count()).toBe(1));
      await page.getByRole("group", { name: "Size" }).getByText("S", { exact: true }).click();
      await purchase(page).getByRole("button", { name: "Add to Cart · S" }).click();
      await cartDrawer(page).getByText("Sized Shirt (S)").first().waitFor();
    });
    await stock("L", "held = 0");
    await stock("S", "on_hand = 0");
  });

  test("[CH-6] [PA-5] a tap opens the pictures; they fit, answer two fingers, double tap, swipe, keys, Escape and Back", async () => {
    await browser.visit("viewer", { viewport: desktop }, async ({ page: other }) => {
      const touch = await other
        .context()
        .browser()
        ?.newContext({ viewport: phone, hasTouch: true, isMobile: true, reducedMotion: "reduce" });
      const page = await touch?.newPage();
      if (!touch || !page) throw new Error("No browser for the phone");
      const address = shop.url + productPath("Sized Shirt");
      await page.goto(address);
      const viewer = page.getByRole("dialog", { name: "Sized Shirt: picture" });
      const place = (of: number) => page.getByRole("dialog", { name: `Sized Shirt: picture ${of} of 4` });
      const transform = () =>
        viewer
          .locator(".viewer-picture")
          .first()
          .evaluate((element) => element.style.transform);
      const scale = async () => Number(/scale\((.+)\)/.exec(await transform())?.[1] ?? 1);
      const fingers = await touch.newCDPSession(page);
      type Touch = "touchStart" | "touchMove" | "touchEnd";
      const putAt = (timestamp: number | undefined, type: Touch, ...points: [x: number, y: number][]) =>
        fingers.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: points.map(([x, y], id) => ({ x, y, id })),
          ...(timestamp === undefined ? {} : { timestamp }),
        });
      const put = (type: Touch, ...points: [x: number, y: number][]) => putAt(undefined, type, ...points);
      /** As quick as fingers are, however slow the machine is. */
      const tapTwice = async (...taps: [x: number, y: number][]) => {
        const now = Date.now() / 1_000;
        for (const [index, tap] of taps.entries()) {
          await putAt(now + index / 10, "touchStart", tap);
          await putAt(now + index / 10 + 0.05, "touchEnd");
        }
      };

      await page.locator(".gallery-stage").tap();
      await place(1).waitFor();
      await eventually(async () => {
        const { width = 0, height = 0 } =
          (await viewer
            .getByRole("img", { name: "Illustration of Sized Shirt", exact: true })
            .boundingBox()) ?? {};
        expect(width, "all of it is on the screen").toBe(phone?.width);
        expect(height).toBe(phone?.height);
      });
      await put("touchStart", [180, 420], [210, 420]);
      for (let step = 1; step <= 5; step += 1)
        await put("touchMove", [180 - step * 6, 420], [210 + step * 6, 420]);
      await put("touchEnd");
      await eventually(async () => expect(await scale()).toBeCloseTo(3, 0));
      const before = await transform();
      await put("touchStart", [200, 420]);
      for (let step = 1; step <= 5; step += 1) await put("touchMove", [200 + step * 8, 420]);
      await put("touchEnd");
      await eventually(async () => expect(await transform(), "it follows the finger").not.toBe(before));
      await place(1).waitFor();
      for (const wanted of [1, 2.5, 1]) {
        await tapTwice([120, 400], [122, 402]);
        await eventually(async () => expect(await scale()).toBe(wanted));
      }
      await put("touchStart", [330, 420]);
      for (let step = 1; step <= 10; step += 1) await put("touchMove", [330 - step * 28, 420]);
      await put("touchEnd");
      await place(2).waitFor();
      await page.keyboard.press("ArrowRight");
      await place(3).waitFor();
      await page.keyboard.press("ArrowLeft");
      await place(2).waitFor();
      await page.keyboard.press("+");
      await viewer.getByRole("button", { name: "Fit picture" }).click();
      await page.goBack();
      await viewer.waitFor({ state: "hidden" });
      expect(page.url()).toBe(address);
      // The page shows the picture that was viewed last.
      await page.getByRole("link", { name: "Zoom picture" }).click();
      await place(2).waitFor();
      await page.keyboard.press("Escape");
      await viewer.waitFor({ state: "hidden" });
      await touch.close();
    });
  });
});

test("recently viewed products are shown as they are today, removed when they no longer exist, and never in the way", async () => {
  await browser.visit("viewed", { viewport: desktop, expected: [BROKEN_REQUEST] }, async ({ page }) => {
    const band = page.getByRole("region", { name: "Recently viewed" });
    await page.goto(`${shop.url}/about`);
    const ids = ["00000000-0000-4000-8000-000000000000", shop.idOf("Plain Cap"), "../../x", 7];
    await page.evaluate((value) => localStorage.setItem("recentlyViewed", value), JSON.stringify(ids));
    await page.goto(shop.url);
    await movesUntil(page, page.waitForResponse("**/functions/v1/list-products"));
    await band.getByRole("link", { name: "Plain Cap", exact: true }).waitFor();
    expect(await band.locator(".card-link").count()).toBe(1);
    expect(await page.evaluate(() => localStorage.getItem("recentlyViewed"))).toBe(
      JSON.stringify([shop.idOf("Plain Cap")]),
    );

    await page.route("**/functions/v1/list-products", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/list-products"));
    await page.goto(shop.url);
    await movesUntil(page, failed);
    expect(await band.count()).toBe(0);
    expect(await toastOf(page).count()).toBe(0);
  });
});

/** Moves the pointer more than once, as a shopper does: the page may not be listening at the first move. */
async function movesUntil(page: Page, answer: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  const answered = answer.finally(() => {
    isAnswered = true;
  });
  for (let x = 200; !isAnswered; x += 1) await page.mouse.move(x, 300);
  await answered;
}
