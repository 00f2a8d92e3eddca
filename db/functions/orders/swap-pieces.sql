-- Swaps pieces of a line of an order for pieces of another option: the new ones leave the shelf, the old ones go back to
-- it (p_restock), and a line of the order stands for the new ones. The caller holds the order's lock, knows that there are so many old pieces,
-- and has decided what both are worth. 'sold_out', and nothing is written, when too few of the new option are free; else 'swapped'.
-- p_swap: {id, order_id, from_item_id, to_item_id, pieces, unsent, goods_back, tax_back, goods, tax, refund_id, actor,
--   product_id, variation, name, image_url, image_alt, price, discount_cents}
create or replace function swap_pieces(p_swap jsonb, p_restock boolean, p_source text, p_now timestamptz)
returns text language plpgsql as $$
declare
  s swaps := jsonb_populate_record(null::swaps, p_swap);
  old order_items;
  v_product uuid := (p_swap ->> 'product_id')::uuid;
  v_option text := coalesce(p_swap ->> 'variation', '');
  v_old_option text;
  back integer;
begin
  select * into old from order_items where id = s.from_item_id and order_id = s.order_id;
  perform lock_renamed(array[v_product, old.product_id]);
  v_old_option := option_now(old.product_id, coalesce(old.variation, ''));
  update inventory set on_hand = on_hand - s.pieces
    where product_id = v_product and variation = v_option and on_hand - held >= s.pieces;
  if not found then return 'sold_out'; end if;
  insert into order_items (id, order_id, position, product_id, quantity, price, variation, name, image_url, image_alt,
      discount_cents, replaces, tax_cents)
    values (s.to_item_id, s.order_id, old.position, v_product, s.pieces, (p_swap ->> 'price')::integer, nullif(v_option, ''),
      p_swap ->> 'name', p_swap ->> 'image_url', coalesce(p_swap ->> 'image_alt', ''),
      (p_swap ->> 'discount_cents')::integer, old.id, s.tax);
  s.created_at := p_now;
  insert into swaps values (s.*);
  insert into stock_movements (product_id, variation, kind, quantity, order_id, swap_id, source, created_at)
    values (v_product, v_option, 'sale', -s.pieces, s.order_id, s.id, p_source, p_now);
  -- Pieces that a sale never got are not off the shelf, so they can't go back; nor can those that are back already, and
  -- those that the order still has to send.
  perform count_pieces(s.order_id, p_now);
  select least(s.pieces, m.away, case when s.unsent > 0 then m.away + k.came - k.kept else k.returned - k.came end) into back
    from (select -coalesce(sum(quantity), 0) as away from stock_movements where order_id = s.order_id
        and product_id = old.product_id and variation = coalesce(old.variation, '') and kind in ('sale', 'restock', 'retake')
        and swap_id is distinct from s.id) m
    cross join (select sent_back(s.order_id, old.product_id, coalesce(old.variation, '')) as came,
        sum(i.quantity - coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0)) as kept,
        sum(coalesce((o.pieces -> i.id::text ->> 'refunded')::integer, 0)
          - coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0)) as returned
      from orders o join order_items i on i.order_id = o.id where o.id = s.order_id and i.id <> s.to_item_id
        and i.product_id = old.product_id and coalesce(i.variation, '') = coalesce(old.variation, '')) k;
  if p_restock and back > 0 then
    update inventory set on_hand = on_hand + back where product_id = old.product_id and variation = v_old_option;
    if found then
      insert into stock_movements (product_id, variation, kind, quantity, order_id, swap_id, source, created_at)
        values (old.product_id, coalesce(old.variation, ''), 'restock', back, s.order_id, s.id, p_source, p_now);
      perform carry_pieces(old.product_id, coalesce(old.variation, ''), v_old_option, back, p_source, p_now);
    end if;
  end if;
  return 'swapped';
end $$;
