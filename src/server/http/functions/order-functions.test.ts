import { expect, test } from "vitest";
import { signInOwner } from "#test/pages/owner-session.ts";
import { GOOD_CARD, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { functionRoutes } from "./function-routes.ts";

const store = sharedShop();

test("[FN-3] a sync of an order without a payment intent is refused in its own words", async () => {
  const { orderId } = await sell(store);
  await store.shop.db
    .updateTable("orders")
    .set({ payment_intent_id: null })
    .where("id", "=", orderId)
    .execute();
  const answer = await functionRoutes(store.shop).request("/verify-checkout-session", {
    method: "POST",
    headers: { Cookie: await signInOwner(store.shop) },
    body: JSON.stringify({ order_id: orderId, sync_only: true }),
  });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual({
    error: {
      code: "no_payment_intent",
      message: "This order has no payment intent ID and cannot be synced",
    },
  });
});

test.each(["%", "2026-02-30", "11111111-1111-4111-8111-111111111111"])(
  "the owner's question about an order that is not there, by any text as its id, is refused (%s)",
  async (orderId) => {
    const answer = await functionRoutes(store.shop).request("/verify-checkout-session", {
      method: "POST",
      headers: { Cookie: await signInOwner(store.shop) },
      body: JSON.stringify({ order_id: orderId, sync_only: true }),
    });
    expect(answer.status).toBe(404);
  },
);

test.each([
  ["browser", "Order already exists in database"],
  ["webhook", "Order already exists in database"],
  ["reconciler", "Order submitted via emergency process"],
  ["sweep", "Order submitted via emergency process"],
] as const)(
  "[PY-5] a shopper who returns to an order that the %s made sees '%s'",
  async (source, message) => {
    const started = await startSale(store);
    await payAsShopper(store, started, GOOD_CARD);
    const verify = async () => {
      const body = JSON.stringify({ payment_intent_id: started.paymentIntentId });
      const answer = await functionRoutes(store.shop).request("/verify-checkout-session", {
        method: "POST",
        body,
      });
      return answer.json();
    };
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source });
    for (const _ of [1, 2])
      expect(await verify()).toMatchObject({
        success: true,
        order_id: started.orderId,
        duplicate: true,
        message,
      });
  },
);
