import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { CUSTOMER } from "#domain/order/corrections.ts";
import { loadOrder, sendMails } from "#test/sales/orders.ts";
import { OWNER as actor, patsAddress } from "#test/sales/people.ts";
import { GOOD_CARD, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, removeVariant } from "#test/shop/products.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { loadDashboard } from "../../reports/dashboard/load-dashboard.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { cancelPaidOrder } from "./cancel-paid-order.ts";
import { refundOrder } from "./refund-order.ts";
import { type SwapRequest, swapUnits } from "./swap-units.ts";

const store = freshShop({}, closeWithBooks);

/** An order of polos (M) at $60, shipping free; 5 of each size are on the shelf before it. */
async function sellPolos(quantity = 2, stock = { M: 5, L: 5, S: 0 }) {
  const productId = await addProduct(store.shop, { name: "Polo", price: 6000, stock });
  const items = [{ productId, variation: "M", quantity }];
  const sale = await sell(store, { productId, change: { items, amountSeen: 6000 * quantity + 599 } });
  const { items: lines } = await detail(sale.orderId);
  return { ...sale, productId, itemId: lines[0]?.id ?? "" };
}

const detail = (id: string) => loadOrder(store, id);

async function onHand(productId: string) {
  const rows = await store.shop.db
    .selectFrom("inventory")
    .select(["variation", "on_hand"])
    .where("product_id", "=", productId)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.variation, row.on_hand]));
}

type Sale = Awaited<ReturnType<typeof sellPolos>>;

async function swap(
  { orderId, itemId, productId }: Sale,
  changes: Partial<SwapRequest> & { variation?: string } = {},
) {
  const { variation = "L", ...others } = changes;
  const seen = (await detail(orderId)).corrections.length;
  const to = { productId, variation };
  return swapUnits(store.shop, { orderId, itemId, actor, seen, quantity: 1, to, ...others });
}

const mails = async () => (await sendMails(store)).map(({ subject, text }) => ({ subject, text }));

const names = (items: { quantity: number; name: string; variation: string | null }[]) =>
  items.map(({ quantity, name, variation }) => `${quantity} ${name} ${variation}`).sort();

test("[RF-5] M for L: the shelf has M again and L no more, and page, slip, shipment, and email show only L", async () => {
  const sale = await sellPolos();
  await mails();
  expect(await swap(sale)).toEqual({ ok: true, refund: null });
  expect(await onHand(sale.productId)).toEqual({ M: 4, L: 4, S: 0 });
  const order = await detail(sale.orderId);
  expect(names(order.items)).toEqual(["1 Polo L", "1 Polo M"]);
  expect(order.corrections).toMatchObject([
    {
      kind: "swap",
      actor,
      before: { items: "1 × Polo (M)" },
      after: { items: "1 × Polo (L)" },
      difference: 0,
    },
  ]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.text).toContain("it now has 1 × Polo (L) instead of 1 × Polo (M)");
  await fulfillOrder(store.shop, {
    ...{ orderId: sale.orderId, actor },
    step: { to: "shipped", carrier: "UPS", trackingNumber: "" },
  });
  expect(names((await detail(sale.orderId)).shipments[0]?.lines ?? [])).toEqual(["1 Polo L", "1 Polo M"]);
  expect(await swap(sale)).toEqual({ ok: false, reason: "shipped" });
});

test("[RF-5] what costs less gives the difference back, once; all that is left can be refunded to the cent", async () => {
  const sale = await sellPolos();
  const cap = await addProduct(store.shop, { name: "Cap", price: 4500, stock: { "": 3 } });
  const to = { productId: cap, variation: "" };
  expect(await swap(sale, { to })).toEqual({
    ok: true,
    refund: { amount: 1500, isSent: true, refusal: null },
  });
  expect(await onHand(cap)).toEqual({ "": 2 });
  await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
  const order = await detail(sale.orderId);
  expect(order).toMatchObject({ status: "partially_refunded", refunded: 1500, fulfillment: "unfulfilled" });
  expect(order.refunds).toMatchObject([{ goods: 1500, tax: 0, shipping: 0, adjustment: 0, lines: [] }]);
  await cancelPaidOrder(store.shop, { orderId: sale.orderId, actor, reason: "as asked" });
  await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
  expect(await detail(sale.orderId)).toMatchObject({ status: "refunded", refunded: 12_599 });
  expect([await onHand(sale.productId), await onHand(cap)]).toEqual([{ M: 5, L: 5, S: 0 }, { "": 3 }]);
});

