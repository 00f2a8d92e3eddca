import { expect, test } from "vitest";
import { booksAreEqual } from "./books.ts";
import { type RunFigures, tableOf } from "./figures.ts";
import { readOrderBook } from "./order-book.ts";

const audit = {
  succeeded: 40,
  orders: 40,
  lost: 0,
  doubled: 0,
  unpaidOrders: 0,
  wrongAmounts: 0,
  stockWrong: 0,
  holdsWrong: 0,
  isEqual: true,
};
const good: RunFigures = {
  database: "PostgreSQL",
  kills: {
    kills: { SIGKILL: 60, SIGTERM: 20, SIGSTOP: 20 },
    visits: { paid: 41, declined: 3, refused: 0, left: 6 },
    backMsMedian: 1_500,
    backMsMax: 2_500,
    booksEqualAfterMs: 700,
    audit,
  },
  race: {
    shoppers: 500,
    pieces: 10,
    orders: 10,
    soldOut: 490,
    other: 0,
    slowestMs: 9_000,
    medianMs: 4_000,
    audit,
  },
};
const withKills = (changed: Partial<NonNullable<RunFigures["kills"]>>): RunFigures => ({
  ...good,
  kills: good.kills && { ...good.kills, ...changed },
});
const withRace = (changed: Partial<NonNullable<RunFigures["race"]>>): RunFigures => ({
  ...good,
  race: good.race && { ...good.race, ...changed },
});
const missedOf = (run: RunFigures) => tableOf([run]).missed;

test("a run with every figure right has a table and misses nothing", () => {
  const { lines, missed } = tableOf([{ ...good, database: "embedded", race: null }, good]);
  expect(missed).toEqual([]);
  expect(lines.find((line) => line.startsWith("kills"))).toMatch(/100\s+100$/);
  expect(lines.find((line) => line.startsWith("race: orders"))).toMatch(/-\s+10$/);
});

test("each figure that is missed is named", () => {
  expect(missedOf(withKills({ audit: { ...audit, lost: 1 } }))).toEqual(["PostgreSQL: lost is 1, wanted 0"]);
  expect(missedOf(withRace({ audit: { ...audit, doubled: 2 } }))).toEqual([
    "PostgreSQL: doubled is 2, wanted 0",
  ]);
  expect(missedOf(withKills({ audit: { ...audit, holdsWrong: 1 } }))[0]).toContain("wrong stock or holds");
  expect(missedOf(withKills({ backMsMax: 10_001 }))[0]).toContain("slowest");
  expect(missedOf(withKills({ booksEqualAfterMs: 60_001 }))[0]).toContain("books equal after");
  expect(missedOf(withKills({ booksEqualAfterMs: null }))[0]).toContain("never");
  expect(missedOf(withRace({ orders: 11 }))[0]).toContain("race: orders is 11");
  expect(missedOf(withRace({ soldOut: 489, other: 1 }))).toHaveLength(2);
  expect(missedOf(withKills({ audit: { ...audit, succeeded: 0, orders: 0 } }))[0]).toContain("> 0");
});

test("the books are equal when the paid orders are the succeeded payments", () => {
  const orders = readOrderBook(
    "\uFEFFOrder,Status,Payment ID\r\nORD-002,paid,pi_2\r\nORD-001,failed,pi_1\r\n",
  );
  expect(booksAreEqual(orders, [payment("pi_2", "succeeded"), payment("pi_1", "canceled")])).toBe(true);
  expect(booksAreEqual(orders, [payment("pi_2", "succeeded"), payment("pi_1", "succeeded")])).toBe(false);
  expect(booksAreEqual([...orders, ...orders], [payment("pi_2", "succeeded")])).toBe(false);
  expect(booksAreEqual([], [payment("pi_2", "succeeded")])).toBe(false);
  expect(() => readOrderBook("Order,Status\r\n")).toThrow("other columns");
});

const payment = (id: string, status: string) => ({ id, status, amount: 3_399 });
