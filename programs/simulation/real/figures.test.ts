import { expect, test } from "vitest";
import { CONNECTIONS_MAX } from "#server/mail/smtp-mailer.ts";
import { booksAreEqual } from "./books.ts";
import { missedOf, missedOfRace, type RaceFigures, tableOf } from "./figures.ts";
import { readOrderBook } from "./order-book.ts";
import type { StrikeFigures } from "./strike-run.ts";

const rest: StrikeFigures["rest"] = {
  payments: 40,
  orders: 40,
  lost: 0,
  slowestOrder: 3.2,
  doubled: 0,
  unpaid: 0,
  refunds: 6,
  refundsLost: 0,
  refundsDoubled: 0,
  swaps: 2,
  swapsWrong: 0,
  sumsWrong: 0,
  stockWrong: 0,
  mails: 86,
  mailsMissing: 0,
  mailsDoubled: 0,
  mailsTwice: 1,
  broken: [],
};
const good: StrikeFigures = {
  kind: "worker",
  kills: 100,
  visits: { paid: 40, declined: 3, refused: 0, left: 6, unclear: 1 },
  paidWhileDown: 4,
  met: {},
  backMs: { median: 1_500, slowest: 2_500 },
  booksEqualAfterMs: 700,
  owner: { refunds: 6, swaps: 2, refused: 0, unclear: 1, added: 8, prices: 3 },
  refusedMails: 5,
  rest,
  doctor: null,
  alarms: 0,
};
const race: RaceFigures = {
  shoppers: 500,
  pieces: 10,
  orders: 10,
  soldOut: 490,
  other: 0,
  slowestMs: 9_000,
  medianMs: 4_000,
  audit: {
    succeeded: 10,
    orders: 10,
    lost: 0,
    doubled: 0,
    unpaidOrders: 0,
    wrongAmounts: 0,
    stockWrong: 0,
    holdsWrong: 0,
    isEqual: true,
  },
};

test("a run with every figure right has a line and misses nothing, even with a mail that was sent twice", () => {
  expect(missedOf(good)).toEqual([]);
  expect(missedOfRace(race)).toEqual([]);
  expect(tableOf([good])[1]).toMatch(/^worker\s+100\s+50\s+40\s+4\s+40\s+0\s+0\s+6\s+2\s+86\s+1\s/);
});

test.each(
  Object.entries(rest)
    .filter(([name, value]) => value === 0 || name === "broken")
    .map(([name]) => name),
)("%s is missed when it is not nothing", (name) => {
  const wrong = name === "broken" ? ["I4: what is on hand is not what the movements say"] : 1;
  expect(missedOf({ ...good, rest: { ...rest, [name]: wrong } })).toHaveLength(1);
});

test.each<[string, Partial<StrikeFigures>]>([
  ["slowest return", { backMs: { median: 100, slowest: 10_001 } }],
  ["slowest return", { backMs: { median: 100, slowest: null } }],
  ["books equal", { booksEqualAfterMs: 60_001 }],
  ["books equal", { booksEqualAfterMs: null }],
  ["the doctor", { doctor: "✗ I4" }],
  ["alarms", { alarms: 1 }],
  ["mails sent twice", { rest: { ...rest, mailsTwice: 100 * CONNECTIONS_MAX + 1 } }],
  ["mails sent twice", { kind: "web" }],
  ["mails sent twice", { kind: "stop" }],
  ["payments while down", { paidWhileDown: 0 }],
  ["refunds", { rest: { ...rest, refunds: 0 } }],
  ["swaps", { rest: { ...rest, swaps: 0 } }],
  ["pieces", { owner: { ...good.owner, added: 0 } }],
  ["prices", { owner: { ...good.owner, prices: 0 } }],
  ["payments", { rest: { ...rest, payments: 0 } }],
])("%s is missed beyond its limit", (name, changed) => {
  expect(missedOf({ ...good, ...changed })[0]).toContain(name);
});

test("a run of a few strikes may meet no change of a price", () => {
  const idle = { ...good.owner, prices: 0 };
  expect(missedOf({ ...good, kills: 5, owner: idle, rest: { ...rest, mailsTwice: 25 } })).toEqual([]);
  expect(missedOf({ ...good, kills: 5, rest: { ...rest, mailsTwice: 26 } })).toHaveLength(1);
});

test("each figure of the race is held to the number of pieces", () => {
  expect(missedOfRace({ ...race, orders: 11 })[0]).toContain("orders is 11");
  expect(missedOfRace({ ...race, soldOut: 489, other: 1 })).toHaveLength(2);
  expect(missedOfRace({ ...race, audit: { ...race.audit, doubled: 2 } })).toHaveLength(1);
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