test("[RF-5] sold out, dearer, the same, unknown, sent or refunded units are refused, and nothing is half done", async () => {
  const sale = await sellPolos();
  const dear = await addProduct(store.shop, { name: "Jacket", price: 9000, stock: { "": 3 } });
  const draft = await addProduct(store.shop, { status: "draft", price: 100 });
  const to = (productId: string) => ({ to: { productId, variation: "" } });
  expect(await swap(sale, { variation: "S" })).toEqual({ ok: false, reason: "sold_out", name: "Polo (S)" });
  expect(await swap(sale, to(dear))).toEqual({ ok: false, reason: "costs_more", more: 3000 });
  expect(await swap(sale, { variation: "M" })).toEqual({ ok: false, reason: "same" });
  expect(await swap(sale, { variation: "XL" })).toEqual({ ok: false, reason: "unknown_option" });
  expect(await swap(sale, to(draft))).toEqual({ ok: false, reason: "unknown_option" });
  expect(await swap(sale, { ...to(dear), actor: CUSTOMER, fixMinutes: 60 })).toEqual({
    ok: false,
    reason: "other_product",
  });
  expect(await swap(sale, { itemId: store.shop.newId() })).toEqual({ ok: false, reason: "unknown_line" });
  expect(await swap(sale, { seen: 7 })).toEqual({ ok: false, reason: "changed" });
  expect(await swap(sale, { quantity: 3 })).toMatchObject({ reason: "too_many_units" });
  expect(await onHand(sale.productId)).toEqual({ M: 3, L: 5, S: 0 });
  await refundOrder(store.shop, {
    ...{ orderId: sale.orderId, actor, reason: "stain", amount: "parts", restock: true },
    parts: { units: { [sale.itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  expect(await swap(sale, { quantity: 2 })).toMatchObject({ reason: "too_many_units", left: 1 });
  expect(await swap(sale, { ...to(dear), isFree: true })).toEqual({ ok: true, refund: null });
  expect((await detail(sale.orderId)).corrections).toHaveLength(1);
});

test("[RF-5] units can be swapped back and forth, and a refund of the new ones puts exactly them on the shelf", async () => {
  const sale = await sellPolos();
  await swap(sale);
  const large = (await detail(sale.orderId)).items.find(({ variation }) => variation === "L");
  expect(await swap({ ...sale, itemId: large?.id ?? "" }, { variation: "M" })).toMatchObject({ ok: true });
  await swap(sale);
  expect(await onHand(sale.productId)).toEqual({ M: 4, L: 4, S: 0 });
  const order = await detail(sale.orderId);
  expect(names(order.items)).toEqual(["1 Polo L", "1 Polo M"]);
  const fresh = order.items.find(({ variation }) => variation === "L")?.id ?? "";
  const refund = await refundOrder(store.shop, {
    ...{ orderId: sale.orderId, actor, reason: "stain", amount: "parts", restock: { [fresh]: 1 } },
    parts: { units: { [fresh]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  expect(refund).toMatchObject({ ok: true, amount: 6000 });
  await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
  expect(await onHand(sale.productId)).toEqual({ M: 4, L: 5, S: 0 });
});

test("[RF-6] anyone with the link swaps a size in time, until a part has shipped", async () => {
  const sale = await sellPolos(3);
  const asked = { actor: CUSTOMER, fixMinutes: 60 };
  expect(await swap(sale, asked)).toEqual({ ok: true, refund: null });
  expect(await swap(sale, { ...asked, fixMinutes: 0 })).toEqual({ ok: false, reason: "closed" });
  const units = { [sale.itemId]: 1 };
  await fulfillOrder(store.shop, {
    ...{ orderId: sale.orderId, actor },
    step: { to: "shipped", carrier: "UPS", trackingNumber: "", units },
  });
  expect(await swap(sale, asked)).toEqual({ ok: false, reason: "closed" });
  expect(await swap(sale)).toEqual({ ok: true, refund: null });
});

test("[RF-5] a difference that can't be refunded is flagged, and the units stay swapped", async () => {
  const sale = await sellPolos();
  const cap = await addProduct(store.shop, { name: "Cap", price: 4500, stock: { "": 3 } });
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  await swap(sale, { to: { productId: cap, variation: "" } });
  const [refund] = store.sandbox.controls.refunds(sale.paymentIntentId);
  store.sandbox.controls.settleRefund(refund?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
  const order = await detail(sale.orderId);
  expect(order).toMatchObject({ refunded: 0, attention: ["refund_failed"] });
  expect(names(order.items)).toEqual(["1 Cap null", "1 Polo M"]);
});

test("[RF-5] best sellers count what the customer gets", async () => {
  const sale = await sellPolos();
  const cap = await addProduct(store.shop, { name: "Cap", price: 4500, stock: { "": 3 } });
  await swap(sale, { to: { productId: cap, variation: "" } });
  await swap(sale);
  const { bestSellers } = await loadDashboard(store.shop, { period: 7 });
  expect(Object.fromEntries(bestSellers.map(({ productId, quantity }) => [productId, quantity]))).toEqual({
    [sale.productId]: 1,
    [cap]: 1,
  });
});

/** Sells what size M is among, of which nothing is left when the money comes. */
async function sellWithoutM(productId: string, change: Partial<CheckoutRequest>) {
  const sale = await startSale(store, { productId, change });
  await sql`select release_checkout_stock(id) from checkouts where order_id = ${sale.orderId}`.execute(
    store.shop.db,
  );
  await sql`select set_on_hand(${productId}, 'M', 0, 0, 'owner', now())`.execute(store.shop.db);
  await payAsShopper(store, sale, GOOD_CARD);
  await settlePayment(store.shop, { intentId: sale.paymentIntentId, source: "browser" });
  return sale;
}

test("[RF-5] units that the sale never got do not come back to the shelf when they are swapped", async () => {
  const productId = await addProduct(store.shop, { name: "Polo", price: 6000, stock: { M: 1, L: 5 } });
  const items = [{ productId, variation: "M", quantity: 1 }];
  const sale = await sellWithoutM(productId, { items, amountSeen: 6599 });
  const order = await detail(sale.orderId);
  expect(order.attention).toEqual(["out_of_stock"]);
  expect(await swap({ ...sale, productId, itemId: order.items[0]?.id ?? "" })).toEqual({
    ok: true,
    refund: null,
  });
  expect(await onHand(productId)).toEqual({ M: 0, L: 4 });
});

test("[RF-5] a unit that the sale never got does not come back when it is swapped, though another size of it was sold", async () => {
  const stock = { M: 1, L: 5, S: 5 };
  const productId = await addProduct(store.shop, { name: "Polo", price: 6000, stock });
  const items = ["M", "L"].map((variation) => ({ productId, variation, quantity: 1 }));
  const sale = await sellWithoutM(productId, { items, amountSeen: 12_599 });
  const { items: lines } = await detail(sale.orderId);
  const itemId = lines.find(({ variation }) => variation === "M")?.id ?? "";
  expect(await swap({ ...sale, productId, itemId }, { variation: "S" })).toMatchObject({ ok: true });
  expect(await onHand(productId)).toEqual({ M: 0, L: 4, S: 4 });
});

test("[RF-5] a restocked unit of a variant that two lines have after a swap is listed once", async () => {
  const productId = await addProduct(store.shop, { name: "Polo", price: 6000, stock: { M: 5, L: 5 } });
  const items = ["M", "L"].map((variation) => ({ productId, variation, quantity: 1 }));
  const made = await sell(store, { productId, change: { items, amountSeen: 12_599 } });
  const { items: lines } = await detail(made.orderId);
  const itemId = lines.find(({ variation }) => variation === "M")?.id ?? "";
  expect(await swap({ ...made, productId, itemId })).toMatchObject({ ok: true });
  await cancelPaidOrder(store.shop, { orderId: made.orderId, actor, reason: "x" });
  const restocked = (await detail(made.orderId)).shipmentEvents.flatMap((step) => step.restocked);
  expect(restocked.map(({ name, variation }) => `${name} ${variation}`)).toContain("Polo L");
  expect(restocked.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2);
});

test("[RF-5] a size that the owner has removed since it was sold is swapped at its price, and not restocked", async () => {
  const sale = await sellPolos();
  await removeVariant(store.shop, sale.productId, "M");
  expect(await swap(sale)).toEqual({ ok: true, refund: null });
  expect(await onHand(sale.productId)).toEqual({ L: 4, S: 0 });
  const { items } = await detail(sale.orderId);
  expect(items.map(({ variation, price }) => `${variation} ${price}`).sort()).toEqual(["L 6000", "M 6000"]);
});

test("[RF-5] units that a shopper's checkout holds are not offered for a swap", async () => {
  const { productId, orderId } = await sellPolos();
  const items = [{ productId, variation: "L", quantity: 1 }];
  await startSale(store, { productId, change: { items, amountSeen: 6599 } });
  const { shelves } = await detail(orderId);
  const free = Object.fromEntries(shelves.map((shelf) => [shelf.variation, shelf.free]));
  expect(free).toEqual({ M: 3, L: 4, S: 0 });
});

test("[RF-5] an order that was entered by SQL without a payment swaps nothing", async () => {
  const productId = await addProduct(store.shop, { name: "Polo", price: 6000, stock: { M: 5, L: 5 } });
  const items = JSON.stringify([{ product_id: productId, quantity: 1, price: 6000, variation: "M" }]);
  const { rows } = await sql<{ id: string }>`
    select create_order_with_items(null, 6000, null, ${JSON.stringify(patsAddress)}::jsonb, ${items}::jsonb,
      p_status => 'paid') as id`.execute(store.shop.db);
  const orderId = rows[0]?.id ?? "";
  const itemId = (await detail(orderId)).items[0]?.id ?? "";
  const to = { productId, variation: "L" };
  const asked = { orderId, itemId, actor, seen: 0, quantity: 1, to };
  expect(await swapUnits(store.shop, asked)).toEqual({ ok: false, reason: "not_paid" });
  expect(await onHand(productId)).toEqual({ M: 4, L: 5 });
});

test("[RF-5] a size that costs more is refused or the difference requested, and one that costs less refunds the difference", async () => {
  const sale = await sellPolos();
  const price = (variation: string, cents: number) =>
    store.shop.db
      .updateTable("inventory")
      .set({ price: cents })
      .where("product_id", "=", sale.productId)
      .where("variation", "=", variation)
      .execute();
  await price("L", 6400);
  expect(await swap(sale)).toEqual({ ok: false, reason: "costs_more", more: 400 });
  expect(await swap(sale, { isFree: true })).toEqual({ ok: true, refund: null });
  const large = (await detail(sale.orderId)).items.find(({ variation }) => variation === "L");
  // What was given is not paid out when it is swapped back.
  expect(await swap(sale, { itemId: large?.id ?? "", variation: "M" })).toEqual({ ok: true, refund: null });
  await price("L", 5500);
  const medium = (await detail(sale.orderId)).items.find(({ variation }) => variation === "M");
  expect(await swap(sale, { itemId: medium?.id ?? "" })).toEqual({
    ok: true,
    refund: { amount: 500, isSent: true, refusal: null },
  });
});
