// The list, its cards and the product's page, over a small catalog in PostgreSQL in which each product
// stands for one case.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserForTests, eventually } from "./browser.ts";
import { cartDrawer } from "./journey.ts";
import { type ShelfShop, shelf, startShelfShop } from "./shelf.ts";
import {
  BROKEN_REQUEST,
  cardOf,
  cartButton,
  holdBack,
  namesIn,
  seesToast,
  served,
  sidewaysScroll,
  toastOf,
  WIDTHS,
} from "./storefront.ts";

const PAGE_SIZE = 24;
/** As lists have them: what is sold out comes last. */
const entries = Object.entries(shelf).sort(([, a], [, b]) => Number(a.stock === 0) - Number(b.stock === 0));
const names = entries.map(([name]) => name);
const hats = entries.filter(([, product]) => product.category === "Hats").map(([name]) => name);
const shirts = names.filter((name) => !hats.includes(name));

/** What one unit costs. */
function costs(name: string): number {
  const { price = 0, salePrice = Number.POSITIVE_INFINITY } = shelf[name] ?? {};
  return Math.min(price, salePrice);
}

let shop: ShelfShop;
const browser = browserForTests();
const [phone, desktop] = WIDTHS.map(({ viewport }) => viewport);

beforeAll(async () => {
  shop = await startShelfShop();
});

afterAll(async () => {
  await shop?.stop();
});

const serve = (path: string) => served(shop.url + path);
const productPath = (name: string) => `/product/${shop.idOf(name)}`;

/** The names of a list as the server sends it, in order. */
/** What the list holds, without what is shown below one that is empty. */
async function listed(query: string): Promise<string[]> {
  const { html } = await serve(`/shop${query}`);
  const [list = ""] = html.split(/>(?:Best sellers|New in the shop)</);
  return [
    ...list.matchAll(/<a [^>]*class="card-link"[^>]*>([^<]+)<|<a class="card-link"[^>]*>([^<]+)</g),
  ].map((match) => match[1] ?? match[2] ?? "");
}

const search = (page: Page) => new URL(page.url()).search;

