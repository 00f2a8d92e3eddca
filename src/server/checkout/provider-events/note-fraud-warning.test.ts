import { expect, test } from "vitest";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { receiveEvent } from "./receive-event.ts";

const store = freshShop();

function receive(intentId: string, id = "evt_warning") {
  const event = { id, type: "radar.early_fraud_warning.created", objectId: "issfr_1", intentId };
  const payments = { ...store.shop.payments, readEvent: () => event };
  return receiveEvent({ ...store.shop, payments }, { rawBody: "", signature: "" });
}

const flags = async () =>
  (await store.shop.db.selectFrom("orders").select("attention").execute()).map(({ attention }) => attention);
const warned = () =>
  store.shop.db.selectFrom("outbox").select("order_id").where("kind", "=", "owner_fraud_warning").execute();

test("[FN-5] [kind: unhandled events] an early fraud warning flags its order once, and the owner is emailed", async () => {
  const sale = await sell(store);
  expect(await receive(sale.paymentIntentId)).toBe("received");
  await receive(sale.paymentIntentId, "evt_again");
  expect(await flags()).toEqual([["fraud_warning"]]);
  expect(await warned()).toEqual([{ order_id: sale.orderId }]);
});

test("[FN-5] a warning about another system's payment changes nothing", async () => {
  await sell(store);
  expect(await receive("pi_of_somebody_else")).toBe("received");
  expect(await flags()).toEqual([[]]);
  expect(await warned()).toEqual([]);
});
