// The catalog exported to a file and imported again: errors with their lines, the dry run, the
// import, and all of it once more in a browser that runs no scripts.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { enterBackOffice, expectSound, openAdmin } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();
const NARROW = { width: 360, height: 740 };
const refusals = { expected: [/status of 4(09|22)/] };

async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
  return readFile(await file.path(), "utf8");
}

const check = async (page: Page, csv: string) => {
  const buffer = Buffer.from(csv);
  await page.getByLabel("CSV file").setInputFiles({ name: "products.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Check file" }).click();
};

const NEW_CAP =
  "ID,Name,Category,Price,Options,Stock,Description\r\n,Imported Cap,Hats,31.50,,6,Out of a file.\r\n";

const FROM_SHOPIFY = `Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Image Src
moved-polo,Moved Polo,Pines,Polo,Size,S,3,84.00,https://cdn.example/a.jpg
moved-polo,,,,,M,5,84.00,
`;

describe.each([
  ["a narrow phone", NARROW],
  ["a desk", DESKTOP],
])("on %s", (place, viewport) => {
  test("[AP-1] the catalogue goes out as a file, is changed there, and comes back", async () => {
    await browser.visit(`product files ${place}`, { viewport, ...refusals }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/products");
      await expectSound(page, "products");
      const csv = await exported(page);
      await page.getByRole("link", { name: "Import CSV" }).click();
      await page.getByRole("heading", { level: 1, name: "Import Products" }).waitFor();

      const [head = "", first = "", second = ""] = csv.split("\r\n");
      await check(
        page,
        `${head}\r\n${first.replace(/,\d+\.\d\d,/, ",free,")}\r\n${second.slice(0, 20)}x\r\n`,
      );
      await page.getByText("Price must be a positive number").waitFor();
      await page.getByText("There is no product with this ID").waitFor();
      await expectSound(page, "import-errors");

      await check(page, csv);
      await page.getByText("There is nothing to import.").waitFor();

      const name = `Renamed on ${place}`;
      await page
        .getByLabel("Or paste the rows")
        .fill(csv.replace(/(^[0-9a-f-]{36}),("[^"]*"|[^,]*),/m, `$1,${name},`));
      await page.getByRole("button", { name: "Check file" }).click();
      await page.getByText(`becomes “${name}”`).waitFor();
      await expectSound(page, "import-dry-run");
      await page.getByRole("button", { name: "Import 1 product", exact: true }).click();
      await page.getByText("0 products created, 1 product changed.").waitFor();
      await expectSound(page, "import-done");
      await page.getByRole("link", { name: "See all products" }).click();
      await page.getByRole("link", { name, exact: true }).waitFor();
    });
  });

  test("[EA-3] a file that Shopify exported becomes drafts, and says what is not taken", async () => {
    await browser.visit(`Shopify's file ${place}`, { viewport }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/products/import");
      const name = `Moved Polo to ${place}`;
      await check(page, FROM_SHOPIFY.replace("Moved Polo", name));
      await page.getByRole("heading", { name: "From Shopify" }).waitFor();
      await page.getByText("1 picture not taken").waitFor();
      await page.getByText("Columns that are left out: Vendor").waitFor();
      await expectSound(page, "import-shopify");
      await page.getByRole("button", { name: "Import 1 product", exact: true }).click();
      await page.getByText("1 product created").waitFor();
      await openAdmin(page, shop, "/admin/products/drafts");
      await page.getByText(name).first().waitFor();
    });
  });
});

test("[PF-1] [PF-3] [PF-5] without scripts a file is imported, its draft gets a picture, goes into the shop and is deleted", async () => {
  await browser.visit("plain forms", {}, async ({ context }) => {
    const plain = await context.browser()?.newContext({ javaScriptEnabled: false, viewport: PHONE });
    if (!plain) throw new Error("no browser");
    await enterBackOffice(plain, shop);
    const page = await plain.newPage();
    await page.goto(`${shop.url}/admin/products/import`);
    await check(page, NEW_CAP.replace("31.50", "x"));
    await page.getByText("Price must be a positive number").waitFor();
    await check(page, NEW_CAP);
    await page.getByRole("button", { name: "Import 1 product", exact: true }).click();
    await page.getByText("1 product created, 0 products changed.").waitFor();
    await page.getByRole("link", { name: "See all products" }).click();
    await page.getByRole("link", { name: "Imported Cap", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Edit Product" }).waitFor();
    await page.getByLabel("Status", { exact: true }).selectOption("Active");
    await page.getByRole("button", { name: "Update Product" }).click();
    await page.getByText("At least one image is required", { exact: true }).waitFor();
    expect(await page.getByLabel("Status", { exact: true }).inputValue()).toBe("active");
    const buffer = await readFile(new URL("../sample/pictures/first-tee-polo-640.webp", import.meta.url));
    const picture = { name: "cap.webp", mimeType: "image/webp", buffer };
    await page.locator('input[type="file"]').setInputFiles(picture);
    await page.getByRole("button", { name: "Update Product" }).click();
    await page.getByText("Product updated successfully").waitFor();
    const address = page.url().replace("/admin/products/edit/", "/product/");
    expect(await (await fetch(address)).text()).toContain("Imported Cap");

    await page.getByRole("button", { name: "More for this product" }).click();
    await page.getByRole("button", { name: "Delete Product", exact: true }).click();
    await page.getByRole("heading", { name: "Are you absolutely sure?" }).waitFor();
    expect((await fetch(address)).status).toBe(200);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.waitForURL("**/admin/products");
    expect((await fetch(address)).status).toBe(404);
    await plain.close();
  });
});
