-- Counts products, and active ones with low stock, as they change. Runs at commit, as keep_order_figures does.
create or replace function keep_product_figures() returns trigger language plpgsql as $$
declare
  mine smallint := figures_shard();
  counted integer := 0;
  low integer := 0;
begin
  perform pg_advisory_xact_lock(7401, mine);
  if tg_op <> 'INSERT' then
    if old.status <> 'archived' then counted := counted - 1; end if;
    if old.status = 'active' and old.stock < 10 then low := low - 1; end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.status <> 'archived' then counted := counted + 1; end if;
    if new.status = 'active' and new.stock < 10 then low := low + 1; end if;
  end if;
  if counted <> 0 or low <> 0 then
    insert into product_figures as f (shard, products, low_stock) values (mine, counted, low)
      on conflict (shard) do update set products = f.products + excluded.products,
        low_stock = f.low_stock + excluded.low_stock;
  end if;
  return null;
end $$;

create constraint trigger products_keep_figures after insert or delete on products
  deferrable initially deferred for each row execute function keep_product_figures();
create constraint trigger products_keep_figures_on_change after update on products
  deferrable initially deferred for each row
  when (old.status is distinct from new.status or (old.stock < 10) is distinct from (new.stock < 10))
  execute function keep_product_figures();
