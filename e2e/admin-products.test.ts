// The owner's catalog in a real browser: a product edited in two tabs, archived, deleted, discounted in bulk; photos
// that become drafts, and files that become products. Making and selling one: journeys/product-made-and-bought.test.ts.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  enterBackOffice,
  expectActionsInView,
  expectFitsNarrow,
  expectSound,
  holdBack,
  openAdmin,
  readToast,
  sentTo,
  signInAgain,
} from "#test/browser/back-office.ts";
import { browserForTests, DESKTOP, openBeforeScripts, PHONE } from "#test/browser/browser.ts";
import { SHIRT } from "#test/browser/journey.ts";
import { placeOrder, productIdOf } from "#test/browser/place-order.ts";
import { chooseFiles, pictureFile, tilesOf } from "#test/browser/product-form.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

const refusals = { expected: [/status of 4(09|13|15|22)/] };
const exactly = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function dragSecondToFront(page: Page): Promise<void> {
  const pictures = page.locator(".image-tile img");
  await pictures.nth(1).dragTo(pictures.nth(0));
  await page.getByText("Picture 2 is now 1 of 2, Primary").waitFor({ state: "attached" });
}

test("[PF-6] [AP-1] [AP-2] the second of two tabs sees what changed; the product is archived, restored, and deleted", async () => {
  const id = await productIdOf(shop, SHIRT.name, "SHIRTS");
  await browser.visit("two tabs", { viewport: DESKTOP, ...refusals }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/products/edit/${id}`);
    const left = Number(await page.getByLabel("Quantity of M").inputValue());
    await placeOrder(
      shop,
      { name: "Pat Example", email: "pat@example.com" },
      { productId: id, option: "M", price: 7_200 },
    );
    // Its answer reloads the product: a form in which nothing is typed shows what was sold.
    for (const wish of ["Show at top of home", "Take off top of home"]) {
      await exactly(page, "More for this product").click();
      await exactly(page, wish).click();
    }
    await page.getByText("The home page shows the newest product now").first().waitFor();
    await expect.poll(() => page.getByLabel("Quantity of M").inputValue()).toBe(String(left - 1));
    const other = await context.newPage();
    await openAdmin(other, shop, `/admin/products/${id}`);
    const large = Number(await other.getByLabel("Quantity of L").inputValue());
    await page.getByLabel("Quantity of L").fill("+12");
    await exactly(page, "Update Product").click();
    await readToast(page, "Product updated successfully");

    const price = other.getByLabel("Price ($)", { exact: true });
    await price.fill("92");
    await exactly(other, "Update Product").click();
    await readToast(other, "Product updated successfully");
    expect(await other.getByLabel("Quantity of L").inputValue()).toBe(String(large + 12));
    await page.getByLabel("Sale Price ($) (Optional)").fill("70");
    await exactly(page, "Update Product").click();
    await page.getByText("Price ($): saved is “92.00”, you have").waitFor();
    await expectSound(page, "product-conflict");
    await exactly(page, "Discard").click();
    await expect.poll(() => page.getByLabel("Price ($)", { exact: true }).inputValue()).toBe("92.00");
    await other.getByLabel("Description").fill("Another description of it.");
    await exactly(other, "Update Product").click();
    await readToast(other, "Product updated successfully");
    // Units sold in the meantime stay sold.
    expect(await other.getByLabel("Quantity of M").inputValue()).toBe(String(left - 1));
    await other.getByText("Codes and prices by option").click();
    await other.getByLabel("GTIN of M").fill("4006381333935");
    await other.getByLabel("Name of M").fill("Medium");
    await exactly(other, "Update Product").click();
    await other.getByText(/^The GTIN \d+ has a wrong check digit: after/).waitFor();
    await expectSound(other, "product-codes");
    await other.getByLabel("GTIN of M").fill("4006381333931");
    await exactly(other, "Update Product").click();
    await expect.poll(() => other.getByLabel("Quantity of Medium").inputValue()).toBe(String(left - 1));
    await other.close();

    await page.goto(`${shop.url}/admin/products?q=${encodeURIComponent(SHIRT.name.toUpperCase())}`);
    const row = page.getByRole("row").filter({ hasText: SHIRT.name });
    await row.getByText("$92.00").waitFor();
    await row.getByRole("button", { name: /^More for/ }).click();
    await row.getByRole("button", { name: /^Archive/ }).click();
    await page.getByText("1 product updated").first().waitFor();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 product restored").first().waitFor();
    await row.getByText("In Stock").waitFor();
    await row.getByRole("button", { name: /^More for/ }).click();
    await row.getByRole("button", { name: /^Delete/ }).waitFor();
    // Late, as on a busy machine, when nothing moves anymore.
    await page.evaluate(() => void window.dispatchEvent(new Event("scroll")));
    await row.getByRole("button", { name: /^Delete/ }).click();
    const dialog = page.getByRole("dialog", { name: "Are you sure?" });
    await dialog
      .getByText("This action cannot be undone. This will permanently delete the product")
      .waitFor();
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    expect(await cancel.evaluate((b) => b === document.activeElement)).toBe(true);
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Product deleted successfully").first().waitFor();
    await page.getByText("No products found").waitFor();
    await page.getByRole("link", { name: "Archived" }).click();
    await page.getByRole("row").filter({ hasText: SHIRT.name }).waitFor();
    expect((await fetch(`${shop.url}/product/${id}`)).status).toBe(404);
    await page.goto(`${shop.url}/admin/products/edit/nothing`);
    await page.waitForURL("**/admin/products");
    await page
      .getByText(/^Product not found/)
      .first()
      .waitFor();
  });
});

test("[DC-2] a weekend of ten percent off takes eight clicks with a preview, and one click undoes it", async () => {
  await browser.visit("bulk", refusals, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    // What is checked before scripts arrive counts.
    const scripts = await holdBack(page, (request) => request.resourceType() === "script");
    await openBeforeScripts(page, `${shop.url}/admin/products`);
    await page
      .getByRole("checkbox", { name: /^Select /, exact: false })
      .nth(1)
      .check();
    scripts.release();
    await page.getByText("1 selected").waitFor();
    let clicks = 0;
    const click = async (control: Locator) => {
      clicks += 1;
      await control.click();
    };
    await openAdmin(page, shop, "/admin/dashboard");
    await click(page.getByRole("link", { name: "Products", exact: true }));
    await click(page.getByLabel("Select all on this page"));
    await page.getByText(/^\d{2} selected$/).waitFor();
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
    const preview = page.getByRole("region", { name: /^10% off \d+ products$/ });
    await preview.getByText("The sale starts 2099-11-27 00:00 and ends 2099-11-30 00:00.").waitFor();
    await preview
      .getByText(/^It keeps its lower sale price of \$/)
      .first()
      .waitFor();
    await expectSound(page, "bulk preview");
    await click(preview.getByRole("button", { name: /^Apply to \d+ products$/ }));
    await page
      .getByText(/^\d+ products updated$/)
      .first()
      .waitFor();
    expect(clicks).toBeLessThanOrEqual(8);
    await page.getByText("Select products to change several at once").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page
      .getByText(/^\d+ products restored$/)
      .first()
      .waitFor();
  });
});

test("[PF-6] stock is changed in the list; a change in between is reported, and the typed value stays", async () => {
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
    await late.getByText(/when you started and is 3 now/).waitFor();
    await expectSound(other, "products-restock");
    expect(await late.getByRole("textbox").first().inputValue()).toBe("50");
    await expect.poll(() => late.locator('input[name="base"]').inputValue()).toContain('"onHand":"3"');
    await late.getByRole("button", { name: "Save stock" }).click();
    await late.waitFor({ state: "hidden" });
    await other.close();
  });
});

test("[PF-3] [PF-6] text typed while a product is saved stays; pictures are dragged, and the save shortcut waits for an upload", async () => {
  const id = await productIdOf(shop, "Night Putt Rope Cap");
  await browser.visit("typed while saving", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, `/admin/products/edit/${id}`);
    const saving = await holdBack(page, sentTo(`/admin/products/edit/${id}`));
    const price = page.getByLabel("Price ($)", { exact: true });
    const description = page.getByLabel("Description");
    await price.fill("61");
    await exactly(page, "Update Product").click();
    await saving.isHeld;
    await description.fill("Typed while the price was saved.");
    saving.release();
    await page.getByText("Product updated successfully").first().waitFor();
    await expect.poll(() => price.inputValue()).toBe("61.00");
    expect(await description.inputValue()).toBe("Typed while the price was saved.");
    await page.getByText("Unsaved changes").waitFor();

    while ((await tilesOf(page).count()) > 1)
      await page.getByRole("button", { name: "Remove picture 2" }).click();
    const arrival = await holdBack(page, (request) => request.url().endsWith("/admin/products/images"));
    await chooseFiles(page, [await pictureFile("red.gif", "gif", "#c3321a")]);
    await page.getByRole("progressbar", { name: "Uploading red.gif" }).waitFor();
    expect(await exactly(page, "Update Product").isDisabled()).toBe(true);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await page.getByRole("textbox", { name: "Product Name" }).press("Enter");
    await page.getByRole("textbox", { name: "Product Name" }).press("Control+s");
    arrival.release();
    await expect.poll(() => tilesOf(page).count()).toBe(2);
    expect(sent.filter((path) => path.startsWith("/admin/products/edit"))).toEqual([]);
    await page.getByText("Uploading pictures").waitFor({ state: "detached" });
    await dragSecondToFront(page);
    await page.getByRole("button", { name: "Move earlier: picture 2" }).press("Enter");
    const saved = page.waitForResponse((answer) => sentTo(`/admin/products/edit/${id}`)(answer.request()));
    await page.getByRole("textbox", { name: "Product Name" }).press("Control+s");
    await saved;
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
    await page.reload();
    expect(await description.inputValue()).toBe("Typed while the price was saved.");
    expect(await tilesOf(page).count()).toBe(2);
  });
});

/** Drops files by drag and drop; pictures except those that end in .txt. */
async function drop(page: Page, names: string[]): Promise<void> {
  // Each has a different color, because the same picture is accepted only once.
  const colorOf = (name: string) =>
    `#${Buffer.from([name.charCodeAt(0), name.charCodeAt(1), name.charCodeAt(name.length - 5)]).toString("hex")}`;
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      bytes: name.endsWith(".txt")
        ? "eA=="
        : (await pictureFile(name, "png", colorOf(name))).buffer.toString("base64"),
    })),
  );
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of all) {
      const data = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
      const type = name.endsWith(".txt") ? "text/plain" : "image/png";
      transfer.items.add(new File([data], name, { type }));
    }
    return transfer;
  }, files);
  await page.locator(".drop-zone").dispatchEvent("drop", { dataTransfer });
}

