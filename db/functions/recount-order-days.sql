-- Counts the orders by the store's time zone after the owner has set another one: the next p_limit of them, in the order
-- of their ids. Each order that falls on another day moves by the triggers that count it, so reports stay right at every
-- step, and a crash loses nothing. The first call after a change only notes it: orders that came in under the old zone
-- at the same moment are there when the next call, a minute later, begins. Answers whether there is more to do at once.
create or replace function recount_order_days(p_limit integer) returns boolean language plpgsql as $$
declare
  wanted text := shop_time_zone();
  state order_days_state;
  last uuid;
  count integer;
begin
  insert into order_days_state (id, zone) values (1, wanted) on conflict do nothing;
  select * into state from order_days_state where id = 1 for update;
  if state.next_zone is distinct from wanted then
    if state.next_zone is null and state.zone = wanted then return false; end if;
    update order_days_state set next_zone = wanted, after_id = null where id = 1;
    return false;
  end if;
  with batch as materialized (
    select o.id, o.day as was, shop_day(o.created_at) as day from orders o
      where state.after_id is null or o.id > state.after_id order by o.id limit p_limit
  ), moved as (
    update orders o set day = b.day from batch b where o.id = b.id and b.day <> b.was
  )
  select count(*), (array_agg(id order by id desc))[1] into count, last from batch;
  if count < p_limit then
    update order_days_state set zone = wanted, next_zone = null, after_id = null where id = 1;
    -- Reports add up every day anew: those of the new zone, and those of the old one that may be empty now. No two zones
    -- are more than two days apart. (The counters of this transaction's own orders come with its commit.)
    insert into report_days_due select distinct day + shift from order_figures_daily, generate_series(-2, 2) shift
      union select since from report_figures where span = 'day' and by = 'state'
      union select shop_day(created_at) from refunds union select shop_day(created_at) from disputes
      union select shop_day(ended_at) from top_ups where outcome is not null;
    return false;
  end if;
  update order_days_state set after_id = last where id = 1;
  return true;
end $$;
