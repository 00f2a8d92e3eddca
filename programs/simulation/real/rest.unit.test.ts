import { expect, test } from "vitest";
import type { ProviderBooks } from "#test/processes/provider-process.ts";
import {
  compareEmails,
  comparePayments,
  compareRefunds,
  missedOf,
  type OrderRow,
  type Rest,
} from "./rest.ts";

const [one, two] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const asked = "33333333-3333-4333-8333-333333333333";
const order: OrderRow = {
  ...{ id: one, status: "partially_refunded", intent: "pi_1" },
  ...{ total: 3_399, refunded: 500, product: two },
};
const payment = { id: "pi_1", status: "succeeded", amount: 3_399, checkoutId: two, orderId: one };
const refund = { id: "re_1", intentId: "pi_1", amount: 500, refundId: asked };
const books: ProviderBooks = {
  payments: [
    { ...payment, succeededAt: 1_000 },
    { ...payment, id: "pi_2", status: "canceled", succeededAt: null },
  ],
  refunds: [refund],
};
const ownerOf = (refundId: string | null) => ({
  refunds: new Map([[one, { refundId, answer: "done" as const }]]),
});
const owner = ownerOf(asked);
const confirmation = `<order_confirmation.${one}@shop.example>`;
const taken = [
  confirmation,
  `<owner_new_order.${one}@shop.example>`,
  `<order_refunded.${asked}@shop.example>`,
];
const emails = (ids: string[], by = owner) =>
  compareEmails(books, { orders: [order], owner: by, taken: ids });
const rest: Rest = {
  ...comparePayments(books, [order]),
  ...compareRefunds(books, [order], owner),
  ...emails(taken),
  stockWrong: 0,
  broken: [],
};
const run = { kills: 10, alarms: 0, rest, doctor: null };

test("books that agree have nothing lost, doubled, or wrong", () => {
  expect(rest).toMatchObject({ payments: 1, orders: 1, refunds: 1, emails: 3 });
  expect(missedOf(run)).toEqual([]);
});

test("a payment without its order, one with two orders, and an order without its payment are each reported", () => {
  expect(comparePayments(books, [])).toMatchObject({ lost: 1 });
  expect(comparePayments(books, [{ ...order, status: "canceled" }])).toMatchObject({ lost: 1 });
  expect(comparePayments(books, [order, { ...order, id: two }])).toMatchObject({ doubled: 1 });
  expect(comparePayments(books, [order, { ...order, id: two, intent: "pi_2" }])).toMatchObject({ unpaid: 1 });
  expect(comparePayments(books, [{ ...order, total: 3_398 }])).toMatchObject({ unpaid: 1 });
});

test("a refund that was promised and not made, made twice, or of another amount is reported", () => {
  const twice = { ...books, refunds: [refund, { ...refund, id: "re_2" }] };
  expect(compareRefunds({ ...books, refunds: [] }, [order], owner)).toMatchObject({
    ...{ refundsLost: 1, sumsWrong: 1 },
  });
  expect(compareRefunds(twice, [{ ...order, refunded: 1_000 }], owner)).toMatchObject({ refundsDoubled: 1 });
  expect(compareRefunds(books, [{ ...order, refunded: 499 }], owner)).toMatchObject({ sumsWrong: 1 });
  expect(compareRefunds(books, [order], { refunds: new Map() })).toMatchObject({ refundsDoubled: 1 });
  expect(compareRefunds(books, [order], ownerOf(two))).toMatchObject({ refundsDoubled: 1 });
  expect(compareRefunds(books, [order], ownerOf(null))).toMatchObject({ refundsDoubled: 0 });
  expect(compareRefunds(books, [], owner)).toMatchObject({ refundsLost: 1 });
});

test("a missing email and a duplicate are reported; the same email received twice is counted separately", () => {
  expect(emails([])).toMatchObject({ emailsMissing: 3 });
  expect(emails([...taken, `<order_confirmation.${one}.again@shop.example>`])).toMatchObject({
    ...{ emailsDoubled: 1, emailsRepeated: 0 },
  });
  expect(emails([...taken, confirmation])).toMatchObject({ emailsDoubled: 0, emailsRepeated: 1 });
});

test("a cancellation has its own email, not a refund's", () => {
  const canceled = ownerOf(null);
  const others = taken.slice(0, 2);
  expect(emails([...others, `<order_canceled.${one}@shop.example>`], canceled).emailsMissing).toBe(0);
  expect(emails(taken, canceled).emailsMissing).toBe(1);
});

test.each(
  Object.entries(rest).flatMap(([name, value]) => (value === 0 && name !== "emailsRepeated" ? [name] : [])),
)("%s is reported when it is not zero", (name) => {
  expect(missedOf({ ...run, rest: { ...rest, [name]: 1 } })).toEqual([`${name} is 1, not 0`]);
});

test("a run without events, an alarm, a broken rule, and a doctor's finding are reported", () => {
  expect(missedOf({ ...run, rest: { ...rest, payments: 0 } })).toEqual(["nobody paid"]);
  expect(missedOf({ ...run, rest: { ...rest, refunds: 0 } })).toEqual(["nothing was refunded"]);
  expect(missedOf({ ...run, alarms: 2 })).toEqual(["the shop raised 2 alarms"]);
  expect(missedOf({ ...run, rest: { ...rest, broken: ["I4"] }, doctor: "✗ I4" })).toEqual(["I4", "✗ I4"]);
});

test("each kill explains as many resent emails as there are connections", () => {
  const repeated = (emailsRepeated: number) => ({ ...run, rest: { ...rest, emailsRepeated } });
  expect(missedOf(repeated(50))).toEqual([]);
  expect(missedOf(repeated(51))).toHaveLength(1);
});
