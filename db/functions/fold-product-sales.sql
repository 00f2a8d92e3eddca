-- Best sellers. Sales are stored fresh, split over eight rows so that orders at the same moment don't wait for each
-- other. This moves them to one row per day and product and adds them to the sums of the last 7, 30 and 90 days, which
-- are indexed in the order in which they are shown. A reader takes the sums and what is still fresh, so it always sees
-- every sale and never adds up a quarter of a year. One fold at a time; rows that a sale is writing are left for the
-- next. A new day computes the sums again. Returns how many rows were fresh.
create or replace function fold_product_sales(p_today date) returns integer language plpgsql as $$
declare
  was date;
  folded integer;
begin
  insert into product_sales_state values (1, '2000-01-01') on conflict do nothing;
  select day into was from product_sales_state where id = 1 for update;
  with due as materialized (
    select day, product_id, shard from product_sales_fresh for update skip locked
  ), taken as (
    delete from product_sales_fresh f using due
      where f.day = due.day and f.product_id = due.product_id and f.shard = due.shard returning f.*
  ), by_day as materialized (
    select day, product_id, sum(quantity) as quantity, sum(revenue) as revenue from taken group by 1, 2
  ), to_days as (
    insert into product_sales_daily as d (day, product_id, quantity, revenue)
      select * from by_day
      on conflict (day, product_id) do update set quantity = d.quantity + excluded.quantity,
        revenue = d.revenue + excluded.revenue
  ), to_sums as (
    insert into product_sales_sums as s (period, product_id, quantity, revenue)
      select period, product_id, sum(quantity), sum(revenue) from by_day, unnest(array[7, 30, 90]) period
        where was = p_today and day between p_today - period + 1 and p_today group by 1, 2
      on conflict (period, product_id) do update set quantity = s.quantity + excluded.quantity,
        revenue = s.revenue + excluded.revenue
  )
  select count(*) into folded from taken;
  if was <> p_today then
    delete from product_sales_sums;
    insert into product_sales_sums (period, product_id, quantity, revenue)
      select period, product_id, sum(quantity), sum(revenue) from product_sales_daily, unnest(array[7, 30, 90]) period
        where day between p_today - period + 1 and p_today group by 1, 2;
    update product_sales_state set day = p_today where id = 1;
  end if;
  return folded;
end $$;
