// Another brand than the golf shop's, made in the back office alone: how much work it is, and what it leaves of the first.
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Brand } from "#domain/brand/brand.ts";
import { paletteOf } from "#domain/brand/palette.ts";
import { enterBackOffice, handOver, openAdmin } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP } from "#test/browser/browser.ts";
import { countedOwner } from "#test/browser/counted-owner.ts";
import { makeDuneAndDraw, SHOP_NAME, WARES } from "#test/browser/dune-and-draw.ts";
import { orderPathOf } from "#test/browser/emails.ts";
import { firstBrandIn, firstIconsIn } from "#test/browser/first-brand.ts";
import { emailsTo } from "#test/browser/journey.ts";
import { placeOrder, productIdOf } from "#test/browser/place-order.ts";
import { brandInForms, mailsOf, pagesOf, saidTo } from "#test/browser/second-shop.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const ACTIONS_MAX = 120;

const shop = shopForTests();
const browser = browserForTests();
const customer = { name: "Robin Roads", email: "robin@example.com", address1: "4 Cactus Road" };

let actions = 0;
let brand: Brand;

beforeAll(async () => {
  await browser.visit("second brand", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/dashboard");
    const owner = countedOwner(page);
    const began = performance.now();
    await makeDuneAndDraw(owner);
    actions = owner.count();
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(`A second brand: ${actions} actions, ${seconds} s`);
    brand = await brandInForms(page, shop);
  });
});

test("[BR-9] a second brand is made through the back office alone, in at most 120 actions", () => {
  expect(actions).toBeGreaterThan(0);
  expect(actions).toBeLessThanOrEqual(ACTIONS_MAX);
});

test("[BR-9] its pages, emails, packing slip, and feeds show nothing of the first brand", async () => {
  const [tote] = WARES;
  const productId = await productIdOf(shop, tote.name, "BAGS");
  const { orderId } = await placeOrder(shop, customer, { productId, price: Number(tote.price) * 100 });
  const orderPath = await orderPathOf(shop, customer.email);
  let slip = "";
  const expected = [/status of 404/];
  await browser.visit("second brand sells", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/orders/slips?id=${orderId}`);
    slip = await page.getByRole("main").evaluate((element) => element.outerHTML);
    await openAdmin(page, shop, `/admin/orders/${orderId}`);
    await handOver(page);
  });
  const said = [
    ...(await saidTo(shop, await pagesOf(shop, orderPath))),
    ...(await mailsOf(shop)),
    { where: "packing slip", text: slip },
  ];
  expect(said.length).toBeGreaterThan(35);
  expect(said.flatMap(firstBrandIn(brand))).toEqual([]);
  expect(await firstIconsIn(shop.url, said)).toEqual([]);
  // The slip and each email to the customer begin with the owner's logo.
  const logo = path.basename(brand.look.logo?.url ?? "none", ".webp");
  expect(slip).toContain(logo);
  const letters = await emailsTo(shop, customer.email);
  expect(letters.length).toBeGreaterThan(0);
  const withoutLogo = letters.filter(({ html }) => !/email-logo\.png" [^>]*alt=""/.test(html));
  expect(withoutLogo.map(({ subject }) => subject)).toEqual([]);
});

test("[HD-4] a phone shows the name next to a square logo, where it has room", async () => {
  await browser.visit("logo and name", {}, async ({ page }) => {
    for (const [width, hasName] of [
      [390, true],
      [320, false],
    ] as const) {
      await page.setViewportSize({ width, height: 664 });
      await page.goto(shop.url);
      const home = page.getByRole("banner").getByRole("link", { name: SHOP_NAME });
      const [link, name] = [await home.boundingBox(), await home.getByText(SHOP_NAME).boundingBox()];
      const isCut = (name?.y ?? 0) >= (link?.y ?? 0) + (link?.height ?? 0);
      expect(!isCut, `${width} px`).toBe(hasName);
    }
  });
});

test("[BR-9] every token of its style sheet has its own color, and no flag is drawn", async () => {
  await browser.visit("second brand's colors", {}, async ({ page }) => {
    for (const address of ["/", "/checkout"]) {
      await page.goto(shop.url + address);
      const tokens = await page.evaluate(
        (names) => {
          const style = getComputedStyle(document.documentElement);
          return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--color-${name}`)]));
        },
        Object.keys(paletteOf(brand.look.colors)),
      );
      expect(tokens).toEqual(paletteOf(brand.look.colors));
      const flags = await page.locator(".flag-glyph:visible").count();
      expect(flags, address).toBe(0);
    }
  });
});
