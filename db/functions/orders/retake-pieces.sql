-- A refund of pieces that had not left has failed, so they are the order's again. As far as that brings more to send than
-- is off the shelf, they are taken from what is free, once; whichever refund had put them back. Pieces that were sent are
-- off the shelf, too, until they come back. Not for an order that was canceled or a rehearsal that was cleared, nor for
-- pieces that the sale never got. Where too few are left, the order is flagged and the owner decides.
create or replace function retake_pieces(
  p_order_id uuid, p_refund_id uuid, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  line record;
  v_now text;
begin
  if exists (select from orders where id = p_order_id and (fulfillment = 'canceled' or cleared_at is not null)) then return; end if;
  perform count_pieces(p_order_id, p_now);
  perform 1 from inventory v join order_items i on i.product_id = v.product_id
      and v.variation = option_now(i.product_id, coalesce(i.variation, ''))
    where i.id in (select order_item_id from refund_lines where refund_id = p_refund_id and unsent > 0)
    order by v.product_id, v.variation for update of v;
  for line in
    select f.product_id, f.variation, least(f.unsent, f.kept - came.pieces - m.away, m.back)::integer as quantity
      from (select i.product_id, coalesce(i.variation, '') as variation, coalesce(sum(l.unsent), 0) as unsent,
          sum(i.quantity - coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0)) as kept
        from orders o join order_items i on i.order_id = o.id
          left join refund_lines l on l.refund_id = p_refund_id and l.order_item_id = i.id
        where o.id = p_order_id group by 1, 2) f
      cross join lateral (select -sum(quantity) as away, coalesce(sum(quantity) filter (where kind <> 'sale'), 0) as back
        from stock_movements where order_id = p_order_id and product_id = f.product_id and variation = f.variation
          and kind in ('sale', 'restock', 'retake')) m
      cross join lateral (select sent_back(p_order_id, f.product_id, f.variation) as pieces) came
      where least(f.unsent, f.kept - came.pieces - m.away, m.back) > 0
      order by 1, 2
  loop
    continue when exists (select from stock_movements where order_id = p_order_id and refund_id = p_refund_id
      and kind = 'retake' and product_id = line.product_id and variation = line.variation);
    v_now := option_now(line.product_id, line.variation);
    update inventory set on_hand = on_hand - line.quantity
      where product_id = line.product_id and variation = v_now and on_hand - held >= line.quantity;
    if not found then
      perform flag_order(p_order_id, 'pieces_gone', p_now);
      continue;
    end if;
    insert into stock_movements (product_id, variation, kind, quantity, order_id, refund_id, source, created_at)
      values (line.product_id, line.variation, 'retake', -line.quantity, p_order_id, p_refund_id, p_source, p_now);
    perform carry_pieces(line.product_id, line.variation, v_now, -line.quantity, p_source, p_now);
  end loop;
end $$;
