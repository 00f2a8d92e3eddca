// Refunds and disputes at Stripe. A refund of the shop's has its row's id in its metadata, so it can be found even when
// the response was lost and the key expired.
import type Stripe from "stripe";
import {
  type Dispute,
  type MoneyBackQuery,
  type Page,
  type PaymentProvider,
  type ProviderRefund,
  type ProviderResult,
  refundStatuses,
} from "../payment-provider.ts";

const LIST_PAGE_SIZE = 100;

/** Makes a call; returns its result in the shop's words, or its failure as data. */
export type Attempt = <From, To>(
  call: () => Promise<Stripe.Response<From>>,
  inWords: (answer: From) => To,
) => Promise<ProviderResult<To>>;

export function refundCalls(
  stripe: Stripe,
  attempt: Attempt,
): Pick<PaymentProvider, "createRefund" | "listRefunds" | "listDisputes"> {
  return {
    createRefund: (key, { intentId, amount, refundId, orderId }) => {
      const metadata = { refund_id: refundId, order_id: orderId };
      const params = { payment_intent: intentId, amount, metadata };
      return attempt(() => stripe.refunds.create(params, { idempotencyKey: key }), toRefund);
    },
    listRefunds: (query) => attempt(() => stripe.refunds.list(listParams(query)), pageOf(toRefund)),
    listDisputes: (query) => attempt(() => stripe.disputes.list(listParams(query)), pageOf(toDispute)),
  };
}

/** Converts a page of Stripe's list to the shop's words. */
export function pageOf<From, To>(toItem: (from: From) => To) {
  return ({ data, has_more }: Stripe.ApiList<From>): Page<To> => ({
    items: data.map(toItem),
    hasMore: has_more,
  });
}

export function listParams({ intentId, createdSince, createdBefore, after }: MoneyBackQuery) {
  const created = {
    ...(createdSince === undefined ? {} : { gte: Math.floor(createdSince / 1000) }),
    ...(createdBefore === undefined ? {} : { lt: Math.floor(createdBefore / 1000) }),
  };
  return {
    limit: LIST_PAGE_SIZE,
    ...(intentId ? { payment_intent: intentId } : {}),
    ...(Object.keys(created).length > 0 ? { created } : {}),
    ...(after ? { starting_after: after } : {}),
  };
}

function toRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    intentId: idOf(refund.payment_intent),
    amount: refund.amount,
    currency: refund.currency,
    // Without a status, or with an unknown one, it counts as pending.
    status: refundStatuses.find((status) => status === refund.status) ?? "pending",
    reason: refund.reason,
    refundId: refund.metadata?.refund_id ?? null,
    createdAt: refund.created * 1000,
  };
}

function toDispute(dispute: Stripe.Dispute): Dispute {
  const due = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    amount: dispute.amount,
    currency: dispute.currency,
    status: statusOf(dispute),
    reason: dispute.reason,
    dueAt: due === null ? null : due * 1000,
    createdAt: dispute.created * 1000,
  };
}

/**
 * Stripe calls a dispute prevented when it ended before it was raised: either blocked, and the shop keeps the money, or
 * settled with the shopper's bank, and the money is gone as after a lost one. Only the moved amounts, without fees,
 * show which. An unknown status may be undecided with the money withheld, so it is kept as it is.
 */
function statusOf({ status, balance_transactions }: Stripe.Dispute): string {
  if (status !== "prevented") return status;
  return balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0 ? "lost" : status;
}

function idOf(object: string | { id: string } | null): string | null {
  return typeof object === "string" ? object : (object?.id ?? null);
}
