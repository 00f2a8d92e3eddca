import { expect, test } from "vitest";
import {
  daysOfCover,
  inventorySearchText,
  parseInventorySearch,
  parseLowLevel,
  stockState,
} from "./inventory.ts";

test("[KN-1] days of cover are what can be sold by what was sold in 28 days", () => {
  expect(daysOfCover({ onHand: 10, held: 0, sold: 28 })).toBe(10);
  expect(daysOfCover({ onHand: 10, held: 9, sold: 3 })).toBe(9);
  expect(daysOfCover({ onHand: 0, held: 0, sold: 3 })).toBe(0);
  expect(daysOfCover({ onHand: 5, held: 0, sold: 0 })).toBeNull();
});

test("[KN-1] an option is low at the owner's level and below, and what is held does not count", () => {
  expect(stockState({ onHand: 4, held: 0 }, 3)).toBe("enough");
  expect(stockState({ onHand: 4, held: 1 }, 3)).toBe("low");
  expect(stockState({ onHand: 4, held: 4 }, 3)).toBe("sold_out");
  expect(stockState({ onHand: 1, held: 0 }, 0)).toBe("enough");
});

test("[KN-1] a level is a whole number from 0 to 1000", () => {
  expect(["0", " 12 ", "1000"].map(parseLowLevel)).toEqual([0, 12, 1000]);
  expect(["", "-1", "1.5", "1001", "three", "1e3"].map(parseLowLevel)).toEqual(Array(6).fill(null));
});

test("[KN-1] an address names a page of the list, and a mistyped one its beginning", () => {
  const id = "00000000-0000-4000-8000-000000000001";
  for (const [key, variation] of [
    ["-3", "M"],
    ["18.666666666666668", "One_size"],
    ["0", ""],
  ] as const) {
    const search = { tab: "low", after: { productId: id, key, variation } } as const;
    expect(parseInventorySearch(new URLSearchParams(inventorySearchText(search)))).toEqual(search);
  }
  const broken = new URLSearchParams({ show: "some", after: `${id}_1e999_M` });
  expect(parseInventorySearch(broken)).toEqual({ tab: "all", after: null });
});
