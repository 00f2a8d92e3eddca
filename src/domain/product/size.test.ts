import { expect, test } from "vitest";
import { compareSizes, sizeKey } from "./size.ts";

test("[FI-2] one size has one key however it is written", () => {
  expect(["XXL", "2XL", "2xl", "XX-Large", " xxl "].map(sizeKey)).toEqual(Array(5).fill("2XL"));
  expect(["Medium", "m", "M"].map(sizeKey)).toEqual(Array(3).fill("M"));
  expect(sizeKey("One Size")).toBe("One size");
  expect(sizeKey("7  1/4")).toBe("7 1/4");
  expect(sizeKey("constructor")).toBe("constructor");
});

test("[FI-4] sizes stand from small to large", () => {
  const mixed = ["Youth", "7 1/2", "XXL", "M", "7 1/4", "S/M", "L", "32", "S", "One size"];
  expect(mixed.toSorted(compareSizes)).toEqual([
    "S",
    "S/M",
    "M",
    "L",
    "XXL",
    "One size",
    "7 1/4",
    "7 1/2",
    "32",
    "Youth",
  ]);
});
