import { expect, test } from "vitest";
import { plainColorOf, plainColorsOf, swatchesOf } from "./color.ts";

test("[FI-2] a shade counts as the plain color that shoppers type", () => {
  expect(plainColorsOf("Bone/Green")).toEqual(["white", "green"]);
  expect(plainColorsOf("Fairway Green")).toEqual(["green"]);
  expect(plainColorsOf("Calcutta")).toEqual([]);
  expect(plainColorOf("Grey")).toBe("gray");
  expect(plainColorOf("constructor")).toBeNull();
});

test("[CH-2] a color looks as its owner says, else as its name does, part by part", () => {
  expect(swatchesOf({ color: "Pine", swatch: "#123456" })).toEqual(["#123456"]);
  expect(swatchesOf({ color: "Sage Green", swatch: "" })).toEqual(["#9caf94"]);
  expect(swatchesOf({ color: "Bone/Green", swatch: "" })).toEqual(["#e9e1cf", "#3c7a4e"]);
  expect(swatchesOf({ color: "Calcutta", swatch: "" })).toEqual([]);
});
