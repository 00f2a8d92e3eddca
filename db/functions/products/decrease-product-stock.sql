-- The specification's procedure: takes stock or raises; never below zero. Without a variant's name, it takes the units
-- of a product with several variants from these in order, or none if there are too few in total. An order line names
-- its variant, so its units can be returned to it.
create or replace function decrease_product_stock(
  p_product_id uuid, p_quantity integer, p_variation text default '', p_order_id uuid default null,
  p_now timestamptz default now()
) returns void language plpgsql as $$
declare
  line record;
  remaining integer := p_quantity;
  units integer;
  v_name text := coalesce(p_variation, '');
begin
  if p_quantity is null or p_quantity < 1 then
    raise exception 'quantity must be at least 1' using errcode = 'check_violation', hint = 'bad_quantity';
  end if;
  if v_name = '' and p_order_id is null then
    perform 1 from inventory where product_id = p_product_id order by id for update;
  end if;
  for line in
    select id, case when variation = v_name then p_quantity else on_hand - held end as free from inventory
      where product_id = p_product_id and (variation = v_name or (v_name = '' and p_order_id is null))
      order by position, variation
  loop
    units := least(remaining, line.free);
    if units > 0 and take_stock(line.id, units, false, p_order_id, 'procedure', p_now) then
      remaining := remaining - units;
    end if;
  end loop;
  if not found then
    raise exception 'no such product or option' using errcode = 'no_data_found', hint = 'unknown_product';
  end if;
  if remaining > 0 then
    raise exception 'not enough stock' using errcode = 'check_violation', hint = 'out_of_stock';
  end if;
end $$;
