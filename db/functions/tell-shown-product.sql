-- Tells that a product came, went, or shows something else. Everything but its stock is an edit: also what the owner
-- changes in its options and pictures, because each edit counts the version up. How many are left is shown in steps: each
-- of the last four (LOW_STOCK_MAX), and above them how many can be chosen at most. A sale that crosses no step shows
-- nothing new and tells nobody. Drafts and what is archived are on no page.
create or replace function tell_shown_product() returns trigger language plpgsql as $$
declare
  was products;
begin
  if tg_op <> 'UPDATE' then
    was := case when tg_op = 'DELETE' then old else new end;
    if was.status = 'active' then perform tell_shown(was, 'listed'); end if;
    return null;
  end if;
  if old.status <> 'active' and new.status <> 'active' then return null; end if;
  if (old.status, old.category, old.created_at) is distinct from (new.status, new.category, new.created_at) then
    perform tell_shown(new, 'listed', old);
    -- A list that ends with something newer may have shown it where it was.
    if new.created_at < old.created_at then perform tell_shown(old, 'listed'); end if;
    return null;
  end if;
  was := old;
  was.stock := new.stock;
  if (was.design, was.color, was.image_url) is distinct from (new.design, new.color, new.image_url) then
    perform tell_shown(new, 'edited', was);
  elsif was is distinct from new then
    perform tell_shown(new, 'edited');
  end if;
  if (old.stock = 0) <> (new.stock = 0) then
    perform tell_shown(new, case when new.stock = 0 then 'sold_out' else 'back' end);
  elsif width_bucket(old.stock, '{5}') <> width_bucket(new.stock, '{5}') then
    -- All that cards tell.
    perform tell_shown(new, 'level');
  elsif width_bucket(old.stock, '{1,2,3,4,5,10,20,50,99}') <> width_bucket(new.stock, '{1,2,3,4,5,10,20,50,99}') then
    perform tell_shown(new, 'stock');
  end if;
  return null;
end $$;

create trigger products_tell_shown after insert or delete on products
  for each row execute function tell_shown_product();
create trigger products_tell_shown_on_change after update on products
  for each row when (old.* is distinct from new.*) execute function tell_shown_product();
