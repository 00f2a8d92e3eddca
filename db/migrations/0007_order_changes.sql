-- Changes to an order after the sale: corrections, returns, and the state of each unit.

-- Changes to an order after the sale: its postal address or email, units swapped before shipping, or units exchanged
-- after a return. A change that costs more waits until the customer has paid the difference.
create table order_changes (
  -- For a change with a payment, also the id of that payment's checkout, which is deleted some time after it ends
  -- unpaid. The order item for the new units has this id as well.
  id uuid primary key,
  -- In the order of requests.
  number bigint generated always as identity unique,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('address', 'email', 'swap', 'exchange')),
  -- waiting: for the customer's payment. ending: nothing will change, and the payment is being canceled. ended: nothing
  -- changed; money that arrives anyway is refunded in full.
  state text not null default 'done' check (state in ('waiting', 'ending', 'done', 'ended')),
  -- Why nothing changed.
  end_reason text check (end_reason in ('withdrawn', 'changed', 'canceled', 'expired')),
  -- What the order said, and what it says since then. Of units: {"items": "2 × Polo (M)"}.
  before jsonb not null,
  after jsonb not null,
  -- The units that are replaced, which are of one item.
  item_id uuid references order_items (id),
  units bigint[],
  -- What the old units were worth, and what the new ones are worth.
  goods_back integer check (goods_back >= 0),
  tax_back integer check (tax_back >= 0),
  goods integer check (goods >= 0),
  -- The price difference that nobody pays.
  gift integer check (gift >= 0),
  tax integer check (tax >= 0),
  -- Positive: charged. Negative: refunded.
  difference integer generated always as (goods + tax - goods_back - tax_back) stored,
  -- The refund of the difference.
  refund_id uuid,
  -- What was paid for it; null: nothing.
  received integer check (received >= 0),
  -- The owner's email, or 'customer'.
  actor text not null,
  created_at timestamptz not null,
  -- Payment deadline; null: there is nothing to pay.
  expires_at timestamptz,
  -- When somebody first received the means to pay it.
  opened_at timestamptz,
  -- When it was applied or ended.
  ended_at timestamptz,
  constraint order_changes_state check ((ended_at is not null) = (state in ('done', 'ended'))
    and (end_reason is not null) = (state in ('ending', 'ended'))),
  constraint order_changes_units check (num_nulls(item_id, units, goods_back, tax_back, goods, gift, tax)
    = case when kind in ('swap', 'exchange') then 0 else 7 end),
  constraint order_changes_payment check (case when expires_at is null then state = 'done' and received is null
    else difference > 0 and goods >= goods_back and tax >= tax_back and refund_id is null end),
  constraint order_changes_refund check (expires_at is not null or units is null
    or goods <= goods_back and tax <= tax_back and (refund_id is null) = (difference = 0))
);
create index order_changes_order on order_changes (order_id, number);
create index order_changes_item on order_changes (item_id) where item_id is not null;
create index order_changes_refund on order_changes (refund_id) where refund_id is not null;
create unique index order_changes_open on order_changes (order_id) where state in ('waiting', 'ending');
create index order_changes_paid on order_changes (ended_at) where received is not null;

-- A shopper asks on the order's page to return units that came, or to have them exchanged for another size; the
-- owner approves or declines it, and marks what comes back.
create table return_requests (
  id uuid primary key,
  order_id uuid not null references orders (id),
  wish text not null,
  reason text not null,
  note text not null,
  state text not null default 'requested' check (
    state in ('requested', 'approved', 'received', 'refunded', 'exchanged', 'declined', 'closed')),
  -- What the owner replied: what to do, or why not.
  answer text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Refunded, exchanged, declined or closed since then.
  ended_at timestamptz,
  updated_at timestamptz not null,
  -- The replacement is reserved until the end of this day of the shop; null: nothing is. Otherwise units that never
  -- come back would block others from being sold forever.
  kept_until date
);
create index return_requests_newest on return_requests (created_at desc, id desc);
create index return_requests_open on return_requests (created_at desc, id desc)
  where state in ('approved', 'received');
create index return_requests_order on return_requests (order_id, created_at);
create index return_requests_waiting on return_requests (created_at desc, id desc) where state = 'requested';
-- Whose text is still stored, for retention.
create index return_requests_words on return_requests (ended_at) where (note <> '') or answer <> '';

create table return_lines (
  return_id uuid not null references return_requests (id),
  order_item_id uuid not null references order_items (id),
  quantity integer not null check (quantity > 0),
  -- The variant wanted instead, and its name at that time; null: none.
  wanted_id uuid,
  wanted text,
  -- How many units of the replacement are reserved: they are part of inventory.held.
  held integer not null default 0,
  primary key (return_id, order_item_id),
  constraint return_lines_check check (held >= 0 and held <= quantity)
);
create index return_lines_held on return_lines (return_id) where held > 0;
create index return_lines_item on return_lines (order_item_id);

-- Allowed transitions of a unit's state. src/domain/order/units.ts has the same table; a test compares the two.
create table unit_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);

insert into unit_transitions (from_state, to_state) values
  ('to_ship', 'shipped'), ('to_ship', 'canceled'), ('to_ship', 'replaced'),
  ('shipped', 'returned'), ('returned', 'replaced'),
  -- The refund of a unit that had not shipped failed.
  ('canceled', 'to_ship');

-- One row for each sold unit. The state of an order is counted from these rows and nothing else.
create table order_units (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  order_item_id uuid not null references order_items (id),
  -- 1 for the first unit of its item.
  position integer not null check (position >= 1),
  -- What was paid for it after its share of the discount, and its share of the tax. Units sum up to their order.
  paid_cents integer not null check (paid_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  -- Where it is. returned: back at the shop. canceled: never ships.
  state text not null default 'to_ship' check (state in ('to_ship', 'shipped', 'returned', 'canceled', 'replaced')),
  -- none: the sale found no stock for it. taken: off the shelf. shelved: back on the shelf.
  stock text not null default 'none' check (stock in ('none', 'taken', 'shelved')),
  -- The shipment that it left in.
  shipment_id uuid references shipments (id),
  -- The refund that covers it; null when the last one failed.
  refund_id uuid references refunds (id),
  -- The return that it came back with.
  return_id uuid references return_requests (id),
  -- The unit that the customer gets instead.
  replaced_by bigint unique references order_units (id),
  unique (order_item_id, position),
  constraint order_units_left check (state <> 'shipped' or shipment_id is not null),
  constraint order_units_replaced check ((state = 'replaced') = (replaced_by is not null)),
  constraint order_units_refunded check (refund_id is null or state not in ('to_ship', 'replaced'))
);
create index order_units_order on order_units (order_id);
create index order_units_shipment on order_units (shipment_id) where shipment_id is not null;
create index order_units_refund on order_units (refund_id) where refund_id is not null;
create index order_units_return on order_units (return_id) where return_id is not null;

-- Which units a refund was made for, including failed refunds.
create table refund_units (
  refund_id uuid not null references refunds (id),
  unit_id bigint not null references order_units (id),
  -- The unit goes back on the shelf once the provider accepts the refund.
  restock boolean not null default false,
  primary key (refund_id, unit_id)
);
create index refund_units_unit on refund_units (unit_id);

alter table refunds add foreign key (return_id) references return_requests (id);
