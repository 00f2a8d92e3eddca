import type { Shop } from "../core/shop.ts";
import { changeOrder } from "./changes/change-order.ts";
import { resolveFlag } from "./detail-queries.ts";

export type ResolveResult = { ok: true } | { ok: false; reason: "not_found" | "not_flagged" };

/**
 * The owner has dealt with the reason that an order was flagged for. It moves to the resolved reasons, where the checks
 * still see why the order is an exception.
 */
export function resolveAttention(
  shop: Shop,
  { orderId, reason, actor }: { orderId: string; reason: string; actor: string },
): Promise<ResolveResult> {
  const action = "order.attention_resolved";
  return changeOrder<ResolveResult>(shop, { orderId, actor, action }, async (tx, { id }, now) => {
    if (!(await resolveFlag(tx, id, { reason, now })))
      return { result: { ok: false, reason: "not_flagged" } };
    return { result: { ok: true }, entry: { after: { reason } } };
  });
}
