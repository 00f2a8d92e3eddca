// What tests read of an order, and the emails that are due.
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import type { TestShop } from "#test/shop/shop.ts";

/** An order as its owner sees it. */
export async function loadOrder({ shop }: TestShop, id: string): Promise<OrderDetail> {
  const order = await findOrderDetail(shop, { id });
  if (!order) throw new Error(`there is no order ${id}`);
  return order;
}

/** Sends the emails that are due, and returns those alone. */
export async function sendMails(store: TestShop) {
  store.mailbox.length = 0;
  await sendDueMails(store.shop, { limit: 20 });
  return [...store.mailbox];
}
