// Makes a refund that was stored, with all its parts, and says what has come of it.
import type { Cents } from "#domain/money/money.ts";
import type { Shop } from "../../core/shop.ts";
import { refundKey } from "../operation-keys.ts";
import type { RefundStatus } from "../payment-provider.ts";
import { findRefund, type RefundPart, type StoredRefund } from "./refund-queries.ts";
import { sendRefund } from "./send-refund.ts";

export type RefundMade = {
  ok: true;
  refundId: string;
  /** What was refunded, or still will be. */
  amount: Cents;
  /** Of a refund that was split over several payments, what the provider refused; the order is flagged for it. */
  refused: Cents;
  status: RefundStatus;
  /** False: the provider could not be reached; the refund will be made as soon as it can. */
  isSent: boolean;
};

/** unclear: it may have been made or not; the order is flagged. */
export type RefundUnmade =
  | { ok: false; reason: "unclear" }
  | { ok: false; reason: "refused_by_provider"; message: string };

/**
 * Makes a refund that was stored. `isOver`: the provider has answered before, or is not asked. `isInformed`: the person
 * who requested the refund sees that it was refused, and nothing else has come of it, so the order needs no flag.
 */
export async function sendStored(
  shop: Shop,
  refundId: string,
  { isOver = false, isInformed }: { isOver?: boolean; isInformed: boolean },
): Promise<RefundMade | RefundUnmade> {
  const isUnclear = async (id: string, isInformed: boolean) => {
    const sent = await sendRefund(shop, { key: refundKey(id), isInformed });
    return !sent.ok && sent.reason === "unclear";
  };
  if (!isOver && (await isUnclear(refundId, isInformed))) return { ok: false, reason: "unclear" };
  const first = await loadStored(shop, refundId);
  // Refused just now, or when this click came for the first time. It is refused as a whole: no part of it is refunded
  // after its owner has read that.
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
