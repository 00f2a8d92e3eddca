-- Counts orders as they change, so that the dashboard never reads all of them. Runs at commit, so that counters are
-- locked last and for the shortest time. Transactions that share a shard take turns by one lock instead of by the rows,
-- whose order differs from one change to the next. A rehearsal that was cleared does not count.
create or replace function keep_order_figures() returns trigger language plpgsql as $$
declare
  shard smallint := figures_shard();
  was_counted boolean := tg_op <> 'INSERT' and old.cleared_at is null;
  is_counted boolean := tg_op <> 'DELETE' and new.cleared_at is null;
  was_sold boolean := was_counted and old.status in ('paid', 'partially_refunded');
  is_sold boolean := is_counted and new.status in ('paid', 'partially_refunded');
  is_same boolean := was_sold and is_sold and old.pieces = new.pieces and old.day = new.day;
begin
  perform pg_advisory_xact_lock(7401, shard);
  if was_counted then perform count_order(old, -1, shard); end if;
  if is_counted then perform count_order(new, 1, shard); end if;
  if was_sold and not is_same then perform count_sales(old, -1, shard); end if;
  if is_sold and not is_same then perform count_sales(new, 1, shard); end if;
  return null;
end $$;

create constraint trigger orders_keep_figures after insert or delete on orders
  deferrable initially deferred for each row execute function keep_order_figures();
create constraint trigger orders_keep_figures_on_change after update on orders
  deferrable initially deferred for each row
  when (old.status is distinct from new.status or old.total is distinct from new.total
    or old.topped_up is distinct from new.topped_up or old.amount_refunded is distinct from new.amount_refunded or old.pieces is distinct from new.pieces
    or old.day is distinct from new.day or old.cleared_at is distinct from new.cleared_at)
  execute function keep_order_figures();
