import { type RawBuilder, sql } from "kysely";

/**
 * Products by the units that were sold in orders since this time and not refunded or swapped: "productId", quantity, and
 * revenue, which is what was paid for these units. Orders under an open dispute and cleared test orders don't count. As
 * SQL, best first.
 */
export function bestSellers(since: Date, limit: number): RawBuilder<unknown> {
  // "offset 0": each order's units are looked up, because reading those of all orders takes longer.
  return sql`
    select i.product_id as "productId", count(*)::integer as quantity, sum(u.paid_cents)::float8 as revenue
      from orders o cross join lateral (select * from order_units u where u.order_id = o.id
          and u.refund_id is null and u.state <> 'replaced' offset 0) u
        join order_items i on i.id = u.order_item_id
      where o.created_at >= ${since} and o.status in ('paid', 'partially_refunded') and o.cleared_at is null
        and i.product_id is not null
      group by 1 order by quantity desc, revenue desc, "productId" limit ${limit}`;
}
