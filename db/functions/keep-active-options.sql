-- Keeps which options are of an active product, so that the inventory reads no others. Whoever changes a product's status
-- has locked its options before.
create or replace function keep_active_options() returns trigger language plpgsql as $$
begin
  update inventory set is_active = (new.status = 'active')
    where product_id = new.id and is_active <> (new.status = 'active');
  return null;
end $$;

create trigger products_keep_active_options after update of status on products
  for each row when (old.status is distinct from new.status) execute function keep_active_options();
