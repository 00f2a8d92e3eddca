// The owner makes a product from photos, a shopper finds it in the shop and buys it, and the owner deletes it.
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin, readToast } from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "#test/browser/browser.ts";
import { CARDS, confirmation, fillShipping, payWith } from "#test/browser/journey.ts";
import { chooseFiles, type PictureFile, pictureFile, tilesOf } from "#test/browser/product-form.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const NAME = "Journey Polo";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** As a phone takes it: above 2 MB, sideways, with an orientation tag. */
async function phonePhoto(): Promise<PictureFile> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 };
  const create = { width: 1_500, height: 1_100, channels: 3, noise };
  const picture = sharp({ create } as Parameters<typeof sharp>[1]).withMetadata({ orientation: 6 });
  const buffer = await picture.jpeg({ quality: 100 }).toBuffer();
  expect(buffer.byteLength).toBeGreaterThan(2 * 1024 * 1024);
  return { name: "phone.jpg", mimeType: "image/jpeg", buffer };
}

/** Whether the first picture is upright, according to its tag. */
function isUpright(page: Page): Promise<boolean> {
  const first = page.locator(".image-tile img").first();
  return first.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalHeight > image.naturalWidth;
  });
}

test("[PF-1] [PF-2] [PF-3] [PF-4] [PF-5] [AP-1] [CH-1] the owner makes a product, it is on sale, and it is bought", async () => {
  let productPath = "";
  const refused = [/status of 4(15|22)/];
  await browser.visit("product made", { viewport: DESKTOP, expected: refused }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/products");
    await expectSound(page, "products");
    await page.getByRole("link", { name: "Add New Product" }).click();
    await page.getByRole("heading", { level: 1, name: "Create Product" }).waitFor();
    await page.getByRole("button", { name: "Create Product" }).click();
    await page.getByText("At least one image is required", { exact: true }).waitFor();
    await page.getByText(/Validation error: Name must be at least 2 characters long, /).waitFor();

    await chooseFiles(page, [
      await phonePhoto(),
      { name: "drawing.jpg", mimeType: "image/jpeg", buffer: Buffer.from(SVG) },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a picture") },
      { name: "huge.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(3_000_000, "x") },
      await pictureFile("fifth.png", "png", "#c3321a"),
    ]);
    for (const refusal of [
      "You can only upload a maximum of 4 images per product",
      "drawing.jpg is not an image file",
      "notes.txt is not an image file",
      "huge.jpg exceeds the 2MB file size limit",
    ])
      await page.getByText(refusal).first().waitFor();
    await expect.poll(() => tilesOf(page).count()).toBe(1);
    await page.getByText(/At least one image is required/).waitFor({ state: "detached" });
    expect(await isUpright(page)).toBe(true);
    await tilesOf(page).first().fill("The front of the polo");
    await expectSound(page, "product form with refused files");
    await chooseFiles(page, [await pictureFile("green.png", "png", "#184b33")]);
    await page.getByText("Successfully uploaded 1 image(s)").last().waitFor();
    await expect.poll(() => tilesOf(page).count()).toBe(2);

    await page.getByRole("textbox", { name: "Product Name" }).fill(NAME);
    await page.getByLabel("Price ($)", { exact: true }).fill("48");
    await page.getByLabel("Sale Price ($) (Optional)").fill("39.50");
    await page.getByLabel("Description").fill("Made for this journey.");
    await page.getByLabel("Category").selectOption("Shirts");
    await page.getByLabel("Options (pipe separated)").fill("S|M");
    await page.getByLabel("Quantity of S").fill("0");
    await page.getByLabel("Quantity of M").fill("2");
    await page.getByText("$39.50").first().waitFor();
    await page.getByRole("button", { name: "Create Product" }).click();
    await readToast(page, "Product created successfully");
    await page.waitForURL(/\/admin\/products\/edit\/[0-9a-f-]{36}$/);
    productPath = `/product/${new URL(page.url()).pathname.split("/").at(-1)}`;
    await page.getByRole("heading", { level: 1, name: "Edit Product" }).waitFor();
    await expectSound(page, "product-edit");
  });

  await browser.visit("product bought", { viewport: PHONE }, async ({ page }) => {
    await page.goto(`${shop.url}/shop?category=SHIRTS`);
    await page.getByRole("link", { name: NAME, exact: true }).click();
    await page.waitForURL(`**${productPath}/*`);
    await page.getByRole("img", { name: "The front of the polo" }).first().waitFor();
    await expectSound(page, "new product in the shop");
    await page.getByRole("main").getByRole("button", { name: "Add to Cart · M", exact: true }).click();
    await fillShipping(page, { name: "Pat Example", email: "pat@example.com" });
    await payWith(page, CARDS.succeeds);
    await confirmation(page);
    await page.getByText("$39.50").first().waitFor();
    await expectSound(page, "confirmation of the new product");
  });

  await browser.visit("product deleted", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, productPath.replace("/product/", "/admin/products/edit/"));
    expect(await page.getByLabel("Quantity of M").inputValue()).toBe("1");
    await page.getByRole("button", { name: "More for this product" }).click();
    await page.getByRole("button", { name: "Delete Product", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Are you absolutely sure?" });
    await expectSound(page, "question before a product is deleted");
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await page.waitForURL("**/admin/products");
    expect((await fetch(shop.url + productPath)).status).toBe(404);
  });
});
