// What a browser reads when a checkout is refused: the status, the reason, and what it needs to go on. The rules are
// tested with their use cases; each refusal here holds no stock.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { pat } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { functionRoutes } from "./function-routes.ts";

const IN_STOCK = 3;

const store = sharedShop();
let cap: string;

beforeEach(async () => {
  cap = await addProduct(store.shop, { price: 3200, stock: { "": IN_STOCK } });
});

type Refusal = { code: string; message: string; details: Record<string, unknown> };

async function checkOut(change: Record<string, unknown> = {}, shop = store.shop) {
  const answer = await functionRoutes(shop).request("/create-payment-intent", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      amount: 3799,
      currency: "usd",
      idempotency_key: randomUUID(),
      order_id: randomUUID(),
      cart_items: [{ product_id: cap, quantity: 1, selectedOption: null }],
      shipping_details: pat,
      ...change,
    }),
  });
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  const body = (await answer.json()) as { error: Refusal; paymentIntentId?: string };
  return { status: answer.status, ...body };
}

const held = async () => (await stockOf(store.shop, cap))[0]?.held;

test("[PY-7] a product that does not exist is named", async () => {
  const productId = randomUUID();
  const cart = [{ product_id: productId, quantity: 1, selectedOption: null }];
  const { status, error } = await checkOut({ cart_items: cart });
  expect([status, error.code]).toEqual([409, "unknown_product"]);
  expect(JSON.stringify(error.details)).toContain(productId);
});

test("[PY-7] another total comes back with the right one, which then pays", async () => {
  const { status, error } = await checkOut({ amount: 1 });
  expect([status, error.code]).toEqual([409, "total_changed"]);
  expect(error.details.totals).toMatchObject({ subtotal: 3200, shipping: 599, total: 3799 });
  expect(await held()).toBe(0);
  const paid = await checkOut({ amount: (error.details.totals as { total: number }).total });
  expect(paid.status).toBe(200);
  expect(paid.paymentIntentId).toMatch(/^pi_/);
  expect(await held()).toBe(1);
});

test("[PY-8] more than there is in stock comes back with what is available", async () => {
  const quantity = IN_STOCK + 1;
  const cart = [{ product_id: cap, quantity, selectedOption: null }];
  const { status, error } = await checkOut({ cart_items: cart, amount: quantity * 3200 });
  expect([status, error.code]).toEqual([409, "out_of_stock"]);
  expect(error.details.lines).toMatchObject([{ productId: cap, available: IN_STOCK }]);
  expect(await held()).toBe(0);
});

test("[CK-3] an address that can't be shipped to comes back with a message for each field", async () => {
  const { status, error } = await checkOut({ shipping_details: { ...pat, email: "pat", postalCode: "1" } });
  expect([status, error.code]).toEqual([422, "invalid_shipping"]);
  expect(error.details.errors).toMatchObject({
    email: "Invalid email address",
    postalCode: "Postal code must be at least 5 characters",
  });
  expect(await held()).toBe(0);
});

test.each([-1, 0, 1.5, "2"])("a quantity of %j is malformed", async (quantity) => {
  const { status, error } = await checkOut({
    cart_items: [{ product_id: cap, quantity, selectedOption: null }],
  });
  expect([status, error.code]).toEqual([400, "malformed"]);
  expect(error.message).not.toBe("");
});

test("[CK-3] [kind: emails as people write them] one that the provider rejects is reported at its field", async () => {
  const refusal = { ok: false, reason: "refused", message: "Invalid email address", isEmail: true } as const;
  const payments = { ...store.shop.payments, createIntent: async () => refusal };
  const { status, error } = await checkOut({}, { ...store.shop, payments });
  expect([status, error.code]).toEqual([422, "invalid_shipping"]);
  expect(error.details.errors).toEqual({ email: "Invalid email address" });
  expect(await held()).toBe(0);
});
