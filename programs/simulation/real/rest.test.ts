import { expect, test } from "vitest";
import { compareMails, comparePayments, compareRefunds, type OrderRow } from "./rest.ts";
import type { ProviderBooks } from "./world/provider-process.ts";

const [one, two] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const wish = "33333333-3333-4333-8333-333333333333";
const order: OrderRow = {
  id: one,
  status: "partially_refunded",
  intent: "pi_1",
  total: 3_399,
  refunded: 500,
  paidAt: 1_010.5,
  product: two,
  pieces: 1,
};
const payment = { id: "pi_1", status: "succeeded", amount: 3_399, checkoutId: two, orderId: one };
const books: ProviderBooks = {
  payments: [
    { ...payment, succeededAt: 1_000 },
    { ...payment, id: "pi_2", status: "canceled", succeededAt: null },
  ],
  refunds: [{ id: "re_1", intentId: "pi_1", amount: 500, refundId: wish }],
};
const wishes = { refunds: new Map([[wish, { orderId: one, isCancel: false, told: "done" as const }]]) };
const mails = (...more: [string, number][]) =>
  new Map([
    [`<order_confirmation.${one}@shop.example>`, 1],
    [`<owner_new_order.${one}@shop.example>`, 1],
    [`<order_refunded.${wish}@shop.example>`, 1],
    ...more,
  ]);

test("books that agree have nothing lost, doubled or wrong", () => {
  expect(comparePayments(books, [order])).toEqual({
    payments: 1,
    orders: 1,
    lost: 0,
    slowestOrder: 10.5,
    doubled: 0,
    unpaid: 0,
  });
  expect(compareRefunds(books, [order], wishes)).toEqual({
    refunds: 1,
    refundsLost: 0,
    refundsDoubled: 0,
    sumsWrong: 0,
  });
  expect(compareMails(books, [order], mails())).toEqual({
    mails: 3,
    mailsMissing: 0,
    mailsDoubled: 0,
    mailsTwice: 0,
  });
});

test("a payment without its order, with two, and an order without that payment are each seen", () => {
  expect(comparePayments(books, [])).toMatchObject({ lost: 1 });
  expect(comparePayments(books, [{ ...order, status: "canceled" }])).toMatchObject({ lost: 1 });
  expect(comparePayments(books, [order, { ...order, id: two }])).toMatchObject({ doubled: 1 });
  expect(comparePayments(books, [order, { ...order, id: two, intent: "pi_2" }])).toMatchObject({ unpaid: 1 });
  expect(comparePayments(books, [{ ...order, total: 3_398 }])).toMatchObject({ unpaid: 1 });
});

test("a refund that was promised and not made, made twice, or in another sum is seen", () => {
  const [refund] = books.refunds;
  const twice = refund ? { ...books, refunds: [refund, { ...refund, id: "re_2" }] } : books;
  expect(compareRefunds({ ...books, refunds: [] }, [order], wishes)).toMatchObject({
    refundsLost: 1,
    sumsWrong: 1,
  });
  expect(compareRefunds(twice, [{ ...order, refunded: 1_000 }], wishes)).toMatchObject({ refundsDoubled: 1 });
  expect(compareRefunds(books, [{ ...order, refunded: 499 }], wishes)).toMatchObject({ sumsWrong: 1 });
  expect(compareRefunds(books, [order], { refunds: new Map() })).toMatchObject({ refundsDoubled: 1 });
});

test("a mail that is missing or came as another one is seen; the same one twice is counted apart", () => {
  expect(compareMails(books, [order], new Map())).toMatchObject({ mailsMissing: 3 });
  expect(
    compareMails(books, [order], mails([`<order_confirmation.${one}.again@shop.example>`, 1])),
  ).toMatchObject({ mailsDoubled: 1, mailsTwice: 0 });
  expect(compareMails(books, [order], mails([`<order_refunded.${wish}@shop.example>`, 2]))).toMatchObject({
    mailsDoubled: 0,
    mailsTwice: 1,
  });
});
