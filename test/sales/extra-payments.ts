// A sale whose customer has paid an extra payment for a dearer swap.

import { askExtraPayment } from "#server/orders/extra-payments/ask-extra-payment.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { addProduct } from "#test/shop/products.ts";
import type { TestShop } from "#test/shop/shop.ts";
import { OWNER as actor } from "./people.ts";
import { GOOD_CARD, sell } from "./sales.ts";

/** The payment id of an extra payment, by its checkout's id. */
export async function paymentOfExtraPayment({ shop }: TestShop, id: string): Promise<string> {
  const { payment_intent_id: intentId } = await shop.db
    .selectFrom("checkouts")
    .select("payment_intent_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (intentId === null) throw new Error("no payment was made");
  return intentId;
}

/** An order of a polo for 6,599 cents; `ask` requests 1,200 more from its customer for a jacket instead. */
export async function sellPolo(store: TestShop) {
  const polo = await addProduct(store.shop, { name: "Polo", price: 6000, stock: { M: 5 } });
  const jacket = await addProduct(store.shop, { name: "Jacket", price: 7200, stock: { L: 3 } });
  const items = [{ productId: polo, variation: "M", quantity: 1 }];
  const sale = await sell(store, { productId: polo, change: { items, amountSeen: 6599 } });
  const itemId = (await findOrderDetail(store.shop, { id: sale.orderId }))?.items[0]?.id ?? "";
  const ask = () =>
    askExtraPayment(store.shop, {
      ...{ orderId: sale.orderId, actor, seen: 0, itemId, quantity: 1 },
      ...{ to: { productId: jacket, variation: "L" }, amountSeen: 1200 },
    });
  return { ...sale, jacket, ask };
}

/** Such a sale with a requested extra payment, and the checkout for it. */
export async function askForMore(store: TestShop) {
  const { ask, ...sale } = await sellPolo(store);
  const asked = await ask();
  if (!asked.ok) throw new Error(asked.reason);
  return { ...sale, id: asked.id };
}

/** Such an order after its swap for the jacket; its payment `intentId` paid the other 1,200 cents. */
export async function sellWithExtraPayment(store: TestShop) {
  const { id, ...sale } = await askForMore(store);
  const intentId = await paymentOfExtraPayment(store, id);
  store.sandbox.controls.pay(intentId, GOOD_CARD);
  await settlePayment(store.shop, { intentId, source: "webhook" });
  return { ...sale, intentId };
}
