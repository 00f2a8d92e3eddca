// The SQL of asking: the owner's rules, orders that are due, and who asked not to be asked.
import { sql } from "kysely";
import { defaultReviewRules, type ReviewRules } from "#domain/reviews/review-search.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import { writeOptOut } from "../../mail/queries.ts";
import { hashOfOrder, isKept } from "./queries.ts";

/** With `lock` no one else can change them until the transaction ends. */
export async function findReviewRules(
  db: Db,
  { lock = false }: { lock?: boolean } = {},
): Promise<ReviewRules> {
  const query = db.selectFrom("review_rules").select(["asks", "after_days as afterDays"]).where("id", "=", 1);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? defaultReviewRules;
}

export async function upsertReviewRules(tx: Tx, { asks, afterDays }: ReviewRules): Promise<void> {
  const values = { asks, after_days: afterDays };
  await tx
    .insertInto("review_rules")
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

/** Due are orders that arrived `afterDays` ago. Those that were due more than `lateDaysMax` ago are dropped. */
type DueQuery = { afterDays: number; lateDaysMax: number; limit: number; now: Date };

/** An order whose customer is to be asked, and the names of what they kept. */
export type AskedNow = { orderId: string; names: string };

/**
 * Settles the orders that are due, the oldest first: each is asked about, or dropped because nothing of it was kept, it is
 * too long ago, or its customer does not want to be asked. Two workers never get the same order.
 */
export async function settleDueAsks(
  tx: Tx,
  { afterDays, lateDaysMax, limit, now }: DueQuery,
): Promise<{ settled: number; asked: AskedNow[] }> {
  const until = sql`shop_day(${now}) - ${afterDays}::integer`;
  const { rows } = await sql<{ orderId: string; names: string | null }>`
    with due as materialized (
      select a.order_id, a.arrived_on from review_asks a where a.state = 'waiting' and a.arrived_on <= ${until}
        order by a.arrived_on, a.order_id limit ${limit} for update skip locked),
    kept as materialized (
      select o.id, (select string_agg(name, ', ' order by place) from (
          select i.name, min(i.position) as place from order_items i join products p on p.id = i.product_id
            where i.order_id = o.id and ${isKept} group by i.name) bought) as names
        from due join orders o on o.id = due.order_id
        where due.arrived_on >= ${until} - ${lateDaysMax}::integer and o.status in ('paid', 'partially_refunded')
          and o.shipping_address ->> 'customer_email' <> ''
          and not exists (select from email_opt_outs x
            where x.kind = 'review_request' and x.email_hash = ${hashOfOrder}))
    update review_asks a set settled_at = ${now},
        state = case when exists (select from kept k where k.id = a.order_id and k.names is not null)
          then 'asked' else 'dropped' end
      from due where a.order_id = due.order_id
    returning a.order_id as "orderId", (select k.names from kept k where k.id = a.order_id) as names`.execute(
    tx,
  );
  const asked = rows.flatMap(({ orderId, names }) => (names === null ? [] : [{ orderId, names }]));
  return { settled: rows.length, asked };
}

/** Notes that the customer of the link's order is not asked again, or that they may be. False: there is no such link. */
export async function setOptOut(
  db: Db,
  { tokenHash, isOut, now }: { tokenHash: string; isOut: boolean; now: Date },
): Promise<boolean> {
  const hash = sql<{ hash: string | null }>`
    select ${hashOfOrder} as hash from review_asks a join orders o on o.id = a.order_id
    where a.token_hash = ${tokenHash}`;
  const found = (await hash.execute(db)).rows[0]?.hash;
  if (!found) return false;
  await writeOptOut(db, { kind: "review_request", emailHash: found, isOut, now });
  return true;
}
