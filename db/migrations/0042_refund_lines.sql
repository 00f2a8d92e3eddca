-- A refund says what it is for: pieces of lines with their goods and tax, shipping, and an adjustment that the owner
-- typed. Goods, tax, shipping and adjustment are null as long as nobody has said it, as with a refund made at the
-- provider. Refunds from before are amounts that were for no certain pieces.
alter table refunds
  add column goods integer check (goods >= 0),
  add column tax integer check (tax >= 0),
  add column shipping integer check (shipping >= 0),
  -- What the amount is more or less than its other parts.
  add column adjustment integer;
update refunds set goods = 0, tax = 0, shipping = 0, adjustment = amount;
alter table refunds add constraint refunds_parts check (
  num_nonnulls(goods, tax, shipping, adjustment) in (0, 4) and amount = goods + tax + shipping + adjustment);

create table refund_lines (
  refund_id uuid not null references refunds (id),
  order_item_id uuid not null references order_items (id),
  pieces integer not null check (pieces > 0),
  -- Of these pieces, those that had not left: they are canceled and never ship.
  unsent integer not null check (unsent between 0 and pieces),
  goods integer not null check (goods >= 0),
  tax integer not null check (tax >= 0),
  primary key (refund_id, order_item_id)
);

create index refund_lines_item on refund_lines (order_item_id);

-- What refunds that stand have changed: {order_items.id: {refunded, canceled}}. Kept by count_pieces().
alter table orders add column pieces jsonb not null default '{}';

-- retake: pieces that a failed refund had put on the shelf are the order's again.
alter table stock_movements drop constraint stock_movements_kind_check;
alter table stock_movements add constraint stock_movements_kind_check
  check (kind in ('initial', 'adjustment', 'sale', 'restock', 'retake', 'rename'));