describe("the list", () => {
  test("[SH-1] category, sale and sort are read from the address; what is unknown counts as the default", async () => {
    const newest = names.slice(0, PAGE_SIZE);
    expect(await listed("")).toEqual(newest);
    for (const query of [
      "?category=CAPS&sale=1&sort=random",
      "?category=hats",
      "?sale=TRUE",
      "?sort=",
      "?category=ALL",
    ]) {
      expect(await listed(query), query).toEqual(newest);
    }
    expect(await listed("?category=HATS")).toEqual(hats);
    expect(await listed("?category=HATS&sale=true&sort=price-low")).toEqual(["Third Off Cap"]);
  });

  test("[SH-1] [SH-2] controls write the address, omit defaults, and back and forward work", async () => {
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
    });
  });

  test("[SH-3] sale keeps reduced products only, price sorts use the sale price, newest is the latest made", async () => {
    expect(await listed("?sale=true")).toEqual(["Third Off Cap", "Sized Sale Shirt"]);
    const cheap = await listed("?sort=price-low");
    expect(cheap.map(costs)).toEqual(cheap.map(costs).toSorted((a, b) => a - b));
    expect(cheap.slice(0, 3)).toEqual(["Bulk Cap", "Third Off Cap", "Vanishing Cap"]);
    expect(cheap.indexOf("Sized Sale Shirt")).toBeLessThan(cheap.indexOf("Plain Cap"));
    const dear = await listed("?sort=price-high");
    expect(dear.map(costs)).toEqual(dear.map(costs).toSorted((a, b) => b - a));
    expect(dear[0]).toBe("Windbreaker Vest");
    expect(await listed("?category=SHIRTS")).toEqual(shirts.slice(0, PAGE_SIZE));
  });

  test("[SH-4] a phone filters by a side sheet, and nothing changes before 'Apply Filters'", async () => {
    await browser.visit("filter sheet", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/shop?sort=price-low`);
      expect(await page.getByRole("navigation", { name: "Category" }).isVisible()).toBe(false);
      await page.getByRole("button", { name: "Filters", exact: true }).click();
      const sheet = page.getByRole("dialog", { name: "Filters" });
      await sheet.getByRole("checkbox", { name: "Hats" }).check();
      await sheet.getByRole("checkbox", { name: "On Sale" }).check();
      expect(await sheet.getByRole("checkbox", { name: "Shirts" }).isChecked()).toBe(false);
      expect(search(page)).toBe("?sort=price-low");
      await sheet.getByRole("button", { name: "Apply Filters" }).click();
      await page.waitForURL(`${shop.url}/shop?category=HATS&sale=true&sort=price-low`);
      await sheet.waitFor({ state: "hidden" });
      await eventually(async () => expect(await namesIn(page)).toEqual(["Third Off Cap"]));
      await page.getByRole("button", { name: "Filters (2)" }).click();
      await sheet.getByRole("button", { name: "Apply Filters (1)", exact: true }).waitFor();
      expect(await sheet.getByRole("checkbox", { name: "Hats" }).isChecked()).toBe(true);
      await sheet.getByRole("checkbox", { name: "Shirts" }).check();
      await sheet.getByRole("checkbox", { name: "On Sale" }).uncheck();
      await sheet.getByRole("button", { name: `Apply Filters (${names.length})` }).waitFor();
      await sheet.getByRole("checkbox", { name: "M, 2 products", exact: true }).check();
      await sheet.getByRole("button", { name: "Apply Filters (2)" }).waitFor();
      await sheet.getByRole("button", { name: "Clear all" }).click();
      await sheet.getByRole("button", { name: `Apply Filters (${names.length})` }).click();
      await page.waitForURL(`${shop.url}/shop?sort=price-low`);
    });
  });

  test("[SH-4] filters that are open stay in sight when the phone is turned", async () => {
    await browser.visit("turned filters", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/shop`);
      await page.getByRole("button", { name: "Filters", exact: true }).click();
      const sheet = page.getByRole("dialog", { name: "Filters" });
      await sheet.waitFor();
      await page.setViewportSize({ width: 844, height: 390 });
      expect(await sheet.isVisible()).toBe(true);
      await sheet.getByRole("button", { name: "Close" }).click();
      await sheet.waitFor({ state: "hidden" });
      expect(await page.getByRole("button", { name: "Filters", exact: true }).isVisible()).toBe(false);
      await page.getByRole("navigation", { name: "Category" }).getByRole("link", { name: "Hats" }).click();
      await page.waitForURL(`${shop.url}/shop?category=HATS`);
    });
  });

  test("[SH-4] ticks that can't be counted stay in their sheet, with the numbers of before", async () => {
    await browser.visit(
      "filter sheet offline",
      { viewport: phone, expected: [BROKEN_REQUEST] },
      async ({ page, context }) => {
        await page.goto(`${shop.url}/shop`);
        await page.getByRole("button", { name: "Filters", exact: true }).click();
        const sheet = page.getByRole("dialog", { name: "Filters" });
        const box = (name: string) => sheet.getByRole("checkbox", { name });
        const apply = (count: number) =>
          sheet.getByRole("button", { name: `Apply Filters (${count})`, exact: true });
        await apply(names.length).waitFor();
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
        expect(search(page)).toBe("");
      },
    );
  });

  test("[FI-4] filters come from the products: choices with counts, chips that take them back, one address", async () => {
    await shop.change("update products set type = 'Rope cap', color = 'Pine' where id = any($1)", [
      [shop.idOf("Plain Cap"), shop.idOf("Sold Out Cap")],
    ]);
    await shop.change("update products set type = 'Polo', color = 'Calcutta' where id = $1", [
      shop.idOf("Sized Sale Shirt"),
    ]);
    const ropeCaps = ["Plain Cap", "Sold Out Cap"];
    await browser.visit("filters", { viewport: desktop }, async ({ page }) => {
      await page.goto(`${shop.url}/shop`);
      const open = (name: string) => page.locator("summary", { hasText: name }).click();
      const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
      await open("Type");
      await box("Rope cap, 2 products").click();
      await page.waitForURL(`${shop.url}/shop?type=rope+cap`);
      await eventually(async () => expect(await namesIn(page)).toEqual(ropeCaps));
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
    await browser.visit("filters, no scripts", { viewport: desktop }, async ({ page: other }) => {
      for (const viewport of [phone, desktop]) {
        const plain = await other.context().browser()?.newContext({ javaScriptEnabled: false, viewport });
        const page = await plain?.newPage();
        if (!page) throw new Error("no page");
        await page.goto(`${shop.url}/shop?category=HATS`);
        await page.locator("summary", { hasText: "Color" }).click();
        await page.getByRole("checkbox", { name: "Green, 2 products" }).check();
        await page.getByRole("button", { name: "Apply" }).click();
        await page.waitForURL(/color=green/);
        expect(await namesIn(page)).toEqual(ropeCaps);
        expect(await page.locator("meta[name=robots]").getAttribute("content")).toContain("noindex");
        await plain?.close();
      }
    });
    for (const query of ["?size=XXL", "?size=2XL"]) expect(await listed(query)).toEqual([]);
  });

  test("[SH-5] a list on its way shows six grey tiles", async () => {
    await browser.visit("shop loading", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/about`);
      const letGo = await holdBack(page, "**/shop.data*");
      await page.getByRole("contentinfo").getByRole("link", { name: "Hats" }).click();
      const tiles = page.getByTestId("product-placeholder");
      await tiles.nth(5).waitFor();
      expect(await tiles.count()).toBe(6);
      letGo();
      await eventually(async () => expect(await namesIn(page)).toEqual(hats));
      expect(await tiles.count()).toBe(0);
    });
  });

  test("[SH-6] an empty list says so and its filters can be reset", async () => {
    await browser.visit("shop empty", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/shop?category=HATS&sale=true&sort=price-low&q=galoshes`);
      await page.getByRole("heading", { name: "No products found" }).waitFor();
      await page.getByText("Try adjusting your filters to find what you're looking for.").waitFor();
      await page.getByRole("link", { name: "Reset Filters" }).click();
      await page.waitForURL(`${shop.url}/shop`);
      await eventually(async () => expect(await namesIn(page)).toEqual(names.slice(0, PAGE_SIZE)));
      await eventually(async () => expect(await page.getByRole("searchbox").inputValue()).toBe(""));
    });
  });

  test("[SH-7] a list that can't be loaded leaves the last good one, a message and a retry", async () => {
    await browser.visit(
      "shop failing",
      { viewport: desktop, expected: [BROKEN_REQUEST] },
      async ({ page }) => {
        await page.goto(`${shop.url}/shop?category=HATS`);
        await page.route("**/shop.data*", (route) => route.abort());
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
      },
    );
  });

  test("[SH-7] where there never was a list, four samples stand in, marked and not for sale", async () => {
    await browser.visit("shop samples", { viewport: phone, expected: [BROKEN_REQUEST] }, async ({ page }) => {
      await page.goto(`${shop.url}/about`);
      await page.route("**/shop.data*", (route) => route.abort());
      await page.getByRole("contentinfo").getByRole("link", { name: "All Products" }).click();
      await seesToast(page, "Error", "Failed to load products. Please try again later.");
      const samples = page.getByRole("region", { name: "Sample products" });
      expect(await samples.getByRole("listitem").count()).toBe(4);
      expect(await samples.getByText("Sample", { exact: true }).count()).toBeGreaterThanOrEqual(4);
      expect(await samples.getByRole("button").count()).toBe(0);
      expect(await samples.getByRole("link").count()).toBe(0);
    });
  });

  test("[SH-7] [PD-7] a shop whose database fails says so on arrival and recovers", async () => {
    const expected = [/status of 50\d/, /^50\d from/, BROKEN_REQUEST];
    await shop.rows("alter table products rename to products_away");
    try {
      await browser.visit("database away", { viewport: desktop, expected }, async ({ page }) => {
        await page.goto(`${shop.url}/shop?category=HATS&sort=price-high`);
        await seesToast(page, "Error", "Failed to load products. Please try again later.");
        await page.goto(shop.url + productPath("Range Polo 07"));
        await seesToast(page, "Error", "Failed to load product details. Please try again later.");
        await shop.rows("alter table products_away rename to products");
        await page.getByRole("button", { name: "Retry" }).click();
        await page.getByRole("heading", { level: 1, name: "Range Polo 07" }).waitFor();
      });
    } finally {
      await shop.rows("alter table if exists products_away rename to products");
    }
  });

  test("[SH-8] 'Load more' works by address and keeps the shopper's place", async () => {
    expect(await listed("?pages=2")).toEqual(names);
    for (const query of ["?pages=0", "?pages=-1", "?pages=x", "?pages=1e9"]) {
      expect(await listed(query), query).toHaveLength(PAGE_SIZE);
    }
    await browser.visit("load more", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/shop`);
      await page.getByRole("link", { name: "Load more" }).click();
      await page.waitForURL(`${shop.url}/shop?pages=2`);
      await eventually(async () => expect(await namesIn(page)).toEqual(names));
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await eventually(async () => expect(await focused()).toBe(names[PAGE_SIZE]));
      expect(await page.getByRole("link", { name: "Load more" }).count()).toBe(0);
      await page.reload();
      expect(await namesIn(page)).toEqual(names);
    });
  });

  test("[SH-8] search finds by name, by description and with a typing error; a size keeps what has it", async () => {
    expect(await listed("?q=windbreaker")).toEqual(["Windbreaker Vest"]);
    expect(await listed("?q=SEVENTEENTH")).toEqual(["Windbreaker Vest"]);
    expect(await listed("?q=windbraeker")).toContain("Windbreaker Vest");
    expect(await listed("?size=L")).toEqual(["Sized Shirt"]);
    expect(await listed("?size=S")).toEqual([]);
    expect(await listed("?q=polo&category=HATS")).toEqual([]);
    await browser.visit("search", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/shop`);
      await page.getByRole("searchbox", { name: "Search products" }).fill("  windbreaker ");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${shop.url}/shop?q=windbreaker`);
      await eventually(async () => expect(await namesIn(page)).toEqual(["Windbreaker Vest"]));
      await page.getByText("1 product", { exact: true }).waitFor();
      await page.getByRole("link", { name: /Remove filter.*windbreaker/ }).click();
      await page.waitForURL(`${shop.url}/shop`);
      await eventually(async () => expect(await page.getByRole("searchbox").inputValue()).toBe(""));
    });
  });
});

describe("a card", () => {
  test("[PF-3] the browser takes AVIF where a picture has it, and WebP elsewhere", async () => {
    await shop.makeAvif("Plain Cap");
    await browser.visit("avif", { viewport: phone, expected: [BROKEN_REQUEST] }, async ({ page }) => {
      const loaded = (picture: Locator) =>
        eventually(async () => {
          const { isDrawn, src } = await picture.evaluate((img: HTMLImageElement) => ({
            isDrawn: img.complete && img.naturalWidth > 0,
            src: img.currentSrc,
          }));
          expect(isDrawn).toBe(true);
          return (await fetch(src)).headers.get("content-type");
        });
      await page.goto(`${shop.url}/shop`);
      expect(await loaded(cardOf(page, "Plain Cap").locator("img"))).toBe("image/avif");
      expect(await loaded(cardOf(page, "Nearly Gone Cap").locator("img"))).toBe("image/webp");
      await page.goto(shop.url + productPath("Plain Cap"));
      const stage = page.locator(".gallery-stage img");
      expect(await loaded(stage.first())).toBe("image/avif");
      // Without its files the picture is WebP again, not a gap.
      await page.route("**/*.avif", (route) => route.abort());
      await page.goto(shop.url + productPath("Plain Cap"));
      expect(await loaded(stage.first())).toBe("image/webp");
    });
  });

  test("[PC-1] [PC-2] cards show picture, category, name, price, sale and stock as they are", async () => {
    await browser.visit("cards", { viewport: desktop }, async ({ page }) => {
      await page.goto(`${shop.url}/shop`);
      const badges = (name: string) => cardOf(page, name).locator(".card-badges > *").allInnerTexts();
      const plain = cardOf(page, "Plain Cap");
      expect(await plain.locator("img").first().getAttribute("alt")).toBe("Illustration of Plain Cap");
      expect((await plain.innerText()).split("\n")).toContain("HATS");
      expect(await plain.getByText("$30.00", { exact: true }).count()).toBe(1);
      expect(await badges("Plain Cap")).toEqual([]);

      const reduced = cardOf(page, "Third Off Cap");
      expect(await reduced.locator("s").innerText()).toBe("$30.00");
      expect(await reduced.getByText("original price").count()).toBe(1);
      const now = reduced.getByText("$19.99", { exact: true });
      const colours = await Promise.all(
        [now, reduced.locator("s")].map((part) =>
          part.evaluate((element) => getComputedStyle(element).color),
        ),
      );
      expect(colours[0]).not.toBe(colours[1]);
      expect(await badges("Third Off Cap")).toEqual(["33% OFF"]);
      expect(await badges("Not Really Reduced Cap")).toEqual([]);
      expect(await cardOf(page, "Not Really Reduced Cap").locator("s").count()).toBe(0);

      expect(await badges("Nearly Gone Cap")).toEqual(["Low Stock"]);
      expect(await badges("Five Left Cap")).toEqual([]);
      // What is sold out comes last, here on another page of the list.
      await page.goto(`${shop.url}/shop?q=sold+out+cap`);
      expect(await badges("Sold Out Cap")).toEqual(["Sold Out"]);
      expect(await cardOf(page, "Sold Out Cap").locator(".card-action").count()).toBe(0);
      await page.goto(`${shop.url}/shop`);
      expect(await badges("Sized Sale Shirt")).toEqual(["69% OFF"]);
      // Beside the category, not over the picture's collar.
      await cardOf(page, "Sized Sale Shirt").getByText("Options", { exact: true }).waitFor();
      expect(await cardOf(page, "Bare Shirt").getByText("Options", { exact: true }).count()).toBe(0);
      expect(await cardOf(page, "Bare Shirt").locator("img").count()).toBe(0);
      expect(await cardOf(page, "Bare Shirt").locator(".picture-placeholder").isVisible()).toBe(true);
    });
  });

  test("[PC-3] the button shows on hover and focus, and always on touch", async () => {
    await browser.visit("card button", { viewport: desktop }, async ({ page, context }) => {
      await page.goto(`${shop.url}/shop`);
      const button = cardOf(page, "Plain Cap").locator(".card-action");
      const opacity = () => button.evaluate((element) => Number(getComputedStyle(element).opacity));
      expect(await button.innerText()).toBe("Add to Cart");
      expect(await cardOf(page, "Sized Shirt").locator(".card-action").innerText()).toBe("View Options");
      await eventually(async () => expect(await opacity()).toBe(0));
      await cardOf(page, "Plain Cap").hover();
      await eventually(async () => expect(await opacity()).toBe(1));
      await page.mouse.move(0, 0);
      await eventually(async () => expect(await opacity()).toBe(0));
      await button.focus();
      await eventually(async () => expect(await opacity()).toBe(1));

      const tablet = await context
        .browser()
        ?.newContext({ viewport: desktop, hasTouch: true, isMobile: true });
      const touched = await tablet?.newPage();
      if (!tablet || !touched) throw new Error("No browser for the tablet");
      await touched.goto(`${shop.url}/shop`);
      const looks = await touched.locator(".card-action").evaluateAll((all) =>
        all.map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return `${width} by ${height}, opacity ${getComputedStyle(element).opacity}`;
        }),
      );
      expect(new Set(looks)).toEqual(new Set(["44 by 44, opacity 1"]));
      await touched.getByRole("link", { name: "View Options: Sized Shirt" }).waitFor();
      const plus = await cardOf(touched, "Plain Cap").locator(".card-action").boundingBox();
      const picture = await cardOf(touched, "Plain Cap").locator(".card-picture").boundingBox();
      if (!plus || !picture) throw new Error("no card");
      expect(plus.y + plus.height, "on the picture").toBeLessThan(picture.y + picture.height);
      expect(plus.x + plus.width).toBeLessThan(picture.x + picture.width);
      await tablet.close();
    });
  });

  test("[PC-4] adding one flies a dot of 400 ms to the cart", async () => {
    await browser.visit("flying dot", { viewport: phone }, async ({ page }) => {
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
      await page.goto(`${shop.url}/shop`);
      await cardOf(page, "Plain Cap").hover();
      const add = page.getByRole("button", { name: "Add to Cart: Plain Cap" });
      await add.click();
      await cartDrawer(page).getByText("Plain Cap").first().waitFor();
      expect(await page.evaluate(() => Reflect.get(window, "flights"))).toEqual([400]);
      expect(await page.locator(".flying-dot").count()).toBe(0);
      expect(await page.getByTestId("cart-count").innerText()).toBe("1");
      await page.keyboard.press("Escape");
      await cartDrawer(page).waitFor({ state: "hidden" });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await cardOf(page, "Plain Cap").hover();
      await add.click();
      await cartDrawer(page).getByText("Plain Cap").first().waitFor();
      expect(await page.evaluate(() => Reflect.get(window, "flights"))).toEqual([400]);
      expect(await page.getByTestId("cart-count").innerText()).toBe("2");
    });
  });

  test("[PC-5] the button of a product with options says why and leads to them", async () => {
    await browser.visit("card options", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/shop?category=SHIRTS`);
      await cardOf(page, "Sized Shirt").locator(".card-action").click();
      await seesToast(page, "Select options", "This product requires selecting options on its detail page");
      await page.waitForURL(shop.url + productPath("Sized Shirt"));
      const size = page.getByRole("group", { name: "Size" });
      await eventually(async () => {
        const { y = 0, height = 0 } = (await size.boundingBox()) ?? {};
        expect(y, "they are in view").toBeGreaterThan(64);
        expect(y + height).toBeLessThan((phone?.height ?? 0) * 0.75);
      });
      expect(await page.getByTestId("cart-count").count()).toBe(0);
    });
  });
});

