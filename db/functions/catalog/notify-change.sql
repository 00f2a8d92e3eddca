-- Notifies every process that pages may have changed: of one product, by the column that the trigger names, or of the
-- settings (src/server/catalog/shown/change.ts). With the commit, so the message can't be lost while the change stays, and once for
-- all that a transaction changes of a product. Each product shows its category: a change of one is one of everything.
create or replace function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', concat_ws(' ', tg_argv[0], coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[1]));
  return null;
end $$;

create trigger store_settings_notify after insert or update or delete on store_settings
  for each row execute function notify_change('settings');
create trigger collections_notify after insert or update or delete on collections
  for each row execute function notify_change('settings');
create trigger categories_notify after insert or update or delete on categories
  for each row execute function notify_change('everything');
create trigger size_charts_notify after insert or update or delete on size_charts
  for each row execute function notify_change('settings');
create trigger products_notify after insert or delete on products
  for each row execute function notify_change('product', 'id');
-- Options and pictures, too: each edit of them counts the product's version up. The sum of its stock (keep_product_stock)
-- shows nothing that the rows of its variants don't announce.
create trigger products_notify_edit after update on products
  for each row when (old.stock = new.stock and old.* is distinct from new.*) execute function notify_change('product', 'id');
create trigger reviews_notify after insert or update or delete on reviews
  for each row execute function notify_change('product', 'product_id');
-- How many are left is shown in steps: each of the last four (LOW_STOCK_MAX), and above them how many can be chosen at
-- most. A sale that crosses no step changes no page and sends no notification.
create trigger inventory_notify after update of on_hand, held on inventory
  for each row when (width_bucket(old.on_hand - old.held, '{1,2,3,4,5,10,20,50,99}')
    <> width_bucket(new.on_hand - new.held, '{1,2,3,4,5,10,20,50,99}'))
  execute function notify_change('product', 'product_id');
