import { expect, test } from "vitest";
import { averageOrder, revenueNote, stockTone } from "./dashboard.ts";

test("[AD-2] stock is red at 5 or less, orange at 15 or less, otherwise green", () => {
  const tones = [0, 5, 6, 15, 16, 500].map(stockTone);
  expect(tones).toEqual(["red", "red", "orange", "orange", "green", "green"]);
});

test("[AD-1] [KN-2] revenue says that it is net of refunds, and how much of open disputes it leaves out", () => {
  expect(revenueNote(0)).toBe("net of refunds");
  expect(revenueNote(7850)).toBe("net of refunds; open disputes $78.50 not counted");
});

test("[AD-1] the average order is rounded to the cent, and 0 before the first one", () => {
  expect(averageOrder(0, 0)).toBe(0);
  expect(averageOrder(10_000, 3)).toBe(3333);
  expect(averageOrder(20_000, 3)).toBe(6667);
});
