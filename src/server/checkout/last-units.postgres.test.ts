// PostgreSQL only: many connections reserve the same row at the same moment.
import { expect, test } from "vitest";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { pat } from "#test/sales/people.ts";
import { GOOD_CARD } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { expectBooksRight } from "#test/shop/books.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { expireHolds } from "./expire-holds.ts";
import { holdAtPay } from "./hold-at-pay.ts";
import { startCheckout } from "./start-checkout.ts";

const SHOPPERS = 500;
const UNITS = 10;

const store = sharedShop();

test.each([
  ["whose checkouts hold from the start", null],
  // From 500 networks without an earlier order: half of the units are held from the start, the others at Pay.
  ["who never paid here", 0],
])(
  `of ${SHOPPERS} shoppers %s for the last ${UNITS} units, ${UNITS} buy and all others see that it is sold out`,
  async (_, network) => {
    const { shop } = store;
    const cap = await addProduct(shop, { stock: { "": UNITS } });
    await addProduct(shop, { stock: { "": 1_000 } });
    const before = await paidOrders();
    const buy = async (_each: unknown, shopper: number): Promise<string> => {
      const id = shop.newId();
      const request = {
        ...{ idempotencyKey: `shopper-${id}`, orderId: id },
        ...{ items: [{ productId: cap, variation: "", quantity: 1 }], shipping: pat },
        ...{ amountSeen: 3799, supersedes: null },
      };
      const visitor = network === null ? null : { key: `network ${shopper}`, isCapped: true, hasPaid: false };
      const started = await startCheckout(shop, { request, visitor });
      if (!started.ok) return started.reason;
      const held = await holdAtPay(shop, { orderId: started.started.orderId, isCapped: true });
      if (!held.ok) return held.reason === "short" ? "out_of_stock" : held.reason;
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
    expect((await paidOrders()) - before).toBe(UNITS);
    const paid = store.sandbox.controls.payments().filter(({ status }) => status === "succeeded");
    expect(paid).toHaveLength(before + UNITS);
    // Shoppers who were too late at Pay were not charged; their checkouts expire.
    store.clock.advance(60 * 60_000);
    for (let left = 1; left > 0; ) left = (await expireHolds(shop)).closed;
    await expectBooksRight(store);
  },
);

async function paidOrders(): Promise<number> {
  const { rows } = await store.shop.pool.query(
    "select from orders where status = 'paid' and attention = '{}'",
  );
  return rows.length;
}
