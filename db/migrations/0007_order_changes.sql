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
  pieces integer not null check (pieces > 0),
  -- Of these pieces, those that had not left.
  unsent integer not null,
  -- What the old pieces were worth, and what the new ones are. The difference is refunded.
  goods_back integer not null,
  tax_back integer not null,
  goods integer not null,
  tax integer not null,
  -- Null: there is no difference.
  refund_id uuid,
  actor text not null,
  created_at timestamptz not null,
  top_up_id uuid,
  constraint swaps_check check (unsent >= 0 and unsent <= pieces),
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
  received integer not null default 0,
  -- The variant that is wanted instead, and what it was called then; null: none.
  wanted_id uuid,
  wanted text,
  -- Of the wanted option, so many pieces are kept aside: they are part of inventory.held.
  held integer not null default 0,
  -- Of the received pieces, those for which another one is sent.
  exchanged integer not null default 0,
  primary key (return_id, order_item_id),
  constraint return_lines_check check (received >= 0 and received <= pieces),
  constraint return_lines_check1 check (held >= 0 and held <= pieces),
  constraint return_lines_check2 check (exchanged >= 0 and exchanged <= received)
);
create index return_lines_held on return_lines (return_id) where held > 0;
create index return_lines_item on return_lines (order_item_id);

create table top_ups (
  -- Its checkout, which is deleted some time after it ended unpaid.
  checkout_id uuid primary key,
  order_id uuid not null references orders (id),
  item_id uuid not null references order_items (id),
  -- What swap_pieces is given once it is paid.
  swap jsonb not null,
  -- What the order said of the line's pieces when it was asked for: when it says something else, nothing is swapped.
  seen jsonb,
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
