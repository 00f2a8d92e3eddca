// The SQL that finds the payments of which our rows may lack the outcome of their refunds and disputes.
import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";
import type { Dispute, ProviderRefund } from "../payments/payment-provider.ts";

/** The payments of those refunds and disputes that our rows do not have yet, or not as they are now. */
export async function listUnknownFacts(db: Db, facts: (ProviderRefund | Dispute)[]): Promise<string[]> {
  if (facts.length === 0) return [];
  const all = facts.map(({ id, intentId, status }) => ({ id, intent_id: intentId, status }));
  const { rows } = await sql<{ intent_id: string }>`
    select distinct f ->> 'intent_id' as intent_id
    from jsonb_array_elements(${JSON.stringify(all)}::jsonb) f
    join (select payment_intent_id from orders union all select payment_intent_id from checkouts
      where extra_payment_for is not null and state = 'completed') o on o.payment_intent_id = f ->> 'intent_id'
    left join refunds r on r.provider_refund_id = f ->> 'id'
    left join disputes d on d.id = f ->> 'id'
    where coalesce(r.status, d.status) is distinct from f ->> 'status' order by 1`.execute(db);
  return rows.map((row) => row.intent_id);
}

/**
 * The payments of orders with a refund or dispute from before a time that our rows call undecided: no list that begins then
 * has it. `isLive`: of the shop's key, which does not find the payments of the other mode.
 */
export async function listUndecided(
  db: Db,
  { before, isLive }: { before: Date; isLive: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ intent_id: string }>`
    with undecided as (
      select order_id from refunds
        where created_at < ${before} and provider_refund_id is not null and refund_stage(status) = 0
      union select order_id from disputes where created_at < ${before} and dispute_is_open(status))
    select o.payment_intent_id as intent_id from undecided u join orders o on o.id = u.order_id
      where o.payment_intent_id is not null and o.is_rehearsal = ${!isLive}
    union select c.payment_intent_id from undecided u join orders o on o.id = u.order_id
      join checkouts c on c.extra_payment_for = o.id and c.state = 'completed'
      where c.payment_intent_id is not null and o.is_rehearsal = ${!isLive} order by 1`.execute(db);
  return rows.map((row) => row.intent_id);
}
