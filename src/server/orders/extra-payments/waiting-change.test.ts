import { expect, test } from "vitest";
import { everyOrder } from "#domain/order/order-search.ts";
import { askForMore } from "#test/sales/extra-payments.ts";
import { sendMails } from "#test/sales/orders.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { linkOf } from "#test/sales/returns.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { closeCheckout } from "../../checkout/close-checkout.ts";
import { findCheckoutById } from "../../checkout/queries.ts";
import { cancelPaidOrder } from "../changes/cancel-paid-order.ts";
import { findOrderDetail } from "../find-order-detail.ts";
import { listOrders } from "../list-orders.ts";
import { listToPack } from "../packing/list-to-pack.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { askExtraPayment } from "./ask-extra-payment.ts";
import { withdrawExtraPayment } from "./change-extra-payment.ts";
import { openExtraPayment } from "./pay-extra-payment.ts";

const store = freshShop();

const tracking = { carrier: "UPS", trackingNumber: "" };

const mails = async () => (await sendMails(store)).map(({ subject }) => subject);

/** As the sweep does. */
async function end(id: string) {
  const checkout = await findCheckoutById(store.shop.db, id);
  if (!checkout) throw new Error("no checkout");
  await closeCheckout(store.shop, { checkout, source: "sweep" });
}

test("[UN-2] a change that waits for the customer's payment shows in the list of orders and where one packs", async () => {
  const { orderId } = await askForMore(store);
  const { orderId: other } = await sell(store);
  const { orders } = await listOrders(store.shop, everyOrder);
  const { orders: packed } = await listToPack(store.shop, { after: null });
  for (const shown of [orders, packed])
    expect(Object.fromEntries(shown.map(({ id, waitingFor }) => [id, waitingFor]))).toEqual({
      ...{ [orderId]: 1200, [other]: null },
    });
});

test("[UN-2] what is to be replaced ships only when the owner says so; then the request is withdrawn, and the customer told", async () => {
  const { orderId, id } = await askForMore(store);
  await mails();
  const ship = (withdraws: boolean) =>
    fulfillOrder(store.shop, { orderId, actor, step: { to: "shipped", seen: 0, withdraws, ...tracking } });
  const before = await findOrderDetail(store.shop, { id: orderId });
  expect(await ship(false)).toEqual({ ok: false, reason: "waiting", waitingFor: 1200 });
  expect(await findOrderDetail(store.shop, { id: orderId })).toEqual(before);
  expect(await ship(true)).toMatchObject({ ok: true, left: 0 });
  await end(id);
  expect((await findOrderDetail(store.shop, { id: orderId }))?.extraPayments).toMatchObject([
    { state: "withdrawn", endedAt: expect.any(String) },
  ]);
  expect(await mails()).toEqual([
    "Your Golf Pro Shop order ORD-001 is on its way",
    "You no longer need to pay $12.00 for Golf Pro Shop order ORD-001",
  ]);
  const opened = await openExtraPayment(store.shop, { token: linkOf(store, orderId) });
  expect(opened).toEqual({ ok: false, reason: "over" });
});

test("[UN-2] a request that the owner withdraws is announced by email; a canceled order has its own email", async () => {
  const first = await askForMore(store);
  const second = await askForMore(store);
  await mails();
  await withdrawExtraPayment(store.shop, { orderId: first.orderId, extraPaymentId: first.id, actor });
  expect(await mails()).toEqual(["You no longer need to pay $12.00 for Golf Pro Shop order ORD-001"]);
  await cancelPaidOrder(store.shop, { orderId: second.orderId, actor, reason: "as asked" });
  await end(second.id);
  expect(await mails()).toEqual([expect.stringContaining("canceled")]);
  const order = await findOrderDetail(store.shop, { id: second.orderId });
  expect(order?.extraPayments).toMatchObject([{ state: "canceled" }]);
});

test("[UN-2] what the change does not touch ships without a question, and the request stays", async () => {
  const { shop } = store;
  const [cap, polo, jacket] = await Promise.all([
    addProduct(shop, { name: "Cap", stock: { "": 5 } }),
    addProduct(shop, { name: "Polo", price: 6000, stock: { M: 5 } }),
    addProduct(shop, { name: "Jacket", price: 7200, stock: { L: 3 } }),
  ]);
  const items = [
    { productId: cap, variation: "", quantity: 1 },
    { productId: polo, variation: "M", quantity: 1 },
  ];
  const { orderId } = await sell(store, { change: { items, amountSeen: 9799 } });
  const [capLine, poloLine] = (await findOrderDetail(shop, { id: orderId }))?.items ?? [];
  const swap = { itemId: poloLine?.id ?? "", quantity: 1, to: { productId: jacket, variation: "L" } };
  expect(await askExtraPayment(shop, { orderId, actor, seen: 0, ...swap, amountSeen: 1200 })).toMatchObject({
    ok: true,
  });
  const ship = (id = "") =>
    fulfillOrder(shop, { orderId, actor, step: { to: "shipped", ...tracking, units: { [id]: 1 } } });
  expect(await ship(capLine?.id)).toMatchObject({ ok: true, left: 1 });
  expect(await ship(poloLine?.id)).toMatchObject({ reason: "waiting" });
  expect((await findOrderDetail(shop, { id: orderId }))?.extraPayments).toMatchObject([{ state: "waiting" }]);
});
