-- An order may leave in several parcels. Each has its pieces, and says how it is sent now; what was written before a
-- correction stays in fulfillment_events.
create table parcels (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- 1 for the first parcel of its order.
  number integer not null check (number >= 1),
  -- carrier: handed to one; letter: with a stamp; pickup: the customer came; hand: brought by the shop itself.
  way text not null check (way in ('carrier', 'letter', 'pickup', 'hand')),
  carrier text not null default '',
  tracking_number text not null default '',
  is_corrected boolean not null default false,
  created_at timestamptz not null,
  unique (order_id, number)
);
create index parcels_newest on parcels (created_at desc, id desc);

create table parcel_lines (
  parcel_id uuid not null references parcels (id),
  order_item_id uuid not null references order_items (id),
  pieces integer not null check (pieces > 0),
  primary key (parcel_id, order_item_id)
);

create index parcel_lines_item on parcel_lines (order_item_id);

-- Null: of the order's only parcel, from before there could be several; and for steps that are not of one parcel.
alter table fulfillment_events add column parcel_id uuid references parcels (id);
drop index fulfillment_events_once;
create unique index fulfillment_events_once
  on fulfillment_events (order_id, to_status, coalesce(parcel_id, order_id)) where not is_correction;

insert into parcels (id, order_id, number, way, carrier, tracking_number, is_corrected, created_at)
  select md5('parcel:' || e.order_id)::uuid, e.order_id, 1, 'carrier', e.carrier, e.tracking_number, e.is_correction, e.first
    from (select distinct on (order_id) *, min(created_at) over (partition by order_id) as first
      from fulfillment_events where to_status = 'shipped' order by order_id, id desc) e;
insert into parcel_lines (parcel_id, order_item_id, pieces)
  select p.id, i.id, i.quantity - coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0)
    from parcels p join orders o on o.id = p.order_id join order_items i on i.order_id = p.order_id
    where i.quantity > coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0);

-- orders.pieces counts what was sent, too: {order_items.id: {refunded, canceled, sent}}.
update orders o set pieces = known.pieces from (
  select i.order_id, jsonb_object_agg(i.id, jsonb_build_object('refunded', n.refunded, 'canceled', n.canceled, 'sent', n.sent)) as pieces
    from order_items i join orders o on o.id = i.order_id
    cross join lateral (select coalesce((o.pieces -> i.id::text ->> 'refunded')::integer, 0) as refunded,
      coalesce((o.pieces -> i.id::text ->> 'canceled')::integer, 0) as canceled,
      (select coalesce(sum(l.pieces), 0) from parcel_lines l where l.order_item_id = i.id) as sent) n
    where (o.pieces <> '{}' or o.fulfillment in ('shipped', 'delivered', 'returned')) and n.refunded + n.canceled + n.sent > 0
    group by i.order_id) known
  where o.id = known.order_id;
