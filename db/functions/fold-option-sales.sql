-- What was sold of each option in the 28 days up to p_today: adds what is new to its day, removes the days that have
-- passed, and writes the sums of the options that it touched. At most p_limit rows of each kind, so that nobody waits
-- long for an option; returns whether there is more to do now. One fold at a time. What was sold under a former name
-- counts for the option that has it now.
create or replace function fold_option_sales(p_today date, p_limit integer) returns boolean language plpgsql as $$
declare
  touched uuid[];
  added integer;
  removed integer;
begin
  perform pg_advisory_xact_lock(7409, 0);
  with due as materialized (
    select movement_id from option_sales_fresh order by movement_id limit p_limit
  ), taken as (
    delete from option_sales_fresh f using due where f.movement_id = due.movement_id returning f.movement_id
  ), moved as (
    select m.product_id, m.variation, m.created_at, m.quantity
      from taken t join stock_movements m on m.id = t.movement_id where m.source <> 'rehearsal'
    union all
    -- A rehearsal that was cleared goes from the days on which it was sold.
    select was.product_id, was.variation, was.created_at, -was.quantity
      from taken t join stock_movements m on m.id = t.movement_id
        join stock_movements was on was.order_id = m.order_id and was.product_id = m.product_id
          and was.variation = m.variation and was.kind in ('sale', 'restock', 'retake') and was.id < m.id
      where m.source = 'rehearsal'
  ), by_day as materialized (
    select product_id, variation, shop_day(created_at) as day, -sum(quantity)::integer as quantity
      from moved group by 1, 2, 3
  ), kept as (
    insert into option_sales as s (product_id, variation, day, quantity)
      select product_id, variation, day, quantity from by_day where day > p_today - 28
      on conflict (product_id, variation, day) do update set quantity = s.quantity + excluded.quantity
  )
  select (select count(*) from taken), (select array_agg(distinct product_id) from by_day) into added, touched;
  with gone as (
    delete from option_sales s using (
      select product_id, variation, day from option_sales where day <= p_today - 28 order by day limit p_limit) old
      where s.product_id = old.product_id and s.variation = old.variation and s.day = old.day returning s.product_id
  )
  select count(*), touched || array_agg(distinct product_id) into removed, touched from gone;
  perform 1 from inventory where product_id = any(touched) order by product_id, variation for update;
  update inventory i set sold = now_sold.pieces
    from (select i.product_id, i.variation, (select greatest(coalesce(sum(s.quantity), 0), 0) from option_sales s
          where s.product_id = i.product_id and option_now(s.product_id, s.variation) = i.variation)
          as pieces
        from inventory i where i.product_id = any(touched)) now_sold
    where i.product_id = now_sold.product_id and i.variation = now_sold.variation and i.sold <> now_sold.pieces;
  return added >= p_limit or removed >= p_limit;
end $$;
