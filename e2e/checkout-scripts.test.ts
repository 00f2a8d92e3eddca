// The checkout page's scripts and security headers in a browser, compared with the inventory.
import { expect, test } from "vitest";
import {
  builtNameOf,
  builtScripts,
  inlineScripts,
  paymentScripts,
} from "#server/http/checkout-page/checkout-scripts.ts";
import { compareCheckoutPage } from "#server/http/checkout-page/compare-checkout-page.ts";
import { pagePolicyOf } from "#server/http/security-headers.ts";
import { browserForTests, eventually } from "#test/browser/browser.ts";
import { addCap, cartDrawer, fillAddress } from "#test/browser/journey.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

/** The name in the inventory; anything else by its full URL. */
function nameOf(address: string): string {
  const path = address.startsWith(shop.url) ? address.slice(shop.url.length) : address;
  return builtNameOf(path) ?? path;
}

test("[TR-10] the checkout with a filled cart runs exactly the scripts of the inventory", async () => {
  await browser.visit("checkout scripts", {}, async ({ page }) => {
    await addCap(page, shop.url);
    // Hovering a link fetches its page before it is opened.
    await page.mouse.move(0, 0);
    await page.waitForLoadState("networkidle");
    const addresses = new Set<string>();
    page.on("request", (request) => {
      if (request.resourceType() === "script") addresses.add(request.url());
    });
    const response = await page.goto(`${shop.url}/checkout`);
    const html = (await response?.text()) ?? "";
    await fillAddress(page, { name: "Pat Golfer", email: "pat@example.com" });
    await page.getByLabel("Card number").waitFor();
    await page.getByRole("banner").getByRole("button", { name: "Back to cart" }).hover();
    expect(await cartDrawer(page).isVisible()).toBe(false);
    const elements = await page.evaluate(() =>
      [...document.scripts].map((script) => ({ type: script.type, src: script.src, text: script.text })),
    );
    for (const { src } of elements) if (src) addresses.add(src);

    const demo = paymentScripts.filter(({ mode }) => mode === "demo").map(({ address }) => address);
    const inventory = [...builtScripts.map(({ name }) => name), ...demo].sort();
    // Some files load only after the first interaction.
    await eventually(() => expect([...addresses].map(nameOf).sort()).toEqual(inventory));

    const written = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
      .filter(([, attributes]) => !attributes?.includes("ld+json"))
      .map(([, , text = ""]) => inlineScripts.find((script) => script.text.test(text))?.name ?? text);
    expect(written).toEqual(inlineScripts.map(({ name }) => name));
    const late = elements.filter(({ src, text, type }) => !src && text.trim() && !type.includes("json"));
    expect(late.filter(({ text }) => !inlineScripts.some((script) => script.text.test(text)))).toEqual([]);

    const headers = new Headers(await response?.allHeaders());
    const expected = {
      policy: pagePolicyOf({ stripe: null, s3: null, publicUrl: shop.url }),
      settings: { publicUrl: shop.url, hstsSubdomains: false },
    };
    expect(compareCheckoutPage({ html, headers }, expected).differences).toEqual([]);
  });
});

test("[TR-10] in live mode the only other host of scripts is Stripe", () => {
  const live = paymentScripts
    .filter(({ mode }) => mode === "live")
    .map(({ address }) => new URL(address).host);
  expect(live).toEqual(["js.stripe.com"]);
});
