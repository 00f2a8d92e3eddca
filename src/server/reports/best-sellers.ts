import { type RawBuilder, sql } from "kysely";

/**
 * Products by the units that were sold in orders since this time and not refunded: "productId", quantity, and revenue, which
 * is what was paid for these units. Orders under an open dispute and cleared test orders don't count. As SQL, best first.
 */
export function bestSellers(since: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    select product_id as "productId", sum(quantity - refunded)::integer as quantity,
        sum(paid - paid * refunded / quantity)::float8 as revenue
      from (select i.product_id, i.quantity, i.price::bigint * i.quantity - i.discount_cents as paid,
          coalesce((o.pieces -> i.id::text ->> 'refunded')::integer, 0) as refunded
        from orders o join order_items i on i.order_id = o.id
        where o.created_at >= ${since} and o.status in ('paid', 'partially_refunded') and o.cleared_at is null
          and i.product_id is not null) line
      group by product_id having sum(quantity - refunded) > 0
      order by quantity desc, revenue desc, product_id limit ${limit}`;
}
