-- Writes down what the refunds that stand mean for the pieces of an order: {order_items.id: {refunded, canceled}}, only
-- lines of which there are some. canceled: of the refunded ones, those that had not left. The caller holds the order's lock.
create or replace function count_pieces(p_order_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  counted jsonb;
begin
  select coalesce(jsonb_object_agg(item, jsonb_build_object('refunded', refunded, 'canceled', canceled)), '{}') into counted
    from (select l.order_item_id as item, sum(l.pieces) as refunded, sum(l.unsent) as canceled
      from refund_lines l join refunds r on r.id = l.refund_id
      where r.order_id = p_order_id and refund_stage(r.status) < 2 group by 1) line;
  update orders set pieces = counted, updated_at = p_now where id = p_order_id and pieces <> counted;
end $$;
