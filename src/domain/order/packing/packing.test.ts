import { expect, test } from "vitest";
import type { OrderItem } from "../order.ts";
import { labelCsvHead, labelCsvLine } from "./label-csv.ts";
import { pickList, urgencyAt } from "./packing.ts";
import { judgeTracking, type NamedOrder, trackingColumn } from "./tracking-csv.ts";
import { isRounded, knownCarrier, readTracking } from "./tracking-number.ts";

const rules = {
  timeZone: "America/Phoenix",
  deliveryDaysMin: 3,
  deliveryDaysMax: 5,
  keepsFederalHolidays: true,
  daysOff: [],
};
const noonOf = (day: string) => Date.parse(`${day}T19:00:00Z`);

const item = (change: Partial<OrderItem>): OrderItem => ({
  ...{ id: "polo", productId: "p1", name: "Polo", image: null, variation: "M", price: 7200 },
  ...{ quantity: 1, refunded: 0, canceled: 0, sent: 0, ...change },
});

test("[EA-2] an order is due on the last day on which its promise can be kept, and then late", () => {
  const promised = { from: "2026-06-11", to: "2026-06-15" };
  const on = (day: string) => urgencyAt(noonOf(day), rules)(promised);
  expect([on("2026-06-08"), on("2026-06-09")]).toEqual([null, null]);
  // What leaves on Wednesday is there on Monday; what leaves on Thursday is not.
  expect([on("2026-06-10"), on("2026-06-11"), on("2026-07-30")]).toEqual(["today", "late", "late"]);
});

test("[EA-2] what must leave before a weekend or days off is due on the last working day before them", () => {
  const promised = { from: "2026-06-08", to: "2026-06-10" };
  const on = (day: string) => urgencyAt(noonOf(day), rules)(promised);
  // What leaves on Friday is there on Wednesday, and so is what leaves on the weekend; what leaves on Monday is not.
  expect([on("2026-06-04"), on("2026-06-05"), on("2026-06-07")]).toEqual([null, "today", "today"]);
  expect(on("2026-06-08")).toBe("late");
  const away = { ...rules, daysOff: [{ from: "2026-06-15", to: "2026-06-26" }] };
  expect(urgencyAt(noonOf("2026-06-12"), away)({ from: "2026-06-29", to: "2026-07-01" })).toBe("today");
});

test("[EA-2] the pick list sums what remains per product and option, and names the orders", () => {
  const picks = pickList([
    {
      number: 1,
      items: [item({ quantity: 3, canceled: 1 }), item({ productId: "p2", name: "Cap", variation: null })],
    },
    { number: 2, items: [item({ quantity: 2, sent: 1 }), item({ variation: "L" }), item({ canceled: 1 })] },
  ]);
  expect(picks.map(({ name, variation, quantity, orders }) => [name, variation, quantity, orders])).toEqual([
    ["Cap", null, 1, [1]],
    ["Polo", "M", 3, [1, 2]],
    ["Polo", "L", 1, [2]],
  ]);
});

test("[EA-2] [kind: files that programs read] a label has address and weight of what remains; without the weight of one unit it has none", () => {
  const address = {
    ...{ customer_name: "Pat", customer_email: "pat@example.com", line1: "@home", line2: null },
    ...{ city: "Mesa", state: "AZ", postal_code: "01234", country: "US" as const, phone: "+16025550100" },
  };
  const row = {
    number: 7,
    customerName: '=Pat "The Putt"',
    address,
    items: [item({ quantity: 4, canceled: 1 })],
  };
  expect(labelCsvHead).toBe(
    "Order ID,Name,Address,Address Line 2,City,State,Zipcode,Country,Email,Phone,Pounds,Ounces,Order Items\r\n",
  );
  expect(labelCsvLine({ ...row, weights: { p1: 6.5 } })).toBe(
    `ORD-007," =Pat ""The Putt"""," @home",,Mesa,AZ,01234,US,pat@example.com,602-555-0100,1,4,3 × Polo (M)\r\n`,
  );
  expect(labelCsvLine({ ...row, weights: { p1: null } })).toContain(",,,3 × Polo (M)");
});

test("[EA-2] a scanned bar code is read without ZIP code and marks; a rounded number is known", () => {
  const number = "9405511899223197428490";
  for (const scan of [number, `42085251${number}`, `420852511234${number}`, `\u001d42085251${number}\r`])
    expect(readTracking(scan)).toBe(number);
  for (const kept of [`="${number}"`, `'${number}`, `\u200b${number}`])
    expect(readTracking(kept)).toBe(number);
  expect(readTracking("1Z–999‑AA1")).toBe("1Z-999-AA1");
  expect(readTracking(" 1Z 999 AA1 ")).toBe("1Z 999 AA1");
  expect(readTracking(["x"])).toBe("");
  for (const lost of ["9.40551E+21", "9,4e21", "9405511899223190000000"]) expect(isRounded(lost)).toBe(true);
  for (const whole of [number, "1Z999", "100000000000"]) expect(isRounded(whole)).toBe(false);
  expect(["usps ground", "UPS® Ground", "Pony Express"].map(knownCarrier)).toEqual([
    "USPS",
    "UPS",
    "Pony Express",
  ]);
});

test("[EA-2] columns are known by their usual names", () => {
  expect(["Order ID", "order_number", "Tracking Number", "Carrier", "Recipient"].map(trackingColumn)).toEqual(
    ["order", "order", "tracking", "carrier", null],
  );
});

test("[EA-2] [UN-2] each row of a file of tracking numbers is judged, with a sentence where it can't be entered", () => {
  const order = (number: number, change: Partial<NamedOrder> = {}): NamedOrder => ({
    ...{ id: `id-${number}`, number, customerName: "Pat", status: "paid", fulfillment: "unfulfilled" },
    ...{ toSend: { polo: 1 }, trackingNumbers: [], isChanged: false, corrections: 0, waitingFor: null },
    ...change,
  });
  const orders = [
    order(1),
    order(2, { fulfillment: "shipped", toSend: {}, trackingNumbers: ["T2"] }),
    order(3, { status: "disputed" }),
    order(4, { fulfillment: "canceled", toSend: {} }),
    order(5, { toSend: {} }),
    order(6),
    order(7, { waitingFor: 3475 }),
  ];
  const rows = [
    ["ORD-001", "T1"],
    ["#1", "T1"],
    ["1", "T9"],
    ["2", "T2"],
    ["2", "T8"],
    ["3", "T3"],
    ["4", "T4"],
    ["5", "T5"],
    ["99", "T6"],
    ["", "T7"],
    ["6", ""],
    ["6", "9.40551E+21"],
    ["6", "9".repeat(61)],
    ["7", "T10"],
  ].map(([named = "", tracking = ""], index) => ({ line: index + 2, order: named, tracking, carrier: "" }));
  const judged = judgeTracking(rows, orders, "usps");
  expect(judged[0]).toEqual({
    ...{ line: 2, order: "ORD-001", does: "ship", id: "id-1", customerName: "Pat" },
    ...{ carrier: "USPS", trackingNumber: "T1", seen: 0 },
  });
  expect(judged.map((row) => (row.does === "refused" ? row.reason.slice(0, 28) : row.does))).toEqual([
    "ship",
    "nothing",
    "Line 2 has another number fo",
    "nothing",
    "It was shipped with T2. Corr",
    "This order isn't paid, or it",
    "This order is canceled. Ask ",
    "Everything in this order has",
    "There is no order with this ",
    "The row names no order. Fill",
    "The row has no tracking numb",
    "The spreadsheet has rounded ",
    "A tracking number has at mos",
    "This order is waiting for $3",
  ]);
});
