// What a shopper may see of an order by its ids: what was bought and what it cost, and nothing of who
// bought it. Whoever holds the ids may look; they can't be guessed, and look-ups are rate-limited.
import type { ConfirmationOrder } from "#domain/order/order.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../shop.ts";
import { findConfirmation } from "./queries.ts";

type Ids = { orderId?: string | null | undefined; paymentIntentId?: string | null | undefined };

/**
 * The order with this id, else the one of this payment. An id that can't be an order's (any text) is as
 * good as none. Null when no order is found.
 */
export async function findConfirmationOrder(
  shop: Shop,
  { orderId, paymentIntentId }: Ids,
): Promise<ConfirmationOrder | null> {
  if (isUuid(orderId)) {
    const order = await findConfirmation(shop.db, { id: orderId });
    if (order) return order;
  }
  return paymentIntentId ? findConfirmation(shop.db, { paymentIntentId }) : null;
}
