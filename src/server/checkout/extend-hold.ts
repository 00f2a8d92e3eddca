// A hold is extended once, and only after a real attempt to pay: the provider knows a submitted card. A page left open,
// or a script that keeps asking, extends nothing.

import { nowOf, type Shop } from "../core/shop.ts";
import { type SettleSource, settlePayment } from "../payments/settle-payment.ts";
import { extendOnce, findCheckoutByOrder, isUnfinished } from "./queries.ts";
import { noteTry } from "./visitors/queries.ts";
import { watchDeclines } from "./watch-declines.ts";

export type ExtendedHold =
  | { ok: true; until: Date }
  /** over: nothing is held anymore. not_extended: it lasts as long as before. */
  | { ok: false; reason: "over" | "not_extended" };

/** `only`: extend only payments with this status. */
export async function extendHold(
  shop: Shop,
  { orderId, only, source = "checkout" }: { orderId: string; only?: string; source?: SettleSource },
): Promise<ExtendedHold> {
  const checkout = await findCheckoutByOrder(shop.db, orderId);
  if (!checkout || !isUnfinished(checkout)) return { ok: false, reason: "over" };
  const intentId = checkout.paymentIntentId;
  if (checkout.isExtended || intentId === null) return { ok: false, reason: "not_extended" };
  const settled = await settlePayment(shop, { intentId, source });
  if (!settled.ok || !settled.hasTried) return { ok: false, reason: "not_extended" };
  if (only !== undefined && settled.intentStatus !== only) return { ok: false, reason: "not_extended" };
  await noteTry(shop.db, checkout.id);
  const { isOver } = await watchDeclines(shop, { intentId, settled, source });
  if (isOver || settled.intentStatus === "canceled") return { ok: false, reason: "over" };
  const now = nowOf(shop);
  const until = new Date(now.getTime() + checkout.holdMinutes * 60_000);
  const extended = await extendOnce(shop.db, checkout.id, until, now);
  return extended ? { ok: true, until: extended } : { ok: false, reason: "not_extended" };
}