/** Clicks of the owner, from the drop to eight products on sale. */
const CLICKS_MAX = 25;
const NAMES = [
  "dune-cap",
  "ember-visor",
  "fog-beanie",
  "gorse-cap",
  "heath-polo",
  "isle-hoodie",
  "juniper-polo",
];

test(`[EA-3] photos of 8 products are dropped, and ${CLICKS_MAX} clicks later the products are on sale`, async () => {
  const expected = [/status of 422/, /photos\?name=kelp/];
  await browser.visit("photo drafts", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    let clicks = 0;
    const type = async (field: Locator, text: string) => {
      clicks += 1;
      await field.fill(text);
    };
    const priceOf = (name: string) =>
      page.getByRole("group", { name }).getByRole("textbox", { name: /^Price/ });
    await enterBackOffice(context, shop, { isOwn: true });
    await openAdmin(page, shop, "/admin/products");
    await page.getByText("Drag photos here").waitFor();
    clicks += 1;
    await drop(page, [...NAMES.map((name) => `${name}.png`), "pine-polo-2.png", "pine-polo-1.png"]);
    await page.getByRole("heading", { level: 1, name: "Drafts" }).waitFor();
    expect(await page.getByRole("textbox", { name: /^Name of / }).count()).toBe(8);
    await page.getByRole("group", { name: "Pine polo" }).getByText("2 pictures").waitFor();
    await expectSound(page, "drafts");
    for (const [index, name] of [...NAMES, "pine-polo"].entries()) {
      const row = page.getByRole("group", { name: new RegExp(`^${name.replace("-", " ")}$`, "i") });
      await type(row.getByRole("textbox", { name: /^Price/ }), String(30 + index));
      await type(row.getByRole("textbox", { name: /^Quantity/ }), String(index + 1));
    }
    const all = page.getByRole("group", { name: "Fill in blanks on all drafts" });
    clicks += 1;
    await all.getByRole("combobox", { name: /^Sizes/ }).selectOption("S–2XL");
    await type(all.getByRole("textbox", { name: /^Description/ }), "Made for the whole round.");
    clicks += 1;
    await page.getByRole("button", { name: "Publish all that are complete" }).click();
    await page.getByText("8 products are on sale").first().waitFor();
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    await page.getByText("No drafts").waitFor();
    expect(await (await fetch(`${shop.url}/shop?q=pine+polo`)).text()).toContain("$37.00");

    // A file that can't be accepted says why and blocks nothing; pictures that were there before are recognized.
    await page.setViewportSize(PHONE);
    const fails = (url: URL) => url.search.includes("kelp");
    await page.route(fails, (route) => route.abort());
    await drop(page, ["dune-cap.png", "notes.txt", "kelp-visor.png", "late-cap.png"]);
    await page.getByText("dune-cap.png is already a picture of Dune cap.").waitFor();
    await page.getByText("notes.txt is not an image file.").waitFor();
    await page.getByText("late-cap.png is in Late cap.").waitFor();
    const again = page.getByRole("button", { name: "Try Again kelp-visor.png" });
    await again.waitFor();
    await expectSound(page, "drafts-photos-refused");
    await page.unroute(fails);
    await again.click();
    await page.getByText("kelp-visor.png is in Kelp visor.").waitFor();
    await priceOf("Kelp visor").fill("20");
    await priceOf("Late cap").fill("free");
    await page.getByRole("button", { name: "Save Drafts" }).click();
    await page
      .getByRole("group", { name: "Late cap" })
      .getByText("Price must be a positive number")
      .waitFor();
    expect(await priceOf("Late cap").inputValue()).toBe("free");
    await expectFitsNarrow(page, "drafts");

    // Typed text stays until the owner wants to see the new drafts, and survives an ended session.
    await priceOf("Late cap").fill("31");
    await drop(page, ["fern-cap.png"]);
    await page.getByText("The new drafts appear once you save your changes below.").waitFor();
    const fern = page.getByRole("group", { name: "Fern cap" });
    expect(await fern.count()).toBe(0);
    await page.getByRole("button", { name: "Show the new drafts" }).click();
    await fern.waitFor();
    expect(await priceOf("Late cap").inputValue()).toBe("31");
    await context.clearCookies();
    await page.getByRole("button", { name: "Save Drafts" }).click();
    await signInAgain(page, shop);
    await page.getByText("What you typed is back").waitFor();
    expect(await priceOf("Late cap").inputValue()).toBe("31");
  });
});

