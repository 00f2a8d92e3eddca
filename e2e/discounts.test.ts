// A code from the owner's form to the order, on a phone and on a desk: made, mistyped, used, paid, and seen on every page.
import { describe, expect, test } from "vitest";
import {
  enterBackOffice,
  expectFitsNarrow,
  expectSound,
  holdBack,
  openAdmin,
  sentTo,
} from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { addCap, CARDS, cartDrawer, confirmation, fillAddress, payWith } from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

describe.each([
  { width: PHONE.width, viewport: PHONE },
  { width: DESKTOP.width, viewport: DESKTOP },
])("at $width px", ({ width, viewport }) => {
  const code = `GOLF${width}`;

  test("[DC-1] the owner makes a code, and bad input has its sentence", async () => {
    await browser.visit(
      `new code ${width}`,
      { viewport, expected: [/status of 422/] },
      async ({ page, context }) => {
        await enterBackOffice(context, shop);
        await openAdmin(page, shop, "/admin/discounts");
        await page.getByRole("link", { name: "New Discount" }).click();
        await page.getByLabel("Code").fill("G");
        await page.getByLabel("Percent").fill("0");
        await page.getByRole("button", { name: "Create Discount" }).click();
        await page.getByText("Percent must be a whole number from 1 to 100").waitFor();
        await page.getByText(/^A code has 2 to 30 letters/).waitFor();
        await expectSound(page, "discount refused");
        await page.getByLabel("Code").fill(code.toLowerCase());
        await page.getByLabel("Percent").fill("25");
        await page.getByRole("button", { name: "Create Discount" }).click();
        await page.getByRole("heading", { level: 1, name: code }).waitFor();
        await expectSound(page, "discount");
        await expectFitsNarrow(page, "discount");
        // Switching it off and on keeps what is typed beside it.
        await page.getByLabel("Percent").fill("26");
        for (const [does, next] of [
          ["Switch Off", "Switch On"],
          ["Switch On", "Switch Off"],
        ] as const) {
          await page.getByRole("button", { name: does }).click();
          await page.getByRole("button", { name: next }).waitFor();
        }
        expect(await page.getByLabel("Percent").inputValue()).toBe("26");
        await page.getByLabel("Percent").fill("25");
        // So does saving it.
        const saving = await holdBack(page, sentTo(new URL(page.url()).pathname, "intent=save"));
        const version = page.locator('input[name="version"]');
        const before = await version.inputValue();
        await page.getByLabel("Uses per email address").fill("3");
        await page.getByRole("button", { name: "Save Discount" }).click();
        await saving.isHeld;
        await page.getByLabel("Uses in all").fill("50");
        saving.release();
        await expect.poll(() => version.inputValue()).not.toBe(before);
        expect(await page.getByLabel("Uses in all").inputValue()).toBe("50");
        await page.getByLabel("Uses in all").fill("");
        await page.getByRole("link", { name: "All discounts" }).click();
        await page.getByRole("link", { name: code }).waitFor();
        await expectSound(page, "discounts");
      },
    );
  });

  test("[DC-1] a shopper uses it: cart, checkout, confirmation and the owner's order say what it took off", async () => {
    const customer = { name: "Pat Example", email: `code-${width}@example.com` };
    await browser.visit(`use code ${width}`, { viewport }, async ({ page, context }) => {
      await addCap(page, shop.url);
      await page.goto(`${shop.url}/checkout`);
      if (width < 768) await page.getByRole("button", { name: /Order Summary/ }).click();
      await page.getByRole("button", { name: "Have a code?" }).click();
      const field = page.getByLabel("Code", { exact: true });
      await field.fill("nope");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("NOPE is not a code of this shop. Please check the spelling.").waitFor();
      await expectSound(page, "code refused");
      await field.fill(code.toLowerCase());
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText(`Discount (${code})`).waitFor();
      await page.getByText("−$7.00").waitFor();
      await expectSound(page, "code applied");
      await fillAddress(page, customer);
      await payWith(page, CARDS.succeeds);
      await confirmation(page);
      await page.getByText(`Discount (${code})`).waitFor();
      await page.getByText("$26.99").first().waitFor();
      await expectSound(page, "confirmation with a discount");
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/orders");
      await page.goto(`${shop.url}/admin/orders?q=${encodeURIComponent(customer.email)}`);
      await page.getByRole("link", { name: /^ORD-/ }).first().click();
      await page.getByText(`Discount (${code})`).waitFor();
    });
  });
});

test("[DC-1] a link from an ad keeps the code in the browser, and the cart shows what it takes off", async () => {
  await browser.visit("code by link", { viewport: PHONE }, async ({ page }) => {
    await page.goto(`${shop.url}/discount/golf${PHONE.width}`);
    await page.getByText("It waits in this browser.").waitFor();
    await addCap(page, shop.url);
    await page
      .getByRole("button", { name: /^Open cart/ })
      .first()
      .click();
    await cartDrawer(page).getByText(`Discount (GOLF${PHONE.width})`).waitFor();
    await expectSound(page, "cart with a code");
    expect(await cartDrawer(page).getByText("−$7.00").count()).toBe(1);
  });
});
