// Refunds an order. The decision is one transaction under the order's lock. The amount left counts every refund that
// succeeded or still may, so two clicks at the same moment can't refund more than was received. The decision is stored
// with its key before the provider is asked; if this process dies in between, the worker sends the same call, and the
// money goes back once. The provider's answer is merged by db/functions/payments/merge-refunds.sql, which puts the
// goods back on the shelf. Pieces that no money goes back for, since they cost nothing or all of it went back before,
// are refunded with nothing, and no provider is asked.
import type { Cents } from "#domain/money/money.ts";
import { paidStatuses } from "#domain/order/order.ts";
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
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { refundKey } from "../operation-keys.ts";
import type { RefundStatus } from "../payment-provider.ts";
import {
  findRefund,
  insertRefund,
  loadRefundableParts,
  lockRefundable,
  type RefundableOrder,
  type RefundPart,
  type Restock,
  restockOf,
  type StoredRefund,
} from "./refund-queries.ts";
import { sendRefund } from "./send-refund.ts";

export type RefundOrder = {
  orderId: string;
  /** Cents, all that is left, or what the pieces and the shipping come to (at most what is left, which may be nothing). */
  amount: Cents | "rest" | "parts";
  /** What it is for. Left out: all that is left with "rest" or when all is restocked, else the restocked pieces. */
  parts?: AskedRefund;
  reason: string;
  /** The pieces that go back on the shelf; never more than the refund is for. */
  restock: Restock;
  actor: string;
  /** A UUID made with the form: sending it again (a double click, a reload) is the same refund. */
  refundId?: string;
  /** The return that it is for. */
  returnId?: string;
};

export type RefundRefusal =
  | { ok: false; reason: "not_found" | "not_paid" | "nothing_left" | "bad_amount" | "bad_reason" }
  /** disputed: a chargeback is open, so the bank has the money, and a refund now would pay twice. */
  | { ok: false; reason: "disputed" | "shipped" | "unclear" }
  | { ok: false; reason: "too_much"; left: Cents }
  | PartsRefusal
  | { ok: false; reason: "refused_by_provider"; message: string };

export type RefundResult =
  | {
      ok: true;
      refundId: string;
      /** What went back, or still will. */
      amount: Cents;
      /** Of a refund that was split over several payments, what the provider refused; the order is flagged for it. */
      refused: Cents;
      status: RefundStatus;
      /** False: the provider could not be reached; the refund will be made as soon as it can. */
      isSent: boolean;
    }
  | RefundRefusal;

export async function refundOrder(shop: Shop, request: RefundOrder): Promise<RefundResult> {
  const refusal = refuseRequest(request);
  if (refusal) return refusal;
  const refundId = request.refundId ?? shop.newId();
  const decided = await inTransaction(shop, (tx) => decideRefund(shop, tx, { ...request, refundId }));
  if (!decided.ok) return decided;
  // A repeated click finds the refund underway and asks again with the same key, which is harmless.
  return sendStored(shop, refundId, { ...decided, isInformed: true });
}

/**
 * Makes a refund that was stored. `isOver`: the provider has answered before, or is not asked. `isInformed`: whoever
 * asked for the refund learns that it was refused, and nothing else has come of it, so the order needs no flag.
 */
export async function sendStored(
  shop: Shop,
  refundId: string,
  { isOver = false, isInformed }: { isOver?: boolean; isInformed: boolean },
): Promise<RefundResult> {
  const isUnclear = async (id: string, isInformed: boolean) => {
    const sent = await sendRefund(shop, { key: refundKey(id), isInformed });
    return !sent.ok && sent.reason === "unclear";
  };
  if (!isOver && (await isUnclear(refundId, isInformed))) return { ok: false, reason: "unclear" };
  const first = await loadStored(shop, refundId);
  // Refused just now, or when this click came for the first time. What is refused is refused as a whole: nothing of it
  // goes back while its owner reads that.
  if (first.refusal !== null) return { ok: false, reason: "refused_by_provider", message: first.refusal };
  if (!isOver)
    for (const { id } of first.rest) if (await isUnclear(id, false)) return { ok: false, reason: "unclear" };
  const refund = first.rest.length === 0 ? first : await loadStored(shop, refundId);
  const parts = [refund, ...refund.rest];
  const made = parts.filter((part) => !isRefused(part));
  return {
    ok: true,
    refundId,
    amount: sumOf(made),
    refused: sumOf(parts.filter(isRefused)),
    status: refund.status,
    isSent: made.every(({ amount, providerRefundId }) => amount === 0 || providerRefundId !== null),
  };
}