test("[EA-3] finished photo uploads open their drafts only on the page where they were dropped", async () => {
  await browser.visit("photo drafts elsewhere", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/products");
    await page.getByText("Drag photos here").waitFor();
    const arrival = await holdBack(page, (request) => request.url().includes("/admin/products/photos"));
    await drop(page, ["reed-cap.png"]);
    await page.getByText("0 of 1 photos").waitFor();
    const places = page.getByRole("navigation", { name: "Admin" });
    const tabs = page.getByRole("navigation", { name: "Products", exact: true });
    await tabs.getByRole("link", { name: "Inventory" }).click();
    await page.getByRole("heading", { level: 1, name: "Inventory" }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    arrival.release();
    await page.getByText("1 draft made").first().waitFor();
    await places.getByRole("link", { name: "Orders" }).click();
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    expect(asked.filter((path) => path.startsWith("/admin/products/drafts"))).toEqual([]);
  });
});

const FROM_SHOPIFY = `Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Image Src
moved-polo,Moved Polo,Pines,Polo,Size,S,3,84.00,https://cdn.example/a.jpg
moved-polo,,,,,M,5,84.00,
`;

test("[AP-1] [EA-3] the catalog is exported, edited, and imported, and a Shopify file becomes drafts", async () => {
  await browser.visit("product files", { viewport: PHONE, ...refusals }, async ({ page, context }) => {
    const check = async (csv: string) => {
      const file = { name: "products.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
      await page.getByLabel("CSV file").setInputFiles(file);
      await page.getByRole("button", { name: "Check file" }).click();
    };
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/products");
    const download = page.waitForEvent("download");
    await exactly(page, "More for products").click();
    await page.getByRole("link", { name: "Export CSV" }).click();
    const csv = await readFile(await (await download).path(), "utf8");
    await exactly(page, "More for products").click();
    await page.getByRole("link", { name: "Import CSV" }).click();
    await page.getByRole("heading", { level: 1, name: "Import Products" }).waitFor();
    const [, id] = /,([0-9a-f]{8}-[0-9a-f-]{27}),/.exec(csv) ?? [];
    await check(`ID,Variant Price\n${id},free\n0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f,1\n`);
    await page.getByText("Price must be a positive number").waitFor();
    await page.getByText("No product has this ID").waitFor();
    await expectSound(page, "import-errors");
    await expectFitsNarrow(page, "import-errors");
    const name = "Renamed by file";
    const renamed = csv.replace(/\n([^,]+),("[^"]*"|[^,]+),/, `\n$1,${name},`);
    await page.getByLabel("Or paste rows").fill(renamed);
    await page.getByRole("button", { name: "Check file" }).click();
    await page.getByText(`becomes “${name}”`).waitFor();
    await expectSound(page, "import-dry-run");
    await exactly(page, "Import 1 product").click();
    await page.getByText("0 products created, 1 product changed.").waitFor();
    await page.getByRole("link", { name: "See all products" }).click();
    await page.getByRole("link", { name, exact: true }).waitFor();

    await openAdmin(page, shop, "/admin/products/import");
    await check(FROM_SHOPIFY);
    await page.getByRole("heading", { name: "Changes we made" }).waitFor();
    await page.getByText("1 picture not imported").waitFor();
    await page.getByText("Ignored columns: Vendor").waitFor();
    await expectSound(page, "import-shopify");
    await exactly(page, "Import 1 product").click();
    await page.getByText("1 product created").waitFor();
    await openAdmin(page, shop, "/admin/products/drafts");
    const priceIn = (tab: Page) =>
      tab.getByRole("group", { name: "Moved Polo" }).getByRole("textbox", { name: /^Price/ });
    await priceIn(page).waitFor();
    const other = await context.newPage();
    await openAdmin(other, shop, "/admin/products/drafts");
    await priceIn(page).fill("90");
    await exactly(page, "Save Drafts").click();
    await page.getByText("Drafts saved").first().waitFor();
    await expect.poll(() => priceIn(page).inputValue()).toBe("90.00");
    await priceIn(other).fill("95");
    await exactly(other, "Save Drafts").click();
    await other.getByText("Another tab saved “90.00”").waitFor();
    expect(await priceIn(other).inputValue()).toBe("95");
    await other.close();
  });
});
