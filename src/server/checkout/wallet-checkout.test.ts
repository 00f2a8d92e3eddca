// A wallet pays for a checkout and provides the address: the same path as the form's, except for the data sent to the
// provider.
import { beforeEach, expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import type { ShippingInfo } from "#domain/postal-address/shipping-address.ts";
import { pat } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { functionRoutes } from "../http/functions/function-routes.ts";
import { verifyCheckout } from "../orders/verify-checkout.ts";
import { startCheckout } from "./start-checkout.ts";

const VISA = "4242424242424242";
const TOTAL = 3799;

const store = sharedShop();
let cap: string;

beforeEach(async () => {
  cap = await addProduct(store.shop, { price: 3200, stock: { "": 5 } });
});

const portland: ShippingInfo = {
  ...pat,
  address1: "9 Links Street",
  city: "Portland",
  state: "OR",
  postalCode: "97204",
};

function requestFor(change: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const orderId = store.shop.newId();
  return {
    idempotencyKey: `key-of-${orderId}`,
    orderId,
    items: [{ productId: cap, variation: "", quantity: 1 }],
    shipping: portland,
    amountSeen: TOTAL,
    supersedes: null,
    byWallet: true,
    ...change,
  };
}

async function start(request: CheckoutRequest) {
  const result = await startCheckout(store.shop, { request });
  if (!result.ok) throw new Error(result.reason);
  return result.started;
}

/** The format that Stripe.js uses for a wallet's address. */
const shippingOf = ({ name, address1, city, state, postalCode, country }: ShippingInfo) => ({
  name,
  address: { line1: address1, city, state, postal_code: postalCode, country },
});

const payByWallet = (intentId: string, address: ShippingInfo) =>
  store.sandbox.controls.pay(intentId, VISA, shippingOf(address));

const intentOf = (id: string) => store.sandbox.controls.payments().find((intent) => intent.id === id);

test("[PA-2] a wallet's checkout is held and priced like any other, becomes one order, and ships to the wallet's address", async () => {
  const request = requestFor();
  const started = await start(request);
  expect(started.totals.total).toBe(TOTAL);
  expect(await stockOf(store.shop, cap)).toMatchObject([{ on_hand: 5, held: 1 }]);
  expect(intentOf(started.paymentIntentId)).toMatchObject({
    amount: TOTAL,
    shipping: null,
    allowed_payment_method_types: ["card", "link"],
  });
  expect(payByWallet(started.paymentIntentId, portland)).toMatchObject({ status: 200 });
  // A wallet that reports one approval twice.
  expect(() => payByWallet(started.paymentIntentId, portland)).toThrow();
  expect(await startCheckout(store.shop, { request })).toMatchObject({ reason: "already_paid" });
  const ids = { orderId: started.orderId, intentId: started.paymentIntentId };
  expect(await verifyCheckout(store.shop, ids)).toMatchObject({ ok: true });
  const orders = await store.shop.db
    .selectFrom("orders")
    .select(["id", "status", "total", "shipping_address"])
    .where("id", "=", started.orderId)
    .execute();
  expect(orders).toMatchObject([
    { status: "paid", total: TOTAL, shipping_address: { line1: "9 Links Street", state: "OR" } },
  ]);
});

test("[PA-2] a wallet can't pay a payment with the shop's address, so each method has its own payment", async () => {
  const { byWallet: _, ...form } = requestFor();
  const typed = await start(form);
  expect(intentOf(typed.paymentIntentId)).toMatchObject({ allowed_payment_method_types: ["card"] });
  expect(() => payByWallet(typed.paymentIntentId, portland)).toThrow();
  expect(await startCheckout(store.shop, { request: { ...form, byWallet: true } })).toEqual({
    ok: false,
    reason: "idempotency_mismatch",
  });
  // The page asks with a new key, and the form's units are released before the wallet's are held.
  const byWallet = await start(requestFor({ supersedes: typed.orderId }));
  expect(intentOf(typed.paymentIntentId)?.status).toBe("canceled");
  expect(await stockOf(store.shop, cap)).toMatchObject([{ on_hand: 5, held: 1 }]);
  expect(payByWallet(byWallet.paymentIntentId, portland)).toMatchObject({ status: 200 });
});

test("[PA-2] a wallet outside the United States, or without a street, is refused with a reason and holds nothing", async () => {
  const ask = async (change: object) => {
    const { idempotencyKey, orderId } = requestFor();
    const answer = await functionRoutes(store.shop).request("/create-payment-intent", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        amount: TOTAL,
        idempotency_key: idempotencyKey,
        order_id: orderId,
        cart_items: [{ product_id: cap, quantity: 1 }],
        shipping_details: { ...portland, ...change },
        by_wallet: true,
      }),
    });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  expect(await ask({ country: "CA", state: "ON", city: "Toronto", postalCode: "M5V 2T6" })).toMatchObject({
    status: 422,
    error: {
      code: "invalid_shipping",
      details: { errors: { country: "We ship within the United States only" } },
    },
  });
  expect(await ask({ address1: "" })).toMatchObject({
    status: 422,
    error: { details: { errors: { address1: "Address must be at least 5 characters" } } },
  });
  expect(await stockOf(store.shop, cap)).toMatchObject([{ on_hand: 5, held: 0 }]);
  expect(await ask({})).toMatchObject({ status: 200, totals: { total: TOTAL } });
});
