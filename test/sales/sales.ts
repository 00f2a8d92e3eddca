// Ready-made sales, for tests of what comes after a sale.

import type { CheckoutRequest, CheckoutStarted } from "#domain/checkout/checkout.ts";
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { closeCheckout } from "#server/checkout/close-checkout.ts";
import { createDiscount } from "#server/checkout/discounts/save-discount.ts";
import { startHostedCheckout } from "#server/checkout/host-checkout.ts";
import { receiveEvent } from "#server/checkout/provider-events/receive-event.ts";
import { findCheckoutByOrder } from "#server/checkout/queries.ts";
import { startCheckout } from "#server/checkout/start-checkout.ts";
import type { Shop } from "#server/core/shop.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid, type TestShop } from "#test/shop/shop.ts";
import { OWNER, pat } from "./people.ts";
import { payAsShopper } from "./shopper.ts";

const ORDERS_FROM = 2_000_000;
export const GOOD_CARD = "4242424242424242";

let requests = 0;

type SaleOptions = { quantity?: number; productId?: string; change?: Partial<CheckoutRequest> };

/** A request for `quantity` caps at $32 (shipping $5.99 below $50, per the settings of a new shop). */
export async function requestSale(
  store: TestShop,
  { quantity = 2, productId, change = {} }: SaleOptions = {},
): Promise<{ request: CheckoutRequest; productId: string }> {
  const product = productId ?? (await addProduct(store.shop, { stock: { "": 10 } }));
  requests += 1;
  const request: CheckoutRequest = {
    idempotencyKey: `sale-${requests}-of-a-shopper`,
    orderId: countedUuid(ORDERS_FROM + requests),
    items: [{ productId: product, variation: "", quantity }],
    shipping: pat,
    amountSeen: 3200 * quantity + 599,
    supersedes: null,
    ...change,
  };
  return { request, productId: product };
}

/** Starts a checkout of such a request. */
export async function startSale(
  store: TestShop,
  options: SaleOptions = {},
): Promise<CheckoutStarted & { productId: string }> {
  const { request, productId } = await requestSale(store, options);
  const result = await startCheckout(store.shop, { request });
  if (!result.ok) throw new Error(result.reason);
  return { ...result.started, productId };
}

/** The same on the provider's own page. `again` repeats the request, possibly to a changed shop. */
export async function startPage(store: TestShop, options: SaleOptions = {}) {
  const { request, productId } = await requestSale(store, options);
  const again = (shop: Shop = store.shop) => startHostedCheckout(shop, { request });
  const page = await again();
  return { orderId: request.orderId ?? "", productId, page, again };
}

/** A paid order of two caps: 2 × $32 + $5.99 = 6,999 cents. */
export async function sell(
  store: TestShop,
  options: Parameters<typeof startSale>[1] & { card?: string } = {},
) {
  const started = await startSale(store, options);
  await payAsShopper(store, started, options.card ?? GOOD_CARD);
  await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "browser" });
  return started;
}

/** An order whose payment the bank declined after a while. */
export async function sellFailed(store: TestShop) {
  store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
  const sale = await sell(store);
  store.sandbox.controls.settlePayment(sale.paymentIntentId, "failed");
  await settlePayment(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
  return sale;
}

/** A paid order of two caps that a discount made free and a polo (M), with ten each in stock: $32 + $5.99. */
export async function sellFreeCaps(store: TestShop) {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 10 } });
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 10 } });
  const free = { code: "FREE", value: "100", scope: "products" as const, productIds: [cap] };
  const made = await createDiscount(store.shop, { form: { ...emptyDiscount, ...free }, actor: OWNER });
  if (!made.ok) throw new Error(JSON.stringify(made));
  const items = [
    { productId: cap, variation: "", quantity: 2 },
    { productId: polo, variation: "M", quantity: 1 },
  ];
  return { ...(await sell(store, { change: { items, discountCode: "FREE", amountSeen: 3799 } })), cap, polo };
}

/** Closes the checkout of an unpaid order, like the sweep. */
export async function closeSale(shop: Shop, orderId: string) {
  const checkout = await findCheckoutByOrder(shop.db, orderId);
  if (!checkout) throw new Error("no checkout");
  return closeCheckout(shop, { checkout, source: "sweep" });
}

/** Connects the payment sandbox's webhooks to the shop. */
export function connectWebhooks(store: TestShop): void {
  store.onWebhook(async (rawBody, signature) =>
    (await receiveEvent(store.shop, { rawBody, signature })) === "received" ? 200 : 400,
  );
}

export function loadOrderRow(store: TestShop, id: string) {
  return store.shop.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** The order's statuses, oldest first. */
export async function historyOf(store: TestShop, id: string): Promise<string[]> {
  const rows = await store.shop.db
    .selectFrom("order_events")
    .select("to_status")
    .where("order_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.to_status);
}

/** A refund in the provider's own dashboard, which does not know the shop's rows. */
export async function refundInDashboard(store: TestShop, intentId: string, amount: number): Promise<void> {
  const { status } = await store.sandbox.fetch(
    new Request("http://provider.example/v1/refunds", {
      method: "POST",
      headers: {
        authorization: "Bearer sk_test_sandbox",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ payment_intent: intentId, amount: String(amount) }),
    }),
  );
  if (status !== 200) throw new Error(`the provider answered ${status}`);
}
