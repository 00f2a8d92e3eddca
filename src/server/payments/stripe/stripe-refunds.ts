// Money that goes back: refunds and disputes, as Stripe tells of them. A refund of ours carries its row's id
// in its metadata, so that it is found again even when its answer got lost and its key was forgotten.
import type Stripe from "stripe";
import type {
  CreateRefundParams,
  Dispute,
  MoneyBackQuery,
  Page,
  ProviderRefund,
  ProviderResult,
} from "../payment-provider.ts";

const LIST_PAGE_SIZE = 100;

type Attempt = <T>(call: () => Promise<T>) => Promise<ProviderResult<T>>;

export function refundCalls(stripe: Stripe, attempt: Attempt) {
  return {
    createRefund: async (
      key: string,
      params: CreateRefundParams,
    ): Promise<ProviderResult<ProviderRefund>> => {
      const { intentId, amount, refundId, orderId } = params;
      const metadata = { refund_id: refundId, order_id: orderId };
      const created = await attempt(() =>
        stripe.refunds.create({ payment_intent: intentId, amount, metadata }, { idempotencyKey: key }),
      );
      return created.ok ? { ok: true, value: toRefund(created.value) } : created;
    },
    listRefunds: (query: MoneyBackQuery) =>
      pageOf(
        attempt(() => stripe.refunds.list(listParams(query))),
        toRefund,
      ),
    listDisputes: (query: MoneyBackQuery) =>
      pageOf(
        attempt(() => stripe.disputes.list(listParams(query))),
        toDispute,
      ),
  };
}

/** A page of Stripe's in the shop's words. */
export async function pageOf<From, To>(
  listing: Promise<ProviderResult<Stripe.ApiList<From>>>,
  toItem: (from: From) => To,
): Promise<ProviderResult<Page<To>>> {
  const page = await listing;
  if (!page.ok) return page;
  return { ok: true, value: { items: page.value.data.map(toItem), hasMore: page.value.has_more } };
}

export function listParams({ intentId, createdSince, after }: MoneyBackQuery) {
  return {
    limit: LIST_PAGE_SIZE,
    ...(intentId ? { payment_intent: intentId } : {}),
    ...(createdSince === undefined ? {} : { created: { gte: Math.floor(createdSince / 1000) } }),
    ...(after ? { starting_after: after } : {}),
  };
}

const REFUND_STATUSES = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;

function toRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    intentId: idOf(refund.payment_intent),
    amount: refund.amount,
    // Without a word, or with one that is not known here, it is underway: nothing is concluded from it.
    status: REFUND_STATUSES.find((status) => status === refund.status) ?? "pending",
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
    status: dispute.status,
    reason: dispute.reason,
    dueAt: due === null ? null : due * 1000,
    createdAt: dispute.created * 1000,
  };
}

function idOf(object: string | { id: string } | null): string | null {
  return typeof object === "string" ? object : (object?.id ?? null);
}
