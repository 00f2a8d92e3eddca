import { type RawBuilder, sql } from "kysely";
import { bringsRevenue, refundCounts } from "../db/order-rows.ts";

/**
 * Best-selling products since this time, as SQL, best first: "productId", quantity, and revenue. Counts units of orders
 * that were not refunded or swapped; revenue is what was paid for them, as in the report by product. A refund of an
 * amount alone belongs to no product.
 */
export function bestSellers(since: Date, limit: number): RawBuilder<unknown> {
  // "offset 0": looks up each order's units, because reading those of all orders takes longer.
  return sql`
    select i.product_id as "productId", count(*)::integer as quantity, sum(u.paid_cents)::float8 as revenue
      from orders o cross join lateral (select * from order_units u where u.order_id = o.id and u.state <> 'replaced'
          and not exists (select from refunds r where r.id = u.refund_id and ${refundCounts}) offset 0) u
        join order_items i on i.id = u.order_item_id
      where o.created_at >= ${since} and ${bringsRevenue} and i.product_id is not null
      group by 1 order by quantity desc, revenue desc, "productId" limit ${limit}`;
}
