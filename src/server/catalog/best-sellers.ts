import { type RawBuilder, sql } from "kysely";
import { bringsRevenue, refundCounts } from "../db/order-rows.ts";

/**
 * Products by the units that were sold in orders since this time and not refunded or swapped: "productId", quantity, and
 * revenue, which is what was paid for these units, as the report by product has it. A refund of an amount alone is for no
 * certain product. As SQL, best first.
 */
export function bestSellers(since: Date, limit: number): RawBuilder<unknown> {
  // "offset 0": each order's units are looked up, because reading those of all orders takes longer.
  return sql`
    select i.product_id as "productId", count(*)::integer as quantity, sum(u.paid_cents)::float8 as revenue
      from orders o cross join lateral (select * from order_units u where u.order_id = o.id and u.state <> 'replaced'
          and not exists (select from refunds r where r.id = u.refund_id and ${refundCounts}) offset 0) u
        join order_items i on i.id = u.order_item_id
      where o.created_at >= ${since} and ${bringsRevenue} and i.product_id is not null
      group by 1 order by quantity desc, revenue desc, "productId" limit ${limit}`;
}
