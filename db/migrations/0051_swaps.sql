-- Pieces of an order are swapped for others: a line of its own stands for the new ones, and lines that were sold never
-- change.
alter table order_items
  -- The line of which it replaces pieces.
  add column replaces uuid references order_items (id),
  -- Its own part of tax. Lines that were sold share the order's.
  add column tax_cents integer check (tax_cents >= 0),
  add constraint order_items_replacement check ((replaces is null) = (tax_cents is null));

create table swaps (
  id uuid primary key,
  order_id uuid not null references orders (id),
  from_item_id uuid not null references order_items (id),
  to_item_id uuid not null unique references order_items (id),
  pieces integer not null check (pieces > 0),
  -- Of these pieces, those that had not left.
  unsent integer not null check (unsent between 0 and pieces),
  -- What the old pieces were worth, and what the new ones are. The difference is refunded.
  goods_back integer not null,
  tax_back integer not null,
  goods integer not null check (goods between 0 and goods_back),
  tax integer not null check (tax between 0 and tax_back),
  -- Null: there is no difference.
  refund_id uuid,
  actor text not null,
  created_at timestamptz not null,
  check ((refund_id is null) = (goods = goods_back and tax = tax_back))
);
create index swaps_order on swaps (order_id);
create index swaps_from on swaps (from_item_id);
create index swaps_refund on swaps (refund_id) where refund_id is not null;

-- The old pieces that went back on the shelf with a swap, and the new ones that left it.
alter table stock_movements add column swap_id uuid;
drop index stock_movements_once_per_order_line;
create unique index stock_movements_once_per_order_line on stock_movements
  (order_id, product_id, variation, kind, coalesce(refund_id, swap_id, order_id)) where order_id is not null;

alter table order_corrections drop constraint order_corrections_kind_check;
alter table order_corrections add constraint order_corrections_kind_check check (kind in ('address', 'email', 'swap'));
