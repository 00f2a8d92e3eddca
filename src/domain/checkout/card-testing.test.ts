import { expect, test } from "vitest";
import { arePaymentsClosed, declinesMaxFor, isQuiet, isShopClosed } from "./card-testing.ts";

const quiet = { declined: 0, total: 0, unknown: 0 };
/** How the shop's payments ended, of which visitors who have not paid had few. */
const shop = (declined: number, total: number) => ({ declined, total, unknown: 0 });

test("[TR-4] the shop closes to those who never paid at 30 declines that are more than a third, and is quiet below 10", () => {
  expect([29, 30].map((declined) => isShopClosed(shop(declined, 60)))).toEqual([false, true]);
  expect([89, 90].map((total) => isShopClosed(shop(30, total)))).toEqual([true, false]);
  expect([9, 10].map((declined) => isQuiet(shop(declined, 12)))).toEqual([true, false]);
  expect(isQuiet(shop(30, 500))).toBe(true);
});

test("[TR-4] [kind: limits by share] many declines of visitors who never paid close a busy shop, too", () => {
  expect([59, 60].map((unknown) => isShopClosed({ ...quiet, total: 500, unknown }))).toEqual([false, true]);
  expect([29, 30].map((unknown) => isQuiet({ ...quiet, total: 500, unknown }))).toEqual([true, false]);
});

test("[TR-4] a visitor's own declines close payments to that visitor, also to one who has paid before; the shop's to the others alone", () => {
  const closed = shop(30, 40);
  const many = { declined: 15, total: 20 };
  expect(arePaymentsClosed({ own: quiet, shop: closed, hasPaid: false })).toBe(true);
  expect(arePaymentsClosed({ own: quiet, shop: closed, hasPaid: true })).toBe(false);
  for (const hasPaid of [true, false])
    expect(arePaymentsClosed({ own: many, shop: quiet, hasPaid })).toBe(true);
  expect(arePaymentsClosed({ own: { declined: 14, total: 14 }, shop: quiet, hasPaid: false })).toBe(false);
});

test("[TR-4] a checkout ends after five declines, and after two while payments are closed to its visitor", () => {
  expect(declinesMaxFor({ isClosed: false, hasPaid: false })).toBe(5);
  expect(declinesMaxFor({ isClosed: true, hasPaid: false })).toBe(2);
  expect(declinesMaxFor({ isClosed: true, hasPaid: true })).toBe(5);
});
