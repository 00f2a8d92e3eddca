import { expect, test } from "vitest";
import { pickIndex } from "./use-random-picture.ts";

test("[HM-2] every picture can be chosen and nothing outside of them", () => {
  expect(pickIndex(3, 0)).toBe(0);
  expect(pickIndex(3, 0.5)).toBe(1);
  expect(pickIndex(3, 0.9999)).toBe(2);
  expect(pickIndex(0, 0.7)).toBe(0);
});
