// A pair: a payment, refund or dispute at the provider, as it was listed (provider_money), next to what the books say of
// it, compared payment by payment and refund by refund in the database. Books and provider are only compared in the mode
// (test or live) of the provider's key.
import { type RawBuilder, sql } from "kysely";
import { CURRENCY } from "#domain/money/money.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { isPaid } from "../db/order-rows.ts";
import { takesRealMoney } from "../payments/payment-provider.ts";

/** What is being compared: with which key, and at which moment. */
export type Reading = { account: string; isLive: boolean; now: Date };

type Part = {
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  intentId: RawBuilder<unknown>;
  /** Of orders that may name no payment: then `intentId` is this id. */
  orderId?: RawBuilder<unknown>;
};

/** Which pairs: the condition on one. */
export type PairScope = { where: (part: Part) => RawBuilder<unknown> };

/** Made from `from` on and before `to`. */
export const pairsOfTime = ({ from, to }: { from: Date; to: Date }): PairScope => ({
  where: ({ at }) => sql`${at} >= ${from} and ${at} < ${to}`,
});

/** Of these payments, and of orders without one by the order's id. */
export function pairsOfPayments(ids: readonly string[]): PairScope {
  const among = sql`any(${[...ids]}::text[])`;
  const orders = sql`any(${ids.filter(isUuid)}::uuid[])`;
  return {
    where: ({ intentId, orderId }) =>
      orderId
        ? sql`(o.payment_intent_id = ${among} or (o.payment_intent_id is null and ${orderId} = ${orders}))`
        : sql`${intentId} = ${among}`,
  };
}

/** Newer pairs may be on their way into the books. */
const FRESH = sql`interval '10 minutes'`;
/** An open checkout may be paid until it ends, and is then settled by the sweep. */
const ENDING = sql`interval '1 hour'`;

const hasMoney = sql`(${isPaid} or o.amount_received > 0)`;

/** The recorded amount of the payment: the order's own, or that of an extra payment `t`. */
const received = sql`coalesce(t.received, o.amount_received - o.extra_paid)`;

/** The order of a refund or dispute: that of its payment, which may be an extra payment. */
const ofOrder = sql`left join orders own on own.payment_intent_id = p.intent_id
          left join checkouts c on c.payment_intent_id = p.intent_id and c.extra_payment_for is not null and c.state = 'completed'
          left join orders o on o.id = coalesce(own.id, c.extra_payment_for) and ${hasMoney}`;

/**
 * The pairs, as a query: kind, id, intent_id, at, order_id, provider_amount, provider_status, currency, books_amount,
 * books_status, received (what the books count), problem (null: they match), is_fresh. A refund whose payment has no order
 * matches: the payment is the difference, unless all of it went back. An order from before the first payment under this key
 * was paid with another one; an order without a checkout was entered by hand and may have no payment.
 */
