// A size that costs more than the others, from the owner's form to the shopper's cart.
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin, readToast } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "#test/browser/browser.ts";
import { cartDrawer, SHIRT } from "#test/browser/journey.ts";
import { productIdOf } from "#test/browser/place-order.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

test("[VA-2] the owner asks $4 more for one size; list, page, and cart say so", async () => {
  const id = await productIdOf(shop, SHIRT.name, "SHIRTS");
  await browser.visit("own price", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/products/edit/${id}`);
    await page.getByText("Codes and prices by option").click();
    await page.getByLabel("Price ($) of L", { exact: true }).fill("76");
    await page.getByRole("button", { name: "Update Product", exact: true }).click();
    await readToast(page, "Product updated successfully");
    await expectSound(page, "own-price");
  });
  await browser.visit("dearer size", { viewport: PHONE }, async ({ page }) => {
    await page.goto(`${shop.url}/shop?category=SHIRTS`);
    await page
      .getByText(/from\s*\$72\.00/)
      .first()
      .waitFor();
    await expectSound(page, "from-price");
    await page.goto(`${shop.url}/product/${id}`);
    const price = page.locator(".buy-box .numerals").first();
    await expect.poll(() => price.innerText()).toBe("$72.00");
    await page.locator("label.option-chip", { hasText: "L" }).filter({ hasText: "$76.00" }).click();
    await expect.poll(() => price.innerText()).toBe("$76.00");
    await expectSound(page, "dearer-size");
    await page.locator(".purchase-controls").getByRole("button", { name: "Add to Cart" }).click();
    await cartDrawer(page).getByText("$76.00").first().waitFor();
  });
});
