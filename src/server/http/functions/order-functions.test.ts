import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOwner } from "#test/owner-session.ts";
import { sell } from "#test/sales.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { functionRoutes } from "./function-routes.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());

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
      message: "This order has no payment intent ID and cannot be synced.",
    },
  });
});
