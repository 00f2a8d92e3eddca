import { expect, test } from "vitest";
import {
  compareMails,
  comparePayments,
  compareRefunds,
  compareSwaps,
  type OrderRow,
  type SwapLine,
} from "./rest.ts";
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
const wishes = {
  refunds: new Map([[wish, { orderId: one, isCancel: false, told: "done" as const }]]),
  swaps: new Map(),
};
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
  expect(compareMails(books, { orders: [order], swapLines: [], owner: wishes, taken: mails() })).toEqual({
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
  expect(compareRefunds(books, [order], { refunds: new Map(), swaps: new Map() })).toMatchObject({
    refundsDoubled: 1,
  });
});

test("a mail that is missing or came as another one is seen; the same one twice is counted apart", () => {
  expect(
    compareMails(books, { orders: [order], swapLines: [], owner: wishes, taken: new Map() }),
  ).toMatchObject({
    mailsMissing: 3,
  });
  expect(
    compareMails(books, {
      orders: [order],
      swapLines: [],
      owner: wishes,
      taken: mails([`<order_confirmation.${one}.again@shop.example>`, 1]),
    }),
  ).toMatchObject({ mailsDoubled: 1, mailsTwice: 0 });
  expect(
    compareMails(books, {
      orders: [order],
      swapLines: [],
      owner: wishes,
      taken: mails([`<order_refunded.${wish}@shop.example>`, 2]),
    }),
  ).toMatchObject({
    mailsDoubled: 0,
    mailsTwice: 1,
  });
});

test("a swap that the owner was not told of, that is not there, or whose difference is another is seen", () => {
  const back = { id: "re_1", intentId: "pi_1", amount: 300, refundId: wish };
  const line = { orderId: one, product: two, pieces: 1 };
  const told = (answer: "done" | "refused" | "unclear") => ({
    swaps: new Map([[one, { back: 300, told: answer }]]),
  });
  const swapsWrong = (
    { refunds = [back], swapLines = [line] }: { refunds?: ProviderBooks["refunds"]; swapLines?: SwapLine[] },
    owner = told("done"),
  ) => compareSwaps({ ...books, refunds }, { orders: [order], swapLines, owner, product: two }).swapsWrong;
  const nothing = { refunds: [], swapLines: [] };
  expect(swapsWrong({})).toBe(0);
  expect(swapsWrong({}, told("unclear"))).toBe(0);
  expect(swapsWrong(nothing, told("unclear"))).toBe(0);
  expect(swapsWrong(nothing, told("refused"))).toBe(0);
  expect(swapsWrong(nothing)).toBe(1);
  expect(swapsWrong({}, told("refused"))).toBe(1);
  expect(swapsWrong({}, { swaps: new Map() })).toBe(1);
  expect(swapsWrong({ swapLines: [] }, told("unclear"))).toBe(1);
  expect(swapsWrong({ refunds: [] })).toBe(1);
  expect(swapsWrong({ refunds: [{ ...back, amount: 299 }] })).toBe(1);
  expect(swapsWrong({ refunds: [back, { ...back, id: "re_2" }] })).toBe(1);
  expect(swapsWrong({ swapLines: [line, line] })).toBe(1);
  expect(swapsWrong({ swapLines: [{ ...line, product: one }] })).toBe(1);
  // The refund of a swap is a wish of the owner as well.
  const { refundsDoubled } = compareRefunds({ ...books, refunds: [back] }, [order], {
    refunds: new Map(),
    ...told("done"),
  });
  expect(refundsDoubled).toBe(0);
});

test("the mail about a swap is one of those that have to come", () => {
  const swapLines = [{ orderId: one, product: two, pieces: 1 }];
  expect(compareMails(books, { orders: [order], swapLines, owner: wishes, taken: mails() })).toMatchObject({
    mailsMissing: 1,
  });
  const taken = mails([`<order_changed.${one}.1@shop.example>`, 1]);
  expect(compareMails(books, { orders: [order], swapLines, owner: wishes, taken })).toMatchObject({
    mailsMissing: 0,
  });
});

test("a cancellation is told by its own mail, not by one of its refund", () => {
  const canceled = { refunds: new Map([[wish, { orderId: one, isCancel: true, told: "done" as const }]]) };
  const missing = (name: string) => {
    const taken = new Map([...mails()].filter(([id]) => !id.includes("order_refunded")));
    taken.set(`<${name}@shop.example>`, 1);
    return compareMails(books, { orders: [order], swapLines: [], owner: canceled, taken }).mailsMissing;
  };
  expect(missing(`order_canceled.${one}`)).toBe(0);
  expect(missing(`order_refunded.${wish}`)).toBe(1);
});
