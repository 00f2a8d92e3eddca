import { sql } from "kysely";
import { expect, test } from "vitest";
import { loadOrder } from "#test/sales/orders.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { loadOrderRow, sell } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { cancelPaidOrder } from "../changes/cancel-paid-order.ts";
import { refundOrder } from "../changes/refund-order.ts";
import { fulfillOrder } from "./fulfill-order.ts";

const ups = { to: "shipped", carrier: "UPS", trackingNumber: "1Z 999" } as const;

const store = freshShop({}, closeWithBooks);

/** Three polos and a cap. */
async function sellFour() {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 10 } });
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 10 } });
  const items = [
    { productId: polo, variation: "M", quantity: 3 },
    { productId: cap, variation: "", quantity: 1 },
  ];
  const sale = await sell(store, { change: { items, amountSeen: 4 * 3200 + 599 } });
  const order = await detail(sale.orderId);
  const idOf = (name: string) => order.items.find((item) => item.name === name)?.id ?? "";
  await sendDueMails(store.shop, { limit: 10 });
  store.mailbox.length = 0;
  return { ...sale, polos: idOf("Polo"), caps: idOf("Cap") };
}

const detail = (id: string) => loadOrder(store, id);

const send = (orderId: string, units?: Record<string, number>, step: object = ups) =>
  fulfillOrder(store.shop, { orderId, actor, step: { ...ups, ...step, ...(units ? { units } : {}) } });

const refundUnsent = (orderId: string, itemId: string, unsent: number) =>
  refundOrder(store.shop, {
    ...{ orderId, actor, reason: "sold out", amount: "parts", restock: { [itemId]: unsent } },
    parts: { units: { [itemId]: { unsent, sent: 0 } }, shipping: 0 },
  });

const state = async (orderId: string) => (await loadOrderRow(store, orderId)).fulfillment;

test("[RF-4] an order leaves in two shipments, each with its mail, and is shipped with the last unit", async () => {
  const { orderId, polos, caps } = await sellFour();
  expect(await send(orderId, { [polos]: 2, [caps]: 0 })).toMatchObject({ ok: true, left: 2 });
  expect(await state(orderId)).toBe("unfulfilled");
  const letter = { way: "letter", carrier: "", trackingNumber: "" };
  expect(await send(orderId, undefined, letter)).toMatchObject({ ok: true, left: 0 });
  expect(await state(orderId)).toBe("shipped");
  expect(await send(orderId)).toMatchObject({ ok: false, reason: "already_done" });
  const order = await detail(orderId);
  expect(order.shipments).toMatchObject([
    { number: 1, way: "carrier", carrier: "UPS", lines: [{ itemId: polos, quantity: 2 }] },
    {
      number: 2,
      way: "letter",
      lines: [
        { itemId: polos, quantity: 1 },
        { itemId: caps, quantity: 1 },
      ],
    },
  ]);
  expect(order.items.map(({ sent }) => sent).sort()).toEqual([1, 3]);
  expect(order.lastSending).toEqual({ way: "letter", carrier: "" });
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox.map(({ subject }) => subject)).toEqual([
    "Part of your Golf Pro Shop order ORD-001 is on its way",
    "Part of your Golf Pro Shop order ORD-001 is on its way",
  ]);
  expect(store.mailbox[0]?.text).toContain("In this shipment:\n2 × Polo (M)");
});

test("[RF-4] more than is left, no unit, units of another order, or refunded ones are refused with the reason", async () => {
  const { orderId, polos, caps } = await sellFour();
  const other = await sellFour();
  expect(await send(orderId, { [polos]: 4 })).toMatchObject({ reason: "too_many_units" });
  expect(await send(orderId, { [other.polos]: 1 })).toMatchObject({ reason: "too_many_units" });
  expect(await send(orderId, { [polos]: 0 })).toMatchObject({ reason: "no_units" });
  await refundUnsent(orderId, polos, 2);
  expect(await send(orderId, { [polos]: 2 })).toMatchObject({ reason: "too_many_units" });
  await refundUnsent(orderId, polos, 1);
  await refundUnsent(orderId, caps, 1);
  expect(await send(orderId)).toMatchObject({ ok: false, reason: "nothing_to_send" });
  expect(await send("nonsense")).toMatchObject({ ok: false, reason: "not_found" });
  expect((await detail(orderId)).shipments).toEqual([]);
});

test("[RF-4] with the refund of what has not left the order is shipped, and to be shipped again when that refund fails", async () => {
  const { orderId, paymentIntentId, polos, caps } = await sellFour();
  await send(orderId, { [polos]: 3 });
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  await refundUnsent(orderId, caps, 1);
  expect(await state(orderId)).toBe("shipped");
  store.sandbox.controls.settleRefund(store.sandbox.controls.refunds(paymentIntentId)[0]?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId: paymentIntentId, source: "webhook" });
  expect(await state(orderId)).toBe("unfulfilled");
  expect(await send(orderId)).toMatchObject({ ok: true, left: 0 });
  expect(await state(orderId)).toBe("shipped");
  expect((await detail(orderId)).items.map(({ sent }) => sent).sort()).toEqual([1, 3]);
});

test("[RF-4] of two shipments with the same last units one is sent", async () => {
  const { orderId, polos } = await sellFour();
  expect(await send(orderId, { [polos]: 2 })).toMatchObject({ ok: true });
  expect(await send(orderId, { [polos]: 2 })).toMatchObject({ ok: false, reason: "too_many_units" });
});

test("[RF-3] [RF-4] an order of which a part has left is not canceled; what has not left is refunded instead", async () => {
  const { orderId, polos } = await sellFour();
  await send(orderId, { [polos]: 1 });
  expect(await cancelPaidOrder(store.shop, { orderId, actor, reason: "changed my mind" })).toEqual({
    ok: false,
    reason: "shipped",
  });
  const sent = { units: { [polos]: { unsent: 0, sent: 2 } }, shipping: 0 };
  const request = { orderId, actor, reason: "stain", amount: "parts", restock: false } as const;
  expect(await refundOrder(store.shop, { ...request, parts: sent })).toMatchObject({
    reason: "too_many_units",
  });
  const both = { units: { [polos]: { unsent: 2, sent: 1 } }, shipping: 0 };
  expect(await refundOrder(store.shop, { ...request, parts: both })).toMatchObject({
    ok: true,
    amount: 9600,
  });
  expect((await detail(orderId)).items.find(({ id }) => id === polos)).toMatchObject({
    ...{ quantity: 3, refunded: 3, canceled: 2, sent: 1 },
  });
});

test("[RF-4] the database refuses a shipment's number twice and more than one row per line", async () => {
  const { orderId, polos } = await sellFour();
  await send(orderId, { [polos]: 1 });
  const again = sql`insert into shipments (id, order_id, number, way, created_at)
    select gen_random_uuid(), order_id, number, way, created_at from shipments`.execute(store.shop.db);
  await expect(again).rejects.toThrow(/unique|duplicate/);
});
