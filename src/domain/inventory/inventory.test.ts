import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import {
  daysLeftText,
  daysOfCover,
  inventorySearchText,
  parseInventorySearch,
  stockState,
  unitsToOrder,
} from "./inventory.ts";
import { lowLevelForm } from "./low-level-form.ts";
import { orderCsvHead, orderCsvLine } from "./order-csv.ts";

test("[KN-1] days of cover are what can be sold by what was sold in 28 days", () => {
  expect(daysOfCover({ onHand: 10, held: 0, sold: 28 })).toBe(10);
  expect(daysOfCover({ onHand: 10, held: 9, sold: 3 })).toBe(9);
  expect(daysOfCover({ onHand: 0, held: 0, sold: 3 })).toBe(0);
  expect(daysOfCover({ onHand: 5, held: 0, sold: 0 })).toBeNull();
});

test("[KN-1] a size with nothing to sell is sold out, whatever was sold of it", () => {
  const texts = [
    { onHand: 0, held: 0, sold: 0 },
    { onHand: 2, held: 2, sold: 7 },
    { onHand: 5, held: 0, sold: 0 },
    { onHand: 2_000, held: 0, sold: 28 },
  ].map(daysLeftText);
  expect(texts).toEqual(["Sold out", "Sold out", "–", "2,000"]);
});

test("[KN-1] what is to be ordered makes the units last for the chosen weeks, and not one more", () => {
  expect(unitsToOrder({ onHand: 16, held: 0, sold: 20 }, 8)).toBe(24);
  expect(unitsToOrder({ onHand: 16, held: 3, sold: 20 }, 4)).toBe(7);
  expect(unitsToOrder({ onHand: 0, held: 0, sold: 5 }, 12)).toBe(15);
  expect(unitsToOrder({ onHand: 40, held: 0, sold: 20 }, 8)).toBe(0);
  // Nothing was sold, or more came back than was: there is no pace.
  expect(unitsToOrder({ onHand: 0, held: 0, sold: 0 }, 12)).toBe(0);
  expect(unitsToOrder({ onHand: 0, held: 0, sold: -2 }, 12)).toBe(0);
});

test("[KN-1] a purchase list has numbers as numbers, and no name becomes a formula", () => {
  const line = {
    productId: "p",
    name: "=Cap, green",
    variation: "M",
    sku: "C-1",
    onHand: 3,
    held: 1,
    sold: 9,
  };
  expect(orderCsvHead() + orderCsvLine(line, 8)).toBe(
    '\uFEFFProduct,Size,SKU,On hand,Held,Sold in 28 days,Order\r\n"\'=Cap, green",M,C-1,3,1,9,16\r\n',
  );
});

test("[KN-1] an option is low at the owner's level and below, and what is held does not count", () => {
  expect(stockState({ onHand: 4, held: 0 }, 3)).toBe("enough");
  expect(stockState({ onHand: 4, held: 1 }, 3)).toBe("low");
  expect(stockState({ onHand: 4, held: 4 }, 3)).toBe("sold_out");
  expect(stockState({ onHand: 1, held: 0 }, 0)).toBe("enough");
});

test("[KN-1] a level is a whole number from 0 to 1000", () => {
  const read = (level: string) => readForm(lowLevelForm, { level });
  for (const level of [0, 12, 1000]) expect(read(` ${level} `)).toEqual({ ok: true, value: { level } });
  for (const level of ["", "-1", "1.5", "1001", "three", "1e3"]) expect(read(level).ok, level).toBe(false);
});

test("[KN-1] an address names a page of the list, and a mistyped one its beginning", () => {
  const id = "00000000-0000-4000-8000-000000000001";
  for (const [tab, weeks, key, variation] of [
    ["low", 8, "-3", "M"],
    ["low", 8, "0", ""],
    ["order", 12, "-3", "M"],
    ["order", 12, "18.666666666666668", "One_size"],
    // What is nearly sold out at a fast pace, as the database writes it.
    ["all", 8, "0.0077951002227171495", "M"],
    ["all", 8, "9.999964285841836e-05", "M"],
  ] as const) {
    const search = { tab, weeks, query: "rope cap", after: { productId: id, key, variation } };
    expect(parseInventorySearch(new URLSearchParams(inventorySearchText(search)))).toEqual(search);
  }
  for (const key of ["1.5", "1e-05", "9999999999"]) {
    const mistyped = new URLSearchParams({ show: "low", after: `${id}_${key}_M` });
    expect(parseInventorySearch(mistyped).after).toBeNull();
  }
  const broken = new URLSearchParams({ show: "some", weeks: "9", after: `${id}_1e999_M` });
  expect(parseInventorySearch(broken)).toEqual({ tab: "all", weeks: 8, query: "", after: null });
});