const purchase = (page: Page) => page.locator(".purchase-controls");
const quantity = (page: Page) => purchase(page).locator("output");

describe("the product's page", () => {
  test.each(WIDTHS)(
    "[PD-1] pictures with thumbnails, category, name, price and text, at $width px",
    async ({ width, viewport }) => {
      await browser.visit(`product ${width}`, { viewport }, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.goto(shop.url + productPath("Sized Shirt"));
        const main = page.getByRole("main");
        const title = main.getByRole("heading", { level: 1, name: "Sized Shirt" });
        for (const part of [title, main.locator(".buy-box").getByText("$70.00")]) {
          const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
          expect(y, "on the first screen").toBeGreaterThan(0);
          expect(y + height, "on the first screen").toBeLessThan(844);
        }
        for (const text of ["SHIRTS", "$70.00", "Sized Shirt, as it hangs on the shelf."]) {
          expect(await main.locator(".buy-box").innerText()).toContain(text);
        }
        const thumbnails = page.getByRole("list", { name: "Thumbnails" });
        expect(await thumbnails.getByRole("link").count()).toBe(4);
        const columns = await thumbnails.evaluate(
          (list) => getComputedStyle(list).gridTemplateColumns.split(" ").length,
        );
        expect(columns).toBe(4);
        const stage = page.locator(".gallery-stage");
        await thumbnails.getByRole("link", { name: /3 of 4/ }).click();
        await eventually(async () => {
          expect(await stage.evaluate((list) => Math.round(list.scrollLeft / list.clientWidth))).toBe(2);
          expect(await thumbnails.getByRole("link").nth(2).getAttribute("aria-current")).toBe("true");
        });
        await page.getByRole("button", { name: "Next picture" }).click();
        await eventually(async () => {
          expect(await thumbnails.getByRole("link").nth(3).getAttribute("aria-current")).toBe("true");
        });
        expect(await page.getByRole("button", { name: "Next picture" }).isDisabled()).toBe(true);
        await page.getByRole("link", { name: "Back to Shop" }).click();
        await page.waitForURL(`${shop.url}/shop`);

        await page.goto(shop.url + productPath("Nearly Gone Cap"));
        expect(await page.locator(".product-gallery img").count()).toBe(1);
        expect(await thumbnails.count()).toBe(0);
        await page.goto(shop.url + productPath("Bare Shirt"));
        expect(await main.locator(".picture-placeholder").first().isVisible()).toBe(true);
        expect(await thumbnails.count()).toBe(0);
        await page.goto(shop.url + productPath("Third Off Cap"));
        expect(await main.locator(".buy-box s").innerText()).toBe("$30.00");
        expect(await main.locator(".buy-box").innerText()).toContain("$19.99");
      });
    },
  );

  test.each(WIDTHS)(
    "[CH-2] [CH-3] the colors of a design are linked, and facts stand in closed rows, at $width px",
    async ({ width, viewport }) => {
      const isPhone = width < 768;
      await shop.change(
        `update products set design = 'Range Polo', color = 'Color ' || right(name, 2)
          where name like 'Range Polo %' and right(name, 2) <= '12'`,
      );
      await shop.change(
        `update products set material = 'Piqué.', care = 'Wash cold.',
          fit = 'Slim.' || chr(10) || repeat('Averylongword', 38) where id = $1`,
        [shop.idOf("Range Polo 01")],
      );
      await shop.change("update inventory set held = on_hand where product_id = $1", [
        shop.idOf("Range Polo 02"),
      ]);
      await browser.visit(`colors and facts ${width}`, { viewport }, async ({ page, context }) => {
        const names = async () => page.locator("summary").allInnerTexts();
        await page.goto(shop.url + productPath("Range Polo 01"));
        if (isPhone) {
          const { y, height } = (await page.locator(".buy-box h1 + div").boundingBox()) ?? {
            y: 0,
            height: 0,
          };
          expect(y, "the price is on the first screen").toBeGreaterThan(0);
          expect(y + height).toBeLessThan(viewport.height);
        }
        const colors = page.getByRole("navigation", { name: "Colors" });
        await page
          .getByText("Color 01 · Also in Color 02, Color 03, Color 04, Color 05 and 7 more")
          .waitFor();
        const dots = colors.getByRole("link");
        expect(await dots.count()).toBe(12);
        expect(await dots.first().getAttribute("aria-current")).toBe("page");
        for (const dot of await dots.all()) {
          const box = await dot.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        }
        expect(await sidewaysScroll(page)).toBe(0);

        expect(await names()).toEqual(["Fabric & feel", "Fit & size", "Care", "Shipping & returns"]);
        const fit = page.getByText("Slim.");
        expect(await fit.isVisible()).toBe(false);
        await page.getByText("Fit & size", { exact: true }).focus();
        await page.keyboard.press("Enter");
        await fit.waitFor();
        expect(await sidewaysScroll(page)).toBe(0);
        await page.getByRole("link", { name: "See the size guide" }).click();
        await page.waitForURL(`${shop.url}/size-guide`);
        await page.goBack();
        await page.locator("summary", { hasText: "Shipping & returns" }).click();
        await page.getByText(/^Delivered in 3-5 business days\. Shipping costs \$5\.99/).waitFor();

        // What is sold out can be looked at.
        await dots.nth(1).click();
        await page.waitForURL(shop.url + productPath("Range Polo 02"));
        await page.getByRole("heading", { level: 1, name: "Range Polo 02" }).waitFor();
        const current = colors.locator("[aria-current]");
        await eventually(async () => expect(await current.innerText()).toBe("Color 02 (sold out)"));
        expect(await names()).toEqual(["Shipping & returns"]);
        await page.goto(shop.url + productPath("Plain Cap"));
        expect(await colors.count()).toBe(0);

        const plain = await context.browser()?.newContext({ viewport, javaScriptEnabled: false });
        if (!plain) throw new Error("The browser is not running");
        const bare = await plain.newPage();
        await bare.goto(shop.url + productPath("Range Polo 01"));
        await bare.getByText("Care", { exact: true }).click();
        await bare.getByText("Wash cold.").waitFor();
        await bare.getByRole("link", { name: "Color 03" }).click();
        await bare.waitForURL(shop.url + productPath("Range Polo 03"));
        await plain.close();
      });
      await shop.change("update products set design = '', color = '', material = '', fit = '', care = ''");
      await shop.change("update inventory set held = 0 where product_id = $1", [shop.idOf("Range Polo 02")]);
    },
  );

  test("[CH-4] a link chooses its option; one that is sold out leaves the choice open", async () => {
    await browser.visit("linked option", { viewport: phone }, async ({ page }) => {
      const chosen = page.getByRole("group", { name: "Size" }).locator(":checked");
      await page.goto(`${shop.url + productPath("Sized Sale Shirt")}?utm_source=feed&option=extra-large`);
      await eventually(async () => expect(await chosen.getAttribute("value")).toBe("XL"));
      await purchase(page).getByRole("button", { name: "Add to Cart" }).click();
      await cartDrawer(page).getByText("Sized Sale Shirt (XL)").first().waitFor();
      await page.goto(`${shop.url + productPath("Sized Shirt")}?option=S`);
      await eventually(async () => expect(await chosen.count()).toBe(0));
      await purchase(page).getByRole("button", { name: "Add to Cart" }).click();
      await seesToast(page, "Please select an option", "You must select a size/option before adding to cart");
      const joke = page.getByText("3-5 Day Shipping – faster than fixing your slice!");
      expect(await joke.isVisible()).toBe(false);
      await page.goto(`${shop.url + productPath("Sized Shirt")}?option=Galoshes`);
      expect(await chosen.getAttribute("value")).toBe("M");
      expect(await joke.isVisible()).toBe(true);
    });
  });

  test("[CH-4] more reviews leave the size that a link chose", async () => {
    const id = shop.idOf("Sized Shirt");
    await shop.rows("alter table reviews drop constraint if exists reviews_order_item_id_fkey");
    await shop.change(
      `insert into reviews (id, order_item_id, product_id, stars, body, name, state, written_at, changed_at)
        select gen_random_uuid(), gen_random_uuid(), $1, 5, 'Fits.', 'Pat', 'shown', now(), now() from generate_series(1, 11)`,
      [id],
    );
    try {
      await browser.visit("linked option and reviews", { viewport: phone }, async ({ page }) => {
        const chosen = page.getByRole("group", { name: "Size" }).locator(":checked");
        await page.goto(`${shop.url + productPath("Sized Shirt")}?option=L`);
        await eventually(async () => expect(await chosen.getAttribute("value")).toBe("L"));
        const more = page.getByRole("link", { name: "More reviews" });
        // Its script comes after that of the page. Until React has taken the link over, a press loads a whole new page.
        await eventually(async () => {
          const isTaken = await more.evaluate((link) =>
            Object.keys(link).some((name) => name.startsWith("__reactProps$")),
          );
          expect(isTaken).toBe(true);
        });
        await more.click();
        await page.getByRole("link", { name: "Newest reviews" }).waitFor();
        await page.waitForURL("**/product/*reviews=*");
        expect(await chosen.getAttribute("value")).toBe("L");
        await purchase(page).getByRole("button", { name: "Add to Cart · L" }).waitFor();
      });
    } finally {
      await shop.change("delete from reviews where product_id = $1", [id]);
    }
  });

  test("[CH-5] a tap on a sold-out size leads to the form that asks for it", async () => {
    await browser.visit("struck size", { viewport: phone }, async ({ page }) => {
      await page.goto(shop.url + productPath("Sized Shirt"));
      const email = page.getByRole("region", { name: "Tell me when it's back" }).getByLabel("Email");
      const struck = page.locator(".option-chip.struck").first();
      for (let times = 0; times < 2; times += 1) {
        expect(await email.isVisible()).toBe(false);
        await struck.click({ force: true });
        await eventually(async () => expect(await email.isVisible()).toBe(true));
        await page.getByText("Tell me when it's back").click();
      }
      // From the options over the page, too, which make way.
      await page.mouse.wheel(0, 4_000);
      await page.getByRole("region", { name: "Buy" }).getByRole("button", { name: /^Size/ }).click();
      await page.getByRole("dialog").locator(".struck").click({ force: true });
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await eventually(async () => expect(await email.isVisible()).toBe(true));
    });
  });

  test("[CH-5] a second request is thanked for once it is answered, and keeps its email when it is not", async () => {
    const id = shop.idOf("Sized Shirt");
    await shop.change("update inventory set held = on_hand where product_id = $1 and variation = 'L'", [id]);
    try {
      await browser.visit(
        "second restock request",
        { viewport: phone, expected: [BROKEN_REQUEST] },
        async ({ page }) => {
          await page.goto(shop.url + productPath("Sized Shirt"));
          const form = page.getByRole("region", { name: "Tell me when it's back" });
          const email = form.getByLabel("Email");
          const send = form.getByRole("button", { name: "Tell me", exact: true });
          const thanks = form.getByText("Check your email");
          const struck = page.locator(".option-chip.struck");
          await struck.nth(0).click({ force: true });
          await email.fill("pat@example.com");
          await send.click();
          await thanks.waitFor();
          await struck.nth(1).click({ force: true });
          await email.fill("kim@example.com");
          const lost = Promise.withResolvers<void>();
          await page.route("**/product/*.data*", async (route) => {
            await lost.promise;
            await route.abort();
          });
          await send.click();
          await form.getByRole("button", { name: "Sending..." }).waitFor();
          expect(await thanks.count()).toBe(0);
          lost.resolve();
          await seesToast(page, "The shop can't be reached");
          await send.waitFor();
          expect(await email.inputValue()).toBe("kim@example.com");
          await page.unroute("**/product/*.data*");
          await send.click();
          await thanks.waitFor();
        },
      );
    } finally {
      await shop.change("update inventory set held = 0 where product_id = $1", [id]);
    }
  });

  test("[CH-5] whoever asks for a size that is back meanwhile can choose it at once", async () => {
    const id = shop.idOf("Sized Shirt");
    const stock = (onHand: number) =>
      shop.change("update inventory set on_hand = $2 where product_id = $1 and variation = 'S'", [
        id,
        onHand,
      ]);
    try {
      await browser.visit(
        "back meanwhile",
        { viewport: phone, expected: [/status of 409/] },
        async ({ page }) => {
          await page.goto(shop.url + productPath("Sized Shirt"));
          await page.locator(".option-chip.struck").click({ force: true });
          // The tap leads to a place of its own, whose data must not be read after the size is back.
          await page.waitForURL(/option=S#restock$/);
          await stock(2);
          const form = page.getByRole("region", { name: "Tell me when it's back" });
          await form.getByLabel("Email").fill("pat@example.com");
          await form.getByRole("button", { name: "Tell me", exact: true }).click();
          await form.getByText("It's back: S is in stock.").waitFor();
          await eventually(async () => expect(await page.locator(".option-chip.struck").count()).toBe(0));
          expect(await form.getByText("It's back: S is in stock.").isVisible()).toBe(true);
          await page.getByRole("group", { name: "Size" }).getByText("S", { exact: true }).click();
          await purchase(page).getByRole("button", { name: "Add to Cart · S" }).click();
          await cartDrawer(page).getByText("Sized Shirt (S)").first().waitFor();
        },
      );
    } finally {
      await stock(0);
    }
  });

  test("[PD-2] what a keyboard reaches is never beneath the bar", async () => {
    await browser.visit("keys and bar", { viewport: phone }, async ({ page }) => {
      await page.goto(shop.url + productPath("Sized Shirt"));
      await page.keyboard.press("Tab");
      const covered: string[] = [];
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(async () => {
          for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
          const { activeElement: at } = document;
          const { bottom = 0 } = at?.getBoundingClientRect() ?? {};
          const top = document.querySelector(".buy-bar")?.getBoundingClientRect().top ?? Infinity;
          const isOfBar = at?.closest(".buy-bar") != null;
          return { text: at?.textContent ?? "", isCovered: !isOfBar && bottom > top };
        });
        if (focused.isCovered) covered.push(focused.text);
      }
      expect(covered).toEqual([]);
    });
  });

  test("[PD-2] [PD-3] options, stock and quantity stay within what is there", async () => {
    await browser.visit("options", { viewport: phone }, async ({ page }) => {
      await page.goto(shop.url + productPath("Sized Shirt"));
      const options = page.getByRole("group", { name: "Size" });
      const radio = (name: string | RegExp) => options.getByRole("radio", { name });
      expect(await options.getByRole("radio").count()).toBe(3);
      expect(await radio(/^S \(sold out\)/).isDisabled()).toBe(true);
      expect(await radio("M").isChecked()).toBe(true);
      await page.getByText("In Stock", { exact: true }).waitFor();
      await page.getByText(/Only 3 left/).waitFor();
      const more = page.getByRole("button", { name: "Increase quantity" });
      const less = page.getByRole("button", { name: "Decrease quantity" });
      expect(await less.isDisabled()).toBe(true);
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

      await page.goto(shop.url + productPath("Sold Out Cap"));
      await page.getByText("Out of Stock", { exact: true }).waitFor();
      expect(await purchase(page).count()).toBe(0);
      expect(await page.getByText("3-5 Day Shipping").count()).toBe(0);
      expect(
        await page
          .locator(".buy-box")
          .getByRole("button", { name: /Add to Cart|Buy Now/ })
          .count(),
      ).toBe(0);
    });
  });

  test("[PD-2] [CH-4] what adds is named beside its verb; unseen options are asked for once; a size is remembered", async () => {
    await browser.visit("chosen size", { viewport: phone }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const polo = shop.url + productPath("Sized Shirt");
      const bar = page.getByRole("region", { name: "Buy" });
      const sheet = page.getByRole("dialog", { name: "Sized Shirt" });
      const adding = (place: Locator) => place.getByRole("button", { name: /^(Add to Cart|Buy Now)/ });
      const scrollDown = () => page.mouse.wheel(0, 40);
      await page.goto(polo);
      expect(await adding(purchase(page)).allInnerTexts()).toEqual(["Add to Cart · M", "Buy Now · M"]);
      await scrollDown();
      // The options are below the screen: the first tap asks and adds nothing.
      await bar.getByRole("button", { name: "Add to Cart · M for $70.00" }).click();
      await sheet.getByRole("radio", { name: "M" }).waitFor();
      expect(await page.getByTestId("cart-count").count()).toBe(0);
      await sheet.getByText("L", { exact: true }).click();
      await page.goBack();
      await sheet.waitFor({ state: "hidden" });
      expect(page.url()).toBe(polo);
      // Once is enough, and what is chosen stands everywhere.
      for (const name of ["Size L change", "Add to Cart · L for $70.00"]) {
        const { height = 0 } = (await bar.getByRole("button", { name }).boundingBox()) ?? {};
        expect(height).toBeGreaterThanOrEqual(44);
      }
      await bar.getByRole("button", { name: "Add to Cart · L" }).click();
      // The message lies in the drawer's head, whole.
      const message = (await toastOf(page).boundingBox()) ?? { y: 0, height: 0 };
      expect(message.height).toBeGreaterThanOrEqual(44);
      await cartDrawer(page).getByText("Sized Shirt (L)").first().waitFor();
      await cartDrawer(page)
        .getByText(/^Arrives \w{3}, /)
        .waitFor();
      await page.keyboard.press("Escape");
      await cartDrawer(page).waitFor({ state: "hidden" });
      expect(await adding(purchase(page)).allInnerTexts()).toEqual(["Add to Cart · L", "Buy Now · L"]);

      // The next page begins with it, and a link that asks for another comes first.
      const chosen = page.getByRole("group", { name: "Size" }).locator(":checked");
      await page.goto(polo);
      await eventually(async () => expect(await chosen.getAttribute("value")).toBe("L"));
      await page.goto(`${polo}?option=M`);
      await eventually(async () => expect(await chosen.getAttribute("value")).toBe("M"));
      // Whoever has seen the options is not asked.
      await scrollDown();
      await bar.waitFor();
      await page
        .getByRole("group", { name: "Size" })
        .evaluate((group) => group.scrollIntoView({ block: "center" }));
      await bar.waitFor({ state: "hidden" });
      await page.evaluate(() => window.scrollTo(0, 0));
      await bar.getByRole("button", { name: "Add to Cart · M" }).click();
      await cartDrawer(page).getByText("Sized Shirt (M)").first().waitFor();
    });
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
      // The page shows the picture that was looked at last.
      await page.getByRole("link", { name: "Zoom picture" }).click();
      await place(2).waitFor();
      await page.keyboard.press("Escape");
      await viewer.waitFor({ state: "hidden" });
      await touch.close();
    });
  });

  test("[PD-4] 'Add to Cart' opens the drawer, 'Buy Now' the checkout", async () => {
    await browser.visit("buy", { viewport: phone }, async ({ page }) => {
      await page.goto(shop.url + productPath("Sized Shirt"));
      const note = page.getByText("3-5 Day Shipping – faster than fixing your slice!", { exact: true });
      const [red, green, blue] = await note.evaluate((element) => {
        const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext(
          "2d",
        );
        if (!context) throw new Error("no canvas");
        context.fillStyle = getComputedStyle(element).color;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      });
      expect(red).toBeGreaterThan(2 * Math.max(green ?? 255, blue ?? 255));
      await page.getByRole("button", { name: "Increase quantity" }).click();
      await purchase(page).getByRole("button", { name: "Add to Cart" }).click();
      await cartDrawer(page).getByText("Sized Shirt (M)").first().waitFor();
      expect(await page.getByTestId("cart-count").innerText()).toBe("2");
      await page.keyboard.press("Escape");
      await cartDrawer(page).waitFor({ state: "hidden" });
      await purchase(page).getByRole("button", { name: "Buy Now" }).click();
      await page.waitForURL(`${shop.url}/checkout`);
      await page.getByRole("heading", { name: "Shipping Information" }).waitFor();
      await page.getByRole("button", { name: /^Order Summary\s*3 items/ }).waitFor();
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
      // The owner renames the sizes meanwhile; the page shows it on the next visit.
      await shop.change("update inventory set variation = variation || ' Tall' where product_id = $1", [id]);
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

  test("[PD-6] a product on its way shows its shape; one that is missing or archived answers 404", async () => {
    const gone = "/product/00000000-0000-4000-8000-000000000000";
    for (const path of ["/product/%00", "/product/..%2f"]) {
      expect({ path, status: (await serve(path)).status }).toEqual({ path, status: 400 });
    }
    for (const path of [gone, "/product/1", `/product/${"9".repeat(3_000)}`]) {
      const { status, text } = await serve(path);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(text).toContain("Product Not Found");
      expect(text).toContain("The product you're looking for doesn't exist or has been removed.");
    }
    const id = shop.idOf("Range Polo 20");
    expect((await serve(productPath("Range Polo 20"))).status).toBe(200);
    await shop.change("update products set status = 'archived' where id = $1", [id]);
    expect((await serve(productPath("Range Polo 20"))).status).toBe(404);
    await shop.change("update products set status = 'active' where id = $1", [id]);

    await browser.visit(
      "product loading",
      { viewport: phone, expected: [/status of 404/] },
      async ({ page }) => {
        await page.goto(`${shop.url}/shop`);
        const letGo = await holdBack(page, "**/product/*.data*");
        await page.getByRole("link", { name: "Plain Cap", exact: true }).click();
        await page.getByRole("status", { name: "Loading" }).waitFor();
        expect(await page.locator(".skeleton:visible").count()).toBeGreaterThan(3);
        letGo();
        await page.getByRole("heading", { level: 1, name: "Plain Cap" }).waitFor();
        await page.goto(shop.url + gone);
        await page.getByRole("link", { name: "Back to Shop" }).click();
        await page.waitForURL(`${shop.url}/shop`);
      },
    );
  });

  test("[PD-7] from a place within a page the next one comes whole, as everybody else gets it", async () => {
    await browser.visit("place within a page", { viewport: desktop }, async ({ page }) => {
      await page.goto(`${shop.url}${productPath("Plain Cap")}#main`);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url().slice(shop.url.length)));
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "SHOP" }).click();
      await page.waitForURL(`${shop.url}/shop`);
      await eventually(async () => expect(await namesIn(page)).toHaveLength(PAGE_SIZE));
      expect(asked).toContain("/shop.data");
      expect(asked.filter((address) => address.includes("_routes"))).toEqual([]);
    });
  });

  test("[PD-7] a product that can't be loaded says so, and a retry shows it", async () => {
    await browser.visit(
      "product failing",
      { viewport: phone, expected: [BROKEN_REQUEST] },
      async ({ page }) => {
        await page.goto(`${shop.url}/shop`);
        await page.route("**/product/*.data*", (route) => route.abort());
        await page.getByRole("link", { name: "Plain Cap", exact: true }).click();
        await seesToast(page, "Error", "Failed to load product details. Please try again later.");
        await page.unroute("**/product/*.data*");
        await page.getByRole("button", { name: "Retry" }).click();
        await page.getByRole("heading", { level: 1, name: "Plain Cap" }).waitFor();
        await eventually(async () => expect(await toastOf(page).count()).toBe(0));
        expect(await cartButton(page).isVisible()).toBe(true);
      },
    );
  });

  test("[PD-7] [CH-5] a script that is lost takes nothing from the page, and comes when it can be had", async () => {
    await browser.visit("lost script", { viewport: phone, expected: [BROKEN_REQUEST] }, async ({ page }) => {
      const script = "**/assets/restock-form-*.js";
      await page.route(script, (route) => route.abort());
      const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/restock-form-"));
      await page.goto(shop.url + productPath("Sized Shirt"));
      await movesUntil(page, lost);
      await purchase(page).getByRole("button", { name: "Add to Cart" }).click();
      await cartDrawer(page).getByText("Sized Shirt (M)").first().waitFor();
      await cartDrawer(page).getByRole("button", { name: "Close" }).click();
      expect(await page.getByText("Failed to load product details").count()).toBe(0);
      expect(await page.getByText("Tell me when it's back").isVisible()).toBe(true);
      await page.unroute(script);
      // A script that runs opens the form for the size; the one that the server drew stays closed.
      const email = page.getByRole("region", { name: "Tell me when it's back" }).getByLabel("Email");
      await page.locator(".option-chip.struck").click({ force: true });
      await eventually(async () => expect(await email.isVisible()).toBe(true));
    });
  });

  test("[SH-7] a list whose script is lost keeps its products", async () => {
    await browser.visit(
      "lost script of the list",
      { viewport: phone, expected: [BROKEN_REQUEST] },
      async ({ page }) => {
        await page.route("**/assets/applied-filters-*.js", (route) => route.abort());
        const lost = page.waitForEvent("requestfailed", (request) =>
          request.url().includes("/applied-filters-"),
        );
        await page.goto(`${shop.url}/shop?q=cap`);
        await lost;
        await page.locator(".product-grid .card-link").first().waitFor();
        expect(await page.getByRole("list", { name: "Applied filters" }).isVisible()).toBe(true);
        expect(await toastOf(page).count()).toBe(0);
      },
    );
  });
});

test("what was looked at before is shown as it is today, forgotten when it is gone, and never in the way", async () => {
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

/** Moves the pointer more than once, as a shopper does: the first move may come before the page listens. */
async function movesUntil(page: Page, answer: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  const answered = answer.finally(() => {
    isAnswered = true;
  });
  for (let x = 200; !isAnswered; x += 1) await page.mouse.move(x, 300);
  await answered;
}
