-- Replaces units of an order by those of another variant: the new ones leave the shelf, the old ones go back to it
-- (p_restock), and an item of the order, with the change's id, stands for the new ones. The caller holds the order's lock,
-- knows that the old units may be replaced, and has decided what both are worth. False, and nothing is written, when too
-- few of the new variant are free.
-- n: the change; p_line: {product_id, variant_id, variation, name, image_url, image_alt, price, discount_cents}
create or replace function swap_units(n order_changes, p_line jsonb, p_restock boolean, p_source text, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  l checkout_items := jsonb_populate_record(null::checkout_items, p_line);
  old order_items;
  v_quantity integer := cardinality(n.units);
begin
  select * into old from order_items where id = n.item_id and order_id = n.order_id;
  perform 1 from inventory where id in (l.variant_id, old.variant_id) order by id for update;
  update inventory set on_hand = on_hand - v_quantity where id = l.variant_id and on_hand - held >= v_quantity;
  if not found then return false; end if;
  insert into order_items (id, order_id, position, product_id, variant_id, quantity, price, variation, name, image_url, image_alt,
      discount_cents, replaces, tax_cents)
    values (n.id, n.order_id, old.position, l.product_id, l.variant_id, v_quantity, l.price, nullif(l.variation, ''), l.name,
      l.image_url, coalesce(l.image_alt, ''), l.discount_cents, old.id, n.tax);
  perform make_units(n.order_id, 'taken');
  insert into stock_movements (product_id, variant_id, kind, quantity, order_id, change_id, source, created_at)
    values (l.product_id, l.variant_id, 'sale', -v_quantity, n.order_id, n.id, p_source, p_now);
  update order_units u set state = 'replaced', replaced_by = fresh.id
    from order_units fresh where fresh.order_item_id = n.id and u.id = n.units[fresh.position];
  if p_restock then perform shelve_units(n.units, n.order_id, null, n.id, p_source, p_now); end if;
  perform count_units(n.order_id, p_now);
  return true;
end $$;
