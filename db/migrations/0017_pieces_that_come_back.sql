-- A refund puts back on the shelf as many pieces of a line as came back, not only whole lines.

-- {order_items.id: pieces}; null: all that is left of the order. Counts only with restock.
alter table refunds add column restock_pieces jsonb;
update refunds set restock_pieces = coalesce((select jsonb_object_agg(l.id, l.quantity) from order_items l
    where l.order_id = refunds.order_id and l.id = any (refunds.restock_items)), '{}')
  where restock_items is not null;
alter table refunds drop column restock_items;

-- Several refunds may each put back pieces of the same line, each of them once.
alter table stock_movements add column refund_id uuid;
drop index stock_movements_once_per_order_line;
create unique index stock_movements_once_per_order_line
  on stock_movements (order_id, product_id, variation, kind, coalesce(refund_id, order_id)) where order_id is not null;
