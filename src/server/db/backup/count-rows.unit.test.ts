import { expect, test } from "vitest";
import { compareRows } from "./count-rows.ts";

test("[KN-6] rows that are missing are named table by table", () => {
  expect(compareRows({ orders: 2, checkouts: 5 }, { checkouts: 5, orders: 2 })).toEqual([]);
  expect(compareRows({ orders: 2, gone: 1, checkouts: 5 }, { orders: 1, checkouts: 5, new: 0 })).toEqual([
    "gone: no table instead of 1",
    "new: 0 instead of no table",
    "orders: 1 instead of 2",
  ]);
});
