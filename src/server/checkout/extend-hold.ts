import { HOLD_MINUTES } from "#domain/checkout/checkout.ts";
import { nowOf, type Shop } from "../shop.ts";
import { extendHold as extendInDatabase, findCheckoutByOrder } from "./queries.ts";

/** A hold never lasts longer than this, however long the shopper stays on the payment step. */
const HOLD_MINUTES_MAX = 60;

/** Extends the hold of a shopper who is still on the payment step. Returns the new end, null when it is over. */
export async function extendHold(shop: Shop, { orderId }: { orderId: string }): Promise<Date | null> {
  const checkout = await findCheckoutByOrder(shop.db, orderId);
  if (!checkout) return null;
  const now = nowOf(shop);
  const latest = checkout.createdAt.getTime() + HOLD_MINUTES_MAX * 60_000;
  const until = new Date(Math.min(now.getTime() + HOLD_MINUTES * 60_000, latest));
  return extendInDatabase(shop.db, checkout.id, until, now);
}
