-- Best sellers bring what was paid for their pieces (db/functions/count-sales.sql). Until now they were counted without
-- their discounts, so what each order counted too much is taken off the sums. Nobody folds fresh sales meanwhile, and
-- until the functions are applied, in this transaction, nobody changes an order, which would be counted as before.
lock table product_sales_state in exclusive mode;
lock table orders in access exclusive mode;
with less as materialized (
  select o.day, i.product_id,
      sum(line.paid - line.paid * line.back / i.quantity - i.price::bigint * (i.quantity - line.back)) as revenue
    from order_items i join orders o on o.id = i.order_id
    cross join lateral (select i.price::bigint * i.quantity - i.discount_cents as paid,
      coalesce((o.pieces -> i.id::text ->> 'refunded')::integer, 0) as back) line
    where i.discount_cents <> 0 and i.product_id is not null and o.status in ('paid', 'partially_refunded')
      and o.cleared_at is null and (i.replaces is null or o.pieces ? i.id::text)
    group by o.day, i.product_id
), to_days as (
  insert into product_sales_daily as d (day, product_id, quantity, revenue)
    select day, product_id, 0, revenue from less
    on conflict (day, product_id) do update set revenue = d.revenue + excluded.revenue
)
insert into product_sales_sums as s (period, product_id, quantity, revenue)
  select period, l.product_id, 0, sum(l.revenue) from less l, product_sales_state state, unnest(array[7, 30, 90]) period
    where l.day between state.day - period + 1 and state.day group by 1, 2
  on conflict (period, product_id) do update set revenue = s.revenue + excluded.revenue;
