// A refund that was made at the provider has an amount, but not the items it is for. The owner is asked once, and the
// answer is stored like the parts of any refund; no units at all is an answer, too. Nothing is sent to the provider.
import type { Cents } from "#domain/money/money.ts";
import { type AskedRefund, type PartsRefusal, refundParts } from "#domain/order/refund-parts.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import {
  assignParts,
  findUnassigned,
  loadRefundableParts,
  restockOf,
} from "../../payments/refunds/refund-queries.ts";
import { changeOrder } from "./change-order.ts";

export type AssignResult =
  | { ok: true; amount: Cents }
  | { ok: false; reason: "not_found" }
  /** Another person has answered already, or the refund has failed since. */
  | { ok: false; reason: "answered" }
  | PartsRefusal;

export type AssignRefund = {
  orderId: string;
  refundId: string;
  parts: AskedRefund;
  /** Units to restock, by the id of the line; never more than the refund was for. */
  restock: Readonly<Record<string, number>>;
  actor: string;
};

/** `orderId` and `refundId` may be any text. */
export async function assignRefund(shop: Shop, asked: AssignRefund): Promise<AssignResult> {
  const { orderId, refundId, actor } = asked;
  if (!isUuid(refundId)) return { ok: false, reason: "not_found" };
  const change = { orderId, actor, action: "order.refund_assigned" } as const;
  return changeOrder<AssignResult>(shop, change, async (tx, _, now) => {
    const refund = await findUnassigned(tx, { orderId, refundId });
    if (!refund) return { result: { ok: false, reason: "answered" } };
    const parts = refundParts(await loadRefundableParts(tx, orderId), asked.parts);
    if (!parts.ok) return { result: parts };
    const { amount } = refund;
    const restock = restockOf(asked.restock, parts);
    const named = await assignParts(tx, { orderId, refundId, amount, parts, restock, now });
    return { result: { ok: true, amount }, entry: { after: { refundId, amount, ...named } } };
  });
}
