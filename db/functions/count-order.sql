-- Adds an order to the figures of its status and day (p_sign 1), or subtracts it (-1).
create or replace function count_order(p_order orders, p_sign integer, p_shard smallint) returns void language plpgsql as $$
begin
  insert into order_figures as f (status, shard, orders, total, refunded)
    values (p_order.status, p_shard, p_sign, p_sign * (p_order.total + p_order.topped_up)::bigint, p_sign * p_order.amount_refunded::bigint)
    on conflict (status, shard) do update set orders = f.orders + excluded.orders,
      total = f.total + excluded.total, refunded = f.refunded + excluded.refunded;
  insert into order_figures_daily as f (day, status, shard, orders, total, refunded)
    values (p_order.day, p_order.status, p_shard, p_sign, p_sign * (p_order.total + p_order.topped_up)::bigint,
      p_sign * p_order.amount_refunded::bigint)
    on conflict (day, status, shard) do update set orders = f.orders + excluded.orders,
      total = f.total + excluded.total, refunded = f.refunded + excluded.refunded;
end $$;
