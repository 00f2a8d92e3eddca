// On PostgreSQL alone: many connections reserve the same row at the same moment.
import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { pat } from "#test/sales/people.ts";
import { GOOD_CARD } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { expectBooksRight } from "#test/shop/books.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid, createTestShop, type TestShop } from "#test/shop/shop.ts";
import { startCheckout } from "./start-checkout.ts";

const SHOPPERS = 500;
const UNITS = 10;

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());

test(`of ${SHOPPERS} shoppers who want the last ${UNITS} units, ${UNITS} buy and all others are told that it is sold out`, async () => {
  const { shop } = store;
  const cap = await addProduct(shop, { stock: { "": UNITS } });
  const buy = async (_: unknown, shopper: number): Promise<string> => {
    const request = {
      ...{ idempotencyKey: `shopper-${shopper}-of-the-race`, orderId: countedUuid(3_000_000 + shopper) },
      ...{ items: [{ productId: cap, variation: "", quantity: 1 }], shipping: pat },
      ...{ amountSeen: 3799, supersedes: null },
    };
    const started = await startCheckout(shop, { request });
    if (!started.ok) return started.reason;
    await payAsShopper(store, started.started, GOOD_CARD);
    const settled = await settlePayment(shop, { intentId: started.intentId, source: "browser" });
    return settled.ok ? "bought" : settled.reason;
  };
  const answers = await Promise.all(Array.from({ length: SHOPPERS }, buy));
  const counted = Object.entries(Object.groupBy(answers, (answer) => answer)).map(([answer, all]) => [
    answer,
    all?.length,
  ]);
  expect(Object.fromEntries(counted)).toEqual({ bought: UNITS, out_of_stock: SHOPPERS - UNITS });
  expect(await stockOf(shop, cap)).toEqual([{ variation: "", on_hand: 0, held: 0 }]);
  const { rows } = await shop.pool.query("select from orders where status = 'paid'");
  expect(rows).toHaveLength(UNITS);
  const paid = store.sandbox.controls.payments().filter(({ status }) => status === "succeeded");
  expect(paid).toHaveLength(UNITS);
  await expectBooksRight(store);
});
