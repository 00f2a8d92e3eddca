// Photos become products: dropped on the list, finished in one table, on sale, with the clicks counted.
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { enterBackOffice, expectFitsNarrow, expectSound, openAdmin, signInAgain } from "./back-office.ts";
import { browserForTests, DESKTOP, PHONE } from "./browser.ts";
import { shopForTests } from "./shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();

/** Of the owner, from the drop to eight products on sale. */
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
const FILES = [...NAMES.map((name) => `${name}.png`), "pine-polo-2.png", "pine-polo-1.png"];

async function pictureOf(name: string): Promise<string> {
  const [hue, width, height] = [name.length * 9 + name.charCodeAt(0), 240, 300];
  const background = { r: hue % 256, g: 110, b: name.charCodeAt(name.length - 5) };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return bytes.toString("base64");
}

/** Drops files as a hand does; pictures but for those that end in .txt. */
async function drop(page: Page, names: string[]): Promise<void> {
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: name.endsWith(".txt") ? "eA==" : await pictureOf(name) })),
  );
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of all) {
      const data = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
      transfer.items.add(
        new File([data], name, { type: name.endsWith(".txt") ? "text/plain" : "image/png" }),
      );
    }
    return transfer;
  }, files);
  await page.locator(".drop-zone").dispatchEvent("drop", { dataTransfer });
}

