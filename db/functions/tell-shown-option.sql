-- Tells that an option of a product sold out, is back, or crossed a step of what is left (tell-shown-product.sql). The one
-- row of a product without options, whose pieces are the product's own, says nothing.
create or replace function tell_shown_option() returns trigger language plpgsql as $$
declare
  was integer := old.on_hand - old.held;
  is_now integer := new.on_hand - new.held;
  product products;
  change text;
begin
  if (was = 0) <> (is_now = 0) then
    change := case when is_now = 0 then 'option_sold_out' else 'option_back' end;
  elsif width_bucket(was, '{1,2,3,4,5,10,20,50,99}') <> width_bucket(is_now, '{1,2,3,4,5,10,20,50,99}') then
    change := 'option_stock';
  else
    return null;
  end if;
  select * into product from products where id = new.product_id and status = 'active';
  if found then perform tell_shown(product, change); end if;
  return null;
end $$;

create trigger inventory_tells_shown after update of on_hand, held on inventory
  for each row when (new.variation <> '') execute function tell_shown_option();
