-- An order of which every piece that had not left was refunded waits for no parcel, although nothing of it was shipped.
-- Kept by count_pieces.
alter table orders add column has_to_send boolean not null default true;
update orders o set has_to_send = false
  where o.fulfillment = 'unfulfilled' and o.status in ('paid', 'partially_refunded') and o.pieces <> '{}'
    and not exists (select from order_items i where i.order_id = o.id
      and i.quantity > coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0)
        + coalesce((o.pieces -> i.id::text ->> 'sent')::integer, 0));
drop index orders_to_ship;
create index orders_to_ship on orders (created_at desc, id desc)
  where fulfillment = 'unfulfilled' and status in ('paid', 'partially_refunded') and has_to_send;
