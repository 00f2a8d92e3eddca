-- Swaps pieces of a line of an order for pieces of another variant: the new ones leave the shelf, the old ones go back to
-- it (p_restock), and a line of the order stands for the new ones. The caller holds the order's lock, knows that there are so many old pieces,
-- and has decided what both are worth. 'sold_out', and nothing is written, when too few of the new variant are free; else 'swapped'.
-- p_swap: {id, order_id, from_item_id, to_item_id, pieces, unsent, goods_back, tax_back, goods, tax, refund_id, actor,
--   product_id, variant_id, variation, name, image_url, image_alt, price, discount_cents}
create or replace function swap_pieces(p_swap jsonb, p_restock boolean, p_source text, p_now timestamptz)
returns text language plpgsql as $$
declare
  s swaps := jsonb_populate_record(null::swaps, p_swap);
  old order_items;
  v_product uuid := (p_swap ->> 'product_id')::uuid;
  v_variant uuid := (p_swap ->> 'variant_id')::uuid;
  back integer;
begin
  select * into old from order_items where id = s.from_item_id and order_id = s.order_id;
  perform 1 from inventory where id in (v_variant, old.variant_id) order by id for update;
  update inventory set on_hand = on_hand - s.pieces
    where id = v_variant and on_hand - held >= s.pieces;
  if not found then return 'sold_out'; end if;
  insert into order_items (id, order_id, position, product_id, variant_id, quantity, price, variation, name, image_url, image_alt,
      discount_cents, replaces, tax_cents)
    values (s.to_item_id, s.order_id, old.position, v_product, v_variant, s.pieces, (p_swap ->> 'price')::integer, nullif(p_swap ->> 'variation', ''),
      p_swap ->> 'name', p_swap ->> 'image_url', coalesce(p_swap ->> 'image_alt', ''),
      (p_swap ->> 'discount_cents')::integer, old.id, s.tax);
  s.created_at := p_now;
  insert into swaps values (s.*);
  insert into stock_movements (product_id, variant_id, kind, quantity, order_id, swap_id, source, created_at)
    values (v_product, v_variant, 'sale', -s.pieces, s.order_id, s.id, p_source, p_now);
  -- Pieces that a sale never got are not off the shelf, so they can't go back; nor can those that are back already, and
  -- those that the order still has to send.
  perform count_pieces(s.order_id, p_now);
  select least(s.pieces, m.away, case when s.unsent > 0 then m.away + k.came - k.kept else k.returned - k.came end) into back
    from (select -coalesce(sum(quantity), 0) as away from stock_movements where order_id = s.order_id
        and variant_id = old.variant_id and kind in ('sale', 'restock', 'retake')
        and swap_id is distinct from s.id) m
    cross join (select sent_back(s.order_id, old.variant_id) as came,
        sum(i.quantity - coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0)) as kept,
        sum(coalesce((o.pieces -> i.id::text ->> 'refunded')::integer, 0)
          - coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0)) as returned
      from orders o join order_items i on i.order_id = o.id where o.id = s.order_id and i.id <> s.to_item_id
        and i.variant_id = old.variant_id) k;
  if p_restock and back > 0 then
    update inventory set on_hand = on_hand + back where id = old.variant_id;
    if found then
      insert into stock_movements (product_id, variant_id, kind, quantity, order_id, swap_id, source, created_at)
        values (old.product_id, old.variant_id, 'restock', back, s.order_id, s.id, p_source, p_now);
    end if;
  end if;
  return 'swapped';
end $$;
