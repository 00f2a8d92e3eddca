-- Puts sold pieces of an order back on the shelf: without a refund, and for an order that is canceled, all that are off it;
-- else as many as p_pieces says of each line ({order_items.id: pieces}), once per refund, and never more than were sold,
-- were refunded, and have not gone back. They go to the variant that they were sold of; one that
-- is no longer sold is left out. Returns how many lines were put back.
create or replace function restock_order(
  p_order_id uuid, p_source text, p_now timestamptz, p_refund_id uuid default null, p_pieces jsonb default null
) returns integer language plpgsql as $$
declare
  line record;
  restocked integer := 0;
begin
  perform 1 from inventory where id in (select variant_id from stock_movements where order_id = p_order_id and kind = 'sale')
    order by id for update;
  for line in
    select i.product_id, away.variant_id, least(away.quantity, wanted.quantity)::integer as quantity
      from (select variant_id, -sum(quantity) as quantity from stock_movements
        where order_id = p_order_id and kind in ('sale', 'restock', 'retake') group by 1) away
      join inventory i on i.id = away.variant_id
      join lateral (select case when p_refund_id is null
            or (select fulfillment from orders where id = p_order_id) = 'canceled' then away.quantity
          when not exists (select from refund_lines where refund_id = p_refund_id)
          then coalesce(sum((p_pieces ->> l.id::text)::integer), 0)
          -- What another refund was for is to be sent again when that one fails.
          else least(coalesce(sum((p_pieces ->> l.id::text)::integer), 0),
            sum(coalesce(back.pieces, 0) + swapped.pieces - l.quantity) + away.quantity) end as quantity
        from order_items l left join lateral (select sum(b.pieces) as pieces from refund_lines b
          join refunds r on r.id = b.refund_id where b.order_item_id = l.id and refund_stage(r.status) < 2) back on true
        cross join lateral (select coalesce(sum(w.pieces), 0) as pieces from swaps w where w.from_item_id = l.id) swapped
        where l.order_id = p_order_id and l.variant_id = away.variant_id) wanted on true
      where least(away.quantity, wanted.quantity) > 0
      order by 1, 2
  loop
    insert into stock_movements (product_id, variant_id, kind, quantity, order_id, refund_id, source, created_at)
      values (line.product_id, line.variant_id, 'restock', line.quantity, p_order_id, p_refund_id, p_source, p_now)
      on conflict (order_id, variant_id, kind, coalesce(refund_id, swap_id, order_id)) where order_id is not null
      do nothing;
    if found then
      update inventory set on_hand = on_hand + line.quantity where id = line.variant_id;
      restocked := restocked + 1;
    end if;
  end loop;
  return restocked;
end $$;
