-- A refund of pieces that had not left has failed, so they are the order's again. As far as that brings more to send than
-- is off the shelf, they are taken from what is free, once; whichever refund had put them back. Pieces that were sent are
-- off the shelf, too, until they come back. Not for an order that was canceled or a rehearsal that was cleared, nor for
-- pieces that the sale never got. Where too few are left, the order is flagged and the owner decides.
create or replace function retake_pieces(
  p_order_id uuid, p_refund_id uuid, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  line record;
begin
  if exists (select from orders where id = p_order_id and (fulfillment = 'canceled' or cleared_at is not null)) then return; end if;
  perform count_pieces(p_order_id, p_now);
  perform 1 from inventory where id in (select i.variant_id from order_items i
      join refund_lines l on l.order_item_id = i.id where l.refund_id = p_refund_id and l.unsent > 0)
    order by id for update;
  for line in
    select f.product_id, f.variant_id, least(f.unsent, f.kept - came.pieces - m.away, m.back)::integer as quantity
      from (select i.product_id, i.variant_id, coalesce(sum(l.unsent), 0) as unsent,
          sum(i.quantity - coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0)) as kept
        from orders o join order_items i on i.order_id = o.id
          left join refund_lines l on l.refund_id = p_refund_id and l.order_item_id = i.id
        where o.id = p_order_id group by 1, 2) f
      cross join lateral (select -sum(quantity) as away, coalesce(sum(quantity) filter (where kind <> 'sale'), 0) as back
        from stock_movements where order_id = p_order_id and variant_id = f.variant_id and kind in ('sale', 'restock', 'retake')) m
      cross join lateral (select sent_back(p_order_id, f.variant_id) as pieces) came
      where least(f.unsent, f.kept - came.pieces - m.away, m.back) > 0
      order by 1, 2
  loop
    continue when exists (select from stock_movements where order_id = p_order_id and refund_id = p_refund_id
      and kind = 'retake' and variant_id = line.variant_id);
    update inventory set on_hand = on_hand - line.quantity
      where id = line.variant_id and on_hand - held >= line.quantity;
    if not found then
      perform flag_order(p_order_id, 'pieces_gone', p_now);
      continue;
    end if;
    insert into stock_movements (product_id, variant_id, kind, quantity, order_id, refund_id, source, created_at)
      values (line.product_id, line.variant_id, 'retake', -line.quantity, p_order_id, p_refund_id, p_source, p_now);
  end loop;
end $$;
