-- What changes in an order after the sale: corrections, swaps, returns, and extra payments.

-- What was corrected in an order before it shipped: its postal address, or its email.
create table order_corrections (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('address', 'email', 'swap')),
  -- What it said, and what it says since then.
  before jsonb not null,
  after jsonb not null,
  -- The owner's email, or 'customer'.
  actor text not null,
  created_at timestamptz not null
);
create index order_corrections_order on order_corrections (order_id, id);

create table swaps (
  id uuid primary key,
  order_id uuid not null references orders (id),
  from_item_id uuid not null references order_items (id),
  to_item_id uuid not null unique references order_items (id),
  -- What the old units were worth, and what the new ones are. The difference is refunded.
  goods_back integer not null,
  tax_back integer not null,
  goods integer not null,
  tax integer not null,
  -- Null: there is no difference.
  refund_id uuid,
  actor text not null,
  created_at timestamptz not null,
  top_up_id uuid,
  constraint swaps_difference check (
    case
      when top_up_id is not null
        then refund_id is null and goods >= goods_back and tax >= tax_back and goods + tax > goods_back + tax_back
      else goods <= goods_back and tax <= tax_back
        and (refund_id is null) = (goods = goods_back and tax = tax_back)
    end),
  constraint swaps_goods check (goods >= 0 and tax >= 0)
);
create index swaps_from on swaps (from_item_id);
create index swaps_order on swaps (order_id);
create index swaps_refund on swaps (refund_id) where refund_id is not null;

-- A shopper asks on the order's page to return pieces that came, or to have them exchanged for another size; the
-- owner approves or declines it, and marks what comes back.
create table return_requests (
  id uuid primary key,
  order_id uuid not null references orders (id),
  wish text not null,
  reason text not null,
  note text not null,
  state text not null default 'requested' check (
    state in ('requested', 'approved', 'received', 'refunded', 'exchanged', 'declined', 'closed')),
  -- What the owner wrote back: what to do, or why not.
  answer text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Refunded, exchanged, declined or closed since then.
  ended_at timestamptz,
  updated_at timestamptz not null,
  -- What is wanted in exchange is kept aside to the end of this day of the shop; null: nothing is. Otherwise
  -- pieces that never come back would keep others from being sold for ever.
  kept_until date
);
create index return_requests_newest on return_requests (created_at desc, id desc);
create index return_requests_open on return_requests (created_at desc, id desc)
  where state in ('approved', 'received');
create index return_requests_order on return_requests (order_id, created_at);
create index return_requests_waiting on return_requests (created_at desc, id desc) where state = 'requested';
-- Whose words are still there: for retention.
create index return_requests_words on return_requests (ended_at) where (note <> '') or answer <> '';

create table return_lines (
  return_id uuid not null references return_requests (id),
  order_item_id uuid not null references order_items (id),
  pieces integer not null check (pieces > 0),
  -- The variant that is wanted instead, and what it was called then; null: none.
  wanted_id uuid,
  wanted text,
  -- Of the wanted option, so many pieces are kept aside: they are part of inventory.held.
  held integer not null default 0,
  primary key (return_id, order_item_id),
  constraint return_lines_check check (held >= 0 and held <= pieces)
);
create index return_lines_held on return_lines (return_id) where held > 0;
create index return_lines_item on return_lines (order_item_id);

-- Which state of a unit may follow which. src/domain/order/units.ts holds the same table; a test compares the two.
create table unit_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);

insert into unit_transitions (from_state, to_state) values
  ('to_ship', 'shipped'), ('to_ship', 'canceled'), ('to_ship', 'replaced'),
  ('shipped', 'returned'), ('returned', 'replaced'),
  -- The refund of a unit that had not shipped has failed.
  ('canceled', 'to_ship');

-- A row for each item that was sold. What has become of an order is counted from these rows and from nothing else.
create table order_units (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  order_item_id uuid not null references order_items (id),
  -- 1 for the first unit of its item.
  position integer not null check (position >= 1),
  -- What was paid for it after its share of the discount, and its share of the tax: units sum up to their order.
  paid_cents integer not null check (paid_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  -- Where it is. returned: it came back to the shop. canceled: it never ships.
  state text not null default 'to_ship' check (state in ('to_ship', 'shipped', 'returned', 'canceled', 'replaced')),
  -- none: the sale got no stock for it. taken: it is off the shelf. shelved: it is back on the shelf.
  stock text not null default 'none' check (stock in ('none', 'taken', 'shelved')),
  -- The shipment that it left in.
  parcel_id uuid references parcels (id),
  -- The refund that pays for it; none while the last one has failed.
  refund_id uuid references refunds (id),
  -- The return that it came back with.
  return_id uuid references return_requests (id),
  -- The unit that the customer gets instead.
  replaced_by bigint unique references order_units (id),
  unique (order_item_id, position),
  constraint order_units_left check (state <> 'shipped' or parcel_id is not null),
  constraint order_units_replaced check ((state = 'replaced') = (replaced_by is not null)),
  constraint order_units_refunded check (refund_id is null or state not in ('to_ship', 'replaced'))
);
create index order_units_order on order_units (order_id);
create index order_units_parcel on order_units (parcel_id) where parcel_id is not null;
create index order_units_refund on order_units (refund_id) where refund_id is not null;
create index order_units_return on order_units (return_id) where return_id is not null;

-- Which units a refund was made for, also after it has failed.
create table refund_units (
  refund_id uuid not null references refunds (id),
  unit_id bigint not null references order_units (id),
  -- It goes back on the shelf once the provider takes the refund.
  restock boolean not null default false,
  primary key (refund_id, unit_id)
);
create index refund_units_unit on refund_units (unit_id);

create table top_ups (
  -- Its checkout, which is deleted some time after it ended unpaid.
  checkout_id uuid primary key,
  order_id uuid not null references orders (id),
  item_id uuid not null references order_items (id),
  -- What swap_units is given once it is paid. When one of its units is not to be shipped anymore, nothing is swapped.
  swap jsonb not null,
  -- "2 × Polo (M)"
  pieces_before text not null,
  pieces_after text not null,
  amount integer not null check (amount > 0),
  -- The owner's email, or "customer".
  actor text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When somebody first got what it takes to pay it.
  opened_at timestamptz,
  -- Nothing is swapped any more, and its payment is being ended.
  closing_at timestamptz,
  closing_why text check (closing_why in ('withdrawn', 'changed', 'canceled')),
  ended_at timestamptz,
  -- What came in, and what it did; null: nothing came.
  received integer,
  outcome text check (outcome in ('swapped', 'returned')),
  constraint top_ups_check check ((closing_at is null) = (closing_why is null)),
  constraint top_ups_check1 check ((outcome is null) or ended_at is not null)
);
create unique index top_ups_open on top_ups (order_id) where ended_at is null;
create index top_ups_order on top_ups (order_id);
create index top_ups_paid on top_ups (ended_at) where outcome is not null;

alter table refunds add foreign key (return_id) references return_requests (id);