async function loadStored(shop: Shop, refundId: string): Promise<StoredRefund> {
  const refund = await findRefund(shop.db, refundId);
  if (!refund) throw new Error(`the refund ${refundId} is gone`);
  return refund;
}

const isRefused = ({ status, providerRefundId }: RefundPart) =>
  status === "failed" && providerRefundId === null;

const sumOf = (parts: readonly RefundPart[]): Cents => parts.reduce((sum, { amount }) => sum + amount, 0);

/** What is wrong with a request, whatever the order. */
export function refuseRequest({ orderId, amount, reason, refundId }: RefundOrder): RefundRefusal | null {
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  if (refundId !== undefined && !isUuid(refundId)) return { ok: false, reason: "not_found" };
  if (typeof amount === "number" && !(Number.isSafeInteger(amount) && amount > 0))
    return { ok: false, reason: "bad_amount" };
  const length = reason.trim().length;
  return length < 1 || length > REFUND_REASON_LENGTH_MAX ? { ok: false, reason: "bad_reason" } : null;
}

/** `isOver`: the provider has answered before, or is not asked. */
type Decided = { ok: true; isOver: boolean } | RefundRefusal;

/** Stores a refund, or says why it can't be; `sendStored` makes it after the transaction. Its request was not refused. */
export async function decideRefund(
  shop: Shop,
  tx: Tx,
  request: RefundOrder & { refundId: string },
): Promise<Decided> {
  const { orderId, refundId, actor } = request;
  const order = await lockRefundable(tx, orderId);
  if (!order) return { ok: false, reason: "not_found" };
  const known = await findRefund(tx, refundId);
  if (known && known.orderId !== orderId) return { ok: false, reason: "not_found" };
  if (known) return { ok: true, isOver: known.providerRefundId !== null || known.status !== "pending" };
  const checked = checkOrder(order);
  if (!checked.ok) return checked;
  const { left } = checked;
  const sold = await loadRefundableParts(tx, orderId);
  const parts = refundParts(sold, askedParts(sold, request));
  const isForPieces = request.amount === "parts" && parts.ok && parts.lines.length > 0;
  if (left === 0 && !isForPieces) return { ok: false, reason: "nothing_left" };
  if (!parts.ok) return parts;
  const amount = amountOf(request.amount, { left, parts });
  if (amount > left) return { ok: false, reason: "too_much", left };
  if (amount === 0 && !isForPieces) return { ok: false, reason: "bad_amount" };
  await insertRefund(tx, {
    ...{ shop, orderId, refundId, amount, payments: order.payments },
    reason: request.reason.trim(),
    parts,
    restock: restockOf(request.restock, parts),
    actor,
    ...(request.returnId === undefined ? {} : { returnId: request.returnId }),
    now: nowOf(shop),
  });
  return { ok: true, isOver: amount === 0 };
}

function askedParts(sold: PartsOfOrder, { amount, parts, restock }: RefundOrder): AskedRefund {
  if (parts) return parts;
  if (amount === "rest") return wholeRefund(sold);
  if (restock === true) return { ...wholeRefund(sold), shipping: 0 };
  return { pieces: restock === false ? {} : unsentFirst(sold, restock), shipping: 0 };
}

function amountOf(
  wanted: RefundOrder["amount"],
  { left, parts }: { left: Cents; parts: RefundParts },
): Cents {
  if (wanted === "rest") return left;
  return wanted === "parts" ? Math.min(left, sumOfParts(parts)) : wanted;
}

function checkOrder(order: RefundableOrder): { ok: true; left: Cents } | RefundRefusal {
  if (!paidStatuses.includes(order.status) || order.paymentIntentId === null)
    return { ok: false, reason: "not_paid" };
  if (order.hasChargeback) return { ok: false, reason: "disputed" };
  return { ok: true, left: Math.max(0, order.received - order.spoken) };
}
