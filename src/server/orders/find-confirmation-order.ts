// What a shopper may see of an order by its ids: what was bought and what it cost, and nothing about the buyer. Anyone who
// has the ids may look; they can't be guessed, and look-ups are rate-limited.
import type { ConfirmationOrder } from "#domain/order/order.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../core/shop.ts";
import { findConfirmation } from "./queries.ts";

type Ids = { orderId?: string | null | undefined; paymentIntentId?: string | null | undefined };

/** The order with this id, else the order of this payment. `orderId` may be any text. */
export async function findConfirmationOrder(
  shop: Shop,
  { orderId, paymentIntentId }: Ids,
): Promise<ConfirmationOrder | null> {
  const order = isUuid(orderId) ? await findConfirmation(shop.db, { id: orderId }) : null;
  if (order) return order;
  return paymentIntentId ? findConfirmation(shop.db, { paymentIntentId }) : null;
}
