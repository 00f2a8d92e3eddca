import { readdir, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { IMAGE_WIDTHS, imageAtWidth } from "#domain/product/image.ts";
import { PICTURE_WIDTHS } from "#server/files/pictures/picture-sizes.ts";
import { type SampleProduct, sampleProducts } from "./catalog.ts";

/** Of a picture at a width. A close-up shows each stitch of the cloth, and no page shows it first. */
const BYTES_MAX: Record<number, number> = { 320: 15_000, 640: 60_000, 1024: 130_000, 1600: 300_000 };
const CLOSE_UP_BYTES_MAX: Record<number, number> = {
  320: 20_000,
  640: 120_000,
  1024: 350_000,
  1600: 800_000,
};
/** A clone brings all of them. */
const PICTURES_BYTES_MAX = 20_000_000;
/** Of 255, between a picture and a smaller size of it: what drawing and compressing change. */
const DIFFERENCE_MAX = 2;
const total = (product: SampleProduct) => product.options.reduce((sum, option) => sum + option.quantity, 0);
const pathOf = (file: string) => fileURLToPath(new URL(`./pictures/${file}`, import.meta.url));

describe("the sample catalog", () => {
  test("fills a shop with at least twelve products of both categories", () => {
    expect(sampleProducts.length).toBeGreaterThanOrEqual(12);
    expect(new Set(sampleProducts.map((product) => product.category))).toEqual(new Set(["Hats", "Shirts"]));
  });

  test("gives every product a name of its own", () => {
    expect(new Set(sampleProducts.map((product) => product.name)).size).toBe(sampleProducts.length);
  });

  test("has at least four sales, each below the price", () => {
    const sales = sampleProducts.filter((product) => product.salePrice !== null);
    expect(sales.length).toBeGreaterThanOrEqual(4);
    for (const product of sales) expect(product.salePrice, product.name).toBeLessThan(product.price);
  });

  test("keeps prices and stock in whole, sensible numbers", () => {
    for (const { name, price, salePrice, options, createdDaysAgo } of sampleProducts) {
      expect(Number.isInteger(price) && price > 0, name).toBe(true);
      expect(salePrice === null || (Number.isInteger(salePrice) && salePrice > 0), name).toBe(true);
      expect(Number.isInteger(createdDaysAgo) && createdDaysAgo > 0, name).toBe(true);
      for (const { quantity } of options)
        expect(Number.isInteger(quantity) && quantity >= 0, name).toBe(true);
    }
  });

  test("names each option once, and leaves it unnamed only when it is the only one", () => {
    for (const { name, options } of sampleProducts) {
      const variations = options.map((option) => option.variation);
      expect(options.length, name).toBeGreaterThan(0);
      expect(new Set(variations).size, name).toBe(options.length);
      if (options.length > 1) expect(variations, name).not.toContain("");
    }
  });

  test("shows a product low in stock, one sold out and one with a sold-out size", () => {
    expect(sampleProducts.filter((product) => total(product) >= 1 && total(product) <= 4)).toHaveLength(1);
    expect(sampleProducts.filter((product) => total(product) === 0)).toHaveLength(1);
    const isPartlySoldOut = (product: SampleProduct) =>
      total(product) > 0 && product.options.some((option) => option.quantity === 0);
    expect(sampleProducts.some(isPartlySoldOut)).toBe(true);
  });

  test("never shows the same picture twice, and says of each what is seen", () => {
    const pictures = sampleProducts.flatMap((product) => product.pictures);
    expect(new Set(pictures.map((picture) => picture.file)).size).toBe(pictures.length);
    expect(new Set(pictures.map((picture) => picture.alt)).size).toBe(pictures.length);
    for (const { alt } of pictures) expect(alt).toMatch(/^[A-Z].{20,}[^.]$/);
  });

  test.each(sampleProducts)("tells the measures that the pictures show of: $name", (product) => {
    const fit = product.fit ?? "";
    if (product.category === "Hats") return expect(fit).toMatch(/\d inches|of \d/);
    const lengths = fit.replace(/.*Body length: /, "").match(/\w+(?= \d\d)/g);
    expect(lengths).toEqual(product.options.map(({ variation }) => variation));
  });

  test.each(sampleProducts)(
    "has four views at every size, none too heavy, of: $name",
    async ({ pictures }) => {
      const views = pictures.map(({ file }) => file.replace(/^.*-(?=\w+\.webp$)/, "").replace(".webp", ""));
      expect(views.slice(1)).toEqual([
        expect.stringMatching(/^(head|hung)$/),
        expect.stringMatching(/^(back|above)$/),
        "detail",
      ]);
      for (const { file } of pictures) {
        const whole = await glance(file);
        for (const width of PICTURE_WIDTHS) {
          const sized = imageAtWidth(file, width);
          const bytes = await readFile(pathOf(sized));
          const most = file.includes("-detail") ? CLOSE_UP_BYTES_MAX : BYTES_MAX;
          expect(bytes.length, sized).toBeLessThan(most[width] ?? 0);
          const found = await sharp(bytes).metadata();
          const size = { format: found.format, width: found.width, height: found.height };
          expect({ sized, ...size }).toEqual({ sized, format: "webp", width, height: width * 1.25 });
        }
        for (const sized of IMAGE_WIDTHS.map((width) => imageAtWidth(file, width)))
          expect(difference(await glance(sized), whole), sized).toBeLessThan(DIFFERENCE_MAX);
      }
    },
  );

  test("has no picture that no product shows, and no more bytes than a clone should bring", async () => {
    const shown = sampleProducts.flatMap(({ pictures }) =>
      pictures.flatMap(({ file }) => PICTURE_WIDTHS.map((width) => imageAtWidth(file, width))),
    );
    const found = await readdir(pathOf(""));
    expect(found.toSorted()).toEqual(shown.toSorted());
    const sizes = await Promise.all(found.map(async (name) => (await stat(pathOf(name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(PICTURES_BYTES_MAX);
  });
});

/** The picture as a few pixels. */
async function glance(file: string): Promise<Buffer> {
  return sharp(await readFile(pathOf(file)))
    .resize(64, 80, { kernel: "linear" })
    .raw()
    .toBuffer();
}

/** The mean difference of two pictures, pixel by pixel. */
function difference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, place) => sum + Math.abs(value - (other[place] ?? 0)), 0) / one.length;
}
