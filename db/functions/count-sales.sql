-- Adds the pieces of an order that are not refunded, and what was paid for them, to the fresh sales of its day (p_sign 1),
-- or subtracts them (-1). Refunded pieces are worth what refunds of them give (src/domain/order/refund-parts.ts).
create or replace function count_sales(p_order orders, p_sign integer, p_shard smallint) returns void language plpgsql as $$
begin
  insert into product_sales_fresh as f (day, product_id, shard, quantity, revenue)
    select p_order.day, product_id, p_shard, p_sign * sum(quantity - back), p_sign * sum(paid - paid * back / quantity)
      from (select product_id, quantity, price::bigint * quantity - discount_cents as paid,
          coalesce((p_order.pieces -> id::text ->> 'refunded')::integer, 0) as back
        from order_items where order_id = p_order.id and product_id is not null
          -- What replaces pieces was no part of the order before it was counted.
          and (replaces is null or p_order.pieces ? id::text)) line
      group by product_id order by product_id
    on conflict (day, product_id, shard) do update set quantity = f.quantity + excluded.quantity,
      revenue = f.revenue + excluded.revenue;
end $$;
