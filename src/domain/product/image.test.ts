import { expect, test } from "vitest";
import { imageAtWidth, imageSourceSet } from "./image.ts";

test("[PF-3] every width of a stored picture has its own address, the largest its own name", () => {
  const url = "/storage/product-images/abc_1700000000000.webp";
  expect(imageAtWidth(url, 640)).toBe("/storage/product-images/abc_1700000000000-640.webp");
  expect(imageSourceSet(url)).toBe(
    "/storage/product-images/abc_1700000000000-320.webp 320w, /storage/product-images/abc_1700000000000-640.webp 640w, " +
      "/storage/product-images/abc_1700000000000-1024.webp 1024w, /storage/product-images/abc_1700000000000.webp 1600w",
  );
  expect(imageSourceSet("https://elsewhere.example/cap.jpg")).toBe("");
});

test("[PF-3] the AVIF of a picture has the same addresses with another ending, up to 1024 pixels", () => {
  const url = "/storage/product-images/abc_1700000000000.webp";
  expect(imageAtWidth(url, 640, "avif")).toBe("/storage/product-images/abc_1700000000000-640.avif");
  expect(imageSourceSet(url, "avif")).toBe(
    "/storage/product-images/abc_1700000000000-320.avif 320w, /storage/product-images/abc_1700000000000-640.avif 640w, " +
      "/storage/product-images/abc_1700000000000-1024.avif 1024w",
  );
  expect(imageSourceSet("https://elsewhere.example/cap.jpg", "avif")).toBe("");
});
