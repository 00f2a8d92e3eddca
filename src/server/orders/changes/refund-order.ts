// Refunds an order. The amount left counts every refund that
// succeeded or still may, so two clicks at the same moment can't refund more than was received. The decision is stored
// with its key before the provider is asked; if this process dies in between, the worker sends the same call, and the
// refund is made once. The provider's answer is merged by db/functions/payments/merge-refunds.sql, which restocks the
// units. Units without an amount, since they cost nothing or were refunded before, are marked as refunded without a call
// to the provider.
import type { Cents } from "#domain/money/money.ts";
import { changeKinds, type RefusalOf } from "#domain/order/changes.ts";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import {
  type AskedRefund,
  type RefundableOrder as PartsOfOrder,
  type PartsRefusal,
  type RefundParts,
  refundParts,
  sumOfParts,
  unsentFirst,
  wholeRefund,
} from "#domain/order/refund-parts.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import type { Tx } from "../../db/transaction.ts";
import {
  findRefund,
  insertRefund,
  loadRefundableParts,
  type Restock,
  restockOf,
} from "../../payments/refunds/refund-queries.ts";
import { type RefundMade, type RefundUnmade, sendStored } from "../../payments/refunds/send-stored.ts";
import { changeOrder } from "./change-order.ts";
import type { LockedOrder } from "./change-queries.ts";

export type RefundOrder = {
  orderId: string;
  /** Cents, all that is left, or what the units and the shipping come to (at most what is left, which may be nothing). */
  amount: Cents | "rest" | "parts";
  /** What it is for. Left out: all that is left with "rest" or when all is restocked, else the restocked units. */
  parts?: AskedRefund;
  reason: string;
  /** The units to restock; never more than the refund is for. */
  restock: Restock;
  actor: string;
  /** A UUID made with the form: sending it again (a double click, a reload) is the same refund. */
  refundId?: string;
  /** The return that it is for. */
  returnId?: string;
};

export type RefundRefusal =
  | { ok: false; reason: "not_found" | "nothing_left" | "bad_amount" | "bad_reason" | "shipped" }
  /** disputed: a chargeback is open, so the bank has the money, and a refund now would pay twice. */
  | { ok: false; reason: RefusalOf<"refund"> }
  | { ok: false; reason: "too_much"; left: Cents }
  | PartsRefusal
  | RefundUnmade;

export type RefundResult = RefundMade | RefundRefusal;

export async function refundOrder(shop: Shop, request: RefundOrder): Promise<RefundResult> {
  const refusal = refuseRequest(request);
  if (refusal) return refusal;
  const { orderId, actor, refundId = shop.newId() } = request;
  const asked = { orderId, actor, action: "order.refunded" } as const;
  return changeOrder<RefundResult>(shop, asked, async (tx, order) => {
    const decided = await decideRefund(shop, tx, order, { ...request, refundId });
    if (!decided.ok) return { result: decided };
    // A repeated click finds the refund underway and asks again with the same key, which is harmless.
    return { send: () => sendStored(shop, refundId, { ...decided, isInformed: true }) };
  });
}

/** What is wrong with a request, whatever the order. */
export function refuseRequest({ amount, reason, refundId }: RefundOrder): RefundRefusal | null {
  if (refundId !== undefined && !isUuid(refundId)) return { ok: false, reason: "not_found" };
  if (typeof amount === "number" && !(Number.isSafeInteger(amount) && amount > 0))
    return { ok: false, reason: "bad_amount" };
  const length = reason.trim().length;
  return length < 1 || length > REFUND_REASON_LENGTH_MAX ? { ok: false, reason: "bad_reason" } : null;
}

/** `isOver`: the provider has answered before, or is not asked. */
type Decided = { ok: true; isOver: boolean } | RefundRefusal;

/**
 * Stores a refund of a locked order, or says why it can't be; `sendStored` makes it after the transaction. Its request was
 * not refused.
 */
export async function decideRefund(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  request: RefundOrder & { refundId: string; cancels?: boolean },
): Promise<Decided> {
  const { orderId, refundId, actor, returnId, cancels } = request;
  const known = await findRefund(tx, refundId);
  if (known && known.orderId !== orderId) return { ok: false, reason: "not_found" };
  if (known) return { ok: true, isOver: known.providerRefundId !== null || known.status !== "pending" };
  const reason = changeKinds.refund.refuse(order);
  if (reason) return { ok: false, reason };
  const left = Math.max(0, order.received - order.spoken);
  const sold = await loadRefundableParts(tx, orderId);
  const parts = refundParts(sold, askedParts(sold, request));
  const isForUnits = request.amount === "parts" && parts.ok && parts.lines.length > 0;
  if (left === 0 && !isForUnits) return { ok: false, reason: "nothing_left" };
  if (!parts.ok) return parts;
  const amount = amountOf(request.amount, { left, parts });
  if (amount > left) return { ok: false, reason: "too_much", left };
  if (amount === 0 && !isForUnits) return { ok: false, reason: "bad_amount" };
  await insertRefund(tx, {
    ...{ shop, orderId, refundId, amount, payments: order.payments },
    reason: request.reason.trim(),
    parts,
    restock: restockOf(request.restock, parts),
    ...{ actor, returnId, cancels, now: nowOf(shop) },
  });
  return { ok: true, isOver: amount === 0 };
}

function askedParts(sold: PartsOfOrder, { amount, parts, restock }: RefundOrder): AskedRefund {
  if (parts) return parts;
  if (amount === "rest") return wholeRefund(sold);
  if (restock === true) return { ...wholeRefund(sold), shipping: 0 };
  return { units: restock === false ? {} : unsentFirst(sold, restock), shipping: 0 };
}

function amountOf(
  wanted: RefundOrder["amount"],
  { left, parts }: { left: Cents; parts: RefundParts },
): Cents {
  if (wanted === "rest") return left;
  return wanted === "parts" ? Math.min(left, sumOfParts(parts)) : wanted;
}
