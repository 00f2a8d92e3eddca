import { describe, expect, test } from "vitest";
import { type Kept, moveOn, type Now, splitRows } from "./new-rows.ts";

const marks = (last: number) => ({ orders: last, events: last, movements: last, mails: last, time: last });
const kept: Kept = { settled: marks(1), pending: { marks: marks(2), ceiling: "1000" } };
const seen = ({ ceiling, horizon }: Pick<Now, "ceiling" | "horizon">): Now => ({
  marks: marks(3),
  ceiling,
  horizon,
});

describe("a mark", () => {
  test("waits from the first round on", () => {
    const now = seen({ ceiling: "1000", horizon: "1000" });
    expect(moveOn({ settled: marks(1), pending: null }, now)).toEqual({
      settled: marks(1),
      pending: { marks: marks(3), ceiling: "1000" },
    });
  });

  test("waits while a transaction below its ceiling is open", () => {
    expect(moveOn(kept, seen({ ceiling: "1200", horizon: "999" }))).toEqual(kept);
  });

  test.each(["1000", "1001"])("counts when every transaction below its ceiling has ended (%s)", (horizon) => {
    expect(moveOn(kept, seen({ ceiling: "1200", horizon }))).toEqual({
      settled: marks(2),
      pending: { marks: marks(3), ceiling: "1200" },
    });
  });

  test("is made anew when transaction numbers went back, as numbers and not as texts", () => {
    expect(moveOn(kept, seen({ ceiling: "999", horizon: "999" }))).toEqual({
      settled: marks(1),
      pending: { marks: marks(3), ceiling: "999" },
    });
    expect(moveOn(kept, seen({ ceiling: "1000", horizon: "998" }))).toEqual(kept);
  });
});

test("rows are asked in parts of 2,000 of a kind, each of them once", () => {
  const ids = (kind: string, count: number) => Array.from({ length: count }, (_, id) => `${kind}${id}`);
  const rows = { orders: ids("o", 4_001), checkouts: ids("c", 2_000), products: [] };
  const parts = splitRows(rows);
  expect(parts.map(({ orders, checkouts }) => [orders.length, checkouts.length])).toEqual([
    [2_000, 2_000],
    [2_000, 0],
    [1, 0],
  ]);
  expect(parts.flatMap(({ orders }) => orders)).toEqual(rows.orders);
  expect(parts.flatMap(({ checkouts }) => checkouts)).toEqual(rows.checkouts);
  expect(splitRows({ orders: [], checkouts: [], products: [] })).toEqual([]);
});
