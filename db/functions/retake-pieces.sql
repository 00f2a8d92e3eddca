-- A refund that had put pieces on the shelf has failed. Those that had not left are the order's again, so they are
-- taken from what is free, once; unless the order was canceled. Where too few are left, the order is flagged and the owner decides.
create or replace function retake_pieces(
  p_order_id uuid, p_refund_id uuid, p_source text, p_now timestamptz
) returns void language plpgsql as $$
declare
  line record;
  v_now text;
begin
  if (select fulfillment from orders where id = p_order_id) = 'canceled' then return; end if;
  perform 1 from inventory i join stock_movements m on m.product_id = i.product_id
      and i.variation = option_now(m.product_id, m.variation)
    where m.refund_id = p_refund_id and m.kind = 'restock' order by i.product_id, i.variation for update of i;
  for line in
    select m.product_id, m.variation, least(m.quantity, sum(l.unsent))::integer as quantity
      from stock_movements m
      join order_items i on i.order_id = m.order_id and i.product_id = m.product_id and coalesce(i.variation, '') = m.variation
      join refund_lines l on l.refund_id = m.refund_id and l.order_item_id = i.id
      where m.refund_id = p_refund_id and m.kind = 'restock' and m.order_id = p_order_id
      group by m.product_id, m.variation, m.quantity having sum(l.unsent) > 0
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
