-- Swaps units of an item of an order for units of another variant: the new ones leave the shelf, the old ones go back to it
-- (p_restock), and an item of the order stands for the new ones. The caller holds the order's lock, knows that the old
-- units may be replaced, and has decided what both are worth. 'sold_out', and nothing is written, when too few of the new
-- variant are free; else 'swapped'.
-- p_swap: {id, order_id, from_item_id, to_item_id, units (ids), goods_back, tax_back, goods, tax, refund_id, actor,
--   product_id, variant_id, variation, name, image_url, image_alt, price, discount_cents}
create or replace function swap_units(p_swap jsonb, p_restock boolean, p_source text, p_now timestamptz)
returns text language plpgsql as $$
declare
  s swaps := jsonb_populate_record(null::swaps, p_swap);
  old order_items;
  v_units bigint[] := array(select value::bigint from jsonb_array_elements_text(p_swap -> 'units') order by 1);
  v_product uuid := (p_swap ->> 'product_id')::uuid;
  v_variant uuid := (p_swap ->> 'variant_id')::uuid;
begin
  select * into old from order_items where id = s.from_item_id and order_id = s.order_id;
  perform 1 from inventory where id in (v_variant, old.variant_id) order by id for update;
  update inventory set on_hand = on_hand - cardinality(v_units)
    where id = v_variant and on_hand - held >= cardinality(v_units);
  if not found then return 'sold_out'; end if;
  insert into order_items (id, order_id, position, product_id, variant_id, quantity, price, variation, name, image_url, image_alt,
      discount_cents, replaces, tax_cents)
    values (s.to_item_id, s.order_id, old.position, v_product, v_variant, cardinality(v_units), (p_swap ->> 'price')::integer,
      nullif(p_swap ->> 'variation', ''), p_swap ->> 'name', p_swap ->> 'image_url', coalesce(p_swap ->> 'image_alt', ''),
      (p_swap ->> 'discount_cents')::integer, old.id, s.tax);
  perform make_units(s.order_id);
  s.created_at := p_now;
  insert into swaps values (s.*);
  insert into stock_movements (product_id, variant_id, kind, quantity, order_id, swap_id, source, created_at)
    values (v_product, v_variant, 'sale', -cardinality(v_units), s.order_id, s.id, p_source, p_now);
  update order_units set stock = 'taken' where order_item_id = s.to_item_id;
  update order_units u set state = 'replaced', replaced_by = n.id
    from order_units n where n.order_item_id = s.to_item_id and u.id = v_units[n.position];
  if p_restock then perform shelve_units(v_units, s.order_id, null, s.id, p_source, p_now); end if;
  perform count_units(s.order_id, p_now);
  return 'swapped';
end $$;