export function pairs(scope: PairScope, { account, isLive, now }: Reading): RawBuilder<unknown> {
  const freshSince = sql`(${now}::timestamptz - ${FRESH})`;
  const listed = { at: sql`p.made_at`, id: sql`p.id`, intentId: sql`p.intent_id` };
  const isListed = sql`p.is_ours and p.is_live = ${isLive} and ${scope.where(listed)}`;
  const isNew = sql`(p.made_at > ${freshSince} or p.changed_at > ${freshSince})`;
  const isOfKey = sql`o.is_rehearsal = ${!isLive} and o.created_at >= (select coalesce(min(f.made_at), '-infinity')
    from provider_money f where f.kind = 'payment' and f.is_ours and f.account = ${account})`;
  const unlisted = (id: RawBuilder<unknown>) =>
    sql`not exists (select from provider_money p where p.id = ${id})`;
  const unpaid = {
    at: sql`o.created_at`,
    id: sql`coalesce(o.payment_intent_id, o.id::text)`,
    intentId: sql`coalesce(o.payment_intent_id, o.id::text)`,
    orderId: sql`o.id`,
  };
  const extraPaid = { at: sql`t.ended_at`, id: sql`c.payment_intent_id`, intentId: sql`c.payment_intent_id` };
  // Of the order's own payment, and of its extra payments: each by its own index.
  const refunded = [sql`o.payment_intent_id`, sql`r.payment_intent_id`].map((intentId, index) => ({
    ...{ at: sql`r.created_at`, id: sql`r.provider_refund_id`, intentId },
    isIts: index === 0 ? sql`r.payment_intent_id is null` : sql`r.payment_intent_id is not null`,
  }));
  const disputed = [sql`o.payment_intent_id`, sql`d.payment_intent_id`].map((intentId, index) => ({
    ...{ at: sql`d.created_at`, id: sql`d.id`, intentId },
    isIts: index === 0 ? sql`d.payment_intent_id is null` : sql`d.payment_intent_id is not null`,
  }));
  return sql.join(
    [
      sql`select 'payment' as kind, p.id, p.intent_id, p.made_at as at, o.id as order_id, p.amount as provider_amount,
          p.status as provider_status, p.currency,
          case when ${received} <> p.amount then ${received} else coalesce(c.total, o.total) end as books_amount,
          o.status as books_status, ${received} as received,
          case when p.status = 'succeeded' and o.id is null then
              case when (select coalesce(sum(b.amount), 0) from provider_money b where b.intent_id = p.id
                and b.kind = 'refund' and refund_stage(b.status) < 2) < p.amount then 'no_order' end
            when p.status <> 'succeeded' then 'no_payment'
            when p.currency <> ${CURRENCY} then 'currency'
            when p.amount <> ${received} or p.amount <> coalesce(c.total, o.total) then 'amount' end as problem,
          (${isNew} or coalesce(c.state in ('open', 'paying') and c.expires_at > ${now}::timestamptz - ${ENDING}, false)) as is_fresh
        from provider_money p left join checkouts c on c.payment_intent_id = p.id
          left join orders own on own.payment_intent_id = p.id
          left join orders o on o.id = coalesce(own.id, case when c.state = 'completed' then c.extra_payment_for end) and ${hasMoney}
          left join order_changes t on t.id = c.id
        where p.kind = 'payment' and ${isListed} and (p.status = 'succeeded' or o.id is not null)`,
      sql`select 'payment', ${unpaid.id}, ${unpaid.intentId}, o.created_at, o.id, null::integer, null::text, null::text,
          o.amount_received - o.extra_paid, o.status, o.amount_received - o.extra_paid, 'no_payment', o.created_at > ${freshSince}
        from orders o where ${hasMoney} and o.checkout_id is not null and ${isOfKey} and ${unlisted(sql`o.payment_intent_id`)}
          and ${scope.where(unpaid)}`,
      sql`select 'payment', c.payment_intent_id, c.payment_intent_id, t.ended_at, o.id, null, null, null,
          t.received, o.status, t.received, 'no_payment', t.ended_at > ${freshSince}
        from order_changes t join checkouts c on c.id = t.id join orders o on o.id = t.order_id
        where t.received is not null and ${isOfKey} and ${unlisted(sql`c.payment_intent_id`)} and ${scope.where(extraPaid)}`,
      sql`select 'refund', p.id, p.intent_id, p.made_at, o.id, p.amount, p.status, p.currency, r.amount, r.status,
          case when refund_stage(r.status) < 2 then r.amount end,
          case when o.id is null then null
            when r.id is null then case when refund_stage(p.status) < 2 then 'refund_not_in_books' end
            when refund_stage(r.status) <> refund_stage(p.status) then 'refund_state'
            when refund_stage(r.status) < 2 and r.amount <> p.amount then 'refund_amount'
            when p.currency <> ${CURRENCY} then 'currency' end,
          (${isNew} or coalesce(r.updated_at > ${freshSince}, false))
        from provider_money p ${ofOrder}
          left join refunds r on r.provider_refund_id = p.id
        where p.kind = 'refund' and ${isListed}`,
      ...refunded.map(
        (
          each,
        ) => sql`select 'refund', r.provider_refund_id, ${each.intentId}, r.created_at, o.id, null, null, null, r.amount,
            r.status, r.amount, 'refund_not_there', r.updated_at > ${freshSince}
          from refunds r join orders o on o.id = r.order_id
          where r.provider_refund_id is not null and refund_stage(r.status) < 2 and o.payment_intent_id is not null
            and ${each.isIts} and ${isOfKey} and ${unlisted(sql`r.provider_refund_id`)} and ${scope.where(each)}`,
      ),
      sql`select 'dispute', p.id, p.intent_id, p.made_at, o.id, p.amount, p.status, p.currency, d.amount, d.status,
          case when d.status = 'lost' then d.amount end,
          case when o.id is null then null
            when d.id is null then 'dispute_not_in_books'
            when d.status <> p.status or d.amount <> p.amount then 'dispute_differs'
            when p.currency <> ${CURRENCY} then 'currency' end, ${isNew}
        from provider_money p ${ofOrder}
          left join disputes d on d.id = p.id
        where p.kind = 'dispute' and ${isListed}`,
      ...disputed.map(
        (
          each,
        ) => sql`select 'dispute', d.id, ${each.intentId}, d.created_at, o.id, null, null, null, d.amount, d.status,
            case when d.status = 'lost' then d.amount end, 'dispute_not_there', d.created_at > ${freshSince}
          from disputes d join orders o on o.id = d.order_id
          where o.payment_intent_id is not null and ${each.isIts} and ${isOfKey} and ${unlisted(sql`d.id`)}
            and ${scope.where(each)}`,
      ),
    ],
    sql` union all `,
  );
}

/** Sums over pairs that are called `p`. */
export const pairSums = sql`
  count(*) filter (where p.kind = 'payment')::integer as payments,
  count(*) filter (where p.kind = 'refund')::integer as refunds,
  count(*) filter (where p.kind = 'dispute')::integer as disputes,
  coalesce(sum(p.provider_amount) filter (where p.kind = 'payment' and p.provider_status = 'succeeded'), 0)::bigint as provider_in,
  coalesce(sum(p.provider_amount) filter (where (p.kind = 'refund' and refund_stage(p.provider_status) < 2)
    or (p.kind = 'dispute' and p.provider_status = 'lost')), 0)::bigint as provider_out,
  coalesce(sum(p.received) filter (where p.kind = 'payment'), 0)::bigint as books_in,
  coalesce(sum(p.received) filter (where p.kind <> 'payment'), 0)::bigint as books_out`;

/** With the key of now, at this moment. */
export function readingOf(shop: Shop): Reading {
  const { payments } = shop;
  return { account: payments.publishableKey, isLive: takesRealMoney(payments), now: nowOf(shop) };
}
