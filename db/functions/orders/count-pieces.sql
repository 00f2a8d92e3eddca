-- Writes down what parcels, swaps, and refunds that stand, mean for the pieces of an order, of which the caller holds the
-- lock: {order_items.id: {refunded, canceled, sent}}, only lines of which there are some, and lines that replace others.
-- canceled: of the refunded ones, those that had not left. Swapped pieces count as refunded ones, and are named again:
-- {swapped, swappedUnsent}. With that an order that has parcels is shipped once nothing is left to be sent, and not
-- shipped when a failed refund or an exchange brings pieces to send.
create or replace function count_pieces(p_order_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  counted jsonb;
  to_send integer;
begin
  select coalesce(jsonb_object_agg(line.id,
        jsonb_build_object('refunded', line.refunded + line.swapped, 'canceled', line.canceled + line.swapped_unsent, 'sent', line.sent)
        || case when line.swapped = 0 then '{}'
          else jsonb_build_object('swapped', line.swapped, 'swappedUnsent', line.swapped_unsent) end)
      filter (where line.refunded + line.swapped + line.sent > 0 or line.replaces is not null), '{}'),
      sum(line.quantity - line.canceled - line.swapped_unsent - line.sent) into counted, to_send
    from (select i.id, i.quantity, i.replaces, coalesce(sum(back.pieces), 0) as refunded, coalesce(sum(back.unsent), 0) as canceled,
        (select coalesce(sum(w.pieces), 0) from swaps w where w.from_item_id = i.id) as swapped,
        (select coalesce(sum(w.unsent), 0) from swaps w where w.from_item_id = i.id) as swapped_unsent,
        (select coalesce(sum(l.pieces), 0) from parcel_lines l join parcels p on p.id = l.parcel_id
          where p.order_id = p_order_id and l.order_item_id = i.id) as sent
      from order_items i left join (select l.* from refund_lines l join refunds r on r.id = l.refund_id
          where r.order_id = p_order_id and refund_stage(r.status) < 2) back on back.order_item_id = i.id
      where i.order_id = p_order_id group by i.id) line;
  -- Whoever is asked to pay for a swap of a line was asked with its pieces as they were.
  update top_ups set closing_at = p_now, closing_why = 'changed' where order_id = p_order_id and ended_at is null
    and closing_at is null and counted -> item_id::text is distinct from seen;
  update orders set pieces = counted, has_to_send = to_send > 0 and cleared_at is null, updated_at = p_now where id = p_order_id and pieces <> counted;
  update orders set fulfillment = 'shipped', updated_at = p_now where id = p_order_id and fulfillment = 'unfulfilled'
    and to_send <= 0 and exists (select from parcels where order_id = p_order_id);
  update orders set fulfillment = 'unfulfilled', updated_at = p_now where id = p_order_id
    and fulfillment in ('shipped', 'delivered', 'returned') and to_send > 0;
  perform count_returns(p_order_id, p_now);
end $$;
