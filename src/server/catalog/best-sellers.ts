import { type RawBuilder, sql } from "kysely";
import { bringsRevenue, refundCounts } from "../db/order-rows.ts";

/**
 * Products by the units that were sold in orders since this time and not refunded or swapped: "productId", quantity, and
 * revenue, which is what was paid for these units, as the report by product has it. A refund of an amount alone is for no
 * certain product. As SQL, best first.
 */
export function bestSellers(since: Date, limit: number): RawBuilder<unknown> {
  // "offset 0": each order's lines are looked up, because reading those of all orders takes longer.
  return sql`
    with line as (
      select i.id, i.product_id, i.quantity, i.price::bigint * i.quantity - i.discount_cents as paid
        from orders o cross join lateral (select * from order_items i where i.order_id = o.id offset 0) i
        where o.created_at >= ${since} and ${bringsRevenue}
          and i.product_id is not null
    ), gone as (
      select order_item_id, sum(pieces) as units from (
        select l.order_item_id, l.pieces from refund_lines l join refunds r on r.id = l.refund_id
          where r.created_at >= ${since} and ${refundCounts}
        union all
        select from_item_id, pieces from swaps where created_at >= ${since}) part group by 1
    )
    select product_id as "productId", sum(quantity - coalesce(units, 0))::integer as quantity,
        sum(paid - coalesce(div(paid * units, quantity), 0))::float8 as revenue
      from line left join gone on gone.order_item_id = line.id
      group by product_id having sum(quantity - coalesce(units, 0)) > 0
      order by quantity desc, revenue desc, product_id limit ${limit}`;
}
