// Orders whose customers were asked for reviews, for tests of what they write.

import { askForReviews } from "#server/inbox/reviews/ask-for-reviews.ts";
import { reviewAccessToken } from "#server/mail/links/order-token.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import type { TestShop } from "#test/shop/shop.ts";
import { OWNER } from "./people.ts";
import { sell } from "./sales.ts";

const DAY_MS = 24 * 60 * 60_000;
/**
 * Whatever the promised day, the customer is asked by then: a week of shipping, a week of the owner's setting, and a
 * day.
 */
export const ASKED_AFTER_MS = 15 * DAY_MS;

/** A paid order that has shipped. */
export async function sellAndShip(store: TestShop, options: Parameters<typeof sell>[1] = {}) {
  const sold = await sell(store, options);
  await move(store, sold.orderId, "shipped");
  return sold;
}

export async function move(store: TestShop, orderId: string, to: "shipped" | "delivered" | "returned") {
  const step = to === "shipped" ? { to, carrier: "UPS", trackingNumber: "1Z999" } : { to };
  const moved = await fulfillOrder(store.shop, { orderId, actor: OWNER, step });
  if (!moved.ok) throw new Error(moved.reason);
}

/** A paid, delivered order whose customer has the email: the token of its link, and the ids of its lines. */
export async function sellAndAsk(store: TestShop, options: Parameters<typeof sell>[1] = {}) {
  const sold = await sellAndShip(store, options);
  store.clock.advance(ASKED_AFTER_MS);
  await askForReviews(store.shop);
  await sendDueMails(store.shop);
  const lines = await store.shop.db
    .selectFrom("order_items")
    .select("id")
    .where("order_id", "=", sold.orderId)
    .orderBy("position")
    .execute();
  const token = reviewAccessToken(store.shop.keys.orderLinks.current, sold.orderId);
  return { ...sold, token, itemId: lines[0]?.id ?? "", itemIds: lines.map(({ id }) => id) };
}
