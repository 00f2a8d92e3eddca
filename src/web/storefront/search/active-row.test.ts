import { expect, test } from "vitest";
import { NO_ROW, rowAfterKey } from "./active-row.ts";

const walk = (key: string, count: number, presses: number) => {
  const rows = [NO_ROW];
  for (let press = 0; press < presses; press += 1)
    rows.push(rowAfterKey(key, rows.at(-1) ?? NO_ROW, count) ?? 99);
  return rows.slice(1);
};

test("[FI-1] the arrows go through the rows and by what is typed around again", () => {
  expect(walk("ArrowDown", 3, 5)).toEqual([0, 1, 2, NO_ROW, 0]);
  expect(walk("ArrowUp", 3, 5)).toEqual([2, 1, 0, NO_ROW, 2]);
});

test("[FI-1] other keys, and arrows without rows, belong to the field", () => {
  expect(rowAfterKey("Home", 1, 3)).toBeNull();
  expect(rowAfterKey("a", NO_ROW, 3)).toBeNull();
  expect(rowAfterKey("ArrowDown", NO_ROW, 0)).toBeNull();
});
