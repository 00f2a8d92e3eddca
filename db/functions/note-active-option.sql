-- A new option is active when its product is (keep-active-options.sql).
create or replace function note_active_option() returns trigger language plpgsql as $$
begin
  new.is_active := coalesce((select status = 'active' from products where id = new.product_id), true);
  return new;
end $$;

create trigger inventory_notes_active before insert on inventory
  for each row execute function note_active_option();