test(`[EA-3] photos of 8 products are dropped, and ${CLICKS_MAX} clicks later the products are on sale`, async () => {
  const expected = [/status of 422/, /photos\?name=kelp/];
  await browser.visit("photo drafts", { viewport: DESKTOP, expected }, async ({ page, context }) => {
    let clicks = 0;
    const type = async (field: Locator, text: string) => {
      clicks += 1;
      await field.fill(text);
    };
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/products");
    await page.getByText("Drag photos here").waitFor();
    await expectSound(page, "products-photos");

    clicks += 1;
    await drop(page, FILES);
    await page.getByRole("heading", { level: 1, name: "Drafts" }).waitFor();
    expect(await page.getByRole("textbox", { name: /^Name of / }).count()).toBe(8);
    await page.getByRole("group", { name: "Pine polo" }).getByText("2 pictures").waitFor();
    await expectSound(page, "drafts");

    for (const [index, name] of [...NAMES, "pine-polo"].entries()) {
      const row = page.getByRole("group", { name: new RegExp(`^${name.replace("-", " ")}$`, "i") });
      await type(row.getByRole("textbox", { name: /^Price/ }), String(30 + index));
      await type(row.getByRole("textbox", { name: /^Pieces/ }), String(index + 1));
    }
    const all = page.getByRole("group", { name: "For all that have none" });
    clicks += 1;
    await all.getByRole("combobox", { name: /^Sizes/ }).selectOption("S–2XL");
    await type(all.getByRole("textbox", { name: /^Description/ }), "Made for the whole round.");
    clicks += 1;
    await page.getByRole("button", { name: "Publish all that are complete" }).click();
    await page.getByText("8 products are on sale").first().waitFor();
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    await page.getByText("No drafts").waitFor();
    await expectSound(page, "drafts-published");
    const list = await (await fetch(`${shop.url}/shop?q=pine+polo`)).text();
    const path = /href="(\/product\/[^"#?]+)/.exec(list.slice(list.indexOf("<main")))?.[1];
    const sold = await (await fetch(`${shop.url}${path}`)).text();
    for (const text of ["Pine polo", "$37.00", "2XL"]) expect(sold).toContain(text);

    // What can't be taken says why and holds up nothing; what was there before is known.
    await page.setViewportSize(PHONE);
    const [fails, passes] = [(url: URL) => url.search.includes("kelp"), "**/admin/products/photos*"];
    await page.route(fails, (route) => route.abort());
    await drop(page, ["dune-cap.png", "notes.txt", "kelp-visor.png", "late-cap.png"]);
    await page.getByText("dune-cap.png is a picture of Dune cap already.").waitFor();
    await page.getByText("notes.txt is not an image file.").waitFor();
    await page.getByText("late-cap.png is in Late cap.").waitFor();
    const again = page.getByRole("button", { name: "Try Again kelp-visor.png" });
    await again.waitFor();
    await expectSound(page, "drafts-photos-refused");
    await page.unroute(fails);
    const sent = page.waitForResponse(passes);
    await again.click();
    await sent;
    await page.getByText("kelp-visor.png is in Kelp visor.").waitFor();
    const late = page.getByRole("group", { name: "Late cap" });
    const kelp = page.getByRole("group", { name: "Kelp visor" });
    await kelp.getByRole("textbox", { name: /^Price/ }).fill("20");
    await late.getByRole("textbox", { name: /^Price/ }).fill("free");
    await page.getByRole("button", { name: "Save Drafts" }).click();
    await late.getByText("Price must be a positive number").waitFor();
    expect(await late.getByRole("textbox", { name: /^Price/ }).inputValue()).toBe("free");
    await page.locator("button:disabled").first().waitFor({ state: "detached" });
    await expectSound(page, "drafts-refused");
    await expectFitsNarrow(page, "drafts");

    // Also by the button, and never a thousand at once.
    await page.getByLabel("Photos of new products").setInputFiles(
      await Promise.all(
        ["moss-cap-1.png", "moss-cap-2.png"].map(async (name) => ({
          name,
          mimeType: "image/png",
          buffer: Buffer.from(await pictureOf(name), "base64"),
        })),
      ),
    );
    await page.getByRole("group", { name: "Moss cap" }).getByText("2 pictures").waitFor();
    expect(await late.getByRole("textbox", { name: /^Price/ }).inputValue()).toBe("free");

    // What is typed stays where it is until the owner wants to see the new drafts.
    await late.getByRole("textbox", { name: /^Price/ }).fill("31");
    await drop(page, ["fern-cap.png"]);
    await page.getByText("The new drafts are shown when you save what you typed below.").waitFor();
    const fern = page.getByRole("group", { name: "Fern cap" });
    expect(await fern.count()).toBe(0);
    await page.getByRole("button", { name: "Show the new drafts" }).click();
    await fern.waitFor();
    expect(await late.getByRole("textbox", { name: /^Price/ }).inputValue()).toBe("31");
    await page.getByRole("button", { name: "Save Drafts" }).click();
    await page.getByText("Drafts saved").first().waitFor();

    // A session that ends keeps the whole table.
    await expect.poll(() => late.getByRole("textbox", { name: /^Price/ }).inputValue()).toBe("31.00");
    await late.getByRole("textbox", { name: /^Price/ }).fill("33");
    await context.clearCookies();
    await page.getByRole("button", { name: "Save Drafts" }).click();
    await signInAgain(page, shop);
    await page.getByText("What you typed is back").waitFor();
    expect(await late.getByRole("textbox", { name: /^Price/ }).inputValue()).toBe("33");
    await drop(
      page,
      Array.from({ length: 1_000 }, (_, count) => `${count}.txt`),
    );
    await page
      .getByText("1,000 files are too many at once. Drop up to 200; none of these was taken.")
      .waitFor();
  });
});

test("[EA-3] photos that have arrived lead to their drafts only from the page where they were dropped", async () => {
  await browser.visit("photo drafts elsewhere", { viewport: DESKTOP }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/products");
    await page.getByText("Drag photos here").waitFor();
    const arrival = Promise.withResolvers<void>();
    await page.route("**/admin/products/photos*", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await drop(page, ["reed-cap.png"]);
    await page.getByText("0 of 1 photos").waitFor();
    const places = page.getByRole("navigation", { name: "Admin" });
    await places.getByRole("link", { name: "Inventory" }).click();
    await page.getByRole("heading", { level: 1, name: "Inventory" }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    arrival.resolve();
    await page.getByText("1 draft made").first().waitFor();
    await places.getByRole("link", { name: "Orders" }).click();
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    expect(asked.filter((path) => path.startsWith("/admin/products/drafts"))).toEqual([]);
  });
});
