-- The specification's procedure: takes stock or raises; never below zero. A product that is sold by option needs the
-- option's name.
create or replace function decrease_product_stock(
  p_product_id uuid, p_quantity integer, p_variation text default '', p_order_id uuid default null,
  p_now timestamptz default now()
) returns void language plpgsql as $$
begin
  if p_quantity is null or p_quantity < 1 then
    raise exception 'quantity must be at least 1' using errcode = 'check_violation', hint = 'bad_quantity';
  end if;
  if not exists (select 1 from inventory where product_id = p_product_id and variation = coalesce(p_variation, '')) then
    raise exception 'no such product or option' using errcode = 'no_data_found', hint = 'unknown_product';
  end if;
  if not take_stock(p_product_id, coalesce(p_variation, ''), p_quantity, false, p_order_id, 'procedure', p_now) then
    raise exception 'not enough stock' using errcode = 'check_violation', hint = 'out_of_stock';
  end if;
end $$;
