// One product's life at both sizes: made with real picture files, seen and sold in the shop, edited by two
// tabs at once, archived. On the way every kind of file that is refused is refused in the words of the form.
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { enterBackOffice, expectActionsInView, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { placeOrder, productIdOf } from "./place-order.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

type File = { name: string; mimeType: string; buffer: Buffer };

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

function noise(width: number, height: number) {
  const create = {
    width,
    height,
    channels: 3 as const,
    noise: { type: "gaussian" as const, mean: 128, sigma: 60 },
  };
  return sharp({ create } as Parameters<typeof sharp>[1]);
}

/** A photo as a phone takes it: far above 2 MB, lying on its side, with a note of how to turn it. */
async function takePhonePhoto(): Promise<File> {
  const buffer = await noise(3_200, 2_400).jpeg({ quality: 92 }).withMetadata({ orientation: 6 }).toBuffer();
  expect(buffer.byteLength).toBeGreaterThan(3_000_000);
  return { name: "phone.jpg", mimeType: "image/jpeg", buffer };
}

let photo: Promise<File> | undefined;

/** Made once: so much noise takes its time. */
function phonePhoto(): Promise<File> {
  photo ??= takePhonePhoto();
  return photo;
}

async function small(name: string, format: "png" | "gif" | "jpeg", color: string): Promise<File> {
  const picture = sharp({ create: { width: 400, height: 500, channels: 3, background: color } });
  return { name, mimeType: `image/${format}`, buffer: await picture.toFormat(format).toBuffer() };
}

/** As a person does: a click on the drop zone, then the files. */
async function choose(page: Page, files: File[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Drag pictures here, paste them, or click to choose").click();
  await (await chooser).setFiles(files);
}

const tiles = (page: Page) => page.getByLabel(/^What picture \d/);

const addressOf = (tile: Locator) => tile.locator('input[name="imageUrl"]').inputValue();

async function dragThirdToFront(page: Page): Promise<void> {
  const tile = page.locator(".image-tile");
  const [first, third] = [await addressOf(tile.nth(0)), await addressOf(tile.nth(2))];
  await tile.nth(2).locator("img").dragTo(tile.nth(0).locator("img"));
  await page.getByText("Picture 3 is now 1 of 4, Primary").waitFor({ state: "attached" });
  expect([await addressOf(tile.nth(0)), await addressOf(tile.nth(1))]).toEqual([third, first]);
}

async function fillForm(page: Page, name: string): Promise<void> {
  await page.getByLabel("Product Name").fill(name);
  await page.getByLabel("Price ($)", { exact: true }).fill("48");
  await page.getByLabel("Sale Price ($) (Optional)").fill("39.50");
  await page.getByLabel("Description").fill("Made for the journey of this test.");
  await page.getByLabel("Category").selectOption("Shirts");
  await page.getByRole("button", { name: "S–2XL" }).click();
  await page.getByLabel("Quantity of 2XL").waitFor();
  await page.getByLabel("Options (pipe separated)").fill("S|M|L");
  await page.getByLabel("Color", { exact: true }).fill("Bone/Pine");
  await page.getByRole("img", { name: "Shoppers see #e9e1cf and #1f3d2b" }).waitFor();
  for (const [option, quantity] of [
    ["S", "0"],
    ["M", "2"],
    ["L", "5"],
  ] as const) {
    await page.getByLabel(`Quantity of ${option}`).fill(quantity);
  }
}

/** The product is in the shop; buys one piece of it. How a shopper does that is purchase.test.ts. */
async function buy(productId: string, name: string): Promise<void> {
  const page = await fetch(`${shop.url}/product/${productId}`);
  expect(await page.text()).toContain(name);
  const item = { productId, option: "M", price: 3_950 };
  await placeOrder(shop, { name: "Pat Example", email: "pat@example.com" }, item);
}

const refusals = { expected: [/status of 4(09|13|15|22)/] };

describe.each([
  ["a phone", PHONE],
  ["a desk", DESKTOP],
])("on %s", (place, viewport) => {
  test("[PF-1] [PF-2] [PF-3] [PF-4] [PF-5] [AP-1] [AP-2] [CH-1] a product is made, sold, edited and archived", {
    timeout: 240_000,
  }, async () => {
    const name = `Journey Polo on ${place}`;
    let productPath = "";
    await browser.visit(`admin products ${place}`, { viewport, ...refusals }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/products");
      await expectSound(page, "products");
      await page.getByRole("link", { name: "Add New Product" }).click();
      await page.getByRole("heading", { level: 1, name: "Create Product" }).waitFor();

      await page.getByRole("button", { name: "Create Product" }).click();
      await page.getByText("At least one image is required", { exact: true }).waitFor();
      await page.getByText(/Validation error: Name must be at least 2 characters long, /).waitFor();
      await page.getByText("Quantity must be a non-negative integer", { exact: true }).waitFor();

      // The first picture stands still on its way, so that its progress can be seen.
      const arrival = Promise.withResolvers<void>();
      await page.route("**/admin/products/images", async (route) => {
        await arrival.promise;
        await route.continue();
      });
      await choose(page, [
        await phonePhoto(),
        { name: "drawing.jpg", mimeType: "image/jpeg", buffer: Buffer.from(SVG) },
        { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a picture") },
        { name: "huge.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(3_000_000, "x") },
      ]);
      expect(await page.getByText("Larger JPG and PNG files are made smaller first.").isVisible()).toBe(true);
      await page.getByRole("progressbar", { name: "Uploading phone.jpg" }).waitFor();
      expect(await page.getByRole("button", { name: "Create Product" }).isDisabled()).toBe(true);
      arrival.resolve();
      await page.getByText("drawing.jpg is not an image file").first().waitFor();
      await page.getByText("notes.txt is not an image file").first().waitFor();
      await page.getByText("huge.jpg exceeds the 2MB file size limit").first().waitFor();
      await expectSound(page, "upload-errors");
      await expect.poll(() => tiles(page).count()).toBe(1);
      await page.getByText(/At least one image is required/).waitFor({ state: "detached" });
      const upright = await page
        .locator(".image-tile img")
        .first()
        .evaluate(async (image: HTMLImageElement) => {
          await image.decode();
          return image.naturalHeight > image.naturalWidth;
        });
      expect(upright).toBe(true);

      await choose(page, [
        await small("green.png", "png", "#184b33"),
        await small("red.gif", "gif", "#c3321a"),
      ]);
      await page.getByText("Successfully uploaded 2 image(s)").first().waitFor();
      await choose(page, [await small("a.jpg", "jpeg", "#fff"), await small("b.jpg", "jpeg", "#000")]);
      await page.getByText("You can only upload a maximum of 4 images per product").first().waitFor();
      await expect.poll(() => tiles(page).count()).toBe(4);
      await page.getByRole("button", { name: "Move earlier: picture 2" }).press("Enter");
      await page.getByText("Picture 2 is now 1 of 4, Primary").waitFor({ state: "attached" });
      // On a phone nobody drags by a mouse; the buttons are the way there.
      if (viewport === DESKTOP) await dragThirdToFront(page);
      await tiles(page).first().fill("The front of the polo");

      await fillForm(page, name);
      await page.getByText("$39.50").first().waitFor();
      await expectSound(page, "product-new");

      await page.getByRole("link", { name: "Orders", exact: true }).click();
      const leave = page.getByRole("dialog", { name: "Leave without saving?" });
      await leave.getByRole("button", { name: "Stay" }).click();
      await leave.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Create Product" }).click();
      await page.getByText("Product created successfully").first().waitFor();
      await page.waitForURL(/\/admin\/products\/edit\/[0-9a-f-]{36}$/);
      const productId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      productPath = `/product/${productId}`;
      await page.getByRole("heading", { level: 1, name: "Edit Product" }).waitFor();
      await expectSound(page, "product-edit");

      await buy(productId, name);
      // Its answer loads the product anew, and the form stays the one from before the sale.
      await page.getByRole("button", { name: "More for this product" }).click();
      await page.getByRole("button", { name: "Show at top of home" }).click();
      await page.getByRole("button", { name: "More for this product" }).click();
      await page.getByRole("button", { name: "Take off top of home" }).click();
      await page.getByText("Taken off the top of the home page").first().waitFor();
      expect(await page.getByLabel("Quantity of M").inputValue()).toBe("2");

      // What the form from before the sale does not touch stays sold.
      const other = await context.newPage();
      await other.goto(page.url().replace("/edit/", "/"));
      await page.getByLabel("Quantity of L").fill("0");
      await page.getByRole("button", { name: "Update Product" }).click();
      await page.getByText("Product updated successfully").first().waitFor();

      await other.getByLabel("Price ($)", { exact: true }).fill("52");
      await other.getByRole("button", { name: "Update Product" }).click();
      await other.getByText("Stock of L: it was “5”, now it is “0”").waitFor();
      await expectSound(other, "product-conflict");
      expect(await other.getByLabel("Price ($)", { exact: true }).inputValue()).toBe("52");
      await other.getByRole("button", { name: "Take over these changes" }).click();
      await expect.poll(() => other.getByLabel("Quantity of L").inputValue()).toBe("0");
      expect(await other.getByLabel("Price ($)", { exact: true }).inputValue()).toBe("52");
      await other.getByRole("button", { name: "Update Product" }).click();
      await other.getByText("Product updated successfully").first().waitFor();
      expect(await other.getByLabel("Quantity of M").inputValue()).toBe("1");
      const gtin = viewport === PHONE ? "4006381333931" : "036000291452";
      await other.getByLabel("GTIN of M").fill(gtin.replace(/.$/, "5"));
      await other.getByLabel("Name of M").fill("Medium");
      await other.getByRole("button", { name: "Update Product" }).click();
      await other.getByText(/^The GTIN \d+ has a wrong check digit: after/).waitFor();
      await expectSound(other, "product-codes");
      await other.getByLabel("GTIN of M").fill(gtin);
      await other.getByRole("button", { name: "Update Product" }).click();
      await expect.poll(() => other.getByLabel("Quantity of Medium").inputValue()).toBe("1");
      expect(await other.getByLabel("GTIN of Medium").inputValue()).toBe(gtin);
      await other.close();

      await page.getByRole("button", { name: "More for this product" }).click();
      await page.getByRole("button", { name: `Archive ${name}`, exact: true }).waitFor();
      await page.getByRole("button", { name: "Delete Product", exact: true }).click();
      const question = page.getByRole("dialog", { name: "Are you absolutely sure?" });
      await question.getByRole("button", { name: "Delete", exact: true }).waitFor();
      await question.getByRole("button", { name: "Cancel" }).click();
      await question.waitFor({ state: "hidden" });

      await page.goto(`${shop.url}/admin/products?q=${encodeURIComponent(name.toUpperCase())}`);
      const row = page.getByRole("row").filter({ hasText: name });
      await row.getByText("$52.00").waitFor();
      await row.getByText("In Stock").waitFor();
      await row.getByRole("button", { name: /^More for/ }).click();
      await row.getByRole("button", { name: /^Archive/ }).click();
      await page.getByText("1 product updated").first().waitFor();
      await row.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("1 product is as it was").first().waitFor();
      await row.getByText("In Stock").waitFor();
      await row.getByRole("button", { name: /^More for/ }).click();
      await row.getByRole("button", { name: /^Delete/ }).waitFor();
      // Told of late, on a busy machine: nothing moves any more.
      await page.evaluate(() => void window.dispatchEvent(new Event("scroll")));
      await row.getByRole("button", { name: /^Delete/ }).click();
      const dialog = page.getByRole("dialog", { name: "Are you sure?" });
      await dialog
        .getByText("This action cannot be undone. This will permanently delete the product")
        .waitFor();
      expect(
        await dialog.getByRole("button", { name: "Cancel" }).evaluate((b) => b === document.activeElement),
      ).toBe(true);
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("Product deleted successfully").first().waitFor();
      await page.getByText("No products found").waitFor();
      await page.getByRole("link", { name: "Archived" }).click();
      await page.getByRole("row").filter({ hasText: name }).waitFor();
      expect((await fetch(`${shop.url}${productPath}`)).status).toBe(404);

      await page.goto(`${shop.url}/admin/products/edit/nothing`);
      await page.waitForURL("**/admin/products");
      await page
        .getByText(/^Product not found/)
        .first()
        .waitFor();
    });
  });
});

test("[DC-2] a ten percent weekend is eight clicks with a look at it first, and is undone by one", async () => {
  await browser.visit("bulk", refusals, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    let clicks = 0;
    const click = async (control: Locator) => {
      clicks += 1;
      await control.click();
    };
    await openAdmin(page, shop, "/admin/dashboard");
    await click(page.getByRole("link", { name: "Products", exact: true }));
    await click(page.getByLabel("Select all on this page"));
    await page.getByText(/^\d+ selected$/).waitFor();
    await page.setViewportSize(PHONE);
    await expectActionsInView(page, "Change selected products");
    await page.setViewportSize(DESKTOP);
    await click(page.getByLabel("Change", { exact: true }));
    await page.getByLabel("Change", { exact: true }).selectOption("Set sale price, percent off");
    await click(page.getByLabel("Value"));
    await page.getByLabel("Value").fill("10");
    await click(page.getByLabel("Sale from"));
    await page.getByLabel("Sale from").fill("2099-11-27T00:00");
    await click(page.getByLabel("Sale to"));
    await page.getByLabel("Sale to").fill("2099-11-30T00:00");
    await click(page.getByRole("button", { name: "Preview" }));
    const preview = page.getByRole("region", { name: /^Set sale price, percent off/ });
    await preview.getByText("The sale begins 2099-11-27 00:00 and ends 2099-11-30 00:00.").waitFor();
    await preview
      .getByText(/^It keeps its lower sale price of \$/)
      .first()
      .waitFor();
    await expectSound(page, "bulk preview");
    await click(preview.getByRole("button", { name: /^Change \d+ products$/ }));
    await page
      .getByText(/^\d+ products updated$/)
      .first()
      .waitFor();
    expect(clicks).toBeLessThanOrEqual(8);
    await page.getByText("Select products to change several at once").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page
      .getByText(/^\d+ products are as they were$/)
      .first()
      .waitFor();
  });
});

test("[PF-6] stock is changed in the list; a sale in between is told, and what was typed stays", async () => {
  await browser.visit("restock", refusals, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/products?q=night+putt");
    const other = await context.newPage();
    await openAdmin(other, shop, "/admin/products?q=night+putt");
    const name = "Night Putt Rope Cap";
    const restock = async (tab: Page, quantity: string) => {
      await tab.getByRole("button", { name: `Change stock of ${name}` }).click();
      const dialog = tab.getByRole("dialog", { name: "Change stock" });
      await dialog.getByRole("textbox").first().fill(quantity);
      await dialog.getByRole("button", { name: "Save stock" }).click();
      return dialog;
    };
    await (await restock(page, "3")).waitFor({ state: "hidden" });
    await page.getByText("Stock updated").first().waitFor();
    const late = await restock(other, "50");
    await late.getByText(/when you began and is 3 now/).waitFor();
    await expectSound(other, "products-restock");
    expect(await late.getByRole("textbox").first().inputValue()).toBe("50");
    await expect.poll(() => late.locator('input[name="was"]').first().inputValue()).toBe("3");
    await late.getByRole("button", { name: "Save stock" }).click();
    await late.waitFor({ state: "hidden" });
    await other.close();

    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await page.getByRole("heading", { name: "Low Stock Products" }).waitFor();
    const low = page.getByRole("region", { name: "Low Stock Products" }).locator("a[href*=edit]").first();
    await low.click();
    await page.waitForURL(/\/admin\/products\/edit\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { level: 1, name: "Edit Product" }).waitFor();
  });
});

test("[PF-6] what is typed while a product is saved stays, and is not saved yet", async () => {
  const id = await productIdOf(shop, "Night Putt Rope Cap");
  await browser.visit("typed while saving", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/products/edit/${id}`);
    const arrival = Promise.withResolvers<void>();
    await page.route("**/admin/products/edit/**", async (route) => {
      if (route.request().method() === "POST") await arrival.promise;
      await route.continue();
    });
    const [price, description] = [
      page.getByLabel("Price ($)", { exact: true }),
      page.getByLabel("Description"),
    ];
    await price.fill("61");
    await page.getByRole("button", { name: "Update Product" }).click();
    await page.getByRole("button", { name: "Saving..." }).waitFor();
    await description.fill("Typed while the price was saved.");
    arrival.resolve();
    await page.getByText("Product updated successfully").first().waitFor();
    await expect.poll(() => price.inputValue()).toBe("61.00");
    expect(await description.inputValue()).toBe("Typed while the price was saved.");
    await page.getByText("Unsaved changes").waitFor();
    await page.getByRole("button", { name: "Update Product" }).click();
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
    await page.reload();
    expect(await description.inputValue()).toBe("Typed while the price was saved.");
  });
});

test("[PF-3] the keys that save wait for a picture that is on its way", async () => {
  await browser.visit("save by key", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/products/new");
    await choose(page, [await small("green.png", "png", "#184b33")]);
    await expect.poll(() => tiles(page).count()).toBe(1);
    await fillForm(page, "Patient Polo");
    const arrival = Promise.withResolvers<void>();
    await page.route("**/admin/products/images", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await choose(page, [await small("red.gif", "gif", "#c3321a")]);
    await page.getByRole("progressbar", { name: "Uploading red.gif" }).waitFor();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await page.getByLabel("Product Name").press("Enter");
    await page.getByLabel("Product Name").press("Control+s");
    arrival.resolve();
    await expect.poll(() => tiles(page).count()).toBe(2);
    expect(sent.filter((path) => path.startsWith("/admin/products/new"))).toEqual([]);
    await page.getByText("Uploading pictures").waitFor({ state: "detached" });
    await page.getByLabel("Product Name").press("Control+s");
    await page.waitForURL(/\/admin\/products\/edit\/[0-9a-f-]{36}$/);
    expect(await tiles(page).count()).toBe(2);
    // What was typed is a product now, and the next form is empty.
    await page.getByRole("link", { name: "All products" }).click();
    await page.getByRole("link", { name: "Add New Product" }).click();
    await page.getByRole("heading", { level: 1, name: "Create Product" }).waitFor();
    expect(await page.getByLabel("Product Name").inputValue()).toBe("");
    expect(await page.getByText(/is back/).count()).toBe(0);
  });
});

test("a session that ends in the middle of the form loses nothing that was typed", async () => {
  await browser.visit("session ends", { viewport: PHONE }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await page.goto(`${shop.url}/admin/products/new`);
    await page.getByLabel("Product Name").fill("Half-typed Cap");
    await context.clearCookies();
    await page.getByRole("button", { name: "Create Product" }).click();
    await page.waitForURL("**/admin/login?from=*");
    await page.getByLabel(/e-?mail/i).fill(shop.adminEmail);
    await page
      .getByLabel(/password/i)
      .first()
      .fill(shop.adminPassword);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/admin/products/new");
    await expect.poll(() => page.getByLabel("Product Name").inputValue()).toBe("Half-typed Cap");
  });
});
