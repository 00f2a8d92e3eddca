// Delivered orders, and the requests about them.
import type { ReturnRequest } from "#domain/returns/return-request.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { orderAccessToken } from "#server/mail/links/order-token.ts";
import { findUnits } from "#server/orders/detail-queries.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { askForReturn } from "#server/orders/returns/ask-for-return.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import { addProduct } from "#test/shop/products.ts";
import type { TestShop } from "#test/shop/shop.ts";
import { OWNER as actor } from "./people.ts";
import { sell } from "./sales.ts";

export const linkOf = ({ shop }: TestShop, orderId: string): string =>
  orderAccessToken(shop.keys.orderLinks.current, orderId);

/** Two caps and three polos (M), with ten each in stock, delivered today. L: 1, XL: none. */
export async function deliverOrder(store: TestShop, { caps = 2 } = {}) {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { "": 10 } });
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 10, L: 1, XL: 0 } });
  const items = [
    ...(caps > 0 ? [{ productId: cap, variation: "", quantity: caps }] : []),
    { productId: polo, variation: "M", quantity: 3 },
  ];
  const { orderId } = await sell(store, { change: { items, amountSeen: (caps + 3) * 3200 + 599 } });
  const shipped = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
  await fulfillOrder(store.shop, { orderId, actor, step: shipped });
  await fulfillOrder(store.shop, { orderId, actor, step: { to: "delivered" } });
  const { items: lines } = await inTransaction(store.shop, (tx) => findUnits(tx, orderId));
  const idOf = (name: string) => lines.find((line) => line.name === name)?.id ?? "";
  return { orderId, cap, polo, caps: idOf("Cap"), polos: idOf("Polo"), token: linkOf(store, orderId) };
}

/** Texts of the form's fields; units by the id of their line. */
export function returnForm(quantity: Record<string, number>, more: Record<string, string> = {}) {
  const counts = Object.entries(quantity).map(([id, count]) => [`quantity-${id}`, String(count)] as const);
  return { reason: "too-small", note: "", ...Object.fromEntries(counts), ...more };
}

/** The requests about an order, oldest first. */
export async function returnsOf({ shop }: TestShop, { orderId }: { orderId: string }) {
  return (await findOrderDetail(shop, { id: orderId }))?.returns ?? [];
}

/** Makes a request, and returns it. */
export async function askedReturn(
  store: TestShop,
  { orderId, token }: { orderId: string; token: string },
  typed: Record<string, string>,
  ip = "192.0.2.1",
): Promise<ReturnRequest> {
  const returnId = store.shop.newId();
  const outcome = await askForReturn(store.shop, { token, returnId, typed, ip });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  const request = (await returnsOf(store, { orderId })).find(({ id }) => id === returnId);
  if (!request) throw new Error("the request is gone");
  return request;
}
