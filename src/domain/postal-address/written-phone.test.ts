import { expect, test } from "vitest";
import { writtenPhone } from "./written-phone.ts";

test.each([
  ["+16025550100", "602-555-0100"],
  ["tel:+16025550100", "602-555-0100"],
  ["(602) 555-0100", "602-555-0100"],
  ["1 602.555.0100", "602-555-0100"],
  ["602/555/0100;ext=5", "602-555-0100 x5"],
  ["602-555-0100 ext. 12", "602-555-0100 x12"],
  ["+442079460958", "+442079460958"],
  ["call me", "call me"],
  ["", ""],
])("[kind: files that programs read] a phone typed as %j is %j in files", (typed, written) => {
  expect(writtenPhone(typed)).toBe(written);
});
