import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { samplePictures } from "../programs/pictures/sample-pictures.ts";
import { type SampleProduct, sampleProducts } from "./catalog.ts";

const PICTURE_BYTES_MAX = 2_000_000;
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

  test("never shows the same picture twice, and says of each that it is an illustration", () => {
    const pictures = sampleProducts.flatMap((product) => product.pictures);
    expect(new Set(pictures.map((picture) => picture.file)).size).toBe(pictures.length);
    expect(new Set(pictures.map((picture) => picture.alt)).size).toBe(pictures.length);
    for (const { alt } of pictures) expect(alt).toMatch(/^Illustration: .{20,}/);
  });

  test("has a drawing for each of its pictures, and draws none in vain", () => {
    const shown = sampleProducts.flatMap((product) => product.pictures.map((picture) => picture.file));
    const drawn = [...samplePictures.keys()].map((name) => `${name}.jpg`);
    expect(drawn.toSorted()).toEqual(shown.toSorted());
  });

  test.each(sampleProducts)("has two to four 1600 × 2000 JPEG pictures of: $name", async ({ pictures }) => {
    expect(pictures.length).toBeGreaterThanOrEqual(2);
    expect(pictures.length).toBeLessThanOrEqual(4);
    for (const { file } of pictures) {
      const { format, width, height } = await sharp(pathOf(file)).metadata();
      expect({ file, format, width, height }).toEqual({ file, format: "jpeg", width: 1600, height: 2000 });
      expect((await stat(pathOf(file))).size, file).toBeLessThan(PICTURE_BYTES_MAX);
    }
  });
});
