import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { percentOf } from "#domain/money/money-input.ts";
import { defaultStoreSettings, type TaxSettings } from "#domain/settings/settings.ts";
import { OWNER, pat } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { verifyCheckout } from "../orders/verify-checkout.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { startCheckout } from "./start-checkout.ts";

const store = sharedShop();
let cap: string;

beforeAll(async () => {
  await loadSettings(store.shop);
});
beforeEach(async () => {
  await setTax({ stateRates: { AZ: 8.6, CA: 7.25 } });
  cap = await addProduct(store.shop, { price: 3225, stock: { "": 9 } });
});

async function setTax(change: Partial<TaxSettings>) {
  const tax = { ...defaultStoreSettings.tax, enableTax: true, taxByState: true, ...change };
  await store.shop.db
    .updateTable("store_settings")
    .set({ tax: JSON.stringify(tax) })
    .execute();
}

const places = {
  AZ: pat,
  CA: { ...pat, city: "Los Angeles", state: "CA", postalCode: "90001" },
  OR: { ...pat, city: "Portland", state: "OR", postalCode: "97204" },
};

function requestTo(state: keyof typeof places, amountSeen: number, quantity = 1): CheckoutRequest {
  const orderId = store.shop.newId();
  return {
    ...{
      idempotencyKey: `key-of-${orderId}`,
      orderId,
      supersedes: null,
      shipping: places[state],
      amountSeen,
    },
    items: [{ productId: cap, variation: "", quantity }],
  };
}

async function buy(request: CheckoutRequest) {
  const result = await startCheckout(store.shop, { request });
  if (!result.ok) throw new Error(result.reason);
  store.sandbox.controls.pay(result.intentId, "4242424242424242");
  await verifyCheckout(store.shop, { orderId: result.started.orderId, intentId: result.intentId });
  return result.started.orderId;
}

const taxOf = (id: string) =>
  store.shop.db
    .selectFrom("orders")
    .select(["tax", "total", "tax_state", sql<number>`tax_rate::float8`.as("rate"), "amount_received"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("[KN-3] a cart is taxed by the state it ships to, and the order keeps rate and state", async () => {
  const orders = [requestTo("AZ", 4101), requestTo("CA", 4058), requestTo("OR", 3824)];
  const bought = [];
  for (const request of orders) bought.push(await taxOf(await buy(request)));
  expect(bought).toEqual([
    { tax: 277, total: 4101, amount_received: 4101, tax_state: "AZ", rate: 8.6 },
    { tax: 234, total: 4058, amount_received: 4058, tax_state: "CA", rate: 7.25 },
    { tax: 0, total: 3824, amount_received: 3824, tax_state: "OR", rate: 0 },
  ]);
});

test("[KN-3] the total of another state is refused with the right one", async () => {
  const result = await startCheckout(store.shop, { request: requestTo("AZ", 3824) });
  expect(result).toMatchObject({ reason: "total_changed", totals: { tax: 277, total: 4101 } });
  expect(await startCheckout(store.shop, { request: requestTo("OR", 4101) })).toMatchObject({
    totals: { tax: 0, total: 3824 },
  });
});

test("[KN-3] [RF-1] a refund returns the tax of the order, regardless of the current rate and address", async () => {
  const id = await buy(requestTo("AZ", 10_507 + 599, 3));
  await setTax({ stateRates: { AZ: 15, OR: 1 } });
  await sql`update orders set shipping_address = shipping_address || '{"state": "OR"}' where id = ${id}`.execute(
    store.shop.db,
  );
  const [item] = await store.shop.db
    .selectFrom("order_items")
    .select("id")
    .where("order_id", "=", id)
    .execute();
  const given: number[] = [];
  for (let unit = 0; unit < 3; unit += 1) {
    const parts = { units: { [item?.id ?? ""]: { unsent: 1, sent: 0 } }, shipping: 0 };
    const asked = {
      orderId: id,
      amount: "parts",
      parts,
      restock: false,
      reason: "came back",
      actor: OWNER,
    } as const;
    expect(await refundOrder(store.shop, asked)).toMatchObject({ ok: true });
    const rows = await store.shop.db.selectFrom("refunds").select("tax").where("order_id", "=", id).execute();
    given.push(rows.reduce((sum, { tax }) => sum + (tax ?? 0), 0));
  }
  expect(given).toEqual([277, 554, 832]);
  expect(await taxOf(id)).toMatchObject({ tax: 832, tax_state: "AZ", rate: 8.6 });
});

test("[KN-3] [RF-1] where shipping is taxed, its tax is refunded with the shipping, and the rest with the goods", async () => {
  await setTax({ stateRates: { CA: 7.25 }, taxedShipping: ["CA"] });
  const id = await buy(requestTo("CA", 3225 + 599 + 234 + 43));
  expect(await taxOf(id)).toMatchObject({ tax: 277, total: 4101 });
  const [item] = await store.shop.db
    .selectFrom("order_items")
    .select("id")
    .where("order_id", "=", id)
    .execute();
  const give = (shipping: number, unsent: number) =>
    refundOrder(store.shop, {
      ...{ orderId: id, amount: "parts", restock: false, reason: "came back", actor: OWNER },
      parts: { units: { [item?.id ?? ""]: { unsent, sent: 0 } }, shipping },
    });
  expect(await give(200, 0)).toMatchObject({ ok: true, amount: 214 });
  expect(await give(399, 0)).toMatchObject({ ok: true, amount: 428 });
  expect(await give(0, 1)).toMatchObject({ ok: true, amount: 3225 + 234 });
});

test("[KN-3] database and browser round every cent the same way", async () => {
  const cases = fc.sample(
    fc.record({
      goods: fc.integer({ min: 0, max: 99_999_999 }),
      rate: fc.integer({ min: 0, max: 15_000 }).map((rate) => rate / 1000),
    }),
    { numRuns: 2000, seed: 57 },
  );
  cases.push({ goods: 10_000, rate: 8.875 }, { goods: 200, rate: 0.25 }, { goods: 600, rate: 1.25 });
  const priced = cases.map(({ goods, rate }) => ({ goods, rate, tax: percentOf(goods, rate) }));
  const { rows } = await sql`select * from jsonb_to_recordset(${JSON.stringify(priced)}::jsonb)
    as priced(goods integer, rate numeric(7, 4), tax integer) where tax <> round(goods * rate / 100)`.execute(
    store.shop.db,
  );
  expect(rows).toEqual([]);
});

test("[KN-3] no checkout can be stored unless its tax is its rate of its goods", async () => {
  await buy(requestTo("CA", 4058));
  const wrong = sql`update checkouts set tax = tax + 1, total = total + 1 where tax_state = 'CA'`;
  await expect(wrong.execute(store.shop.db)).rejects.toThrow("checkouts_tax");
});
