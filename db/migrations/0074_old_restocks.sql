-- A refund that was begun before refunds had lines, and that puts back what was bought, says so by piece, as others do.
update refunds r set restock_pieces = pieces.all_of_them
  from (select order_id, jsonb_object_agg(id, quantity) as all_of_them from order_items where replaces is null
    group by order_id) pieces
  where pieces.order_id = r.order_id and r.restock and r.restock_pieces is null and r.adjustment = r.amount
    and not exists (select from refund_lines where refund_id = r.id);
